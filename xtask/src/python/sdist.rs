//! The files that a source distribution must have.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, ensure};
use xshell::{Shell, cmd};

const OUT: &str = "target/sdist";
/// The crates that the package is compiled of.
const CRATES: [&str; 8] = ["bitboard", "book", "engine", "eval", "notation", "proof", "runs", "search"];
/// Files that are needed beside the sources of the crates.
const BESIDE: [&str; 5] = [
    "PKG-INFO",
    "pyproject.toml",
    "bindings/python/Cargo.toml",
    "bindings/python/Cargo.lock",
    "python/reversi_engine/py.typed",
];

/// Makes it and checks its list of files. Compiling it takes ten minutes.
pub(super) fn make(shell: &Shell, maturin: &Path) -> anyhow::Result<()> {
    shell.remove_path(OUT)?;
    let manifest = super::MANIFEST;
    // It repeats all warnings of `cargo package --list`.
    cmd!(shell, "{maturin} sdist --manifest-path {manifest} --out {OUT}").quiet().ignore_stderr().run()?;
    let archives = shell.read_dir(OUT)?;
    let archive = archives.first().context("no source distribution was made")?;
    let files = cmd!(shell, "tar tzf {archive}").quiet().read()?;
    // Each path begins with the name and the version of the package.
    let files: BTreeSet<&str> = files.lines().filter_map(|path| Some(path.split_once('/')?.1)).collect();
    let needed = needed(shell)?;
    let missing = missing(&files, &needed);
    ensure!(missing.is_empty(), "the source distribution lacks {}", missing.join(", "));
    println!("{}: {} bytes, {} files", archive.display(), archive.metadata()?.len(), files.len());
    Ok(())
}

/// The sources, data included, that git knows of.
fn needed(shell: &Shell) -> anyhow::Result<Vec<String>> {
    let folders = CRATES.map(|name| format!("crates/reversi-{name}/src"));
    let python = ["bindings/python/src", "bindings/python/python"];
    let listed = cmd!(shell, "git ls-files -- {folders...} {python...}").quiet().read()?;
    let place =
        |path: &str| path.strip_prefix("bindings/python/python/").map(|path| format!("python/{path}"));
    let sources = listed.lines().map(|path| place(path).unwrap_or_else(|| path.to_string()));
    let manifests = CRATES.map(|name| format!("crates/reversi-{name}/Cargo.toml"));
    Ok(sources.chain(manifests).chain(BESIDE.map(String::from)).collect())
}

fn missing<'a>(files: &BTreeSet<&str>, needed: &'a [String]) -> Vec<&'a str> {
    needed.iter().map(String::as_str).filter(|path| !files.contains(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_packed_is_named() {
        let needed = ["a/src/lib.rs".to_string(), "a/src/data.book".to_string()];
        assert_eq!(missing(&["a/src/lib.rs", "b"].into(), &needed), ["a/src/data.book"]);
        assert!(missing(&["a/src/lib.rs", "a/src/data.book"].into(), &needed).is_empty());
    }
}
