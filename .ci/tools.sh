# Checks by other programs: an interpreter, an instruction counter, a fuzzer.

# Undefined behaviour of kernels, features and hash tables. Miri has no CPUID, so the target selects the
# levels.
miri_tests() {
    if [ "$(uname -m)" = x86_64 ] && has_miri; then
        run miri --package reversi-bitboard-tests kernels::test_positions
        run miri --package reversi-eval-tests features::a_pass_on
        run miri --package reversi-search --lib memory::
    else
        skip "Miri" "an x86-64 or a nightly toolchain with miri and rust-src"
    fi
}
has_miri() {
    has_toolchain nightly && { rustup component list --toolchain nightly --installed | grep -qx 'miri\(-.*\)\?' ||
        installing rustup component add --toolchain nightly miri rust-src; }
}
miri() {
    MIRIFLAGS=-Zmiri-disable-isolation RUSTFLAGS="-C target-cpu=x86-64-v3" CI_EXPECT_LEVELS=portable,x86-v2,x86-v3 \
        cargo +nightly miri test --target-dir target/miri-run "$@"
}

# Instructions of fixed work, against a baseline of one compiler.
instruction_counts() {
    local counted_by
    counted_by=$(sed -n '1s/.*"compiler":"rustc \([0-9.]*\) .*/\1/p' benches/instructions/baseline.jsonl)
    if [ "$(uname -m)" != x86_64 ] || ! cpu_has $v2 $v3; then
        skip "instruction counts" "an x86-64 with x86-v3"
    elif ! has_toolchain "$counted_by"; then
        skip "instruction counts" "Rust $counted_by, the compiler of their baseline,"
    elif ! has_programs valgrind -- valgrind libc6-dbg; then
        skip "instruction counts" "valgrind"
    else
        run rustup run "$counted_by" target/release/reversi-tools instructions --check
    fi
}
fuzz_targets() { run cargo check --manifest-path fuzz/Cargo.toml; }

fuzzing() {
    if has_toolchain nightly && has_cargo_fuzz && has_programs c++ -- g++; then
        run xtask fuzz-smoke --seconds 10
    else
        skip "fuzzing" "a nightly toolchain, cargo-fuzz or a C++ compiler"
    fi
}
has_cargo_fuzz() {
    command -v cargo-fuzz >/dev/null || installing cargo install --quiet --locked cargo-fuzz
}
