//! The npm package in `target/npm`, and the page with it in `target/web`.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use xshell::{Shell, cmd};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Serves the page on this machine, at this port.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8080")]
    serve: Option<u16>,
}

/// What the package and the page are compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

pub(crate) fn run(root: &Path, args: &Args) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let missing = missing(&shell);
    ensure!(missing.is_empty(), "this machine lacks {}", missing.join(", and "));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let (package, programs) = (root.join("target/npm"), target.join("wasm"));
    for folder in ["bindings/wasm", "web"] {
        if !root.join(folder).join("node_modules").exists() {
            cmd!(shell, "npm ci --no-audit --no-fund --prefix {folder}").run()?;
        }
    }
    let manifest = "bindings/wasm/Cargo.toml";
    let tools = programs.join("tools");
    cmd!(shell, "cargo run --quiet --manifest-path {manifest} --package reversi-wasm-build --target-dir {tools} -- {package} {programs}")
        .run()?;
    let page = root.join("target/web");
    cmd!(shell, "node web/build.mjs {page} {package}").run()?;
    match args.serve {
        Some(port) => {
            let port = port.to_string();
            Ok(cmd!(shell, "node web/serve.mjs {page} {port}").run()?)
        }
        None => Ok(()),
    }
}

/// What a build needs and this machine has not, each with the command that brings it. All else comes by
/// cargo and npm.
fn missing(shell: &Shell) -> Vec<String> {
    let mut missing = Vec::new();
    let libraries =
        cmd!(shell, "rustc --print target-libdir --target {TARGET}").quiet().ignore_stderr().read();
    if !libraries.is_ok_and(|folder| Path::new(&folder).exists()) {
        missing.push(format!("the target {TARGET} (rustup target add {TARGET})"));
    }
    for (program, package) in [("node", "nodejs"), ("npm", "npm")] {
        if cmd!(shell, "{program} --version").quiet().ignore_stderr().read().is_err() {
            missing.push(format!("the program {program} (on Debian: apt install {package})"));
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_tools_is_told_what_to_install() {
        let shell = Shell::new().unwrap();
        shell.set_var("PATH", "/nowhere");
        let missing = missing(&shell);
        assert_eq!(missing.len(), 3, "{missing:?}");
        for (text, name) in missing.iter().zip(["rustup target add", "install nodejs", "install npm"]) {
            assert!(text.contains(name), "{text}");
        }
    }
}
