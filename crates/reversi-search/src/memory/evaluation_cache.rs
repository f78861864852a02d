//! Values of the evaluation, for one thread.
//!
//! A search asks again for the value of a position that a look-ahead has seen: a good quarter of all values
//! come from here.

use reversi_bitboard::{Bitboard, Board};

use super::filled;

/// One value for each place; the latest replaces the one before.
pub(crate) struct EvaluationCache {
    values: Box<[(Board, i32); EvaluationCache::SIZE]>,
}

/// Marks an empty place: the game is over on it, so it is never evaluated.
const NO_DISCS: Board = match Board::new(Bitboard::EMPTY, Bitboard::EMPTY) {
    Ok(board) => board,
    Err(_) => unreachable!(),
};

impl EvaluationCache {
    const SIZE: usize = 1 << 14;
    pub(super) const BYTES: usize = size_of::<[(Board, i32); Self::SIZE]>();
    const EMPTY: (Board, i32) = (NO_DISCS, 0);

    pub(super) fn new() -> Option<EvaluationCache> {
        Some(EvaluationCache { values: filled(Self::EMPTY)? })
    }

    pub(super) fn clear(&mut self) {
        self.values.fill(Self::EMPTY);
    }

    /// The value of this position, if it is still there.
    #[inline(always)]
    pub(crate) fn get(&self, hash: u64, board: Board) -> Option<i32> {
        let (known, value) = self.values[hash as usize % Self::SIZE];
        (known == board).then_some(value)
    }

    /// Adds the value of this position.
    #[inline(always)]
    pub(crate) fn insert(&mut self, hash: u64, board: Board, value: i32) {
        self.values[hash as usize % Self::SIZE] = (board, value);
    }
}

#[cfg(test)]
mod tests {
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
