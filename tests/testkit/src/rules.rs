//! Moves and lines of moves, by the rules walked square by square.

use reversi_bitboard::{Bitboard, Board, Move, Square, reference};

pub(crate) fn moves(board: Board) -> Bitboard {
    reference::moves(board)
}

/// Every legal move with the board after it.
pub(crate) fn children(board: Board) -> impl Iterator<Item = (Square, Board)> {
    board.empties().into_iter().filter_map(move |square| {
        let flips = reference::flip(square, board);
        (!flips.is_empty()).then(|| (square, board.play_unchecked(square, flips)))
    })
}

fn must_pass(board: Board) -> bool {
    moves(board).is_empty() && !moves(board.pass()).is_empty()
}

/// Returns whether neither side has a move.
pub(crate) fn is_over(board: Board) -> bool {
    moves(board).is_empty() && moves(board.pass()).is_empty()
}

/// Returns the board after a move.
///
/// # Panics
/// If the move is not legal, or a pass that is not forced.
pub fn after(board: Board, mv: Move) -> Board {
    replay(board, &[mv]).unwrap_or_else(|error| panic!("{board}: {error}"))
}

/// Returns the board after all moves of a line.
///
/// # Errors
/// If one of them is not legal, or a pass that is not forced.
pub fn replay(board: Board, line: &[Move]) -> Result<Board, String> {
    line.iter().try_fold(board, |board, &mv| {
        let next = match mv {
            Move::Place(played) => {
                children(board).find(|&(square, _)| square == played).map(|(_, next)| next)
            }
            Move::Pass if must_pass(board) => Some(board.pass()),
            Move::Pass => None,
        };
        next.ok_or_else(|| format!("{} has a move that is not legal", transcript(line)))
    })
}

/// Returns the score with which a line ends the game, seen from the side that begins.
///
/// # Errors
/// If a move is not legal, or the game goes on after the line.
///
/// ```
/// use reversi_bitboard::{Board, Game};
/// use reversi_testkit::{WIPE_OUT, line_score};
///
/// let line: Vec<_> = WIPE_OUT.parse::<Game>()?.moves().collect();
/// assert_eq!(line_score(Board::START, &line), Ok(64));
/// assert!(line_score(Board::START, &line[..8]).is_err());
/// # Ok::<(), reversi_notation::ParseTranscriptError>(())
/// ```
pub fn line_score(board: Board, line: &[Move]) -> Result<i32, String> {
    let end = replay(board, line)?;
    if !is_over(end) {
        return Err(format!("{} does not end the game", transcript(line)));
    }
    Ok(if line.len().is_multiple_of(2) { end.final_score() } else { -end.final_score() })
}

/// Writes a line as text.
pub fn transcript(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect()
}
