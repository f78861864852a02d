//! Opening books.
//!
//! | File | What is in it |
//! |---|---|
//! | [`new`], [`grow`], [`add`], [`merge`], [`prune`] | make a book or change it; `add` has `learn` |
//! | [`stats`], [`show`], [`verify`] | commands that look at a book |
//! | [`convert`] | a book in another format |
//! | [`change`], [`searchers`] | the book that a command changes; the engines that search for it |
//! | [`source`] | books as files, in any format |

mod add;
mod change;
mod convert;
mod grow;
mod merge;
mod new;
mod prune;
mod searchers;
mod show;
mod source;
mod stats;
mod verify;

use std::error::Error;
use std::process::ExitCode;

/// Grows, shows, checks and converts opening books.
///
/// Books are files of this program (.book), of Edax (.dat) or of Egaroucid (.egbk3). The content of a file
/// tells its format when it is read, and the name when it is written.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book show f5d6                             what the built-in book plays
  reversi book new own.book --level 12               a book of your own,
  reversi book grow own.book --positions 1000        grown by searches
  reversi book learn own.book match.ggf              and by games
  reversi book convert book.dat own.book             a book of Edax";

commands! {
    New: new::Args => new::run;
    Grow: grow::Args => grow::run;
    Add: add::AddArgs => add::run;
    Learn: add::LearnArgs => add::learn;
    Merge: merge::Args => merge::run;
    Prune: prune::Args => prune::run;
    Verify: verify::Args => verify::run;
    Stats: stats::Args => stats::run;
    Show: show::Args => show::run;
    Convert: convert::Args => convert::run;
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    args.command.run()
}
