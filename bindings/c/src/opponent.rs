//! A human-like opponent.

use std::sync::Mutex;

use reversi_engine::play::Opponent;
use reversi_engine::surface::{DynValue, OpponentOptions};

use crate::board::ReversiBoard;
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::{Handle, kind};
use crate::moves::{ReversiMove, option_to_c};
use crate::pointer::{In, Out};
use crate::set_fields::SetFields;
use crate::status::calls;
use crate::surface::{ReversiLimits, ReversiStrength};

kind! {
    /// A human-like opponent, which makes mistakes. The same seed and the same boards give the same moves.
    ReversiOpponent, Mutex<Opponent>, b"oppo", "opponent"
}

/// Makes an opponent of a rating, or of a `ReversiStrength` without one.
pub(crate) fn opponent(rating: Option<u32>, strength: i32, seed: u64) -> Result<Opponent, Failure> {
    let mut fields = SetFields::default();
    match rating {
        Some(rating) => fields.put("rating", DynValue::Whole(rating.into())),
        None => fields.name("strength", strength, ReversiStrength::NAMES)?,
    }
    fields.put("seed", DynValue::Whole(seed.into()));
    fields.read::<OpponentOptions>()?.opponent().map_err(Failure::invalid)
}

calls!(
    /// Makes an opponent of `strength` (a `ReversiStrength`) whose mistakes are decided by `seed`, and writes
    /// its handle to `opponent`.
    fn reversi_opponent_new(strength: i32, seed: u64, opponent: Out<Handle<ReversiOpponent>>) {
        opponent.make("opponent", || self::opponent(None, strength, seed))
    }

    /// Makes an opponent of `rating`, 400 to 2400, whose choices are decided by `seed`, and writes its handle
    /// to `opponent`. 1500 is the median of people who play many tournament games, 2400 is without mistakes.
    fn reversi_opponent_rated(rating: u32, seed: u64, opponent: Out<Handle<ReversiOpponent>>) {
        opponent.make("opponent", || self::opponent(Some(rating), 0, seed))
    }

    /// Lets `opponent` choose a move of `board` by a search with `engine`, within `limits`, which may be
    /// NULL, and writes it to `mv`: a pass if it is forced, `REVERSI_NO_MOVE` if the game is over.
    fn reversi_opponent_move(
        opponent: Handle<ReversiOpponent>,
        engine: Handle<ReversiEngine>,
        board: In<ReversiBoard>,
        limits: In<ReversiLimits>,
        mv: Out<ReversiMove>,
    ) {
        mv.check("mv")?;
        let (opponent, engine) = (opponent.enter("opponent")?, engine.enter("engine")?);
        let board = board.board("board")?;
        let limits = limits.limits()?;
        // The engine first: a thread that waits for it keeps no opponent from others.
        let mut engine = engine.lock()?;
        let mut opponent = opponent.locked();
        let mut request = opponent.request();
        if let Some(limits) = limits {
            request = request.limits(limits);
        }
        let analysis = engine.analyze(&board, request).map_err(Failure::invalid)?;
        mv.write("mv", option_to_c(opponent.choose(&analysis)))
    }

    /// Frees `opponent`. Does nothing for NULL.
    fn reversi_opponent_free(opponent: Handle<ReversiOpponent>) {
        opponent.free("opponent")
    }
);
