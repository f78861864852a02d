//! Builds the wheel of the Python package.

use std::path::Path;

use anyhow::ensure;
use xshell::{Shell, cmd};

const MANIFEST: &str = "bindings/python/Cargo.toml";
/// The tools, in an environment of their own: nothing is installed elsewhere.
const TOOLS: &str = "target/python/tools";
const BUILD: &str = "target/python/build";
const WHEELS: &str = "target/wheels";
/// The versions that `pyproject.toml` allows.
const MATURIN: &str = "maturin>=1.9,<2";
const MAX_BYTES: u64 = 6_400_000;

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let bin = root.join(TOOLS).join(if cfg!(windows) { "Scripts" } else { "bin" });
    let (python, maturin) = (bin.join("python"), bin.join("maturin"));
    if cmd!(shell, "{maturin} --version").quiet().ignore_stderr().read().is_err() {
        let system = if cfg!(windows) { "python" } else { "python3" };
        cmd!(shell, "{system} -m venv {TOOLS}").run()?;
        cmd!(shell, "{python} -m pip install --quiet --disable-pip-version-check {MATURIN}").run()?;
    }
    shell.remove_path(WHEELS)?; // one of another version would be found, too
    cmd!(
        shell,
        "{maturin} build --release --locked --manifest-path {MANIFEST} --target-dir {BUILD} --out {WHEELS} --compression-level 9"
    )
    .run()?;
    for wheel in shell.read_dir(WHEELS)? {
        let bytes = wheel.metadata()?.len();
        println!("{}: {bytes} bytes", wheel.display());
        ensure!(bytes <= MAX_BYTES, "the wheel is larger than {MAX_BYTES} bytes");
    }
    Ok(())
}
