//! Positions from the command line and from files.

use std::error::Error;
use std::ffi::OsString;
use std::path::Path;

use reversi_engine::notation::{ObfLine, ParseBoardError, ParseObfError, read_obf};
use reversi_engine::{Game, Position, Problem, Square};

use crate::output::{Failure, with_causes};

/// The arguments of the program. A board may start with `-`, which would look like an option. A space before
/// it prevents that, even for a mistyped board.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os().map(|argument| match argument.to_str() {
        Some(board) if board.starts_with('-') && is_board(board) => format!(" {board}").into(),
        _ => argument,
    })
}

/// Whether an argument that starts with `-` is meant as a board: all its characters are cells, or it is
/// longer than any option without a value.
fn is_board(text: &str) -> bool {
    let only_cells = text.len() > 2 && text.chars().all(|c| " -.*@XOxo".contains(c));
    only_cells || text.parse::<Position>().is_ok() || text.len() > 32 && !text.contains('=')
}

/// Reads the positions of OBF files, boards, and moves from the start of the game.
pub(crate) fn read(arguments: &[String]) -> Result<Vec<ObfLine>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for argument in arguments {
        lines.extend(read_argument(argument)?);
    }
    Ok(lines)
}

fn read_argument(argument: &str) -> Result<Vec<ObfLine>, Box<dyn Error>> {
    let path = Path::new(argument);
    if path.exists() {
        return read_file(path);
    }
    Ok(vec![ObfLine::new(moves_or_board(argument)?.position())])
}

/// Reads moves from the start of the game, at least one, or a board.
pub(crate) fn moves_or_board(argument: &str) -> Result<Game, Failure> {
    let text = argument.trim_start(); // see `arguments`
    let error =
        |what: &str, failure: Failure| Err(failure.at(&format!("{text}: no such file, and as {what}")));
    match text.parse::<Game>() {
        Ok(game) if game.moves().len() > 0 => Ok(game),
        Err(bad_moves) if text.get(..2).is_some_and(|start| start.parse::<Square>().is_ok()) => {
            error("moves", bad_moves.into())
        }
        _ => text
            .parse()
            .map(Game::from_position)
            .or_else(|bad_board: ParseBoardError| error("a board", bad_board.into())),
    }
}

/// Reads the positions of an OBF file, at least one.
fn read_file(path: &Path) -> Result<Vec<ObfLine>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = read_obf(&text).collect::<Result<Vec<_>, _>>();
    let lines = lines.map_err(|e| at_place(&path.display().to_string(), e.line, &e.source))?;
    if lines.is_empty() {
        return Err(format!("{}: no position", path.display()).into());
    }
    Ok(lines)
}

/// Formats an error as `file:line:column: message`, as compilers do.
pub(crate) fn at_place(file: &str, line: usize, error: &ParseObfError) -> Failure {
    let problem = Problem::from(error).in_file(file.as_ref()).on_line(line as u64);
    Failure::new(format!("{file}:{line}:{}: {}", error.at + 1, with_causes(&error.kind)), problem)
}
