//! Grows a book: which positions are searched, and how a run continues that was killed.
//!
//! | File | What is in it |
//! |---|---|
//! | [`grower`] | [`Grower`]: engines, limits and a journal |
//! | [`request`] | [`GrowRequest`]: how far a book grows |
//! | [`progress`] | [`GrowProgress`] and [`Grown`]: its reports |
//! | [`games`] | [`Grower::add`] and [`Grower::learn`] |
//! | [`merge`] | [`Grower::merge`] and [`Contradiction`] |
//! | [`recheck`] | [`Grower::recheck`] and [`Recheck`] |
//! | [`audit`] | [`Audit`]: values compared with links and leaves; `Manuscript::audit` |
//! | [`prune`] | [`PruneRequest`], `Manuscript::evaluate`, `Manuscript::prune` |
//! | [`journal`] | [`Journal`]: the searches on disk |
//! | [`error`] | [`GrowError`]: why a book cannot grow |
//! | `growth` | which leaves become positions |
//! | `routes` | the discs that players give up on the way to a position |
//! | `searches` | searches on all threads |
//! | `graph` | the positions of a manuscript that is being changed |
//! | `values` | how the value of a position follows from its links and its leaf |
//! | `waiting` | which positions have a move to a board that is not in the book |
//! | `moves` | the moves of a position and the boards after them |

mod audit;
mod error;
mod games;
mod graph;
mod grower;
mod growth;
mod journal;
mod merge;
mod moves;
mod progress;
mod prune;
mod recheck;
mod request;
mod routes;
mod searches;
mod values;
mod waiting;

pub use audit::{Audit, WrongValue};
pub use error::GrowError;
pub use grower::Grower;
pub use journal::Journal;
pub use merge::Contradiction;
pub use progress::{GrowProgress, Grown};
pub use prune::PruneRequest;
pub use recheck::Recheck;
pub use request::GrowRequest;
