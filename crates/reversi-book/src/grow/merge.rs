//! Merges two books.

use std::ops::ControlFlow;

use reversi_bitboard::Board;

use super::growth::search_due;
use super::{GrowError, Grower, Grown};
use crate::{BookEntry, Manuscript, Tally};

/// Two books whose bounds of a position have no score in common: one of them is wrong, or their errors are
/// too small.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::Level;
///
/// let mut books = [1, 3].map(|level| Manuscript::new(Header::new(Level::new(level).unwrap())));
/// let mut grower = Grower::new();
/// for book in &mut books {
///     let _ = grower.grow(book, &GrowRequest::to(20))?;
/// }
/// let [mut book, other] = books;
/// for contradiction in grower.merge(&mut book, &other)?.1 {
///     println!("{}: {:?}, {:?}", contradiction.board, contradiction.ours, contradiction.theirs);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The canonical board.
    pub board: Board,
    /// The value, the lower bound and the upper bound in the manuscript, seen by the side to move.
    pub ours: (i8, i8, i8),
    /// The value and the bounds in the other book.
    pub theirs: (i8, i8, i8),
}

impl Grower {
    /// Adds all positions of another book. If both books have searched a position, the higher level wins, and
    /// the manuscript's search if the levels are equal. The games that both have counted may be the same
    /// ones, so the greater number stays. Contradictions are returned in the order of the boards.
    ///
    /// A position whose leaf is a link in the other book may need a new leaf: it is searched. A limit that
    /// ends the call leaves the manuscript unchanged.
    ///
    /// ```
    /// use reversi_engine::book::{Grower, Header, Manuscript};
    /// use reversi_engine::{Board, Level};
    ///
    /// let header = Header::new(Level::of::<2>());
    /// let (mut one, mut other) = (Manuscript::new(header.clone()), Manuscript::new(header));
    /// let mut grower = Grower::new();
    /// let _ = grower.add(&mut one, &"f5f6".parse()?)?;
    /// let _ = grower.add(&mut other, &"f5d6".parse()?)?;
    /// let (merged, _) = grower.merge(&mut one, &other)?;
    /// assert_eq!((merged.added, one.len()), (1, 4)); // only the position after f5d6 is new
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`add`](Self::add), also for a move of the other book.
    pub fn merge(
        &mut self,
        manuscript: &mut Manuscript,
        other: &Manuscript,
    ) -> Result<(Grown, Vec<Contradiction>), GrowError> {
        let mut both = manuscript.clone();
        let mut contradictions = Vec::new();
        for (board, theirs) in other.iter() {
            let Some(ours) = both.get(board) else {
                both.insert(board, theirs.clone());
                continue;
            };
            contradictions.extend(contradiction(*board, &ours, theirs));
            let tally = greater(ours.tally, theirs.tally);
            let better = if theirs.level > ours.level { theirs.clone() } else { ours };
            both.insert(board, BookEntry { tally, ..better });
        }
        contradictions.sort_unstable_by_key(|contradiction| contradiction.board);
        let before = manuscript.len();
        let grown =
            self.with_searches(&mut both, &mut |_| ControlFlow::Continue(()), |graph, searches| {
                searches.target = graph.nodes.len();
                search_due(graph, graph.nodes.len(), searches).map(drop)
            })?;
        if grown.stopped.is_none() {
            *manuscript = both;
        }
        Ok((Grown { added: manuscript.len() - before, ..grown }, contradictions))
    }
}

fn contradiction(board: Board, ours: &BookEntry, theirs: &BookEntry) -> Option<Contradiction> {
    let of = |entry: &BookEntry| (entry.value, entry.lower, entry.upper);
    let apart = ours.upper < theirs.lower || theirs.upper < ours.lower;
    apart.then(|| Contradiction { board, ours: of(ours), theirs: of(theirs) })
}

fn greater(one: Tally, other: Tally) -> Tally {
    Tally {
        wins: one.wins.max(other.wins),
        draws: one.draws.max(other.draws),
        losses: one.losses.max(other.losses),
        lines: 0, // counted again
    }
}
