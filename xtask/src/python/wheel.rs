//! The docstrings of a wheel's stub, and the requirements of a wheel.

use std::path::Path;

use anyhow::{Context, ensure};
use xshell::{Shell, cmd};

const MAX_BYTES: u64 = 5_600_000;
/// The wheel unpacked.
const UNPACKED: &str = "target/python/wheel";
const STUB_DOCS: &str = "bindings/python/stub_docs.py";
/// Before the number in the name of a version of glibc.
const GLIBC: &str = "GLIBC_";

/// A version of glibc.
type Version = [u32; 2];

/// The Linux on which a wheel runs.
#[derive(Debug, PartialEq)]
pub(super) enum Linux {
    /// With glibc 2.17 of 2012 and newer: zig links with its symbols.
    Glibc(Version),
    /// With the glibc of this machine and newer.
    OfThisMachine,
}

impl Linux {
    const OLDEST: Version = [2, 17];

    /// Chooses the Linux that this machine can make a wheel for. Prints a note if it is not the oldest one.
    pub(super) fn of(has_zig: bool) -> Linux {
        if has_zig {
            return Linux::Glibc(Linux::OLDEST);
        }
        let [major, minor] = Linux::OLDEST;
        eprintln!(
            "note: ziglang cannot be installed, so the wheel needs the glibc of this machine, not {major}.{minor}"
        );
        Linux::OfThisMachine
    }

    /// The options of maturin.
    pub(super) fn options(&self) -> Vec<String> {
        match self {
            Linux::Glibc([major, minor]) => {
                ["--zig".into(), "--compatibility".into(), format!("manylinux_{major}_{minor}")].into()
            }
            Linux::OfThisMachine => Vec::new(),
        }
    }
}

/// Unpacks the wheel and writes the docstrings of its library into its stub.
pub(super) fn document(shell: &Shell, python: &Path, wheel: &Path) -> anyhow::Result<()> {
    shell.remove_path(UNPACKED)?;
    cmd!(shell, "{python} -m zipfile -e {wheel} {UNPACKED}").quiet().run()?;
    Ok(cmd!(shell, "{python} {STUB_DOCS} {wheel} {UNPACKED}").quiet().run()?)
}

/// Prints the name and the size of a documented wheel, and refuses one that is too large or needs another Linux than
/// its name says.
pub(super) fn check(shell: &Shell, wheel: &Path, linux: Option<&Linux>) -> anyhow::Result<()> {
    let bytes = wheel.metadata()?.len();
    println!("{}: {bytes} bytes", wheel.display());
    ensure!(bytes <= MAX_BYTES, "the wheel must be at most {MAX_BYTES} bytes, not {bytes}");
    let Some(linux) = linux else { return Ok(()) };
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    let tag = tag(&name).with_context(|| format!("the name of a wheel must state its glibc, not {name}"))?;
    let library = shell.read_dir(Path::new(UNPACKED).join("reversi_engine"))?;
    let library = library.iter().find(|path| path.extension().is_some_and(|extension| extension == "so"));
    let library = std::fs::read(library.context("the wheel has no library")?)?;
    let needed = needed_glibc(&library).context("the library must name versions of glibc")?;
    println!("needs glibc {}.{}, and its name says {}.{}", needed[0], needed[1], tag[0], tag[1]);
    judge(linux, tag, needed)
}

/// Checks that the wheel runs wherever its name says, and that its name says what was asked for.
fn judge(linux: &Linux, tag: Version, needed: Version) -> anyhow::Result<()> {
    ensure!(needed <= tag, "the library needs glibc {needed:?}, but the name of the wheel says {tag:?}");
    match linux {
        Linux::Glibc(oldest) => {
            ensure!(tag <= *oldest, "the wheel must be for glibc {oldest:?}, not {tag:?}")
        }
        Linux::OfThisMachine => {}
    }
    Ok(())
}

/// The oldest glibc of a wheel's name.
fn tag(name: &str) -> Option<Version> {
    let version = |tag: &str| {
        let mut numbers = tag.split('_');
        Some([numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?])
    };
    name.split("manylinux_").skip(1).filter_map(version).min()
}

/// The newest version of glibc whose symbols a library takes, by the names of versions in it. Each ends with
/// a zero byte.
fn needed_glibc(library: &[u8]) -> Option<Version> {
    let version = |text: &[u8]| {
        let begin = text.windows(GLIBC.len()).rposition(|window| window == GLIBC.as_bytes())?;
        glibc(std::str::from_utf8(&text[begin..]).ok()?)
    };
    library.split(|&byte| byte == 0).filter_map(version).max()
}

/// Returns the version in a name such as GLIBC_2.2.5; `None` for other names, such as GCC_3.0.
fn glibc(name: &str) -> Option<Version> {
    let mut numbers = name.strip_prefix(GLIBC)?.split('.');
    Some([numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_needs_no_newer_glibc_than_its_name_says() {
        let name = "reversi_engine-0.2.0-cp39-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl";
        assert_eq!(tag(name), Some([2, 17]));
        assert_eq!(tag("a-1-cp39-abi3-manylinux_2_28_x86_64.manylinux_2_17_x86_64.whl"), Some([2, 17]));
        assert_eq!(tag("reversi_engine-0.2.0-cp39-abi3-linux_x86_64.whl"), None);
        let old = Linux::Glibc([2, 17]);
        assert!(judge(&old, [2, 17], [2, 17]).is_ok());
        assert!(judge(&old, [2, 17], [2, 18]).is_err(), "a newer symbol");
        assert!(judge(&old, [2, 28], [2, 17]).is_err(), "a name for fewer machines");
        assert!(judge(&Linux::OfThisMachine, [2, 34], [2, 34]).is_ok());
        assert!(judge(&Linux::OfThisMachine, [2, 28], [2, 34]).is_err());
    }

    #[test]
    fn versions_of_symbols_are_compared_as_numbers() {
        assert_eq!(glibc("GLIBC_2.2.5"), Some([2, 2]));
        assert!(glibc("GLIBC_2.9") < glibc("GLIBC_2.17"));
        assert_eq!(glibc("GCC_4.2.0"), None);
        assert_eq!(glibc("GLIBC_PRIVATE"), None);
        let library = b"\x7fELF\0GLIBC_2.9\0memcpy@GLIBC_2.14\0GLIBC_2.2.5\0GLIBC_2.40 or newer\0GCC_4.2.0\0";
        assert_eq!(needed_glibc(library), Some([2, 14]));
        assert_eq!(needed_glibc(b"\x7fELF\0GCC_4.2.0\0"), None);
    }

    /// Each program needs some glibc, this one too.
    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn the_symbols_of_a_library_are_read() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let needed = needed_glibc(&program).unwrap();
        assert!((Linux::OLDEST..[3, 0]).contains(&needed), "{needed:?}");
    }
}
