use reversi_bitboard::Board;

/// The quadrants of the board, each with three rows.
pub(crate) const QUADRANTS: usize = 4;
/// The number of values of [`Quadrants::counts`]: four bits of empty squares and three of each side's moves.
pub(crate) const COUNTS: usize = 1 << (4 + 3 + 3);
/// The number of sets of squares of a quadrant.
pub(crate) const SETS: usize = 1 << 16;
/// The number of slots of these sets, when mirror images share one.
pub(crate) const SET_SLOTS: usize = 16 * PAIRS;
/// The number of unordered pairs of two sets of six squares, on both sides of the diagonal.
const PAIRS: usize = 64 * 65 / 2;

/// The moves on a board as numbers, one for each quadrant: indices into tables of rows.
///
/// They are inputs of a network beside the patterns. A pattern sees a few squares, and whether a move is
/// legal depends on up to four lines. So each quadrant has the moves of each side, 16 squares as the bits of
/// a number, and the numbers of moves and of empty squares. The nearest corner is bit 0, so that the four
/// quadrants share their rows, and sets of squares that are mirror images in the diagonal share one.
///
/// ```
/// use reversi_bitboard::{Board, cpu::Portable};
/// use reversi_eval::kernel::EvalPrimitives;
///
/// let board = Board::START;
/// let moves = [board.legal_moves(), board.pass().legal_moves()];
/// let quadrants = Portable.quadrants(moves, board.empties());
/// let turned = Portable.quadrants([moves[1], moves[0]], board.empties());
/// assert_ne!(quadrants, turned);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, align(8))]
pub struct Quadrants {
    /// The squares that the side to move can move to, and the squares that the other side can move to.
    pub(crate) moves: [[u16; QUADRANTS]; 2],
    /// The numbers of empty squares, of the mover's moves and of the opponent's: four bits, three and three.
    /// Greater numbers count as 15 and 7.
    pub(crate) counts: [u16; QUADRANTS],
}

/// The squares of a quadrant on its diagonal, above it and below it, from the highest bit of a slot's parts.
const DIAGONAL: [usize; 4] = [0, 5, 10, 15];
const ABOVE: [usize; 6] = [1, 2, 3, 6, 7, 11];
const BELOW: [usize; 6] = [4, 8, 12, 9, 13, 14];

/// Calls a function for each slot in order, with its set of squares and the mirror image of the set.
pub(crate) fn for_sets_by_slot(mut each: impl FnMut(usize, usize)) {
    fn set(bits: usize, squares: &[usize]) -> usize {
        squares.iter().rev().enumerate().fold(0, |set, (i, square)| set | (bits >> i & 1) << square)
    }
    let [above, below] = [ABOVE, BELOW].map(|squares| std::array::from_fn::<_, 64, _>(|i| set(i, &squares)));
    for diagonal in 0..16 {
        let diagonal = set(diagonal, &DIAGONAL);
        for high in 0..64 {
            for low in 0..=high {
                each(diagonal | above[low] | below[high], diagonal | above[high] | below[low]);
            }
        }
    }
}

/// Returns the slot of a set of squares.
fn set_slot(set: usize) -> usize {
    let bits = |squares: &[usize]| squares.iter().fold(0, |bits, square| bits << 1 | set >> square & 1);
    let [diagonal, above, below] = [bits(&DIAGONAL), bits(&ABOVE), bits(&BELOW)];
    let (low, high) = (above.min(below), above.max(below));
    PAIRS * diagonal + high * (high + 1) / 2 + low
}

/// Returns the slots of a board, from the definition: the counts of the quadrants, the mover's moves, the
/// opponent's.
pub(crate) fn quadrant_slots(board: &Board) -> [usize; 3 * QUADRANTS] {
    let sets = [board.legal_moves(), board.pass().legal_moves(), board.empties()].map(|squares| {
        [(0, 0), (7, 0), (0, 7), (7, 7)].map(|(x, y): (usize, usize)| {
            let is_in = |i: usize| squares.0 >> (8 * y.abs_diff(i / 4) + x.abs_diff(i % 4)) & 1;
            (0..16).fold(0, |set, i| set | (is_in(i) as usize) << i)
        })
    });
    let [own, other, empties] = sets;
    let count = |set: usize| set.count_ones() as usize;
    std::array::from_fn(|i| {
        let at = i % QUADRANTS;
        match i / QUADRANTS {
            0 => count(empties[at]).min(15) << 6 | count(own[at]).min(7) << 3 | count(other[at]).min(7),
            1 => COUNTS + set_slot(own[at]),
            _ => COUNTS + SET_SLOTS + set_slot(other[at]),
        }
    })
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::{Bitboard, dispatch};

    use super::*;
    use crate::kernel::EvalPrimitives;

    #[test]
    fn mirror_images_share_a_slot_and_no_others_do() {
        let mut sets = vec![Vec::new(); SET_SLOTS];
        (0..SETS).for_each(|set| sets[set_slot(set)].push(set));
        let transposed =
            |set: usize| (0..16).fold(0, |image, i| image | (set >> i & 1) << (i % 4 * 4 + i / 4));
        for sets in sets {
            let mirrored = transposed(sets[0]);
            assert_eq!(sets[1..], if mirrored == sets[0] { vec![] } else { vec![mirrored] });
        }
    }

    fn of_all_levels(moves: [Bitboard; 2], empties: Bitboard) -> Quadrants {
        let quadrants = |cpu: reversi_bitboard::Cpu| dispatch!(cpu, l => l.quadrants(moves, empties));
        let portable = quadrants(reversi_testkit::cpus()[0]);
        reversi_testkit::cpus().iter().for_each(|&cpu| assert_eq!(quadrants(cpu), portable, "{cpu:?}"));
        portable
    }

    #[test]
    fn quadrants_are_those_of_the_definition() {
        let mut rng = reversi_testkit::Rng::with_seed(15);
        let mut boards: Vec<Board> = (0..50).flat_map(|_| reversi_testkit::game_boards(&mut rng)).collect();
        boards.extend((0..100).map(|_| reversi_testkit::any_board(&mut rng)));
        boards.push(Board::new(Bitboard(0), Bitboard(0)).unwrap());
        for board in boards {
            let moves = [board.legal_moves(), board.pass().legal_moves()];
            let quadrants = of_all_levels(moves, board.empties());
            let [own, other] = quadrants.moves.map(|sets| sets.map(|set| set_slot(set.into())));
            let counts = quadrants.counts.map(usize::from);
            let expected = quadrant_slots(&board);
            assert_eq!(expected[..4], counts, "{board}");
            assert_eq!(expected[4..8], own.map(|slot| COUNTS + slot), "{board}");
            assert_eq!(expected[8..], other.map(|slot| COUNTS + SET_SLOTS + slot), "{board}");
        }
        let all = of_all_levels([Bitboard(u64::MAX), Bitboard(1 << 63)], Bitboard(u64::MAX));
        let counts = 15 << 6 | 7 << 3;
        assert_eq!(all.counts, [counts, counts, counts, counts + 1]);
        assert_eq!(all.moves, [[0xffff; 4], [0, 0, 0, 1]]);
    }
}
