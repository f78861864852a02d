//! The C ABI of `reversi-engine`: opaque handles, option structs that carry their size, status codes with a
//! message to fetch. Nothing is global, and no panic crosses the boundary.
//!
//! Programs in C and C++ use the header `include/reversi.h`, which cbindgen writes from this crate: see the
//! guide `c` of `reversi-engine`. In Rust, use `reversi-engine`; the functions here are for tests.
//!
//! | File | What is in it |
//! |---|---|
//! | [`status`] | what every function returns; where panics end |
//! | [`failure`] | the last error of a thread, whole |
//! | [`pointer`] | pointers of C: read, written, checked |
//! | [`handle`] | handles, and what is caught about wrong ones |
//! | [`surface`] | structs and enums of the engine's tables, written by `cargo tools surface` |
//! | [`set_fields`] | options of C as values that the tables check |
//! | [`text`] | text that the library hands over |
//! | [`version`] | the version of the library |
//! | [`moves`], [`board`], [`game`] | the rules |
//! | [`reader`] | games and positions in any notation |
//! | [`notation`] | files of positions |
//! | [`value`] | scores, and what is known of them |
//! | [`stop`], [`progress`] | signals and progress |
//! | [`weights`], [`book`] | what an engine may be given |
//! | [`engine`] | engines, and evaluations without a search |
//! | [`solve`], [`analyze`], [`answer`] | searches and their answers |
//! | [`people`] | what people would play |
//! | [`opponent`] | a human-like opponent |
//! | [`player`], [`session`] | who moves for a side, and its clock; a game at the board |
//! | [`ask`] | everything else, as JSON |
#![allow(private_bounds, reason = "the kinds of handles and options are those of this crate")]
#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "C knows no private fields: sizes grow"
)]

mod handle;
mod pointer;
mod set_fields;
mod surface;

// The header has the order of these.
mod failure;
mod status;
mod text;
mod version;

mod board;
mod game;
mod moves;
mod notation;
mod reader;
mod value;

mod book;
mod engine;
mod weights;

mod progress;
mod stop;

mod analyze;
mod answer;
mod solve;

mod ask;
mod opponent;
mod people;
mod player;
mod session;

pub use analyze::*;
pub use answer::*;
pub use ask::*;
pub use board::*;
pub use book::*;
pub use engine::*;
pub use failure::*;
pub use game::*;
pub use handle::Handle;
pub use moves::*;
pub use notation::*;
pub use opponent::*;
pub use people::*;
pub use player::*;
pub use pointer::{In, Out};
pub use progress::*;
pub use reader::*;
pub use session::*;
pub use solve::*;
pub use status::*;
pub use stop::*;
pub use surface::*;
pub use text::*;
pub use value::*;
pub use version::*;
pub use weights::*;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::handle::{FREED, Kind};
    use super::*;

    #[test]
    fn magic_numbers_differ() {
        let numbers = [
            FREED,
            ReversiAnswer::MAGIC,
            ReversiBook::MAGIC,
            ReversiEngine::MAGIC,
            ReversiGame::MAGIC,
            ReversiOpponent::MAGIC,
            ReversiSession::MAGIC,
            ReversiReader::MAGIC,
            ReversiStop::MAGIC,
            ReversiWeights::MAGIC,
        ];
        assert_eq!(BTreeSet::from(numbers).len(), numbers.len());
    }
}
