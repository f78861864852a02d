//! The npm package in `target/npm`, and the page with it in `target/web`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use xshell::{Shell, cmd};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Serves the page on this machine, at this port.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8080")]
    serve: Option<u16>,
}

/// The folder of the package beside the page.
const ENGINE: &str = "engine";
/// What only some visitors need, and so is not loaded for all: the page works offline without it.
const ON_DEMAND: [&str; 3] =
    ["engine/wasm/engine.wasm", "engine/data/full.weights", "engine/data/opening.book"];
/// What the service worker says before it is built.
const NO_VERSION: &str = "const VERSION = 'development';";
const NO_FILES: &str = "const FILES = [];";

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
    if root.join("web").exists() {
        put_together(&shell, root, &package, &page)?;
    }
    match args.serve {
        Some(port) => {
            let port = port.to_string();
            Ok(cmd!(shell, "node bindings/wasm/scripts/serve.mjs {page} {port}").run()?)
        }
        None => Ok(()),
    }
}

/// Copies the page and the package that it uses, and tells its service worker which files there are.
fn put_together(shell: &Shell, root: &Path, package: &Path, page: &Path) -> anyhow::Result<()> {
    shell.remove_path(page)?;
    for entry in fs::read_dir(root.join("web"))? {
        let entry = entry?;
        let name = entry.file_name();
        let is_source = !matches!(name.to_str(), Some("tests" | "README.md" | "node_modules"));
        if is_source && !name.to_string_lossy().contains(".json") {
            copy(&entry.path(), &page.join(name))?;
        }
    }
    for part in fs::read_dir(package)? {
        let part = part?;
        let path = part.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "js") {
            copy(&path, &page.join(ENGINE).join(part.file_name()))?;
        }
    }
    let mut files = Vec::new();
    list(page, page, &mut files)?;
    files.sort();
    let service = page.join("sw.js");
    let version = version(page, &files)?;
    let kept = files.iter().filter(|file| *file != "sw.js" && !ON_DEMAND.contains(&file.as_str()));
    let kept: Vec<String> = std::iter::once("'./'".to_owned())
        .chain(kept.filter(|file| *file != "index.html").map(|file| format!("'./{file}'")))
        .collect();
    let text = shell.read_file(&service)?;
    let text = replaced(&text, NO_VERSION, &format!("const VERSION = '{version}';"))?;
    let text = replaced(&text, NO_FILES, &format!("const FILES = [\n    {},\n];", kept.join(",\n    ")))?;
    Ok(shell.write_file(service, text)?)
}

fn replaced(text: &str, from: &str, to: &str) -> anyhow::Result<String> {
    let (before, after) = text.split_once(from).with_context(|| format!("web/sw.js has no line `{from}`"))?;
    Ok(format!("{before}{to}{after}"))
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    if !from.is_dir() {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        return fs::copy(from, to).map(drop).with_context(|| format!("{}", from.display()));
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// All files below `folder`, by their paths from `page`.
fn list(page: &Path, folder: &Path, files: &mut Vec<String>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(page, &path, files)?;
        } else {
            let name = path.strip_prefix(page)?.to_str().context("a path that is no text")?;
            files.push(name.replace('\\', "/"));
        }
    }
    Ok(())
}

/// A name of the contents of all files: another one for each build that differs. FNV-1a, 64 bits.
fn version(page: &Path, files: &[String]) -> anyhow::Result<String> {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for file in files {
        for byte in file.bytes().chain(fs::read(page.join(file))?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    Ok(format!("{hash:016x}"))
}
