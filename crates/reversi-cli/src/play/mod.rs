//! A game against the engine in the terminal.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command and its options |
//! | [`table`] | the game: whose turn it is, and what commands do |
//! | [`command`] | the commands of the prompt |
//! | [`prompt`] | the prompt, at a terminal or through a pipe |
//! | [`screen`] | the board in the terminal |

mod command;
mod prompt;
mod screen;
mod table;

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use reversi_engine::search::Clock;
use reversi_engine::{Color, Position};

use crate::interrupt;
use crate::player::{Contender, PlayerOptions};
use screen::Look;
use table::Table;

/// Plays against you in the terminal.
///
/// Enter moves as squares, such as `f5`. Dots on the board mark legal moves, brackets or a yellow square the
/// last one. `hint` shows the engine's choice, `undo` takes back your last move, `save` writes the game,
/// `quit` ends it; `help` lists all commands. Passes are automatic. At a terminal the arrow keys edit the
/// line and bring back earlier ones.
///
/// Ctrl-C ends the program at once, also while the engine thinks, and Ctrl-D at the prompt does what `quit`
/// does. Neither saves the game: `save` does.
///
/// In a pipe, `quit` and the end of the input end a search, too. The commands of a file are executed to its
/// end.
///
/// Exit status: 0, 2 on bad input or if the output cannot be written, 130 after Ctrl-C, 141 if the reader of
/// the output has gone.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The position to start from, in any notation that `convert` reads; of a game the last one [default: the
    /// start of the game].
    #[arg(value_parser = crate::records::position)]
    position: Option<Position>,

    /// Your colour.
    #[arg(long, value_name = "COLOUR", default_value_t = Color::Black)]
    color: Color,

    /// A clock for each side, in minutes or minutes and seconds, and the seconds added after each move: 5,
    /// 5:30 or 5:00+3. The side that runs out of time loses.
    #[arg(long, value_name = "TIME", value_parser = clock)]
    clock: Option<Clock>,

    /// How the board is drawn.
    #[arg(long, value_name = "LOOK", value_enum, default_value_t = Look::Auto)]
    board: Look,

    #[command(flatten)]
    player: PlayerOptions,
}

const EXAMPLES: &str = "\
Examples:
  reversi play --strength casual
  reversi play --color white --level 10 --clock 5:00+3";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    interrupt::end_with_reader();
    let mut contender = Contender::new(&args.player)?;
    contender.clock = args.clock;
    let start = args.position.unwrap_or(Position::START);
    Table::new(contender, start, args.color, args.clock, args.board.resolved()).run()
}

/// Reads `5`, `5:30` or `5:30+3`.
fn clock(text: &str) -> Result<Clock, &'static str> {
    const EXPECTED: &str = "expected minutes, minutes:seconds or either with +seconds for each move: 5:00+3";
    let number = |text: &str| text.parse::<u16>().map(u64::from).map_err(|_| EXPECTED);
    let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (minutes, seconds) = main.split_once(':').unwrap_or((main, "0"));
    let (minutes, seconds, increment) = (number(minutes)?, number(seconds)?, number(increment)?);
    if seconds >= 60 || minutes + seconds == 0 {
        return Err(EXPECTED);
    }
    Ok(Clock::new(Duration::from_secs(60 * minutes + seconds), Duration::from_secs(increment)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_minutes_seconds_and_an_increment() {
        for (text, main, increment) in
            [("5", 300, 0), ("5:30", 330, 0), ("0:10", 10, 0), ("5+2", 300, 2), ("1:30+10", 90, 10)]
        {
            let seconds = Duration::from_secs;
            assert_eq!(clock(text), Ok(Clock::new(seconds(main), seconds(increment))), "{text}");
        }
        for wrong in ["", "0", "0:00", "5:60", "-1", "5:", "5+", "+3", "1:2:3", "99999999"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
