# The product, its documents and the tools on this machine.

product="--package reversi-bitboard --package reversi-eval --package reversi-search --package reversi-proof --package reversi-runs --package reversi-book --package reversi-engine"

format() {
    run cargo fmt --all --check
    local manifest
    for manifest in fuzz bindings/c bindings/python bindings/python/baseline bindings/wasm examples/server; do
        run cargo fmt --all --manifest-path $manifest/Cargo.toml --check
    done
}

lints() {
    run cargo clippy --workspace --all-targets --all-features -- -D warnings
    # The published crates as users build them, without the features that only the laboratory enables.
    run cargo clippy $product --package reversi-cli -- -D warnings
    run cargo clippy --package reversi-bitboard --no-default-features -- -D warnings
    run licences_are_permissive
}

# Licences of dependencies. BSL-1.0, Boost's, is that of clipboard-win, which rustyline needs on Windows.
# Zlib is that of foldhash, which tools need for JSON in order. BSD-3-Clause is that of the table of Shift-JIS
# in encoding_rs. Advisories need the network and are checked before a release: cargo deny check.
licences_are_permissive() {
    local licences
    licences=$(cargo tree --workspace --all-features --target all --edges normal,build,dev --prefix none --format 'licence {l}') &&
        ! grep -vE '^$|^licence ([^&]* OR |[^ ]*/)?(MIT|Apache-2.0)(( OR | or |/).*)?( \(\*\))?$|^licence \(MIT OR Apache-2.0\) AND Unicode-3.0( \(\*\))?$|^licence (BSL-1.0|Zlib|\(Apache-2.0 OR MIT\) AND BSD-3-Clause)( \(\*\))?$' <<<"$licences"
}

# The README's command. It runs the tests of serde and JSON too, because the program has these features on.
product_tests() { run cargo test; }

# The corpus at `reversi ask` and the program's verbs. `cargo test` has replayed it in Rust, and built the program.
doors_of_the_program() {
    if has_programs python3 -- python3; then
        run python3 tests/doors/ask.py
        run python3 tests/doors/program.py
    else
        skip "the corpus at the program" "python3"
    fi
}

documents() {
    RUSTDOCFLAGS="-D warnings" run cargo doc --no-deps --all-features $product
    run docs_name_no_ids
    run cargo xtask links
    run cargo xtask doc-examples
    run cargo tools techniques
    run cargo tools figures --check
    run cargo xtask unsafe-code
    run cargo tools inlining
    run cargo tools crosscheck --count 300
    run cargo xtask readme # all commands but those of training
}
# The ids of the techniques are for comments in the code. Users read names.
docs_name_no_ids() {
    ls -d target/doc/reversi_{bitboard,eval,search,proof,runs,book,engine} >/dev/null && ! grep -rE --include '*.html' '\b(BB|MOB|FULL|EDGE|FLIP|LAST|END|HASH|EVAL|GRA|ALSO)-[0-9]{2}\b' \
        target/doc/reversi_{bitboard,eval,search,proof,runs,book,engine}
}

all_commands() { run cargo xtask readme --all; }

other_tests() {
    run cargo test --package reversi-gallery --package reversi-train --package xtask --package reversi-tools --package reversi-exchange
    run cargo clippy --manifest-path examples/server/Cargo.toml --all-targets -- -D warnings
    run cargo test --manifest-path examples/server/Cargo.toml
}

# Each feature of the published crates alone, and all of them.
features_alone() {
    run cargo test --package reversi-bitboard --package reversi-eval --package reversi-engine --all-features
    run cargo check --package reversi-bitboard --no-default-features --features serde
    run cargo check --package reversi-bitboard --features serde
    run cargo check --package reversi-search --features serde
    run cargo check --package reversi-engine --features serde
    run cargo check --package reversi-engine --features json
    local choice
    for choice in "" embedded-small; do
        run cargo clippy --package reversi-eval --no-default-features --features "$choice" -- -D warnings
        run cargo clippy --package reversi-search --no-default-features --features "$choice" -- -D warnings
        run cargo clippy --package reversi-engine --no-default-features --features "$choice" -- -D warnings
        run cargo test --package reversi-eval --lib --no-default-features --features "$choice"
        run cargo test --package reversi-engine --no-default-features --features "$choice"
    done
}

# Three programs, for each choice of embedded weights.
program_sizes() { run cargo test --package reversi-engine --test program_size -- --ignored; }

# The documents of the laboratory and the tools.
all_documents() { RUSTDOCFLAGS="-D warnings" run cargo doc --workspace --no-deps --all-features; }

# What is published; in full also tests, benches and tools, whose dependencies take most of the time.
oldest_rust() {
    local oldest what="$product --package reversi-cli"
    [ "${1:-}" != all ] || what="--workspace --all-targets"
    oldest=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' Cargo.toml)
    if has_toolchain "$oldest"; then
        run rustup run "$oldest" cargo check $what --all-features --target-dir target/oldest
    else
        skip "Rust $oldest" "its toolchain"
    fi
}

# The protocol of the shared table in all interleavings. The flag would rebuild all crates, so it has a target
# folder of its own.
loom() {
    RUSTFLAGS="--cfg loom" run cargo test --release --package reversi-search --lib --target-dir target/loom loom
}
