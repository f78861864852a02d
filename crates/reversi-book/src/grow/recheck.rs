//! Searches positions of a book again.

use std::ops::ControlFlow;

use reversi_bitboard::{Board, Move};
use reversi_search::Level;

use super::graph::Graph;
use super::journal::Search;
use super::values::{self, Bounds};
use super::{GrowError, GrowProgress, Grower};
use crate::Manuscript;

/// The leaf of a position, searched again.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::Level;
///
/// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
/// let mut grower = Grower::new();
/// let _ = grower.grow(&mut manuscript, &GrowRequest::to(30))?;
/// for recheck in grower.recheck(&manuscript, 10, 1)? {
///     assert!((recheck.bounds.0..=recheck.bounds.1).contains(&recheck.score));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recheck {
    /// The canonical board.
    pub board: Board,
    /// The score of the leaf in the book, seen by the side to move.
    pub value: i8,
    /// The lower and the upper bound of the score by the error of the leaf.
    pub bounds: (i8, i8),
    /// The score of the best move that is not a link, by the new search.
    pub score: i8,
    /// The best move.
    pub best: Move,
    /// The level of both searches.
    pub level: Level,
}

impl Grower {
    /// Searches the leaves of this number of random positions again, without the journal. Each result is
    /// returned with the value in the book, in the order of the boards. There are fewer if the book has fewer
    /// leaves or a limit ends the call. The same seed selects the same positions.
    ///
    /// A book of this engine gets the same scores again, or similar scores if a position has got links since
    /// its search. Another score suggests a damaged book, other weights, or another engine.
    ///
    /// # Errors
    /// As [`grow`](Self::grow).
    pub fn recheck(
        &mut self,
        manuscript: &Manuscript,
        positions: usize,
        seed: u64,
    ) -> Result<Vec<Recheck>, GrowError> {
        self.recheck_with(manuscript, positions, seed, |_| ControlFlow::Continue(()))
    }

    /// Searches leaves again as [`recheck`](Self::recheck) does, with a callback on the calling thread, at
    /// most every [`Progress::INTERVAL`](reversi_search::Progress::INTERVAL).
    ///
    /// # Errors
    /// As [`recheck`](Self::recheck).
    pub fn recheck_with(
        &mut self,
        manuscript: &Manuscript,
        positions: usize,
        seed: u64,
        mut callback: impl FnMut(&GrowProgress) -> ControlFlow<()>,
    ) -> Result<Vec<Recheck>, GrowError> {
        let graph = Graph::new(manuscript)?;
        let mut numbers: Vec<u32> =
            (0..).zip(&graph.nodes).filter(|(_, node)| node.leaf.is_some()).map(|(i, _)| i).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut numbers);
        numbers.truncate(positions);
        numbers.sort_unstable_by_key(|&number| graph.nodes[number as usize].board);
        let mut searches = self.searches(graph.header.level, false, &mut callback)?;
        searches.target = numbers.len();
        let mut checked = Vec::new();
        for batch in numbers.chunks(BATCH) {
            searches.positions = checked.len();
            let wanted: Vec<Search> = batch.iter().map(|&number| search_of(&graph, number)).collect();
            let Some(best) = searches.run(&wanted)? else { break };
            for ((&number, search), best) in batch.iter().zip(wanted).zip(best) {
                let node = &graph.nodes[number as usize];
                let Some(leaf) = node.leaf else { continue };
                let error = values::error(&graph.header, node.level, node.board, leaf.mv);
                let Bounds { value, lower, upper } = Bounds::around(leaf.score, error);
                checked.push(Recheck {
                    board: node.board,
                    value,
                    bounds: (lower, upper),
                    score: best.score,
                    best: best.mv,
                    level: search.level,
                });
            }
        }
        Ok(checked)
    }
}

/// The number of searches between two checks of the limits, which keep finished searches.
const BATCH: usize = 64;

fn search_of(graph: &Graph, number: u32) -> Search {
    let node = &graph.nodes[number as usize];
    Search { board: node.board, moves: graph.unlinked(number), level: node.level }
}
