//! The small hash tables of one thread: what is proven near the end (END-17), and values of the evaluation.
//!
//! Most transpositions close after three or four plies, so far below the root a table that fits the nearest caches
//! finds nearly all of them, without locks and without waiting for memory. A value is asked for again when a position
//! that a look-ahead has seen is searched itself: a good quarter of all values are found here.

use reversi_bitboard::{Bitboard, Board, Square};

/// What is proven about a position, and the best move.
#[derive(Clone, Copy)]
pub(crate) struct LocalEntry {
    board: Board,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    pub(crate) best: Option<Square>,
}

/// One entry a place, the latest wins. The whole board is stored: what is left from other searches does no harm, as
/// long as the evaluation stays the same.
pub(crate) struct LocalTable {
    entries: Box<[LocalEntry; LocalTable::SIZE]>,
    values: Box<[(Board, i32); LocalTable::VALUES]>,
}

/// The game is over on it: no evaluation is asked about it.
const NO_DISCS: Board = match Board::new(Bitboard::EMPTY, Bitboard::EMPTY) {
    Ok(board) => board,
    Err(_) => unreachable!(),
};

impl LocalTable {
    const SIZE: usize = 1 << 13;
    const VALUES: usize = 1 << 14;
    pub(crate) const BYTES: usize =
        size_of::<[LocalEntry; Self::SIZE]>() + size_of::<[(Board, i32); Self::VALUES]>();
    const NOTHING: LocalEntry = LocalEntry { board: Board::START, lower: -64, upper: 64, best: None };
    const NO_VALUE: (Board, i32) = (NO_DISCS, 0);

    /// An empty table, if there is memory for it.
    pub(crate) fn new() -> Option<LocalTable> {
        Some(LocalTable { entries: filled(Self::NOTHING)?, values: filled(Self::NO_VALUE)? })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(Self::NOTHING);
        self.values.fill(Self::NO_VALUE);
    }

    /// The entry of this position, if it is there.
    #[inline(always)]
    pub(crate) fn probe(&self, hash: u64, board: Board) -> Option<LocalEntry> {
        let entry = self.entries[hash as usize % Self::SIZE];
        (entry.board == board).then_some(entry)
    }

    /// What the evaluation has said about this position, if it is still known.
    #[inline(always)]
    pub(crate) fn value(&self, hash: u64, board: Board) -> Option<i32> {
        let (known, value) = self.values[hash as usize % Self::VALUES];
        (known == board).then_some(value)
    }

    /// Adds what the evaluation says about this position.
    #[inline(always)]
    pub(crate) fn store_value(&mut self, hash: u64, board: Board, value: i32) {
        self.values[hash as usize % Self::VALUES] = (board, value);
    }

    /// Adds what a search has proven.
    #[inline(always)]
    pub(crate) fn store(&mut self, hash: u64, board: Board, lower: i32, upper: i32, best: Option<Square>) {
        self.entries[hash as usize % Self::SIZE] =
            LocalEntry { board, lower: lower as i8, upper: upper as i8, best };
    }
}

fn filled<T: Clone, const N: usize>(with: T) -> Option<Box<[T; N]>> {
    let mut all = Vec::new();
    all.try_reserve_exact(N).ok()?;
    all.resize(N, with);
    Some(all.try_into().unwrap_or_else(|_| unreachable!("N of them")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_board_is_taken_for_another_in_its_place() {
        let board = |player, opponent| Board::new(Bitboard(player), Bitboard(opponent)).unwrap();
        let known = board(0x18, 0x700);
        let mut table = LocalTable::new().unwrap();
        table.store(7, known, -2, 4, Some(Square::A1));
        table.store_value(7, known, 256);
        let entry = table.probe(7, known).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (-2, 4, Some(Square::A1)));
        assert_eq!(table.value(7, known), Some(256));
        for other in [board(0x18, 0x600), board(0x38, 0x700), known.pass()] {
            assert!(table.probe(7, other).is_none());
            assert_eq!(table.value(7, other), None);
        }
        table.clear();
        assert!(table.probe(7, known).is_none() && table.value(7, known).is_none());
    }
}
