//! Growing a book: which positions are searched, and how a run that was killed goes on.
//!
//! | File | What is in it |
//! |---|---|
//! | [`grower`] | [`Grower`]: engines, limits and a journal |
//! | [`request`] | [`GrowRequest`]: how far a book grows |
//! | [`progress`] | [`GrowProgress`] and [`Grown`]: what it tells of itself |
//! | [`journal`] | [`Journal`]: the searches on disk |
//! | [`error`] | [`GrowError`]: why a book cannot grow |
//! | `growth` | which leaves become positions |
//! | `routes` | what the players give up on the way to a position |
//! | `searches` | searches on all threads |
//! | `graph` | the positions of a draft while they change |
//! | `values` | how the value of a position follows from its links and its leaf |
//! | `waiting` | which positions have a move to a board that is not in the book |
//! | `moves` | the moves of a position, symmetric ones once |

mod error;
mod graph;
mod grower;
mod growth;
mod journal;
mod moves;
mod progress;
mod request;
mod routes;
mod searches;
mod values;
mod waiting;

pub use error::{GrowError, JournalError, JournalErrorKind};
pub use grower::Grower;
pub use journal::Journal;
pub use progress::{GrowProgress, Grown};
pub use request::GrowRequest;

use reversi_bitboard::{Board, Move};
use reversi_search::Level;

/// Two books that say different things of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The canonical board.
    pub board: Board,
    /// Value, least and greatest score of the draft, seen by the side to move.
    pub ours: (i8, i8, i8),
    /// Those of the other book.
    pub theirs: (i8, i8, i8),
}

/// A position that was searched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recheck {
    /// The canonical board.
    pub board: Board,
    /// What the book says of it: the value.
    pub value: i8,
    /// The least and the greatest score that the book says.
    pub bounds: (i8, i8),
    /// The score of the new search.
    pub score: i8,
    /// The best move of the new search.
    pub best: Move,
    /// The level of the new search.
    pub level: Level,
}

/// What stays in a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct PruneRequest {
    pub(crate) deviation: u32,
    pub(crate) side_deviation: u32,
    pub(crate) lines: u32,
}

impl PruneRequest {
    /// Everything.
    pub fn new() -> PruneRequest {
        PruneRequest { deviation: u32::MAX, side_deviation: u32::MAX, lines: 0 }
    }

    /// Positions for which both sides together have given up at most this number of discs.
    pub fn within(mut self, discs: u32) -> PruneRequest {
        self.deviation = discs;
        self
    }

    /// Positions for which no side has given up more than this number of discs.
    pub fn each_side_within(mut self, discs: u32) -> PruneRequest {
        self.side_deviation = discs;
        self
    }

    /// Positions with at least this number of lines below them.
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
