//! Builds the wheel of the Python package, and on request its source distribution.
//!
//! | File | Content |
//! |---|---|
//! | `wheel` | the docstrings of its stub, and its requirements: its size, the Linux it runs on |
//! | `sdist` | the files of a source distribution |

mod sdist;
mod wheel;

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
/// The linker for an older Linux than this one.
const ZIG: &str = "ziglang>=0.13,<1";
const PIP: [&str; 5] = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];

/// The wheel of the Python package.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Makes the source distribution instead, in target/sdist, and checks that nothing is missing. Does not
    /// build it: `pip install target/sdist/*.tar.gz` does.
    #[arg(long)]
    sdist: bool,
    /// Compiles faster: for tests, not for a release.
    #[arg(long, conflicts_with = "sdist")]
    quick: bool,
}

pub(crate) fn run(root: &Path, args: &Args) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let bin = root.join(TOOLS).join(if cfg!(windows) { "Scripts" } else { "bin" });
    let (python, maturin) = (bin.join("python"), bin.join("maturin"));
    if cmd!(shell, "{maturin} --version").quiet().ignore_stderr().read().is_err() {
        let system = if cfg!(windows) { "python" } else { "python3" };
        cmd!(shell, "{system} -m venv {TOOLS}").run()?;
        cmd!(shell, "{python} {PIP...} {MATURIN}").run()?;
    }
    if args.sdist {
        return sdist::make(&shell, &maturin);
    }
    shell.remove_path(WHEELS)?; // one of another version would be found, too
    let linux = cfg!(target_os = "linux").then(|| wheel::Linux::of(has_zig(&shell, &python)));
    let options = linux.iter().flat_map(wheel::Linux::options);
    // Maturin asks the first Python for zig.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&path)))?;
    let _path = shell.push_env("PATH", path);
    let profile = if args.quick { "quick" } else { "release" };
    cmd!(
        shell,
        "{maturin} build --profile {profile} --locked --manifest-path {MANIFEST} --target-dir {BUILD} --out {WHEELS} --compression-level 9 {options...}"
    )
    .run()?;
    let wheels = shell.read_dir(WHEELS)?;
    ensure!(wheels.len() == 1, "{} wheels in {WHEELS}, not one", wheels.len());
    wheel::document(&shell, &python, &wheels[0])?;
    if args.quick {
        return Ok(());
    }
    wheel::check(&shell, &wheels[0], linux.as_ref())
}

/// Returns whether the environment of the tools has zig, after trying to install it.
fn has_zig(shell: &Shell, python: &Path) -> bool {
    let zig = || cmd!(shell, "{python} -m ziglang version").quiet().ignore_stderr().ignore_stdout().run();
    zig().is_ok() || cmd!(shell, "{python} {PIP...} {ZIG}").ignore_stderr().run().is_ok() && zig().is_ok()
}
