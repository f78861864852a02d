//! Runs the commands in the documentation.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, ensure};
use xshell::{Shell, cmd};

use crate::markdown::blocks;

const README: &str = "README.md";
const GUIDES: &str = "crates/reversi-engine/src/docs";
/// The plot of README.md, and the file that its command draws.
const PLOT: [&str; 2] = ["examples/data/game.svg", "target/game.svg"];
/// The language of the blocks that are run, each in a shell of its own that finds the program `reversi`.
/// Blocks of `sh` need files or programs that the repository does not have.
const RUNNABLE: &str = "console";

/// Names the program where it is built already.
const BUILT: &str = "REVERSI_PROGRAM";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Other documents instead of README.md and the guides.
    documents: Vec<PathBuf>,
}

pub(crate) fn run(root: &Path, args: &Args) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let folder = match std::env::var_os(BUILT).map(PathBuf::from) {
        Some(program) => program.parent().map(Path::to_owned).unwrap_or_default(),
        None => {
            let target = crate::target(root);
            cmd!(shell, "cargo build --release --package reversi-cli --bin reversi --target-dir {target}")
                .run()?;
            target.join("release")
        }
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths(&path));
    shell.set_var("PATH", std::env::join_paths(folders)?);
    let documents = match &args.documents[..] {
        [] => [vec![PathBuf::from(README)], shell.read_dir(GUIDES)?].concat(),
        documents => documents.to_vec(),
    };
    for text in documents {
        let markdown = shell.read_file(&text)?;
        let shown = text.strip_prefix(root).unwrap_or(&text).display();
        for block in blocks(&markdown).into_iter().filter(|block| block.language == RUNNABLE) {
            println!("\n{shown}:{}", block.line);
            let (start, script) = (Instant::now(), block.text);
            // Standard input is empty: games and protocols end at once.
            let bash = cmd!(shell, "bash -evuo pipefail -c {script}").quiet().stdin("");
            bash.run().with_context(|| format!("{shown}:{}", block.line))?;
            println!("({:.0} s)", start.elapsed().as_secs_f64());
        }
        if text == Path::new(README) {
            let [shown, drawn] = PLOT;
            let is_current = shell.read_file(shown)? == shell.read_file(drawn)?;
            ensure!(is_current, "{shown} is not what the command draws: copy {drawn}");
        }
    }
    Ok(())
}
