//! Commands of the prompt.

use std::path::PathBuf;

use reversi_engine::play::Strength;
use reversi_engine::{Level, Move};

use crate::player::rating;

/// A line of input.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    Nothing,
    Move(Move),
    /// The number of moves to show.
    Hint(usize),
    Undo,
    Redo,
    Save(PathBuf),
    Load(PathBuf),
    Clock,
    Board,
    Moves,
    /// The rating to play with; `None` asks for the current one.
    Strength(Option<u32>),
    Level(Level),
    Resign,
    New,
    Help,
    Quit,
}

pub(super) const HELP: &str = "\
  f5               play on a square; dots on the board mark what is legal
  hint [N]         the engine's choice, or its best N moves
  undo, redo       take back your last move; play it again
  save FILE        the game as GGF (.ggf), with times and evaluations
  load FILE        go on with a game in GGF, or with its moves: f5d6c3...
  clock            the time that both sides have left
  board, moves     draw the board again; the moves so far
  strength [NAME]  who plays against you: beginner, casual, intermediate, club,
                   tournament, expert or master, or a rating from 400 to 2400
  level N          the engine without mistakes, at level 0 to 60
  resign, new      give up; begin another game
  help, quit       this list; leave, as Ctrl-D does; Ctrl-C leaves at once";

impl Command {
    /// Reads a line, in upper or lower case. The error is a sentence for the user.
    pub(super) fn read(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (name, argument) = (name.to_lowercase(), argument.trim());
        let alone = |command: Command| match argument {
            "" => Ok(command),
            _ => Err(format!("{name} must stand alone, without {argument:?}")),
        };
        match name.as_str() {
            "" => Ok(Command::Nothing),
            "hint" => hint(argument),
            "undo" => alone(Command::Undo),
            "redo" => alone(Command::Redo),
            "save" => file(argument, "save").map(Command::Save),
            "load" => file(argument, "load").map(Command::Load),
            "clock" => alone(Command::Clock),
            "board" => alone(Command::Board),
            "moves" => alone(Command::Moves),
            "strength" if argument.is_empty() => Ok(Command::Strength(None)),
            "strength" => strength(argument).map(|rating| Command::Strength(Some(rating))),
            "level" => argument.parse().map(Command::Level).map_err(|e| format!("{e}")),
            "resign" => alone(Command::Resign),
            "new" => alone(Command::New),
            "help" | "?" => alone(Command::Help),
            "quit" | "exit" | "q" => alone(Command::Quit),
            _ => line.parse().map(Command::Move).map_err(|_| not_understood(line)),
        }
    }
}

fn not_understood(line: &str) -> String {
    let shown: String = line.chars().take(20).collect();
    let dots = if shown.len() < line.len() { "..." } else { "" };
    format!("{:?} is neither a square such as f5 nor a command: try help", shown + dots)
}

/// A strength, by its name or as a rating.
fn strength(argument: &str) -> Result<u32, String> {
    match argument.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
        true => rating(argument).map_err(|_| format!("rating must be 400 to 2400, not {argument}")),
        false => argument.parse().map(Strength::rating).map_err(|error| format!("{error}")),
    }
}

fn hint(argument: &str) -> Result<Command, String> {
    match argument {
        "" => Ok(Command::Hint(1)),
        number => number
            .parse()
            .ok()
            .filter(|&moves| moves > 0)
            .map(Command::Hint)
            .ok_or_else(|| format!("hint {number}: expected a number of moves, as in: hint 3")),
    }
}

fn file(argument: &str, name: &str) -> Result<PathBuf, String> {
    match argument {
        "" => Err(format!("{name} needs a file, as in: {name} game.ggf")),
        path => Ok(path.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_engine::Square;

    #[test]
    fn lines_are_read_or_explained() {
        for (line, command) in [
            ("", Command::Nothing),
            ("  F5\r\n", Command::Move(Square::F5.into())),
            ("pass", Command::Move(Move::Pass)),
            ("hint", Command::Hint(1)),
            ("HINT 3", Command::Hint(3)),
            ("save My Game.ggf", Command::Save("My Game.ggf".into())),
            ("strength", Command::Strength(None)),
            ("strength Club", Command::Strength(Some(Strength::Club.rating()))),
            ("strength 1350", Command::Strength(Some(1350))),
            ("q", Command::Quit),
        ] {
            assert_eq!(Command::read(line), Ok(command), "{line:?}");
        }
        for (line, message) in [
            ("xyz", "\"xyz\" is neither a square such as f5 nor a command: try help"),
            ("i9", "\"i9\" is neither a square such as f5 nor a command: try help"),
            ("hint 0", "hint 0: expected a number of moves, as in: hint 3"),
            ("strength 2401", "rating must be 400 to 2400, not 2401"),
            ("save", "save needs a file, as in: save game.ggf"),
            ("undo all", "undo must stand alone, without \"all\""),
        ] {
            assert_eq!(Command::read(line), Err(message.to_owned()), "{line:?}");
        }
        assert!(Command::read("strength novice").unwrap_err().contains("beginner, casual"));
        assert!(Command::read("level 61").is_err());
        assert!(Command::read(&"é".repeat(1000)).unwrap_err().len() < 200);
    }
}
