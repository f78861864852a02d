//! The extent of a growth.

use reversi_bitboard::Board;

/// The extent of a growth: which leaves become positions, and how many.
///
/// Leaves are taken in the order of their cost: the number of plies to the position after the leaf's move,
/// plus [`plies_per_disc`](Self::plies_per_disc) for each disc that the two sides have given up on the way. A
/// move gives up the difference between the best score and its own. Of several ways to a position the
/// cheapest counts. So the best lines become the longest, and the smaller the errors of a side, the more
/// answers they have.
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
    /// Sets the maximum number of positions of the whole book, including its present ones. One place may stay
    /// free, because the positions before and after a forced pass are added together.
    pub fn to(positions: usize) -> GrowRequest {
        GrowRequest {
            positions,
            deviation: u32::MAX,
            side_deviation: u32::MAX,
            plies_per_disc: 4,
            roots: Vec::new(),
        }
    }

    /// Skips leaves for which both sides together have given up more than this number of discs on the way.
    pub fn within_discs(mut self, discs: u32) -> GrowRequest {
        self.deviation = discs;
        self
    }

    /// Skips leaves for which one side has given up more than this number of discs on the way.
    pub fn each_side_within(mut self, discs: u32) -> GrowRequest {
        self.side_deviation = discs;
        self
    }

    /// Sets how many plies are worth a disc. A greater number makes a book deeper and narrower. The default
    /// is 4.
    pub fn plies_per_disc(mut self, plies: u32) -> GrowRequest {
        self.plies_per_disc = plies;
        self
    }

    /// Limits the growth to positions below this one, which is added if it is missing. It may be called
    /// several times. By default all positions count, starting from those to which no link leads.
    pub fn below(mut self, board: &Board) -> GrowRequest {
        self.roots.push(*board);
        self
    }
}
