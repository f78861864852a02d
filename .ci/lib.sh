# Shared by the scripts beside it: steps with their seconds and CPU seconds, lanes, and tools that are there
# or are installed. Missing tools are installed only if $CI is set. Otherwise their step is skipped and
# reported as NOT TESTED.
#
# A step is a function, and a line of the table $steps: its lane, its name, and the CPU seconds it may take.
# `run` shows each command of a step and records it for the table at the end.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "${BASH_SOURCE[0]}")/.."

CI=${CI:-}
export CARGO_INCREMENTAL=0 # what is built once is built faster so, and takes half of the disk
out=target/ci/${0##*/} # logs and records of the run
expected=              # seconds of the whole run
limit=                 # seconds above which it fails

# -- Commands of a step

heading() {
    end_command
    count_ticks
    command=$* command_start=$SECONDS command_ticks=$ticks
    printf '%s\n' "$command" >"$out/command.$lane"
    printf '\n== %s\n' "$command"
}
end_command() {
    [ "${command:-}" ] || return 0
    count_ticks
    row command "$step" 0 $((SECONDS - command_start)) $((ticks - command_ticks)) "$command"
    command=
}
row() { printf '%s %s %d %d %d %s\n' "$@" >>"$out/rows.$lane"; }
run() { heading "$*"; "$@"; }
skip() {
    heading "$1: NOT TESTED, $2 is missing"
    printf '%s: %s\n' "$step" "$1" >>"$out/not_tested"
}

# CPU time of this shell, and of its children that have ended with theirs. No subshell: it has no children
# yet.
count_ticks() {
    local stat
    read -r stat <"/proc/$BASHPID/stat"
    set -- ${stat##*) } # the name before it may have spaces
    ticks=$((${12} + ${13} + ${14} + ${15}))
}
ticks_per_second=$(getconf CLK_TCK)
in_seconds() { printf '%d' $((($1 + ticks_per_second / 2) / ticks_per_second)); }

# -- Steps and lanes

lanes_of_table() { awk 'NF && !seen[$1]++ { print $1 }' <<<"$steps"; }
steps_of() { awk -v lane="$1" '$1 == lane { print $2 }' <<<"$steps"; } # LANE
budget_of() { awk -v step="$1" '$2 == step { print $3 }' <<<"$steps"; } # STEP

# Runs a step in a subshell, which ends with the first command that fails. Where bash looks at the status of
# do_step (`do_step x || ...`), the subshell would go on instead: never call it in a condition.
do_step() {
    local start=$SECONDS before
    count_ticks
    step=$1 before=$ticks
    : >"$out/command.$lane"
    set +e
    (
        set -e
        trap end_command EXIT
        "$step"
    )
    status=$?
    set -e
    count_ticks
    seconds=$((SECONDS - start)) cpu=$((ticks - before))
    row step "$step" $status $seconds $cpu
    [ $status = 0 ] || printf '%s: %s\n' "$step" "$(<"$out/command.$lane")" >>"$out/failed"
    [ $status = 0 ] || say "FAILED: $step"
    say "$step: $seconds s, $(in_seconds $cpu) s of CPU"
}
# The output of a lane is seen when it ends, but a line of each step at once.
say() { [ ! "${log:-}" ] || printf '%s  %s\n' "$lane" "$*" >&3; }

do_steps() { # LANE STEP...
    lane=$1
    for step in "${@:2}"; do
        [ ! -e "$out/failed" ] || return 0
        do_step "$step"
    done
}

# The same after a step that fails too, but what has passed in this state of the tree is not run again.
# `passed` is the file that remembers it, and `always` has what further steps use.
do_new_steps() { # STATE LANE STEP...
    local state=$1 earlier
    lane=$2
    for step in "${@:3}"; do
        earlier=$(grep -F "$state $step " "$passed" 2>/dev/null | tail -n 1 || true)
        if [ "$earlier" ] && [[ " $always " != *" $step "* ]]; then
            read -r _ _ seconds cpu <<<"$earlier"
            row step "$step" 0 "$seconds" "$cpu" ", passed before"
            continue
        fi
        do_step "$step"
        [ "$status" != 0 ] || grep -qs "^$step: " "$out/not_tested" ||
            printf '%s %s %d %d\n' "$state" "$step" "$seconds" "$cpu" >>"$passed"
    done
}

# Runs lanes beside one another, and prints the output of each when it ends. A lane is a process group: it
# is killed with all that it has started, and its programs do not ignore Ctrl-C, unlike
# other background jobs.
declare -A running=() # process -> lane
do_lanes() { # LANE...
    local name process
    exec 3>&1
    for name in "$@"; do
        [ "$(steps_of "$name")" ] && [ ! -e "$out/failed" ] || continue
        set -m
        (
            log=$out/$name.log
            do_steps "$name" $(steps_of "$name")
        ) >"$out/$name.log" 2>&1 </dev/null &
        set +m
        running[$!]=$name
        printf '\n== lane %s, %s\n' "$name" "$out/$name.log"
    done
    while [ ${#running[@]} -gt 0 ]; do # not `wait -n`: bash 5.2 forgets one of two that end at the same time
        sleep 0.3
        for process in "${!running[@]}"; do
            kill -0 "$process" 2>/dev/null && continue
            name=${running[$process]}
            unset "running[$process]"
            wait "$process" || printf 'lane %s: it ended with %s\n' "$name" $? >>"$out/failed"
            show_lane "$name" ended
        done
    done
    exec 3>&-
}
show_lane() {
    printf '\n==== lane %s has %s\n' "$1" "$2"
    cat "$out/$1.log"
    printf '\n==== end of lane %s\n' "$1"
}

# Empties the folder of logs and records. When the script ends, it prints a table of what it has run.
begin() {
    rm -rf "$out"
    mkdir -p "$out"
    out=$(realpath "$out")
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    trap finish EXIT
}

finish() {
    local status=$? process
    set +e
    trap '' INT TERM HUP
    for process in "${!running[@]}"; do
        kill -- "-$process"
        wait "$process"
        kill -KILL -- "-$process" 2>/dev/null # what ignores the other one
        show_lane "${running[$process]}" "been killed"
    done
    report
    if [ "$limit" ] && [ $SECONDS -gt "$limit" ]; then
        printf 'the run: it took %d s, more than %d s\n' $SECONDS "$limit" >>"$out/failed"
    fi
    if [ -e "$out/failed" ]; then
        printf '\n'
        sed 's/^/FAILED: /' "$out/failed"
        [ $status != 0 ] || status=1
    fi
    exit $status
}

# Lanes, their steps and the commands of these, whether the run has passed or not.
report() {
    local name
    printf '\n%7s %7s %7s  step\n' seconds CPU budget
    for name in $(lanes_of_table); do
        [ -e "$out/rows.$name" ] || continue
        line $(awk '$1 == "step" { seconds += $4; ticks += $5 } END { print seconds + 0, ticks + 0 }' "$out/rows.$name") \
            "" "lane $name"
        report_lane <"$out/rows.$name"
    done
    count_ticks
    line $SECONDS $ticks "" "in all"
    if [ "$expected" ]; then
        printf '%7d %7s %7s  are expected%s\n' "$expected" "" "" "$([ $SECONDS -le "$expected" ] || echo ', TOO SLOW')"
    fi
    if [ -e "$out/not_tested" ]; then
        printf '\nNOT TESTED:\n'
        sed 's/^/    /' "$out/not_tested"
    fi
}
report_lane() {
    local kind step status seconds ticks note budget commands=
    while read -r kind step status seconds ticks note; do
        if [ "$kind" = command ]; then
            commands+=$(line "$seconds" "$ticks" "" "      ${note:0:100}")$'\n'
            continue
        fi
        budget=$(budget_of "$step")
        [ "$status" = 0 ] || note+=", FAILED"
        [[ ! $budget =~ ^[0-9]+$ || $(in_seconds "$ticks") -le $budget ]] || note+=", OVER ITS BUDGET"
        line "$seconds" "$ticks" "$budget" "  $step$note"
        printf '%s' "$commands"
        commands=
    done
}
line() { printf '%7d %7d %7s  %s\n' "$1" "$(in_seconds "$2")" "$3" "$4"; } # SECONDS TICKS BUDGET NAME

# -- Tools

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
# One lane at a time: apt and rustup have locks, and fail on them.
installing() { [ "$CI" ] && (flock 9 && "$@") 9>"$out/install"; }
apt_install() {
    as_root apt-get update -qq && as_root apt-get install -qqy --no-install-recommends "$@" >/dev/null
}
has_target() {
    rustup target list --installed | grep -x "$1" >/dev/null || installing rustup target add "$1"
}
has_toolchain() {
    rustup run "$1" cargo --version >/dev/null 2>&1 ||
        installing rustup toolchain install --profile minimal "$1"
}
# has_programs PROGRAM... -- DEBIAN_PACKAGE...
has_programs() {
    local missing=
    while [ "$1" != -- ]; do
        command -v "$1" >/dev/null || missing=1
        shift
    done
    shift
    [ ! "$missing" ] || installing apt_install "$@"
}
cpu_has() {
    local feature
    for feature in "$@"; do grep -qwm 1 "$feature" /proc/cpuinfo || return 1; done
}

command -v cargo >/dev/null || . "$HOME/.cargo/env"

# The levels that the differential tests must run on this machine. A level that is skipped by mistake is a
# failure.
v2="ssse3 sse4_1 sse4_2 popcnt" v3="avx2 bmi1 bmi2 fma movbe abm" v4="avx512f avx512bw avx512cd avx512dq avx512vl"
CI_EXPECT_LEVELS=portable
cpu_has $v2 && CI_EXPECT_LEVELS+=,x86-v2
cpu_has $v2 $v3 && CI_EXPECT_LEVELS+=,x86-v3
cpu_has $v2 $v3 $v4 && CI_EXPECT_LEVELS+=,x86-v4
cpu_has asimd crc32 && CI_EXPECT_LEVELS+=,neon
export CI_EXPECT_LEVELS

machine() {
    heading "machine"
    [ ! "$CI" ] || rustup component add rustfmt clippy
    rustc --version
    sed -n '/^model name/{s/.*: //p;q}' /proc/cpuinfo
    printf 'expected CPU levels: %s\n' "$CI_EXPECT_LEVELS"
    if [ "$(uname -m)" = x86_64 ]; then
        local level
        for level in x86-v2 x86-v3 x86-v4; do
            [[ $CI_EXPECT_LEVELS = *$level* ]] || skip "$level" "a CPU that has it"
        done
    fi
}
