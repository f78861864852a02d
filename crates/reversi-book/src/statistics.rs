//! Statistics of a book.

use std::collections::BTreeMap;

use reversi_search::Level;

use crate::{Book, BookEntry, BookError};

/// The numbers of positions of a book, by ply and by level.
///
/// ```
/// use reversi_engine::book::Book;
///
/// # #[cfg(feature = "embedded-book")] {
/// let statistics = Book::embedded().statistics()?;
/// assert_eq!(statistics.plies[0].ply, 0);
/// println!("{} positions, {} of them exact", statistics.total.positions, statistics.total.exact);
/// # }
/// # Ok::<(), reversi_engine::book::BookError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// The numbers of all positions together. The ply is the last one of the book.
    pub total: PlyCount,
    /// The plies of the book, from the first.
    pub plies: Vec<PlyCount>,
    /// The number of positions by the level of their search.
    pub levels: BTreeMap<Level, u64>,
}

/// The numbers of the positions of a ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlyCount {
    /// The number of discs that were played before these positions.
    pub ply: u32,
    /// The number of positions. Symmetric positions count as one.
    pub positions: u64,
    /// The number of positions whose value is exact.
    pub exact: u64,
    /// The number of moves to positions of the book.
    pub links: u64,
    /// The number of positions with a scored move out of the book.
    pub leaves: u64,
    /// The sum of the differences between upper and lower bounds, in discs.
    pub width: u64,
}

impl PlyCount {
    /// Returns how far the score of a position may be from its value, in discs, on average.
    pub fn mean_error(&self) -> f64 {
        self.width as f64 / 2.0 / self.positions.max(1) as f64
    }

    fn add(&mut self, entry: &BookEntry) {
        self.positions += 1;
        self.exact += u64::from(entry.lower == entry.upper);
        self.links += entry.links.len() as u64;
        self.leaves += u64::from(entry.leaf.is_some());
        self.width += u64::from(entry.upper.abs_diff(entry.lower));
    }
}

impl Book {
    /// Counts the content of the book. It reads the whole book.
    ///
    /// # Errors
    /// [`BookError`] if the file is damaged.
    pub fn statistics(&self) -> Result<Statistics, BookError> {
        let mut plies: BTreeMap<u32, PlyCount> = BTreeMap::new();
        let (mut total, mut levels) = (PlyCount::default(), BTreeMap::new());
        for position in self.iter() {
            let (board, entry) = position?;
            let ply = 60_u32.saturating_sub(board.empties().len());
            let count = plies.entry(ply).or_insert(PlyCount { ply, ..PlyCount::default() });
            count.add(&entry);
            total.add(&entry);
            total.ply = total.ply.max(ply);
            *levels.entry(entry.level).or_default() += 1;
        }
        Ok(Statistics { total, plies: plies.into_values().collect(), levels })
    }
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::{Board, Move, Square};

    use super::*;
    use crate::{Header, Manuscript, ScoredMove, Tally};

    #[test]
    fn positions_are_counted_by_ply_and_by_level() {
        let [low, high] = [4, 12].map(|number| Level::new(number).unwrap());
        let (edax, note) = (None, String::new());
        let header = Header { level: low, empties: 24, midgame_error: 2, endcut_error: 1, note, edax };
        let mut manuscript = Manuscript::new(header);
        let f5 = ScoredMove { mv: Square::F5.into(), score: 0 };
        let root = BookEntry {
            links: vec![f5],
            leaf: None,
            value: 0,
            lower: -3,
            upper: 2,
            level: low,
            tally: Tally::default(),
        };
        let child = Board::START.play(Square::F5);
        let leaf = child.legal_plays().next().map(|mv: Move| ScoredMove { mv, score: 0 });
        let (links, [lower, upper]) = (vec![], [0, 0]);
        manuscript.insert(&child, BookEntry { links, leaf, lower, upper, level: high, ..root.clone() });
        manuscript.insert(&Board::START, root);

        let counted = manuscript.pack().unwrap().statistics().unwrap();
        let first = PlyCount { ply: 0, positions: 1, exact: 0, links: 1, leaves: 0, width: 5 };
        let second = PlyCount { ply: 1, positions: 1, exact: 1, links: 0, leaves: 1, width: 0 };
        let total = PlyCount { ply: 1, positions: 2, exact: 1, links: 1, leaves: 1, width: 5 };
        assert_eq!(counted.plies, [first, second]);
        assert_eq!((counted.total, counted.total.mean_error()), (total, 1.25));
        assert_eq!(counted.levels, BTreeMap::from([(low, 1), (high, 1)]));
    }
}
