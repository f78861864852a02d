//! Compiles the engine for pages and calls it in Node, without vectors and with them.
#![cfg(not(target_family = "wasm"))]

use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}

/// Compiles with these flags and runs node.mjs. Each name has a folder of its own.
fn check(name: &str, flags: &str) {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = package.join("../../target/browser").join(name);
    run(Command::new(env!("CARGO"))
        .current_dir(package)
        .args(["build", "--release", "--lib", "--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(&target)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags));
    let program = target.join("wasm32-unknown-unknown/release/reversi_browser.wasm");
    let page = target.join("page");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(program).web(true).expect("the first choice").generate(&page).expect("a program");
    run(Command::new("node").arg(package.join("tests/node.mjs")).arg(&page));
}

#[test]
fn without_vectors() {
    check("portable", "");
}

#[test]
fn with_vectors() {
    check("simd128", "-C target-feature=+simd128");
}
