//! A position of a book.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command |
//! | [`position`] | the entry of a position: a drawing, a table, JSON |
//! | [`tree`] | the best lines |

mod position;
mod tree;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use indicatif::ProgressBar;
use position::Shown;
use reversi_engine::book::{BookEntry, ScoredMove};
use reversi_engine::{Board, Move, Position, Selectivity};
use tree::{Extent, Probe};

use super::source;
use crate::options::in_range;
use crate::output::{Failure, Format, Printer, has_unicode};
use crate::records;

/// Shows a position of a book: the scores of its moves, and a tree of the best lines.
///
/// The drawing has the scores of the moves in their squares, and brackets around the best one. A move with
/// bounds leads to a position of the book; a leaf is the best of all other moves, by a search. Scores are
/// discs from the side to move. `!` marks an exact score.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// A book of any format [default: the book that is part of the program].
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// A board, or moves from the start such as `f5d6` [default: the start of the game].
    #[arg(value_name = "POSITION")]
    position: Option<String>,

    /// Plies of the tree of best lines. 0: no tree.
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true)]
    #[arg(value_parser = in_range(0..=120_u32))]
    depth: u32,

    /// The tree has the moves that are at most this many discs worse than the best one of their position.
    #[arg(long, value_name = "DISCS", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = in_range(0..=128_i32))]
    within: i32,

    /// A drawing, or a JSON object.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book show
  reversi book show f5d6c3 --depth 12 --within 1
  reversi book show own.book f5f6e6f4 --format json | jq '.moves[] | {move, score}'";

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let (file, text) = args.file_and_position();
    let book = source::open(file)?;
    let probe: Probe<'_> = &|board| book.probe(board);
    let position = match text {
        None => Position::START,
        Some(text) => parse(text, probe)?,
    };
    let entry = probe(&position.board).ok_or("the position is not in the book")?;
    let extent = Extent { depth: args.depth, within: args.within };
    let tree = tree::branches(probe, position.board, extent);
    let shown = Shown::new(probe, position, &entry, &tree);
    let mut lines = match args.format {
        Format::Json => vec![serde_json::to_string(&shown)?],
        Format::Table => shown.to_lines(&tree, has_unicode()),
    }
    .into_iter();
    let first = lines.next().unwrap_or_default();
    let mut printer = Printer::new(args.format, &first, ProgressBar::hidden())?;
    if args.format == Format::Json {
        printer.text(&first)?;
    }
    lines.try_for_each(|line| printer.text(&line))?;
    printer.end()?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// Tells the file from the position: a single argument is a file if there is such a file.
    fn file_and_position(&self) -> (Option<&Path>, Option<&str>) {
        match (self.file.as_deref(), self.position.as_deref()) {
            (Some(one), None) if !source::is_file(one) => (None, Some(one)),
            (file, position) => (file.map(Path::new), position),
        }
    }
}

/// Reads a board or moves. If a game has left the book, the error says where.
fn parse(text: &str, probe: Probe<'_>) -> Result<Position, Failure> {
    let game = records::game(text)?;
    if game.moves().len() == 0 {
        return Ok(game.position());
    }
    let known = (0..=game.moves().len()).rev().find(|&n| probe(&game.prefix(n).board()).is_some());
    match known {
        Some(n) if n < game.moves().len() => {
            let last = game.prefix(n);
            let start = if n == 0 { "the start".to_owned() } else { last.to_string() };
            Err(format!("{game}: not in the book; its last position there is {start}").into())
        }
        Some(_) => Ok(game.position()),
        None => Err(format!("{game}: not in the book").into()),
    }
}

/// The board after a move of a book. `None` if the move is not legal, which a damaged book may claim.
pub(super) fn after(board: Board, mv: Move) -> Option<Board> {
    match mv {
        Move::Place(square) => board.try_play(square).ok(),
        Move::Pass => board.must_pass().then(|| board.pass()),
    }
}

/// Returns whether the score of a move is proven: a link by the bounds below it, a leaf by a search to the
/// end or by the end of the game.
fn is_exact(probe: Probe<'_>, board: &Board, entry: &BookEntry, scored: ScoredMove) -> bool {
    if entry.leaf.is_some_and(|leaf| leaf.mv == scored.mv) {
        let empties = board.empties().len();
        let ends_game = after(*board, scored.mv).is_some_and(|board| board.is_game_over());
        return ends_game || entry.level.at(empties) == (empties, Selectivity::P100);
    }
    let below = after(*board, scored.mv).and_then(|board| probe(&board));
    below.is_some_and(|below| below.lower == below.upper)
}
