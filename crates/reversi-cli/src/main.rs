//! The program `reversi`: solves, analyses, evaluates and converts positions and games. `reversi help` lists
//! its commands.
//!
//! | Module | What is in it |
//! |---|---|
//! | [`analyze`], [`convert`], [`evaluate`], [`game`], [`perft`], [`solve`], [`weights`] | a command each |
//! | [`review`], [`puzzles`] | games reviewed; puzzles from their mistakes |
//! | [`people`] | the moves that people play |
//! | [`prove`], [`verify`] | proofs of scores: made, checked |
//! | [`show`] | a board at the terminal, or as a picture |
//! | [`starts`] | start positions near a draw |
//! | [`gtp`], [`nboard`], [`play`]; [`player`] | commands that play games; the engine as a player |
//! | [`shards`], [`merge`] | positions shared out to several processes; their files as one |
//! | [`sample`], [`cost`] | positions to measure on; the cost of many positions |
//! | [`ask`] | questions and answers as JSON, and their schema |
//! | [`book`] | opening books |
//! | [`pages`] | completions for shells, pages for `man` |
//! | [`fields`] | options that are fields of the engine's tables |
//! | [`options`] | other options that several commands have, and how numbers are read |
//! | [`input`], [`records`] | arguments and lines of standard input; games and positions in any notation |
//! | [`answers`], [`games`] | the answers of a run over positions, printed; games that commands analyse |
//! | [`output`], [`progress`] | tables, answers as JSON, errors and the exit status; bars on stderr |
//! | [`checkpoints`], [`files`] | files that record answers; files that are written |
//! | [`interrupt`], [`live_input`] | what ends a search: Ctrl-C, a reader that has gone; a line of input |

/// Declares the commands of a command line: their names, options and functions.
macro_rules! commands {
    ($($Command:ident: $Args:ty => $run:path;)*) => {
        #[derive(clap::Subcommand)]
        enum Command {
            $($Command($Args),)*
        }

        impl Command {
            fn run(&self) -> Result<std::process::ExitCode, Box<dyn std::error::Error>> {
                match self {
                    $(Command::$Command(args) => $run(args),)*
                }
            }
        }
    };
}

mod analyze;
mod answers;
mod ask;
mod book;
mod checkpoints;
mod convert;
mod cost;
mod evaluate;
mod fields;
mod files;
mod game;
mod games;
mod gtp;
mod input;
mod interrupt;
mod live_input;
mod merge;
mod nboard;
mod options;
mod output;
mod pages;
mod people;
mod perft;
mod play;
mod player;
mod pondering_engine;
mod progress;
mod prove;
mod puzzles;
mod records;
mod review;
mod sample;
mod shards;
mod show;
mod solve;
mod starts;
mod verify;
mod weights;

use std::error::Error as _;
use std::process::{self, ExitCode};

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, FromArgMatches as _, Parser};

/// Solves, analyses, evaluates and converts Reversi (Othello) positions and games.
#[derive(Parser)]
#[command(name = "reversi", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  reversi solve                     the FFO problems 20-39
  reversi game f5d6c3d3             the mistakes in a game
  reversi review f5d6c3d3           how well a game was played
  reversi people f5d6c3d3           what people play, and who finds the best move
  reversi starts --seed 1           start positions near a draw
  reversi play --strength casual    a game against you
  reversi show f5d6 --svg -o a.svg  a picture of a board
  reversi book show f5d6            what an opening book knows
  reversi help solve                all options of a command

Exit status: 0, 1 if a result contradicts a known score or a proof is refused, 2 on bad input or if the output cannot be \
written, 130 after Ctrl-C, 141 if the reader of the output has gone.";

commands! {
    Solve: solve::Args => solve::run;
    Analyze: analyze::Args => analyze::run;
    Game: game::Args => game::run;
    Review: review::Args => review::run;
    Puzzles: puzzles::Args => puzzles::run;
    People: people::Args => people::run;
    Evaluate: evaluate::Args => evaluate::run;
    Prove: prove::Args => prove::run;
    Verify: verify::Args => verify::run;
    Merge: merge::Args => merge::run;
    Starts: starts::Args => starts::run;
    Sample: sample::Args => sample::run;
    Cost: cost::Args => cost::run;
    Play: play::Args => play::run;
    Gtp: gtp::Args => gtp::run;
    Nboard: nboard::Args => nboard::run;
    Show: show::Args => show::run;
    Perft: perft::Args => perft::run;
    Convert: convert::Args => convert::run;
    Weights: weights::Args => weights::run;
    Book: book::Args => book::run;
    Ask: ask::Args => ask::run;
    Schema: ask::SchemaArgs => ask::schema;
    Completions: pages::CompletionsArgs => pages::completions;
    Man: pages::ManArgs => pages::man;
}

fn main() -> ExitCode {
    let matches =
        Cli::command().try_get_matches_from(input::arguments()).unwrap_or_else(|error| refuse(&error));
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    output::end(cli.command.run(), output::is_json(&matches))
}

/// Ends the program because of its arguments. A value that the parser of an option refuses has the same
/// error text as one that a field of the surface refuses.
fn refuse(error: &clap::Error) -> ! {
    if let Some(sentence) = out_of_range(error) {
        output::say(&format!("error: {sentence}"));
        process::exit(2);
    }
    error.exit()
}

fn out_of_range(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let expected = error.source()?.to_string();
    let expected = expected.strip_prefix("expected ")?;
    let (argument, value) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
    let name = argument.split_whitespace().next()?.trim_matches(['<', '>']);
    let value = value.parse::<f64>().map_or_else(|_| format!("{value:?}"), |_| value.to_owned());
    Some(format!("{name} must be {expected}, not {value}"))
}
