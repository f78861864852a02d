//! The small hash table of one thread: proven bounds near the leaves (END-17).
//!
//! Most transpositions close after three or four plies. So a table that fits the nearest caches finds nearly
//! all of them far below the root, without locks and without a wait for memory.

use bytemuck::Zeroable;
use reversi_bitboard::__internal::Large;
use reversi_bitboard::Board;

#[cfg(target_family = "wasm")]
use super::prefetch::Touched;
#[cfg(not(target_family = "wasm"))]
use super::prefetch::prefetch;

/// The score is between these, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProvenBounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

/// One place for each hash; the latest position replaces the one before. The whole board is stored, so
/// bounds of earlier searches stay right.
pub(crate) struct ThreadTable {
    places: Large<[Place; ThreadTable::SIZE]>,
}

/// A position with its proven bounds. Without discs it is empty: a board near the end always has some.
#[derive(Clone)]
struct Place {
    player: u64,
    opponent: u64,
    lower: i8,
    upper: i8,
    #[cfg(target_family = "wasm")]
    touched: Touched,
}

// SAFETY: zeros are an empty place.
unsafe impl Zeroable for Place {}

impl ThreadTable {
    const SIZE: usize = 1 << 14;
    pub(super) const BYTES: usize = size_of::<[Place; Self::SIZE]>();

    /// The system gives the zeros: a search that stores nothing never touches them.
    pub(super) fn new() -> Option<ThreadTable> {
        Some(ThreadTable { places: Large::array()? })
    }

    pub(super) fn clear(&mut self) {
        self.places.fill(Place::zeroed());
    }

    /// Starts to load the place of a position that will be probed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        let place = &self.places[hash as usize % Self::SIZE];
        #[cfg(target_family = "wasm")]
        place.touched.touch();
        #[cfg(not(target_family = "wasm"))]
        prefetch(place);
    }

    /// The proven bounds of this position.
    #[inline(always)]
    pub(crate) fn probe(&self, hash: u64, board: Board) -> ProvenBounds {
        let place = &self.places[hash as usize % Self::SIZE];
        if place.player == board.player().0 && place.opponent == board.opponent().0 {
            ProvenBounds { lower: place.lower.into(), upper: place.upper.into() }
        } else {
            ProvenBounds { lower: -64, upper: 64 }
        }
    }

    /// Adds what a null window at `alpha` has proven: a bound on one side. `known` has the other.
    #[inline(always)]
    pub(crate) fn store(&mut self, hash: u64, board: Board, known: ProvenBounds, alpha: i32, score: i32) {
        let (lower, upper) = if score > alpha { (score, known.upper) } else { (known.lower, score) };
        let (player, opponent) = (board.player().0, board.opponent().0);
        self.places[hash as usize % Self::SIZE] = Place {
            player,
            opponent,
            lower: lower as i8,
            upper: upper as i8,
            #[cfg(target_family = "wasm")]
            touched: Touched::default(),
        };
    }
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::Bitboard;

    use super::*;

    const UNKNOWN: ProvenBounds = ProvenBounds { lower: -64, upper: 64 };

    fn board(player: u64, opponent: u64) -> Board {
        Board::new(Bitboard(player), Bitboard(opponent)).unwrap()
    }

    #[test]
    fn no_board_is_taken_for_another_in_its_place() {
        let known = board(0x18, 0x700);
        let mut table = ThreadTable::new().unwrap();
        table.store(7, known, UNKNOWN, -4, -2);
        assert_eq!(table.probe(7, known), ProvenBounds { lower: -2, upper: 64 });
        for other in [board(0x18, 0x600), board(0x38, 0x700), known.pass()] {
            assert_eq!(table.probe(7, other), UNKNOWN);
        }
        table.clear();
        assert_eq!(table.probe(7, known), UNKNOWN);
    }

    #[test]
    fn a_null_window_proves_one_side_and_leaves_the_other() {
        let known = board(0x18, 0x700);
        let mut table = ThreadTable::new().unwrap();
        for (alpha, score, lower, upper) in [(9, 4, -64, 4), (-3, -2, -2, 4), (1, 2, 2, 4), (3, 2, 2, 2)] {
            let before = table.probe(7, known);
            table.store(7, known, before, alpha, score);
            assert_eq!(table.probe(7, known), ProvenBounds { lower, upper }, "{score} at {alpha}");
        }
    }
}
