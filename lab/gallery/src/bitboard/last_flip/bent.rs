//! Three look-ups by multiplications for the 48 squares outside of the centre (LAST-27). Two rays from the
//! square make a bent line with one square in each rank, or in each file. A shift to the right before the
//! multiplication gives the products room, so that a bent line of any of these squares can be gathered.

use reversi_bitboard::__internal::last_flip::{COUNT, portable};
use reversi_bitboard::{Bitboard, Square};

use super::both::{self, FULL};
use super::gather::{Path, Squares, squares_of_path};
use crate::table::table;

/// How the eight rays of a square are gathered: the row by a shift, the others by two lines.
#[derive(Clone, Copy)]
struct Plan {
    lines: [Line; 2],
    is_central: bool,
}

/// The other seven squares of a line, and how they are gathered into a byte.
#[derive(Clone, Copy)]
struct Line {
    squares: u64,
    multiplier: u64,
    /// The shift to the right before the multiplication.
    shift: u8,
    /// The place of the empty square on the line.
    place: u8,
}

impl Line {
    const NONE: Line = Line { squares: 0, multiplier: 0, shift: 0, place: 0 };
    const MAX_SHIFT: i8 = 5;

    /// The least shift with which the products do not overlap.
    const fn new(mut squares: Squares, place: usize) -> Line {
        squares[place] = -1; // does not count
        let mut shift = 0;
        while shift <= Self::MAX_SHIFT {
            if let Some(line) = Line::with_shift(squares, place, shift) {
                return line;
            }
            shift += 1;
        }
        panic!("a shift of up to five keeps the products of every line apart")
    }

    const fn with_shift(mut squares: Squares, place: usize, shift: i8) -> Option<Line> {
        let mut i = 0;
        while i < 8 {
            if 0 <= squares[i] && squares[i] < shift {
                return None;
            }
            if squares[i] >= 0 {
                squares[i] -= shift;
            }
            i += 1;
        }
        match Path::new(squares, place) {
            Some(Path { squares, multiplier, place }) => {
                let shift = shift as u8;
                Some(Line { squares: squares << shift, multiplier, shift, place })
            }
            None => None,
        }
    }

    #[inline(always)]
    fn gather(&self, player: u64) -> usize {
        (((player & self.squares) >> (self.shift & 63)).wrapping_mul(self.multiplier) >> 56) as usize
    }
}

const fn plan(square: usize) -> Plan {
    let (x, y) = (square % 8, square / 8);
    if 2 <= x && x <= 5 && 2 <= y && y <= 5 {
        return Plan { lines: [Line::NONE; 2], is_central: true };
    }
    let beside_rank = y == 0 || y == 7 || (y == 1 || y == 6) && 1 <= x && x <= 6;
    let place = if beside_rank { [y, x] } else { [y, y] };
    let [first, second] = if beside_rank {
        // The file, and both diagonals toward the centre.
        let up = if y < 2 { 1 } else { -1 };
        [squares_of_path(square, (0, -1), (0, 1), false), squares_of_path(square, (-1, up), (1, up), true)]
    } else {
        // Each half of the file, with the diagonal toward the centre on the other side of the row.
        let inward = if x < 2 { 1 } else { -1 };
        [
            squares_of_path(square, (0, -1), (inward, 1), false),
            squares_of_path(square, (inward, -1), (0, 1), false),
        ]
    };
    Plan { lines: [Line::new(first, place[0]), Line::new(second, place[1])], is_central: false }
}

static PLANS: [Plan; 64] = table!(|square| plan(square));

/// Row and two bent lines. The last square is hardly ever in the centre, so its four lines are a branch that
/// is easy to predict.
#[inline(always)]
pub(super) fn count(square: Square, player: u64) -> u32 {
    let plan = &PLANS[square.index()];
    if plan.is_central {
        return portable::count(square, Bitboard(player));
    }
    let [a, b] = &plan.lines;
    u32::from(COUNT[square.file() as usize][(player >> (8 * square.rank()) & 0xff) as usize])
        + u32::from(COUNT[a.place as usize & 7][a.gather(player)])
        + u32::from(COUNT[b.place as usize & 7][b.gather(player)])
}

/// Both sides' counts. Each line has eight squares, so the same bits index both, without a table for each
/// length (LAST-14).
#[inline(always)]
pub(super) fn counts(square: Square, player: u64) -> [u32; 2] {
    let plan = &PLANS[square.index()];
    if plan.is_central {
        return both::doubled(square, player);
    }
    let [a, b] = &plan.lines;
    let sum = FULL[square.file() as usize][(player >> (8 * square.rank()) & 0xff) as usize]
        + FULL[a.place as usize & 7][a.gather(player)]
        + FULL[b.place as usize & 7][b.gather(player)];
    [u32::from(sum & 0xff), u32::from(sum >> 8)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_outer_squares_have_eight_squares() {
        let outer: Vec<_> = PLANS.iter().filter(|plan| !plan.is_central).collect();
        assert_eq!(outer.len(), 48);
        for plan in outer {
            assert_eq!(plan.lines.map(|line| line.squares.count_ones()), [7; 2]);
        }
    }
}
