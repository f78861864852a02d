//! Boards of the interface as discs of the checker, and back.

use reversi_bitboard::{Bitboard, Board};

use crate::check::rules::Discs;

impl Discs {
    pub(crate) fn of(board: &Board) -> Discs {
        Discs { mover: board.player().0, other: board.opponent().0 }
    }

    pub(crate) fn board(self) -> Board {
        Board::new(Bitboard(self.mover), Bitboard(self.other)).expect("no square has two discs")
    }
}
