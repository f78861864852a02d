# The product, its documents and the tools on this machine.

libraries="bitboard notation eval fields search play question proof runs book engine"
product=$(printf -- '--package reversi-%s ' $libraries)

format() {
    run cargo fmt --all --check
    local package # not --all: it would format the crates that each depends on, again
    for package in fuzz bindings/c/header bindings/python bindings/wasm bindings/wasm/build examples/server; do
        run cargo fmt --manifest-path $package/Cargo.toml --check
    done
}

lints() {
    run cargo clippy --workspace --all-targets --all-features -- -D warnings
    run licences_are_permissive
}

# licences_are_permissive ARGUMENT...: licences of dependencies. BSL-1.0, Boost's, is that of clipboard-win, which rustyline needs on Windows.
# Zlib is that of foldhash, which tools need for JSON in order. BSD-3-Clause is that of deunicode and of the table
# of Shift-JIS in encoding_rs. Advisories need the network and are checked before a release: cargo deny check.
licences_are_permissive() {
    local licences
    licences=$(cargo tree "$@" --workspace --all-features --target all --edges normal,build,dev --prefix none --format 'licence {l}') &&
        ! grep -vE '^$|^licence ([^&]* OR |[^ ]*/)?(MIT|Apache-2.0)(( OR | or |/).*)?( \(\*\))?$|^licence \(MIT OR Apache-2.0\) AND Unicode-3.0( \(\*\))?$|^licence (BSL-1.0|BSD-3-Clause|Zlib|\(Apache-2.0 OR MIT\) AND BSD-3-Clause)( \(\*\))?$' <<<"$licences"
}

# The README's command. It runs the tests of serde and JSON too, because the program has these features on.
product_tests() {
    run cargo test
    run cargo test --package xtask --package reversi-tools --no-default-features
}

# The program, the C library, the tools and an example in one selection of packages: alone, each has other
# features of the engine, and compiles it again. Steps call what is built here. `cargo xtask` would compile,
# and wait for the other lane. tools/src/instructions.rs selects the same packages.
programs() {
    run cargo build --release --package reversi-cli --package reversi-c --package reversi-tools --package xtask \
        --package reversi-examples --package reversi-instructions --bins --lib --example solve
}
export REVERSI_PROGRAM=$PWD/target/release/reversi # tools take it instead of building one
xtask() { target/release/xtask "$@"; }
tools() { target/release/reversi-tools "$@"; }

# The corpus at `reversi ask` and the program's verbs. `cargo test` has replayed it in Rust, and built the
# program.
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
    run xtask links
    run xtask words
    run xtask doc-examples
    run xtask unsafe-code
    run tools surface --check
}
# The ids of the techniques are for comments in the code. Users read names.
docs_name_no_ids() {
    local folders
    folders=$(printf 'target/doc/reversi_%s ' $libraries)
    ls -d $folders >/dev/null &&
        ! grep -rE --include '*.html' '\b(BB|MOB|FULL|EDGE|FLIP|LAST|END|HASH|EVAL|GRA|ALSO)-[0-9]{2}\b' $folders
}

# With what `programs` has built.
commands_of_the_documents() { BASH_ENV=$PWD/.ci/built.sh run xtask readme; }
all_commands() { run env --unset REVERSI_PROGRAM target/release/xtask readme; }

# A clone without the laboratory: nothing of the product and its tests reads it. It has a target folder of its
# own, because cargo would take what is built in one clone for what another one needs.
without_laboratory() {
    local clone=target/without-laboratory
    local -x CARGO_TARGET_DIR=$PWD/target/without-laboratory-target
    rm -rf $clone
    run git clone --quiet --no-checkout . $clone
    run git -C $clone sparse-checkout set --no-cone '/*' '!/lab/'
    run git -C $clone checkout --quiet
    cd $clone
    run cargo check --locked --workspace --all-targets
    local command
    for command in links words unsafe-code; do
        run cargo run --quiet --package xtask -- $command
    done
}

# All but what `program_sizes` has.
ignored_tests() { run cargo test --tests -- --ignored --skip stripped_programs; }
packed_crates() { run xtask package; }

server() {
    run cargo clippy --manifest-path examples/server/Cargo.toml --all-targets -- -D warnings
    run cargo test --manifest-path examples/server/Cargo.toml
    if has_programs python3 -- python3; then
        run python3 tests/doors/server.py
    else
        skip "the corpus at the HTTP service" "python3"
    fi
}

# Each published crate with its tests, as whoever works on it alone runs them.
crates_alone() {
    local name tests
    for name in $libraries cli; do
        tests=
        [ ! -e "crates/reversi-$name/tests/Cargo.toml" ] || tests="--package reversi-$name-tests"
        run cargo test --package "reversi-$name" $tests
    done
    run cargo test --package reversi-engine-tests --package reversi-examples
}

