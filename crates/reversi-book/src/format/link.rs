//! Finds the links of a book without links: a move to a position of the book is a link.

use reversi_bitboard::{Bitboard, Board, Move};

use super::Damage;
use super::pack::{NOWHERE, Packing};
use super::record;
use crate::{Book, BookEntry, BookError, BookErrorKind, ScoredMove};

/// The minimum and the maximum number of bits of a filter, as powers of two: 64 MiB at most.
const FILTER_BITS: std::ops::RangeInclusive<u32> = 10..=29;

/// A filter: for most boards that the book does not have, it says so without a look into the file.
struct Filter {
    words: Vec<u64>,
    bits: u32,
}

impl Filter {
    /// Makes a filter for about this number of positions.
    fn new(positions: u64) -> Filter {
        let wanted = positions.saturating_mul(16).checked_ilog2().unwrap_or(0);
        let bits = wanted.clamp(*FILTER_BITS.start(), *FILTER_BITS.end());
        Filter { words: vec![0; 1 << (bits - 6)], bits }
    }

    /// Returns the word and the bit of a board. Numbers of boards have 102 bits, and the highest are well
    /// mixed.
    fn place(&self, board: &Board) -> (usize, u64) {
        let number = (record::number(board) >> (102 - self.bits)) as usize;
        (number / 64, 1 << (number % 64))
    }

    fn add(&mut self, board: &Board) {
        let (word, bit) = self.place(board);
        self.words[word] |= bit;
    }

    fn may_have(&self, board: &Board) -> bool {
        let (word, bit) = self.place(board);
        self.words[word] & bit != 0
    }
}

/// Finds the links of a book.
struct Linking<'a> {
    book: &'a Book,
    filter: Filter,
}

/// Adds all positions of a book with its links, and the positions that must pass between two of them, in the
/// order of their places. Links of the book that lead nowhere are reported.
pub(super) fn link(
    book: &Book,
    packing: &mut Packing,
    damage: &mut Damage,
    mut each: impl FnMut() -> Result<(), BookError>,
) -> Result<(), BookError> {
    let mut filter = Filter::new(book.len());
    for position in book.iter() {
        filter.add(&position?.0);
    }
    let linking = Linking { book, filter };
    for record in book.records() {
        let record = record?;
        let place = record.place.unwrap_or(0);
        let (entry, passes) = linking.entry(record.board, record.entry, damage);
        packing.add_at(record.board, &entry, place, 0)?;
        for (board, entry) in passes {
            // After all positions of the file.
            let (canonical, symmetry) = board.canonical();
            packing.add_at(canonical, &entry.image(symmetry), u64::MAX, NOWHERE)?;
        }
        each()?;
    }
    Ok(())
}

impl Linking<'_> {
    fn find(&self, board: Board) -> Option<BookEntry> {
        let (canonical, _) = board.canonical();
        if self.filter.may_have(&canonical) { self.book.probe(&canonical) } else { None }
    }

    /// Returns the entry with its links, and the positions that must pass to which it leads.
    fn entry(
        &self,
        board: Board,
        mut entry: BookEntry,
        damage: &mut Damage,
    ) -> (BookEntry, Vec<(Board, BookEntry)>) {
        let mut passes = Vec::new();
        let known = std::mem::take(&mut entry.links);
        let leaf = entry.leaf.and_then(|leaf| leaf.mv.square());
        let moves = Bitboard(board.legal_moves().0 & !leaf.map_or(0, |square| square.bit()));
        for square in moves {
            let (mv, child) = (Move::Place(square), board.play(square));
            if let Some(of_child) = self.find(child) {
                entry.links.push(ScoredMove { mv, score: -of_child.value });
            } else if child.must_pass()
                && let Some(after) = self.find(child.pass())
            {
                entry.links.push(ScoredMove { mv, score: after.value });
                passes.push((child, passing(after)));
            }
        }
        if board.must_pass()
            && let Some(after) = self.find(board.pass())
        {
            entry.links.push(ScoredMove { mv: Move::Pass, score: -after.value });
        }
        for link in known.into_iter().filter(|link| leaf.is_none() || link.mv.square() != leaf) {
            if entry.links.iter().all(|found| found.mv != link.mv) {
                damage.add(BookErrorKind::Dangling { mv: link.mv }.into());
            }
        }
        (entry, passes)
    }
}

/// Makes the entry of a position that must pass from the entry of the position after the pass.
fn passing(after: BookEntry) -> BookEntry {
    let BookEntry { value, lower, upper, level, tally, .. } = after;
    let links = vec![ScoredMove { mv: Move::Pass, score: -value }];
    BookEntry { links, leaf: None, value: -value, lower: -upper, upper: -lower, level, tally }
}
