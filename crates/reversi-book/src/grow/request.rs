//! How far a book grows.

use reversi_bitboard::Board;

/// How far a book grows: which leaves become positions, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct GrowRequest {
    pub(crate) positions: usize,
    pub(crate) deviation: u32,
    pub(crate) side_deviation: u32,
    pub(crate) plies_per_disc: u32,
    pub(crate) roots: Vec<Board>,
}

impl GrowRequest {
    /// Up to this number of positions in the whole book.
    pub fn to(positions: usize) -> GrowRequest {
        GrowRequest {
            positions,
            deviation: u32::MAX,
            side_deviation: u32::MAX,
            plies_per_disc: 2,
            roots: Vec::new(),
        }
    }

    /// No leaf for which both sides together have given up more than this number of discs on the way.
    pub fn within(mut self, discs: u32) -> GrowRequest {
        self.deviation = discs;
        self
    }

    /// No leaf for which one side has given up more than this number of discs on the way.
    pub fn each_side_within(mut self, discs: u32) -> GrowRequest {
        self.side_deviation = discs;
        self
    }

    /// How many plies are worth a disc. A greater number makes a book deeper and narrower. The default is 2.
    pub fn plies_per_disc(mut self, plies: u32) -> GrowRequest {
        self.plies_per_disc = plies;
        self
    }

    /// Only positions below this one. The default is the whole book, or the start of the game if the book is
    /// empty.
    pub fn below(mut self, board: &Board) -> GrowRequest {
        self.roots.push(*board);
        self
    }
}