# The published crates as users build them, each of their features alone, and all of them.
features_alone() {
    # The tests' own choice of features is every one.
    local -x RUSTFLAGS="--cfg features_alone" CARGO_TARGET_DIR=target/features-alone
    run cargo clippy $product --package reversi-cli -- -D warnings
    run cargo clippy --package reversi-bitboard --package reversi-notation --no-default-features -- -D warnings
    run cargo test --package reversi-bitboard --package reversi-notation --package reversi-eval \
        --package reversi-engine --all-features
    run cargo check --package reversi-bitboard --no-default-features --features serde
    run cargo check --package reversi-bitboard --features serde
    run cargo check --package reversi-search --features serde
    run cargo check --package reversi-engine --features serde
    run cargo check --package reversi-engine --features json
    local choice
    for choice in archives serde json shift-jis; do
        run cargo check --package reversi-notation --no-default-features --features "$choice"
    done
    for choice in "" embedded-small; do
        run cargo clippy --package reversi-eval --no-default-features --features "$choice" -- -D warnings
        run cargo clippy --package reversi-search --no-default-features --features "$choice" -- -D warnings
        run cargo clippy --package reversi-engine --no-default-features --features "$choice" -- -D warnings
        run cargo test --package reversi-eval --lib --no-default-features --features "$choice"
        run cargo test --package reversi-engine --no-default-features --features "$choice"
    done
}

# Eight programs, for each choice of embedded weights.
program_sizes() { run cargo test --package reversi-engine --test program_size -- --ignored; }

# A user's program with lto = "off" in its profile takes at most 1.1 of the instructions of the default profile:
# the code of hot loops needs no LTO to be inlined. PROFILE='opt-level = "s"' counts another one, and has no
# limit.
user_profile() {
    local user=$PWD/target/user-profile name boards counts=()
    mapfile -t boards < <(sed -n '/^[-OX]/s/;.*//p' examples/data/ffo-20-39.obf | head -5)
    has_programs valgrind -- valgrind libc6-dbg || { skip "a user's profile" "valgrind" && return; }
    mkdir -p $user
    printf '%s\n' '[workspace]' '[package]' 'name = "user"' 'edition = "2024"' '[[bin]]' 'name = "solve"' \
        'path = "../../examples/solve.rs"' '[dependencies]' 'reversi-engine.path = "../../crates/reversi-engine"' \
        '[profile.changed]' 'inherits = "release"' "${PROFILE:-lto = \"off\"}" >$user/Cargo.toml
    for name in release changed; do
        run cargo build --manifest-path $user/Cargo.toml --profile $name
        counts+=("$(valgrind --tool=callgrind --callgrind-out-file=/dev/null $user/target/$name/solve "${boards[@]}" \
            2>&1 >/dev/null | sed -n 's/.*Collected : //p')")
    done
    run awk -v "default=${counts[0]}" -v "changed=${counts[1]}" -v "any=${PROFILE:+1}" \
        'BEGIN { print changed / default, "of", default, "instructions"; exit !(any || changed <= 1.1 * default) }'
}

# The documents of all packages.
all_documents() { RUSTDOCFLAGS="-D warnings" run cargo doc --workspace --no-deps --all-features; }

oldest_rust() {
    local oldest
    oldest=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' Cargo.toml)
    if has_toolchain "$oldest"; then
        run rustup run "$oldest" cargo check --workspace --all-targets --all-features --target-dir target/oldest
    else
        skip "Rust $oldest" "its toolchain"
    fi
}

# The libraries with the oldest versions that all manifests allow, as the dependency of a package, which has
# a lock file of its own.
minimal_versions() {
    local user=target/minimal-versions
    local features='"archives", "embedded-book", "games", "json", "proof", "runs", "shift-jis"'
    if has_toolchain nightly; then
        mkdir -p $user/src
        : >$user/src/lib.rs
        rm -f $user/Cargo.lock
        printf '[workspace]\n[package]\nname = "user"\nedition = "2024"\n[dependencies]\n%s\n' \
            "reversi-engine = { path = \"../../crates/reversi-engine\", features = [$features] }" >$user/Cargo.toml
        run rustup run nightly cargo generate-lockfile --manifest-path $user/Cargo.toml -Z minimal-versions
        run cargo check --manifest-path $user/Cargo.toml --locked
    else
        skip "minimal versions" "a nightly toolchain"
    fi
}

# The protocol of the shared table in all interleavings. The flag would rebuild all crates, so it has a
# target folder of its own.
loom() {
    RUSTFLAGS="--cfg loom" run cargo test --release --package reversi-search --lib --target-dir target/loom loom
}
