//! Recomputes values, and removes positions.

use std::collections::HashSet;

use reversi_bitboard::Board;

use super::GrowError;
use super::graph::Graph;
use super::routes::{Deviation, routes};
use crate::Manuscript;

/// The positions that stay in a book.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript, PruneRequest};
/// use reversi_engine::Level;
///
/// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
/// let _ = Grower::new().grow(&mut manuscript, &GrowRequest::to(100))?;
/// let removed = manuscript.prune(&PruneRequest::new().within_discs(2))?;
/// assert_eq!(manuscript.len(), 100 - removed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct PruneRequest {
    deviation: Deviation,
    lines: u32,
}

impl PruneRequest {
    /// Keeps everything.
    pub fn new() -> PruneRequest {
        PruneRequest { deviation: Deviation { both: u32::MAX, each: u32::MAX }, lines: 0 }
    }

    /// Keeps positions to which a line of play leads in which both sides together give up at most this number
    /// of discs.
    pub fn within_discs(mut self, discs: u32) -> PruneRequest {
        self.deviation.both = discs;
        self
    }

    /// Keeps positions to which a line of play leads in which no side gives up more than this number of
    /// discs.
    pub fn each_side_within(mut self, discs: u32) -> PruneRequest {
        self.deviation.each = discs;
        self
    }

    /// Keeps positions with at least this number of lines of play below them.
    pub fn lines(mut self, lines: u32) -> PruneRequest {
        self.lines = lines;
        self
    }
}

impl Default for PruneRequest {
    fn default() -> PruneRequest {
        PruneRequest::new()
    }
}

impl Manuscript {
    /// Computes all values, bounds and numbers of lines again, from the leaves and links. Missing links are
    /// added. A link to a position that the book does not have becomes the leaf, if it is better. A forced
    /// pass to such a position is removed.
    ///
    /// ```
    /// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
    /// use reversi_engine::{Board, Level};
    ///
    /// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
    /// let _ = Grower::new().grow(&mut manuscript, &GrowRequest::to(10))?;
    /// let right = manuscript.get(&Board::START).unwrap();
    /// let mut wrong = right.clone();
    /// wrong.value = 64;
    /// manuscript.insert(&Board::START, wrong);
    /// manuscript.evaluate()?;
    /// assert_eq!(manuscript.get(&Board::START), Some(right));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GrowError::IllegalMove`] for a move that is not legal, [`GrowError::Score`] for a score beyond 64.
    pub fn evaluate(&mut self) -> Result<(), GrowError> {
        self.drop_passes_to_nowhere();
        *self = Graph::new(self)?.manuscript();
        Ok(())
    }

    /// Removes positions of a forced pass without the position after it: their value is unknown.
    fn drop_passes_to_nowhere(&mut self) {
        let is_one = |board: &Board| board.must_pass() && self.get(&board.pass()).is_none();
        let passes: Vec<Board> = self.iter().map(|(board, _)| *board).filter(is_one).collect();
        for board in passes {
            self.remove(&board);
        }
    }

    /// Removes positions, and returns their number. The roots, to which no link leads, stay. The best move to
    /// a removed position may become a leaf, with its score. See [`PruneRequest`].
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate).
    pub fn prune(&mut self, request: &PruneRequest) -> Result<usize, GrowError> {
        let before = self.len();
        self.evaluate()?;
        let graph = Graph::new(self)?;
        let routes = routes(&graph, &[], request.deviation, 0);
        let mut kept: HashSet<Board> = HashSet::new();
        for (node, route) in graph.nodes.iter().zip(routes) {
            if route.is_some_and(|route| route.plies == 0 || node.values.lines >= request.lines) {
                kept.insert(node.board);
                if node.is_pass() {
                    kept.insert(node.board.pass().canonical().0); // they stay together
                }
            }
        }
        let mut pruned = Manuscript::new(self.header().clone());
        for (board, entry) in self.iter().filter(|(board, _)| kept.contains(*board)) {
            pruned.insert(board, entry.clone());
        }
        pruned.evaluate()?;
        *self = pruned;
        Ok(before.saturating_sub(self.len()))
    }
}
