# Other instruction sets: CPU levels, word sizes and byte orders, emulated where this machine lacks them.

export CARGO_TARGET_I686_UNKNOWN_LINUX_MUSL_LINKER=rust-lld # links without more tools
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER="qemu-s390x -L /usr/s390x-linux-gnu"
export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings --experimental-wasi-unstable-preview1 $PWD/.ci/wasi.mjs"

# levels_on TARGET LEVELS: one program with the tests of kernels, features and the solver.
levels_on() {
    run cargo clippy --target "$1" --package reversi-search -- -D warnings
    CI_EXPECT_LEVELS=$2 run cargo test --target "$1" --package reversi-levels
}

# all_tests_on TARGET LEVELS: all tests of boards and evaluation, and the solver's.
all_tests_on() {
    local target=(--target "$1")
    local name
    for name in bitboard-tests notation-tests eval-tests levels; do
        CI_EXPECT_LEVELS=$2 run cargo test "${target[@]}" --package "reversi-$name" --tests
    done
    CI_EXPECT_LEVELS=$2 run cargo test "${target[@]}" --package reversi-eval --all-features --lib
}

# No operating system, 32 bits.
without_std() {
    # Whoever takes the rules alone compiles no procedural macro.
    if cargo tree --package reversi-bitboard --edges normal,build --prefix none | grep proc-macro; then
        echo "reversi-bitboard must not need a procedural macro" >&2
        return 1
    fi
    if has_target thumbv7em-none-eabi; then
        run cargo clippy --target thumbv7em-none-eabi --package reversi-bitboard --package reversi-notation \
            --no-default-features --features serde -- -D warnings
    else
        skip "without std" "the target thumbv7em-none-eabi"
    fi
}

# The levels below the best of this machine, on an emulated CPU that has nothing more. An instruction of a
# level above is illegal there. QEMU before 7.2 does not emulate AVX2.
emulated_x86() {
    # Haswell without the features that QEMU cannot emulate. QEMU would warn about them in each thread, and
    # no program uses them.
    local haswell=Haswell,-pcid,-x2apic,-tsc-deadline,-hle,-invpcid,-rtm
    if ! has_emulated_x86; then
        skip "emulated x86-v3" "an x86-64 or qemu-user"
    elif qemu-x86_64 --version | grep -qE 'version (7\.[2-9]|[89]\.|[1-9][0-9])'; then
        # The other tests of the solver have run on these levels natively.
        levels_on_cpu "$haswell" portable,x86-v2,x86-v3 kernels:: arrays:: features:: same_nodes exact_scores
    else
        skip "emulated x86-v3" "QEMU 7.2 or newer"
    fi
}
emulated_x86_v2() {
    if has_emulated_x86; then
        levels_on_cpu Nehalem portable,x86-v2
    else
        skip "emulated x86-v2" "an x86-64 or qemu-user"
    fi
}
has_emulated_x86() { [ "$(uname -m)" = x86_64 ] && has_programs qemu-x86_64 -- qemu-user; }
# levels_on_cpu CPU LEVELS TEST...
levels_on_cpu() {
    run env CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="qemu-x86_64 -cpu $1" CI_EXPECT_LEVELS="$2" \
        cargo test --package reversi-levels -- "${@:3}"
}

has_aarch64() {
    has_target aarch64-unknown-linux-gnu &&
        has_programs qemu-aarch64 aarch64-linux-gnu-gcc -- qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
}
on_aarch64() { # FUNCTION
    if [ "$(uname -m)" = aarch64 ]; then
        heading "aarch64: this machine, tested above"
    elif has_aarch64; then
        "$1" aarch64-unknown-linux-gnu portable,neon
    else
        skip "aarch64" "the target aarch64-unknown-linux-gnu, qemu-user or gcc-aarch64-linux-gnu"
    fi
}
neon() { on_aarch64 levels_on; }
neon_in_full() { on_aarch64 all_tests_on; }

