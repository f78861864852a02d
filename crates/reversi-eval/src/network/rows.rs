use reversi_bitboard::Board;

use crate::features::{COUNTS, QUADRANTS, SET_SLOTS, quadrant_slots};
use crate::pattern::{self, CONSTANT_SLOT, Shape};

/// The number of rows of a network: one for each slot of the patterns except the constant, then the rows of
/// the quadrants.
pub const ROWS: usize = CONSTANT_SLOT + COUNTS + 2 * SET_SLOTS;
/// The number of rows that are added up for a board.
pub const PLACES: usize = pattern::PLACES + 3 * QUADRANTS;
/// Ensures that no sum leaves 16 bits.
const _: () = assert!((1 << 14) + 128 * PLACES <= i16::MAX as usize);

/// A group of rows that some places share: the rows of a [`Shape`], or of one place in each quadrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowGroup {
    /// The number of rows.
    pub rows: usize,
    /// The number of places.
    pub places: usize,
}

/// All groups, in the order of their rows and places: the shapes, the counts of the quadrants, the mover's
/// moves, and the opponent's.
///
/// ```
/// use reversi_engine::weights::network::{PLACES, ROW_GROUPS, ROWS};
///
/// assert_eq!(ROW_GROUPS.iter().map(|group| group.rows).sum::<usize>(), ROWS);
/// assert_eq!(ROW_GROUPS.iter().map(|group| group.places).sum::<usize>(), PLACES);
/// ```
pub const ROW_GROUPS: [RowGroup; Shape::COUNT + 3] = {
    let mut groups = [RowGroup { rows: SET_SLOTS, places: QUADRANTS }; Shape::COUNT + 3];
    let mut i = 0;
    while i < Shape::COUNT {
        groups[i] = RowGroup { rows: Shape::ALL[i].slots(), places: Shape::ALL[i].places() };
        i += 1;
    }
    groups[Shape::COUNT].rows = COUNTS;
    groups
};

/// Returns the rows of a board that are added up.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::board::Symmetry;
/// use reversi_engine::weights::network;
///
/// let sorted = |board| {
///     let mut slots = network::slots(&board);
///     slots.sort();
///     slots
/// };
/// let board = Board::START.play("f5".parse()?);
/// assert_eq!(sorted(board), sorted(Symmetry::TRANSPOSE.board(board)));
/// # Ok::<(), reversi_engine::notation::ParseSquareError>(())
/// ```
pub fn slots(board: &Board) -> [u32; PLACES] {
    let (patterns, quadrants) = (pattern::packed_slots(*board), quadrant_slots(board));
    std::array::from_fn(|place| match place.checked_sub(pattern::PLACES) {
        None => patterns[place],
        Some(place) => (CONSTANT_SLOT + quadrants[place]) as u32,
    })
}
