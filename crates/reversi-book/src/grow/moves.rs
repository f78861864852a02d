//! The moves of a position and the boards after them.

use reversi_bitboard::{Bitboard, Board, Move, Square};

use super::GrowError;
use crate::BookEntry;

/// A move and the canonical board after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) board: Board,
}

/// Returns the moves of a position, including moves that lead to the same board up to symmetry. A forced pass
/// is a move; a game that is over has no moves.
pub(super) fn children(board: Board) -> Vec<Child> {
    if board.must_pass() {
        return vec![Child { mv: Move::Pass, board: board.pass().canonical().0 }];
    }
    let child = |square: Square| Child { mv: square.into(), board: after(board, square.into()) };
    board.legal_moves().into_iter().map(child).collect()
}

/// Returns the canonical board after a legal move.
pub(super) fn after(board: Board, mv: Move) -> Board {
    mv.square().map_or(board.pass(), |square| board.play(square)).canonical().0
}

/// Returns the squares of moves.
pub(super) fn squares(moves: impl Iterator<Item = Move>) -> Bitboard {
    moves.filter_map(Move::square).fold(Bitboard::EMPTY, Bitboard::with_square)
}

pub(super) fn is_legal(board: Board, mv: Move) -> bool {
    match mv {
        Move::Place(square) => board.is_legal(square),
        Move::Pass => board.must_pass(),
    }
}

/// Checks that all moves of an entry are legal and all scores possible.
pub(super) fn check_moves(board: Board, entry: &BookEntry) -> Result<(), GrowError> {
    if let Some(scored) = entry.moves().find(|scored| !(-64..=64).contains(&scored.score)) {
        return Err(GrowError::Score { board, score: scored.score });
    }
    match entry.moves().find(|scored| !is_legal(board, scored.mv)) {
        Some(scored) => Err(GrowError::IllegalMove { board, mv: scored.mv }),
        None => Ok(()),
    }
}
