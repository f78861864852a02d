//! Inputs that several fuzz targets share.

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use reversi_bitboard::{Bitboard, Board, Color, Position, Square};
use reversi_testkit::board;

/// Any board.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct AnyBoard {
    player: u64,
    opponent: u64,
}

impl AnyBoard {
    pub fn board(self) -> Board {
        board(self.player, self.opponent & !self.player)
    }
}

/// Any board with at most `N` empty squares.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Endgame<const N: usize> {
    discs: u64,
    empties: [u8; N],
}

impl<const N: usize> Endgame<N> {
    pub fn board(self) -> Board {
        let empties: Bitboard = self.empties.into_iter().map(any_square).collect();
        board(self.discs & !empties.0, !self.discs & !empties.0)
    }
}

pub fn any_square(index: u8) -> Square {
    Square::ALL[usize::from(index % 64)]
}

pub fn any_position(board: Board, black: bool) -> Position {
    Position { board, side: if black { Color::Black } else { Color::White } }
}
