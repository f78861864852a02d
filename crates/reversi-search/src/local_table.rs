//! The small hash table of one thread for positions near the end (END-17).
//!
//! Most transpositions close after three or four plies, so far below the root a table that fits the nearest caches
//! finds nearly all of them, without locks and without waiting for memory.

use reversi_bitboard::{Board, Square};

/// What is proven about a position, and the best move.
#[derive(Clone, Copy)]
pub(crate) struct LocalEntry {
    board: Board,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    pub(crate) best: Option<Square>,
}

/// One entry a place, the latest wins. The whole board is stored: what is left from other searches does no harm.
pub(crate) struct LocalTable {
    entries: Box<[LocalEntry; LocalTable::SIZE]>,
}

impl LocalTable {
    const SIZE: usize = 1 << 13;

    /// An empty table.
    pub(crate) fn new() -> LocalTable {
        let nothing = LocalEntry { board: Board::START, lower: -64, upper: 64, best: None };
        LocalTable { entries: vec![nothing; Self::SIZE].try_into().unwrap_or_else(|_| unreachable!()) }
    }

    /// The entry of this position, if it is there.
    #[inline(always)]
    pub(crate) fn probe(&self, hash: u64, board: Board) -> Option<LocalEntry> {
        let entry = self.entries[hash as usize % Self::SIZE];
        (entry.board == board).then_some(entry)
    }

    /// Adds what a search has proven.
    #[inline(always)]
    pub(crate) fn store(&mut self, hash: u64, board: Board, lower: i32, upper: i32, best: Option<Square>) {
        self.entries[hash as usize % Self::SIZE] =
            LocalEntry { board, lower: lower as i8, upper: upper as i8, best };
    }
}
