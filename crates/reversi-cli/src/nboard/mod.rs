//! An engine that speaks the NBoard protocol, for NBoard and other graphical interfaces with this protocol.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command, and the lines of the protocol |
//! | [`interface`] | the commands of the protocol |

mod interface;

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::input::InputError;
use crate::interrupt;
use crate::live_input::LiveInput;
use crate::player::{Contender, PlayerOptions};
use interface::{Failure, Interface};

/// Speaks the NBoard protocol, versions 1 and 2, on standard input and output.
///
/// The commands are `nboard`, `set game`, `set depth`, `set contempt`, `move`, `go`, `hint`, `analyze`,
/// `ping`, `learn` and `quit`. A line with nothing but a move is a `move`. All other lines are ignored. The
/// depth is used as a level, as interfaces expect from strong engines. Contempt has no effect, and `learn`
/// does not change the opening book. Errors are reported as a `status`.
///
/// A `ping`, `quit` and the end of the input end a search. `go` answers with the best move so far, before the
/// answer to the ping. A hint ends at any line. `analyze` goes from the end of the game to its start:
/// `analysis 12 -4` says that after 12 moves, passes included, white leads by 4 discs.
///
/// After a game or a move that is refused, the position is unknown: `go`, `hint` and `analyze` answer a
/// `status` until the next `set game`.
///
/// Forced passes may be omitted from games and moves. `go` answers `PA` if there is no other move.
///
/// Exit status: 0 after `quit` or at the end of the input, 2 if the output cannot be written, 141
/// if the reader of the output has gone.
#[derive(clap::Args)]
#[command(after_help = "Example: reversi nboard --strength club")]
pub(crate) struct Args {
    #[command(flatten)]
    player: PlayerOptions,

    /// Think on the opponent's time: after `go`, search the answers to the opponent's replies, the likeliest
    /// first, until the engine is wanted again. Games can no longer be repeated exactly.
    #[arg(long)]
    ponder: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut contender = Contender::new(&args.player)?;
    if args.ponder {
        contender.pondering_engine.allow_pondering()?;
    }
    let mut interface = Interface::new(contender);
    interrupt::end_with_reader();
    let mut input = LiveInput::listen(wants_idle);
    while let Some(line) = input.next() {
        let line = match line {
            Ok(line) => line,
            Err(error @ InputError::TooLong { .. }) => {
                write_lines(&format!("status {error}"))?;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let (name, argument) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if name.eq_ignore_ascii_case("quit") {
            break;
        }
        match interface.execute(name, argument.trim_start(), &input.signals) {
            Ok(answer) => write_lines(&answer)?,
            Err(Failure::Refused(message)) => write_lines(&format!("status {message}"))?,
            Err(Failure::Output(error)) => return Err(error.into()),
        }
    }
    interface.rest();
    Ok(ExitCode::SUCCESS)
}

/// Returns whether a line ends every search.
fn wants_idle(line: &str) -> bool {
    let name = line.split_whitespace().next().unwrap_or_default();
    ["ping", "quit"].iter().any(|idle| name.eq_ignore_ascii_case(idle))
}

/// Writes lines to standard output, unless `lines` is empty.
fn write_lines(lines: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if !lines.is_empty() {
        writeln!(out, "{lines}")?;
    }
    out.flush()
}
