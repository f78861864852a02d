# The C ABI: its tests, its header, and programs in C and C++.

c_library() {
    run cargo test --package reversi-c
    local header="--manifest-path bindings/c/header/Cargo.toml --target-dir target/bindings-c-header"
    run cargo clippy $header --all-targets -- -D warnings
    run cargo test $header
    if has_programs gcc g++ -- gcc g++; then
        has_programs clang valgrind -- clang valgrind libc6-dbg || skip "clang and Valgrind for C" "one of them"
        run xtask c --check --built
        if has_programs python3 -- python3; then run python3 tests/doors/c.py; else skip "the corpus in C" "python3"; fi
    else
        skip "the C library" "gcc"
    fi
}

# The files that packagers get: their names and links are those of cargo-c.
c_library_by_cargo_c() {
    if has_cargo_c && has_programs gcc g++ -- gcc g++; then
        run xtask c --check --cargo-c true
    else
        skip "the C library by cargo-c" "cargo-c or gcc"
    fi
}
has_cargo_c() {
    cargo cinstall --version >/dev/null 2>&1 || installing cargo install --quiet --locked cargo-c
}
