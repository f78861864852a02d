//! The npm package in `target/npm`, and the page with it in `target/web`.

use std::path::{Path, PathBuf};

use xshell::{Shell, cmd};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Serves the page on this machine, at this port.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8080")]
    serve: Option<u16>,
}

pub(crate) fn run(root: &Path, args: &Args) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let (package, programs) = (root.join("target/npm"), target.join("wasm"));
    let manifest = "bindings/wasm/Cargo.toml";
    let tools = programs.join("tools");
    cmd!(shell, "cargo run --quiet --manifest-path {manifest} --package reversi-wasm-build --target-dir {tools} -- {package} {programs}")
        .run()?;
    let page = root.join("target/web");
    if !root.join("web/node_modules").exists() {
        cmd!(shell, "npm ci --no-audit --no-fund --prefix web").run()?;
    }
    cmd!(shell, "node web/build.mjs {page} {package}").run()?;
    match args.serve {
        Some(port) => {
            let port = port.to_string();
            Ok(cmd!(shell, "node web/serve.mjs {page} {port}").run()?)
        }
        None => Ok(()),
    }
}
