# Shared by the scripts beside it: steps with their seconds, and tools that are there or are installed.
# Missing tools are installed only if $CI is set. Otherwise their step is skipped and reported as NOT TESTED.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

CI=${CI:-}
export CARGO_INCREMENTAL=0 # what is built once is built faster so, and takes half of the disk
not_tested=()
steps=()     # "SECONDS NAME", in the order of the run
step_start=$SECONDS
step_name=

end_step() {
    [ -z "$step_name" ] || steps+=("$((SECONDS - step_start)) $step_name")
    step_name=
}
step() {
    end_step
    step_name=$* step_start=$SECONDS
    printf '\n== %s\n' "$*"
}
run() { step "$*"; "$@"; }
skip() { step "$1: NOT TESTED, $2 is missing"; not_tested+=("$1"); }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

# The steps and their seconds, whether the run has passed or not.
report() {
    local status=$? line
    end_step
    printf '\n%7s  step\n' seconds
    for line in "${steps[@]}"; do printf '%7d  %.100s\n' "${line%% *}" "${line#* }"; done
    printf '%7d  in all\n' "$SECONDS"
    if [ ${#not_tested[@]} -gt 0 ]; then
        printf '\nNOT TESTED:'
        printf ' %s;' "${not_tested[@]}"
        printf '\n'
    fi
    [ $status = 0 ] || printf '\nFAILED: %s\n' "${line#* }"
}
trap report EXIT

has_target() {
    rustup target list --installed | grep -x "$1" >/dev/null || { [ "$CI" ] && rustup target add "$1"; }
}
has_toolchain() {
    rustup run "$1" cargo --version >/dev/null 2>&1 ||
        { [ "$CI" ] && rustup toolchain install --profile minimal "$1"; }
}
# has_programs PROGRAM... -- DEBIAN_PACKAGE...
has_programs() {
    local missing=
    while [ "$1" != -- ]; do
        command -v "$1" >/dev/null || missing=1
        shift
    done
    shift
    [ ! "$missing" ] || { [ "$CI" ] && as_root apt-get update -qq &&
        as_root apt-get install -qqy --no-install-recommends "$@" >/dev/null; }
}
cpu_has() {
    local feature
    for feature in "$@"; do grep -qwm 1 "$feature" /proc/cpuinfo || return 1; done
}

command -v cargo >/dev/null || . "$HOME/.cargo/env"
[ ! "$CI" ] || rustup component add rustfmt clippy

# The levels that the differential tests must run on this machine. A level that is skipped by mistake is a
# failure.
v2="ssse3 sse4_1 sse4_2 popcnt" v3="avx2 bmi1 bmi2 fma movbe abm" v4="avx512f avx512bw avx512cd avx512dq avx512vl"
CI_EXPECT_LEVELS=portable
cpu_has $v2 && CI_EXPECT_LEVELS+=,x86-v2
cpu_has $v2 $v3 && CI_EXPECT_LEVELS+=,x86-v3
cpu_has $v2 $v3 $v4 && CI_EXPECT_LEVELS+=,x86-v4
cpu_has asimd crc32 && CI_EXPECT_LEVELS+=,neon
export CI_EXPECT_LEVELS

step "machine"
rustc --version
sed -n '/^model name/{s/.*: //p;q}' /proc/cpuinfo
printf 'expected CPU levels: %s\n' "$CI_EXPECT_LEVELS"
if [ "$(uname -m)" = x86_64 ]; then
    for level in x86-v2 x86-v3 x86-v4; do
        [[ $CI_EXPECT_LEVELS = *$level* ]] || skip "$level" "a CPU that has it"
    done
fi
