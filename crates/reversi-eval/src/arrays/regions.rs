use reversi_bitboard::{Bitboard, Board, mask};

use super::assert_length;

/// Returns a set and all squares beside it, diagonals included.
#[inline(always)]
fn grown(set: Bitboard) -> Bitboard {
    let row = set | (set & mask::FILES_A_TO_G) << 1 | set >> 1 & mask::FILES_A_TO_G;
    row | row << 8 | row >> 8
}

/// Returns the squares beside a set, diagonals included.
#[inline(always)]
pub(crate) fn neighbours(set: Bitboard) -> Bitboard {
    grown(set) & !set
}

/// Returns the empty squares that are connected with these, diagonals included.
#[inline(always)]
pub(crate) fn region(start: Bitboard, empties: Bitboard) -> Bitboard {
    let mut region = start;
    loop {
        let more = grown(region) & empties;
        if more == region {
            return region;
        }
        region = more;
    }
}

/// Returns the regions of empty squares, in the order of their first squares.
pub(super) fn regions_of(empties: Bitboard) -> impl Iterator<Item = Bitboard> {
    let mut left = empties;
    std::iter::from_fn(move || {
        let first = left.first()?;
        let region = region(first.into(), empties);
        left &= !region;
        Some(region)
    })
}

/// Computes the region of each square of each board. Empty squares belong to one region if they are
/// connected, diagonals included.
///
/// The regions of a board have the numbers 0, 1 ... in the order of their first squares, A1 to H8; a square
/// with a disc has -1. `sizes` has the number of squares of the region that a square belongs to, and 0 for
/// a disc. A region of odd size is one in which the side that plays first can also play last.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::arrays::features;
///
/// let board: Board = "-XOO------------XXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOO-------O X".parse()?;
/// let (mut ids, mut sizes) = ([[0; 64]; 1], [[0; 64]; 1]);
/// features::regions(&[board], &mut ids, &mut sizes);
/// assert_eq!((ids[0][0], ids[0][1], ids[0][4], ids[0][56]), (0, -1, 0, 1)); // a1, b1, e1 and a8
/// assert_eq!((sizes[0][0], sizes[0][1], sizes[0][56]), (13, 0, 7));
/// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn regions(boards: &[Board], ids: &mut [[i8; 64]], sizes: &mut [[u8; 64]]) {
    assert_length("ids", ids.len(), boards.len());
    assert_length("sizes", sizes.len(), boards.len());
    for ((board, ids), sizes) in boards.iter().zip(ids).zip(sizes) {
        (*ids, *sizes) = ([-1; 64], [0; 64]);
        for (id, region) in regions_of(board.empties()).enumerate() {
            for square in region {
                ids[square.index()] = id as i8;
                sizes[square.index()] = region.len() as u8;
            }
        }
    }
}
