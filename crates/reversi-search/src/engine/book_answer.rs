//! Answers of the opening book.

use reversi_bitboard::{Board, Move};

use super::Engine;
use crate::api::{Analysis, AnalyzeRequest, BookMoves, BookUse, Level, Line, OpeningBook, Source, Value};
use crate::instant::Instant;
use crate::memory::Draft;

/// No line of a book is longer than a game.
const LONGEST_LINE: usize = 128;

impl Engine {
    /// Returns the answer of the book, and all of its lines, or `None` if the engine has no book, the book
    /// does not know enough of the position, or the request wants a search.
    pub(super) fn book_answer(
        &self,
        board: Board,
        request: &AnalyzeRequest,
    ) -> Option<(Analysis, Vec<Line>)> {
        let book = self.book.as_deref()?;
        // Of the moves that a request is restricted to, the book may lack the best one.
        if request.book == BookUse::Never || request.only.is_some() || board.is_game_over() {
            return None;
        }
        let start = Instant::now();
        request.target(board.empties().len()).ok()?;
        let BookMoves { level, moves } = look_up(book, &board)?;
        let asked = request.lines.min(board.legal_moves().len().max(1) as usize);
        let lines = if request.book == BookUse::Always { moves.len() } else { asked };
        if moves.is_empty() || moves.len() < lines || !request.accepts(level, &board) {
            return None;
        }
        let (depth, selectivity) = depth_of(level, &board);
        let all = moves.iter().map(|known| {
            let value = Value::Estimate { score: known.score, depth, selectivity };
            Line::new(&board, value, line_of(book, board, known.mv))
        });
        let all = all.collect::<Result<Vec<Line>, _>>().ok()?;
        let analysis = Analysis::new(&board, &all[..lines]).ok()?;
        Some((analysis.with_source(Source::Book).with_elapsed(start.elapsed()), all))
    }
}

impl AnalyzeRequest {
    /// Returns whether a book of this level answers the request.
    fn accepts(&self, level: Level, board: &Board) -> bool {
        if self.book == BookUse::Always || self.clock.is_some() {
            return true;
        }
        let empties = board.empties().len();
        let Ok((depth, selectivity)) = self.target(empties) else { return false };
        if (Draft { depth, selectivity }) == Draft::exact(empties) || u32::from(depth) > empties {
            return false;
        }
        match self.whole_level() {
            Some(asked) => level >= asked,
            None => {
                let (known, sure) = depth_of(level, board);
                known >= depth.into() && sure >= selectivity
            }
        }
    }
}

/// The depth and the selectivity of a level at this position, as an estimate has them.
fn depth_of(level: Level, board: &Board) -> (u32, crate::api::Selectivity) {
    let empties = board.empties().len();
    let (depth, selectivity) = level.at(empties);
    (depth.clamp(1, empties), selectivity)
}

/// Looks up a position. Some books leave out positions where the side to move has to pass: then looks up the
/// position after the pass.
fn look_up(book: &dyn OpeningBook, board: &Board) -> Option<BookMoves> {
    let known = book.look_up(board);
    if known.is_some() || !board.must_pass() {
        return known;
    }
    let after = book.look_up(&board.pass())?;
    let best = after.moves.first()?.score;
    Some(BookMoves::new(after.level, [(Move::Pass, best.checked_neg()?)]))
}

/// A move, and the best moves of the book after it.
fn line_of(book: &dyn OpeningBook, board: Board, first: Move) -> Vec<Move> {
    let mut line = vec![first];
    let mut board = board;
    while line.len() < LONGEST_LINE {
        board = match line[line.len() - 1] {
            Move::Pass => board.pass(),
            Move::Place(square) => match board.try_play(square) {
                Ok(board) => board,
                Err(_) => break, // the line is refused
            },
        };
        match look_up(book, &board).as_ref().and_then(|known| known.moves.first()) {
            Some(best) if !board.is_game_over() => line.push(best.mv),
            _ => break,
        }
    }
    line
}
