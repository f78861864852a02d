//! How far a book grows.

use reversi_bitboard::Board;

/// How far a book grows: which leaves become positions, and how many.
///
/// A leaf's move is taken in the order of its cost: the plies to the position after it, and for each disc
/// that the two sides have given up on the way as many plies as [`plies_per_disc`](Self::plies_per_disc)
/// says. What a move gives up is its score below that of the best move. Of several ways to a position the
/// cheapest counts. So the best lines become the longest, and each side's errors have answers, the smaller
/// the more.
///
/// ```
/// use reversi_engine::book::GrowRequest;
///
/// // At most 13,000 positions, and no line in which one side gives up more than 8 discs.
/// let request = GrowRequest::to(13_000).each_side_within(8);
/// # let _ = request;
/// ```
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
    /// Up to this number of positions in the whole book, those that it has included. One place may stay
    /// free, because the positions before and after a forced pass come together.
    pub fn to(positions: usize) -> GrowRequest {
        GrowRequest {
            positions,
            deviation: u32::MAX,
            side_deviation: u32::MAX,
            plies_per_disc: 4,
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

    /// How many plies are worth a disc. A greater number makes a book deeper and narrower. The default is 4.
    pub fn plies_per_disc(mut self, plies: u32) -> GrowRequest {
        self.plies_per_disc = plies;
        self
    }

    /// Only positions below this one, which is added if the book does not have it. It may be called several
    /// times. The default is every position of the book, from those on that no link leads to.
    pub fn below(mut self, board: &Board) -> GrowRequest {
        self.roots.push(*board);
        self
    }
}