has_wasi() { has_target wasm32-wasip1 && has_programs node -- nodejs; }
wasm_with_vectors() {
    if has_wasi; then
        CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C target-feature=+simd128" levels_on wasm32-wasip1 portable,simd128
    else
        skip "WebAssembly" "the target wasm32-wasip1 or nodejs"
    fi
}
wasm_in_full() {
    if has_wasi; then
        all_tests_on wasm32-wasip1 portable
        CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C target-feature=+simd128" all_tests_on wasm32-wasip1 portable,simd128
    else
        skip "WebAssembly" "the target wasm32-wasip1 or nodejs"
    fi
}

# No clock, threads and files of the standard library in web pages: the libraries, and the module of the
# package.
web_lints() {
    # One profile, so that the two workspaces share what they take from the registry.
    local -x CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL=0
    if has_target wasm32-unknown-unknown; then
        CLIPPY_CONF_DIR=$PWD/.ci/web-pages run cargo clippy $pages --all-features $product -- -D warnings
        CLIPPY_CONF_DIR=$PWD/.ci/web-pages run cargo clippy $pages $module --features engine -- -D warnings
    else
        skip "lints of web pages" "the target wasm32-unknown-unknown"
    fi
}
pages="--target wasm32-unknown-unknown --target-dir target/wasm/lints"
module="--manifest-path bindings/wasm/Cargo.toml --package reversi-wasm"

has_web() { has_target wasm32-unknown-unknown && has_programs node npm -- nodejs npm; }

# The package in target/npm with two of its four modules, and the page in target/web. The others are the
# same engine, compiled once more each.
npm_package() {
    if has_web; then
        npm_modules
        run xtask web --modules rules,engine-simd
    else
        skip "the npm package" "the target wasm32-unknown-unknown, nodejs or npm"
    fi
}
npm_modules() {
    run npm ci --no-audit --no-fund --prefix bindings/wasm
    run npm ci --no-audit --no-fund --prefix web
    # Random games at the board, for the package and the page.
    run session_cases
}
session_cases() { tools session-cases 1 300 >target/session-cases.jsonl; }

npm_tests() {
    if has_web; then
        run npm test --prefix bindings/wasm
        run node --test tests/doors/npm.test.mjs
    else
        skip "tests of the npm package" "the target wasm32-unknown-unknown, nodejs or npm"
    fi
}

# The page in Chromium. Its types, and what needs no browser, are checked without one.
page() {
    if ! has_web; then
        skip "the page" "the target wasm32-unknown-unknown, nodejs or npm"
        return
    fi
    run npm run types --prefix web
    if has_programs chromium -- chromium fonts-noto-cjk; then
        run npm test --prefix web
    else
        run npm run test-without-browser --prefix web
        skip "the page" "chromium"
    fi
}

# All modules, FFO 1-39 in Node, and a bundler.
npm_package_in_full() {
    if has_web && has_target wasm32-wasip1-threads; then
        run cargo clippy --target wasm32-wasip1-threads --target-dir target/wasm/lints $module --no-default-features \
            --features engine -- -D warnings
        npm_modules
        run xtask web
        FULL=1 npm_tests
        FULL=1 page
    else
        skip "the npm package with threads" "a target of WebAssembly, nodejs or npm"
    fi
}

# The published crates, by their types alone: nothing here runs a program for Windows.
windows() {
    if has_target x86_64-pc-windows-gnu; then
        run cargo check --target x86_64-pc-windows-gnu $product --package reversi-cli --all-features
    else
        skip "Windows" "the target x86_64-pc-windows-gnu"
    fi
}

# 32 bits, run natively.
i686() {
    if [ "$(uname -m)" = x86_64 ] && has_target i686-unknown-linux-musl; then
        all_tests_on i686-unknown-linux-musl portable
        run cargo test --target i686-unknown-linux-musl --package reversi-play-tests strength::a_seed
    else
        skip "32 bits" "an x86-64 or the target i686-unknown-linux-musl"
    fi
}

# Big-endian words.
has_s390x() {
    has_target s390x-unknown-linux-gnu &&
        has_programs qemu-s390x s390x-linux-gnu-gcc -- qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross
}
big_endian() {
    if has_s390x; then
        all_tests_on s390x-unknown-linux-gnu portable
    else
        skip "big endian" "the target s390x-unknown-linux-gnu, qemu-user or gcc-s390x-linux-gnu"
    fi
}
