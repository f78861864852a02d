//! An engine that speaks the Go Text Protocol, version 2, for referees and graphical interfaces.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command, and the lines of the protocol |
//! | [`referee`] | the commands of the protocol |
//! | [`time`] | main time and periods (Canadian byo-yomi) |

mod referee;
mod time;

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::input::InputError;
use crate::interrupt;
use crate::live_input::LiveInput;
use crate::player::{Contender, PlayerOptions};
use referee::{COMMANDS, Referee, Response, syntax_error};

/// Speaks the Go Text Protocol, version 2, on standard input and output. `list_commands` lists the commands.
///
/// Squares are named as in Othello, A1 in the upper left corner. A player without a legal move must pass:
/// `genmove` answers `pass`, and `play` accepts `pass`. A pass may be omitted: a second move in a row of one
/// colour implies it. After the end of the game both sides can only pass.
///
/// `quit` and the end of the input end a search, which answers with its best move so far. All other commands
/// wait. Commands from a file are executed to its end.
///
/// Times may have fractions of a second. Whole seconds of `time_left` may be rounded, so a second less is
/// used. Periods of `kgs-time_settings` are `byoyomi` or `canadian`. `gogui-rules_board` has rank 8 first, as
/// GoGui draws boards.
///
/// Exit status: 0 after `quit` or at the end of the input, 2 if the output cannot be written, 141 if the
/// reader of the output has gone.
#[derive(clap::Args)]
#[command(after_help = "Example: reversi gtp --strength club")]
pub(crate) struct Args {
    #[command(flatten)]
    player: PlayerOptions,

    /// Think on the opponent's time: after `genmove`, search the answers to the opponent's replies, the
    /// likeliest first, until the next `genmove`. Games can no longer be repeated exactly.
    #[arg(long)]
    ponder: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut contender = Contender::new(&args.player)?;
    if args.ponder {
        contender.pondering_engine.allow_pondering()?;
    }
    let mut referee = Referee::new(contender);
    interrupt::end_with_reader();
    let (mut input, mut out) = (LiveInput::listen_to_programs(wants_idle), io::stdout().lock());
    while !referee.ended {
        let Some(line) = input.next() else { break };
        referee.stop = input.signals.idle.clone();
        let response = match line {
            Ok(line) => respond(&mut referee, &line),
            Err(error @ InputError::TooLong { .. }) => Some(format!("? {error}")),
            Err(error) => return Err(error.into()),
        };
        if let Some(response) = response {
            write!(out, "{response}\n\n")?;
            out.flush()?;
        }
    }
    referee.rest();
    Ok(ExitCode::SUCCESS)
}

/// Answers a line, unless it is empty.
fn respond(referee: &mut Referee, line: &str) -> Option<String> {
    let line = without_comment(line);
    let (id, words) = command(&line)?;
    Some(match execute(referee, &words) {
        Ok(text) => format!("={id} {text}").trim_end().to_owned(),
        Err(message) => format!("?{id} {message}"),
    })
}

/// Returns whether a line ends every search.
fn wants_idle(line: &str) -> bool {
    command(&without_comment(line)).is_some_and(|(_, words)| words == ["quit"])
}

fn without_comment(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    line.chars().filter(|&c| c == '\t' || !c.is_control()).collect()
}

/// The id of a command, which may be empty, and its words.
fn command(line: &str) -> Option<(&str, Vec<&str>)> {
    let mut words = line.split_whitespace().collect::<Vec<_>>();
    let first = words.first()?;
    let id = if first.parse::<u32>().is_ok() { words.remove(0) } else { "" };
    Some((id, words))
}

fn execute(referee: &mut Referee, words: &[&str]) -> Response {
    let (name, args) = words.split_first().ok_or("unknown command")?;
    let mut known = COMMANDS.iter().filter(|(known, ..)| known == name).peekable();
    known.peek().ok_or("unknown command")?;
    match known.find(|&&(_, count, _)| args.len() == count) {
        Some((.., command)) => command(referee, args),
        None => syntax_error(),
    }
}
