# Commands of the documents, by what the step `programs` has built: each bash of `xtask readme` begins with
# this file. .ci/full runs the commands as they are.
cargo() {
    case "$*" in
    "run --release "*"--example solve") target/release/examples/solve ;;
    "tools "*) target/release/reversi-tools "${@:2}" ;;
    "xtask "*) target/release/xtask "${@:2}" ;;
    *) command cargo "$@" ;;
    esac
}
