//! Items for experiments on the search (`lab/`). They are not part of the interface.

use std::cell::RefCell;
use std::sync::Arc;

use reversi_bitboard::Board;
use reversi_eval::Classical;

use crate::engine::Extent;
use crate::instant::Instant;
use crate::parallel::CallState;
pub use crate::parallel::account::Sharing;
pub use crate::tree::endgame::stability::stability_cutoff;
use crate::tree::outlined::Outlined;
use crate::{Engine, Limits, Solution, SolveError, SolveRequest};

/// The order of the last squares.
pub mod parity {
    pub use crate::tree::endgame::parity::*;
}

/// Returns what the threads of the engine have done together since it was built.
pub fn sharing(engine: &Engine) -> Sharing {
    engine.account.so_far()
}

/// A null-window search of the last plies: a bound for a board and `alpha`, and the nodes.
pub type LastPlies = Box<dyn Fn(Board, i32) -> (i32, u64)>;

/// The searches of a CPU level, by its token.
pub trait Searches {
    /// Solves as [`Engine::solve`] does, on this level, whatever the level of the engine is.
    ///
    /// # Errors
    /// As [`Engine::solve`].
    fn solve_on(
        self,
        engine: &mut Engine,
        board: &Board,
        request: SolveRequest,
    ) -> Result<Solution, SolveError>;

    /// Returns the search of boards with four empty squares.
    fn last_four(self) -> LastPlies;

    /// Returns the search of boards with five or six empty squares, from empty tables.
    fn last_five_or_six(self) -> LastPlies;
}

impl<L: Outlined> Searches for L {
    fn solve_on(
        self,
        engine: &mut Engine,
        board: &Board,
        request: SolveRequest,
    ) -> Result<Solution, SolveError> {
        engine.solve_on(self, board, request, None)
    }

    fn last_four(self) -> LastPlies {
        Box::new(move |board, alpha| {
            let mut nodes = 0;
            (self.solve_4(&mut nodes, board, alpha), nodes)
        })
    }

    fn last_five_or_six(self) -> LastPlies {
        let builder = Engine::builder().hash_bytes(0).evaluator(Arc::new(Classical));
        let engine = RefCell::new(builder.build().expect("memory for small tables"));
        Box::new(move |board, alpha| {
            let mut engine = engine.borrow_mut();
            engine.clear_hash();
            let call = CallState::new(Instant::now(), Limits::new());
            engine.search_with(self, call, None, Extent::SHORT, |cx| {
                let moves = self.moves(board);
                let bound = match board.empties().len() {
                    5 => self.nws_5(cx, board, moves, alpha),
                    _ => self.nws_6(cx, board, moves, alpha),
                };
                (bound, cx.control.nodes)
            })
        })
    }
}
