//! A human-like opponent.

use std::sync::{Mutex, PoisonError};

use reversi_engine::play::Opponent;
use reversi_engine::surface::Plain;

use crate::board::ReversiBoard;
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::given::Given;
use crate::handle::{Handle, kind};
use crate::moves::{ReversiMove, option_to_c};
use crate::pointer::{In, Out};
use crate::status::{ReversiStatus, guard};
use crate::surface::{ReversiLimits, ReversiStrength};

kind! {
    /// A human-like opponent, which makes mistakes. The same seed and the same boards give the same moves.
    ReversiOpponent, Mutex<Opponent>, b"oppo", "opponent"
}

/// Makes an opponent of `strength` (a `ReversiStrength`) whose mistakes are decided by `seed`, and writes
/// its handle to `opponent`.
///
/// * Ownership: the handle belongs to the caller: `reversi_opponent_free`.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `strength`; `REVERSI_STATUS_NULL_POINTER` for
///   `opponent`. `opponent` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_opponent_new(
    strength: i32,
    seed: u64,
    opponent: Out<Handle<ReversiOpponent>>,
) -> ReversiStatus {
    guard(|| {
        opponent.write("opponent", Handle::NULL)?;
        let mut given = Given::default();
        given.name("strength", strength, ReversiStrength::NAMES)?;
        given.put("seed", Plain::Whole(seed.into()));
        opponent.write("opponent", Handle::of(Mutex::new(given.opponent()?)))
    })
}

/// Makes an opponent of `rating`, 400 to 2400, whose choices are decided by `seed`, and writes its handle to
/// `opponent`. 1500 is the median of people who play many tournament games, 2400 is without mistakes.
///
/// * Ownership: the handle belongs to the caller: `reversi_opponent_free`.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for another `rating`; `REVERSI_STATUS_NULL_POINTER` for
///   `opponent`. `opponent` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_opponent_rated(
    rating: u32,
    seed: u64,
    opponent: Out<Handle<ReversiOpponent>>,
) -> ReversiStatus {
    guard(|| {
        opponent.write("opponent", Handle::NULL)?;
        let mut given = Given::default();
        given.put("rating", Plain::Whole(rating.into()));
        given.put("seed", Plain::Whole(seed.into()));
        opponent.write("opponent", Handle::of(Mutex::new(given.opponent()?)))
    })
}

/// Lets `opponent` choose a move of `board` by a search with `engine`, within `limits`, which may be NULL,
/// and writes it to `mv`: a pass if it is forced, `REVERSI_NO_MOVE` if the game is over.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls with the same opponent and searches with the same engine wait for each
///   other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for a square with two discs or for `limits`;
///   `REVERSI_STATUS_BAD_SIZE` for `limits`; `REVERSI_STATUS_BUSY` in a callback while a search with
///   `engine` is running, also one of another thread; `REVERSI_STATUS_NULL_POINTER` for `opponent`,
///   `engine`, `board` or `mv`; `REVERSI_STATUS_BAD_HANDLE` for `opponent`, `engine` or the stop of the
///   limits.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_opponent_move(
    opponent: Handle<ReversiOpponent>,
    engine: Handle<ReversiEngine>,
    board: In<ReversiBoard>,
    limits: In<ReversiLimits>,
    mv: Out<ReversiMove>,
) -> ReversiStatus {
    guard(|| {
        mv.check("mv")?;
        let (opponent, engine) = (opponent.enter("opponent")?, engine.enter("engine")?);
        let board = board.board("board")?;
        let limits = limits.limits()?;
        // The engine first: a thread that waits for it keeps no opponent from others.
        let mut engine = engine.lock()?;
        let mut opponent = opponent.lock().unwrap_or_else(PoisonError::into_inner);
        let mut request = opponent.request();
        if let Some(limits) = limits {
            request = request.limits(limits);
        }
        let analysis = engine.analyze(&board, request);
        let analysis = analysis.map_err(|error| Failure::invalid(&error))?;
        mv.write("mv", option_to_c(opponent.choose(&analysis)))
    })
}

/// Frees `opponent`. Does nothing for NULL.
///
/// * Ownership: the handle goes back to the library, and the caller no longer uses it.
/// * Threads: any thread.
/// * Errors: `REVERSI_STATUS_BAD_HANDLE` if `opponent` was freed before; `REVERSI_STATUS_BUSY` during
///   another call with it, and nothing is freed.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_opponent_free(opponent: Handle<ReversiOpponent>) -> ReversiStatus {
    guard(|| opponent.free("opponent"))
}
