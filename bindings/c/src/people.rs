//! Moves that people would play.

use reversi_engine::AnalyzeError;
use reversi_engine::search::{HumanMove, HumanMoves};

use crate::board::ReversiBoard;
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::moves::{ReversiMove, to_c};
use crate::pointer::{In, Out, fill};
use crate::status::{ReversiStatus, calls};

/// A move, and how likely people are to choose it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReversiHumanMove {
    /// The move.
    pub mv: ReversiMove,
    /// How likely people are to choose it, from 0 to 1, with four decimals.
    pub chance: f64,
}

fn failure(error: &AnalyzeError) -> Failure {
    let status = match error {
        AnalyzeError::NoPeople => ReversiStatus::Unsupported,
        AnalyzeError::Memory { .. } => ReversiStatus::NoMemory,
        _ => ReversiStatus::InvalidArgument,
    };
    Failure::of(status, error)
}

calls!(
    /// Writes what people of `rating`, 400 to 2400, would play on `board` to the array `moves`, the likeliest
    /// first: all legal moves, the pass if it is forced, none if the game is over. No board has more than 34
    /// moves. 1500 is the median rating of people who play many tournament games. The call waits for `engine`
    /// as a search does.
    ///
    /// Errors: `REVERSI_STATUS_UNSUPPORTED` if this build does not know how people play;
    /// `REVERSI_STATUS_NO_MEMORY`.
    fn reversi_human_moves(
        engine: Handle<ReversiEngine>,
        board: In<ReversiBoard>,
        rating: u32,
        moves: Out<ReversiHumanMove>,
        capacity: usize,
        count: Out<usize>,
    ) {
        let (engine, board) = (engine.enter("engine")?, board.board("board")?);
        if !HumanMoves::RATINGS.contains(&rating) {
            return Err(Failure::out_of_range("rating", "400 to 2400", rating));
        }
        let people = engine.lock()?.human_moves(&board, rating).map_err(|error| failure(&error))?;
        let each = |each: &HumanMove| ReversiHumanMove { mv: to_c(each.mv), chance: each.chance };
        let known: Vec<ReversiHumanMove> = people.moves.iter().map(each).collect();
        fill(&known, moves, capacity, count, "moves")
    }
);
