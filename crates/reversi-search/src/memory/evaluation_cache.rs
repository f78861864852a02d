//! Values of the evaluation, for one thread.
//!
//! A search asks again for the value of a position that a look-ahead has seen: a good quarter of all values
//! come from here.

use bytemuck::Zeroable;
use reversi_bitboard::__internal::Large;
use reversi_bitboard::Board;

/// One value for each place; the latest replaces the one before.
pub(crate) struct EvaluationCache {
    places: Large<[Place; EvaluationCache::SIZE]>,
    /// `true` if there was ever a value. If not, most systems have yet to give the places their memory.
    used: bool,
}

/// A value and its board. Without discs it is empty: the game is over then, so that is never evaluated.
#[derive(Clone, Copy)]
struct Place {
    player: u64,
    opponent: u64,
    value: i32,
}

// SAFETY: zeros are an empty place.
unsafe impl Zeroable for Place {}

impl EvaluationCache {
    const SIZE: usize = 1 << 14;
    pub(super) const BYTES: usize = size_of::<[Place; Self::SIZE]>();

    /// The system gives the zeros: a solve that evaluates nothing never touches them.
    pub(super) fn new() -> Option<EvaluationCache> {
        Some(EvaluationCache { places: Large::array()?, used: false })
    }

    pub(super) fn clear(&mut self) {
        if self.used {
            self.places.fill(Place::zeroed());
        }
    }

    /// The value of this position, if it is still there.
    #[inline(always)]
    pub(crate) fn get(&self, hash: u64, board: Board) -> Option<i32> {
        let place = self.places[hash as usize % Self::SIZE];
        (place.player == board.player().0 && place.opponent == board.opponent().0).then_some(place.value)
    }

    /// Adds the value of this position.
    #[inline(always)]
    pub(crate) fn insert(&mut self, hash: u64, board: Board, value: i32) {
        self.used = true;
        let (player, opponent) = (board.player().0, board.opponent().0);
        self.places[hash as usize % Self::SIZE] = Place { player, opponent, value };
    }
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::Bitboard;

    use super::*;

    #[test]
    fn no_board_is_taken_for_another_in_its_place() {
        let board = |player, opponent| Board::new(Bitboard(player), Bitboard(opponent)).unwrap();
        let known = board(0x18, 0x700);
        let mut cache = EvaluationCache::new().unwrap();
        cache.insert(7, known, 256);
        assert_eq!(cache.get(7, known), Some(256));
        for other in [board(0x18, 0x600), board(0x38, 0x700), known.pass()] {
            assert_eq!(cache.get(7, other), None);
        }
        cache.clear();
        assert_eq!(cache.get(7, known), None);
    }
}
