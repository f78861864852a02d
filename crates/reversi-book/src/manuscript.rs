//! A book that can be changed.

use std::collections::HashMap;

use reversi_bitboard::Board;

use crate::{BookEntry, Header};

/// A book that can be changed. The whole book is in memory.
///
/// ```
/// use reversi_engine::book::{BookEntry, Header, Manuscript, ScoredMove};
/// use reversi_engine::{Board, Level, Square};
/// use reversi_engine::board::Symmetry;
///
/// let header = Header::new(Level::of::<16>());
/// let mut manuscript = Manuscript::new(header.clone());
/// let mut entry = BookEntry::new(1, header.level);
/// entry.leaf = Some(ScoredMove::new(Square::D6, 1));
/// let board = Board::START.play(Square::F5);
/// manuscript.insert(&board, entry);
/// assert_eq!(manuscript.len(), 1);
/// for symmetry in Symmetry::ALL {
///     let leaf = manuscript.get(&symmetry.board(board)).unwrap().leaf.unwrap();
///     assert_eq!(leaf.mv, symmetry.square(Square::D6).into());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manuscript {
    header: Header,
    /// The entries by canonical board, with the moves of that board.
    entries: HashMap<Board, BookEntry>,
}

impl Manuscript {
    /// Makes a book without positions.
    #[must_use]
    pub fn new(header: Header) -> Manuscript {
        Manuscript { header, entries: HashMap::new() }
    }

    /// Returns the header of the book.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of positions, symmetric ones counted once.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entry of `board`, with the moves of this board.
    pub fn get(&self, board: &Board) -> Option<BookEntry> {
        let (canonical, symmetry) = board.canonical();
        Some(self.entries.get(&canonical)?.clone().image(symmetry.inverse()))
    }

    /// Adds or replaces a position, and returns the old entry.
    pub fn insert(&mut self, board: &Board, entry: BookEntry) -> Option<BookEntry> {
        let (canonical, symmetry) = board.canonical();
        let before = self.entries.insert(canonical, entry.image(symmetry))?;
        Some(before.image(symmetry.inverse()))
    }

    /// Removes a position, and returns it with the moves of this board. Links to it stay: see
    /// [`evaluate`](Self::evaluate).
    pub fn remove(&mut self, board: &Board) -> Option<BookEntry> {
        let (canonical, symmetry) = board.canonical();
        Some(self.entries.remove(&canonical)?.image(symmetry.inverse()))
    }

    /// Returns all positions, as canonical boards, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&Board, &BookEntry)> {
        self.entries.iter()
    }
}
