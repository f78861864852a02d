//! The programs of `examples/clients`, which drive `reversi ask` from other languages.

use std::process::Command;

/// Runs an example, if its interpreter is installed.
fn run(interpreter: &str, example: &str) {
    if Command::new(interpreter).arg("--version").output().is_err() {
        return println!("skipped: {interpreter} is not installed");
    }
    let example = format!("{}/../../examples/clients/{example}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(interpreter).args([&example, env!("CARGO_BIN_EXE_reversi")]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{example}: {text}{}", String::from_utf8_lossy(&output.stderr));
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part:?} in {text}"));
    assert!(at("quick is answered: [") < at("stops 1\n"), "{text}");
    assert!(at("deep so far: ") < at("deep is answered: ["), "{text}");
}

#[test]
fn a_client_in_python_shows_progress_and_stops() {
    run("python3", "ask.py");
}

#[test]
fn a_client_in_javascript_shows_progress_and_stops() {
    run("node", "ask.mjs");
}
