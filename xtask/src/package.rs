//! Checks that the packed crates can be used: builds a program outside of the workspace with them.

use std::path::Path;

use anyhow::{Context as _, ensure};
use xshell::{Shell, cmd};

use crate::markdown::blocks;

/// The published crates in the order of their dependencies.
const CRATES: [&str; 12] = [
    "reversi-bitboard",
    "reversi-notation",
    "reversi-eval",
    "reversi-proof",
    "reversi-fields",
    "reversi-search",
    "reversi-play",
    "reversi-question",
    "reversi-runs",
    "reversi-book",
    "reversi-engine",
    "reversi-cli",
];
const VERSION: &str = env!("CARGO_PKG_VERSION");
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];
/// Maximum length of the program.
const MAX_LINES: usize = 10;

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let readme = shell.read_file("README.md")?;
    // Outside of the workspace: cargo would treat a package inside it as a member.
    let scratch = shell.create_temp_dir()?;
    pack(&shell, scratch.path())?;
    use_packed(&shell, scratch.path(), &readme)?;
    let selected = selected();
    // The packed crates have just been built, so they are not verified again.
    Ok(cmd!(shell, "cargo publish --dry-run --no-verify --allow-dirty {selected...}").run()?)
}

fn selected() -> Vec<String> {
    CRATES.map(|name| format!("--package={name}")).into()
}

/// Packs the crates and unpacks each of them in `scratch/NAME`.
fn pack(shell: &Shell, scratch: &Path) -> anyhow::Result<()> {
    let selected = selected();
    let target = scratch.join("target");
    cmd!(shell, "cargo package --quiet --no-verify --allow-dirty --target-dir {target} {selected...}")
        .run()?;
    for name in CRATES {
        let packed = target.join(format!("package/{name}-{VERSION}.crate"));
        let folder = shell.create_dir(scratch.join(name))?;
        cmd!(shell, "tar -xzf {packed} --strip-components=1 -C {folder}").run()?;
        for licence in LICENCES {
            ensure!(folder.join(licence).is_file(), "{name} is packed without {licence}");
        }
    }
    Ok(())
}

/// Builds the first program of README.md in a new package and compares its output with that in README.md.
fn use_packed(shell: &Shell, scratch: &Path, readme: &str) -> anyhow::Result<()> {
    let mut blocks = blocks(readme).into_iter().skip_while(|block| block.language != "rust");
    let program = blocks.next().context("README.md has no program")?.text;
    let expected = blocks.next().filter(|block| block.language == "text");
    let expected = expected.context("README.md has no output of its program")?.text.trim_end();
    let published = shell.read_file(scratch.join("reversi-engine/README.md"))?;
    ensure!(
        published.contains(program),
        "README.md and the README.md of reversi-engine must have the same program"
    );
    ensure!(
        program.lines().count() <= MAX_LINES,
        "the program of README.md is longer than {MAX_LINES} lines"
    );

    let _folder = shell.push_dir(scratch);
    cmd!(shell, "cargo new --quiet --vcs none user").run()?;
    let _folder = shell.push_dir("user");
    shell.write_file("src/main.rs", program)?;
    let packed =
        CRATES.map(|name| format!("--config=patch.crates-io.{name}.path='{}'", scratch.join(name).display()));
    let packed = &packed;
    // `cargo add` would look for the crate on crates.io only.
    let manifest = shell.read_file("Cargo.toml")?;
    shell.write_file("Cargo.toml", format!("{manifest}reversi-engine = \"{VERSION}\"\n"))?;
    let printed = cmd!(shell, "cargo run --release {packed...}").read()?;
    ensure!(printed == expected, "the program of README.md prints {printed:?} instead of {expected:?}");
    println!("the program of README.md, built with the packed crates, prints {printed}");
    Ok(())
}
