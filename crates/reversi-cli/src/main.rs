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
//! | [`ask`], [`schema`] | questions and answers as JSON |
//! | [`book`] | opening books |
//! | [`completions`], [`man`] | for shells and for `man` |
//! | [`fields`] | options that are fields of the engine's tables |
//! | [`options`] | other options that several commands have, and how numbers are read |
//! | [`input`], [`records`] | arguments and lines of standard input; games and positions in any notation |
//! | [`output`], [`progress`] | tables, answers as JSON, errors and the exit status; bars on stderr |
//! | [`checkpoints`], [`files`] | files that record answers; files that are written |
//! | [`interrupt`], [`terminal`] | Ctrl-C; the characters of a terminal |

mod analyze;
mod ask;
mod book;
mod checkpoints;
mod completions;
mod convert;
mod cost;
mod evaluate;
mod fields;
mod files;
mod game;
mod gtp;
mod input;
mod interrupt;
mod man;
mod merge;
mod nboard;
mod options;
mod output;
mod people;
mod perft;
mod play;
mod player;
mod progress;
mod prove;
mod puzzles;
mod records;
mod review;
mod sample;
mod schema;
mod shards;
mod show;
mod solve;
mod starts;
mod terminal;
mod thinker;
mod verify;
mod weights;

use std::error::Error as _;
use std::process::{self, ExitCode};

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

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

#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    Analyze(analyze::Args),
    Game(game::Args),
    Review(review::Args),
    Puzzles(puzzles::Args),
    People(people::Args),
    Evaluate(evaluate::Args),
    Prove(prove::Args),
    Verify(verify::Args),
    Merge(merge::Args),
    Starts(starts::Args),
    Sample(sample::Args),
    Cost(cost::Args),
    Play(play::Args),
    Gtp(gtp::Args),
    Nboard(nboard::Args),
    Show(show::Args),
    Perft(perft::Args),
    Convert(convert::Args),
    Weights(weights::Args),
    Book(book::Args),
    Ask(ask::Args),
    Schema(schema::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    let matches =
        Cli::command().try_get_matches_from(input::arguments()).unwrap_or_else(|error| refuse(&error));
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let ended = match cli.command {
        Command::Solve(args) => solve::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Game(args) => game::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::People(args) => people::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Starts(args) => starts::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Cost(args) => cost::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Nboard(args) => nboard::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Weights(args) => weights::run(&args),
        Command::Book(args) => book::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Schema(_) => schema::run(),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    output::end(ended, output::is_json(&matches))
}

/// Ends the program because of its arguments. A value that the parser of an option refuses has the same
/// error text as one that a field of the surface refuses.
fn refuse(error: &clap::Error) -> ! {
    if let Some(sentence) = out_of_range(error) {
        records::say(&format!("error: {sentence}"));
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
