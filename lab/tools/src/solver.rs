//! The program `reversi`, which contains the whole solver, compiled for every level of the architecture.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;

const PROGRAM: &str = "reversi";
const BUILT: &str = "REVERSI_PROGRAM";

/// Builds the program in the default release build and returns its path. Where it is built already, `BUILT`
/// names it: cargo would build it again for another selection of packages.
pub(crate) fn build(root: &Path) -> anyhow::Result<PathBuf> {
    match std::env::var_os(BUILT) {
        Some(program) => Ok(program.into()),
        None => built_by(&mut cargo(root)),
    }
}

/// The same in this folder for what is built. Warnings are left out.
pub(crate) fn build_in(root: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    built_by(cargo(root).env("CARGO_TARGET_DIR", folder).env("RUSTFLAGS", "-Awarnings"))
}

/// Where cargo puts what it builds of the repository.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["build", "--release", "--package", "reversi-cli", "--bin", PROGRAM])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        .stderr(Stdio::inherit());
    cargo
}

fn built_by(cargo: &mut Command) -> anyhow::Result<PathBuf> {
    let output = cargo.output().context("cargo cannot be run")?;
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == PROGRAM)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .with_context(|| format!("cargo built no program {PROGRAM}"))
}
