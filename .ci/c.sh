# The C ABI: its lints and tests, its header, and programs in C and C++.

c_library() {
    local manifest=bindings/c/Cargo.toml
    run cargo clippy --release --manifest-path $manifest --target-dir target/bindings-c --all-targets -- -D warnings
    run cargo test --release --manifest-path $manifest --target-dir target/bindings-c
    if has_programs gcc g++ -- gcc g++; then
        has_programs clang valgrind -- clang valgrind libc6-dbg || skip "clang and Valgrind for C" "one of them"
        run cargo xtask c --check
    else
        skip "the C library" "gcc"
    fi
}
