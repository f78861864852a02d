//! The small hash table of one thread: proven bounds near the leaves (END-17).
//!
//! Most transpositions close after three or four plies. So a table that fits the nearest caches finds nearly
//! all of them far below the root, without locks and without a wait for memory.

use reversi_bitboard::{Board, Square};

use super::filled;

/// Proven bounds of a position and its best move.
#[derive(Clone, Copy)]
pub(crate) struct ThreadEntry {
    board: Board,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    pub(crate) best: Option<Square>,
}

/// One entry for each place; the latest replaces the one before. The whole board is stored, so entries of
/// earlier searches stay right.
pub(crate) struct ThreadTable {
    entries: Box<[ThreadEntry; ThreadTable::SIZE]>,
}

impl ThreadTable {
    const SIZE: usize = 1 << 13;
    pub(super) const BYTES: usize = size_of::<[ThreadEntry; Self::SIZE]>();
    const UNKNOWN: ThreadEntry = ThreadEntry { board: Board::START, lower: -64, upper: 64, best: None };

    pub(super) fn new() -> Option<ThreadTable> {
        Some(ThreadTable { entries: filled(Self::UNKNOWN)? })
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Self::UNKNOWN);
    }

    /// The entry of this position, if it is there.
    #[inline(always)]
    pub(crate) fn probe(&self, hash: u64, board: Board) -> Option<ThreadEntry> {
        let entry = self.entries[hash as usize % Self::SIZE];
        (entry.board == board).then_some(entry)
    }

    /// Adds proven bounds.
    #[inline(always)]
    pub(crate) fn store(&mut self, hash: u64, board: Board, lower: i32, upper: i32, best: Option<Square>) {
        self.entries[hash as usize % Self::SIZE] =
            ThreadEntry { board, lower: lower as i8, upper: upper as i8, best };
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
        let mut table = ThreadTable::new().unwrap();
        table.store(7, known, -2, 4, Some(Square::A1));
        let entry = table.probe(7, known).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (-2, 4, Some(Square::A1)));
        for other in [board(0x18, 0x600), board(0x38, 0x700), known.pass()] {
            assert!(table.probe(7, other).is_none());
        }
        table.clear();
        assert!(table.probe(7, known).is_none());
    }
}
