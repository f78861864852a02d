//! Parts of the search that experiments call.

use std::cell::RefCell;
use std::sync::Arc;

use bitboard::{Board, Cpu, dispatch};
use reversi_eval::Classical;

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

/// [`Engine::solve`] on the level `l`, or on that level with a kernel exchanged, whatever the level of the
/// engine is.
///
/// # Errors
/// As [`Engine::solve`].
#[allow(private_bounds, reason = "every token implements it, and `With` one of them")]
pub fn solve_on<L: Outlined>(
    engine: &mut Engine,
    l: L,
    board: &Board,
    request: SolveRequest,
) -> Result<Solution, SolveError> {
    engine.solve_on(l, board, request, None)
}

/// What the threads of the engine have done together since it was built.
pub fn sharing(engine: &Engine) -> Sharing {
    engine.account.so_far()
}

/// A null-window search of the last plies on a CPU level: a bound for a board and `alpha`, and the nodes.
pub type LastPlies = Box<dyn Fn(Board, i32) -> (i32, u64)>;

/// The engine's search of boards with four empty squares.
pub fn solve_4(cpu: Cpu) -> LastPlies {
    dispatch!(cpu, l => Box::new(move |board, alpha| {
        let mut nodes = 0;
        (l.solve_4(&mut nodes, board, alpha), nodes)
    }))
}

/// The engine's search of boards with five or six empty squares, from empty tables.
pub fn nws_5_or_6(cpu: Cpu) -> LastPlies {
    dispatch!(cpu, l => nws_5_or_6_on(l))
}

/// The same on the level `l`, or on that level with a kernel exchanged.
#[allow(private_bounds, reason = "every token implements it, and `With` one of them")]
pub fn nws_5_or_6_on<L: Outlined>(l: L) -> LastPlies {
    let builder = Engine::builder().hash_bytes(0).evaluator(Arc::new(Classical));
    let engine = RefCell::new(builder.build().expect("memory for small tables"));
    Box::new(move |board, alpha| {
        let mut engine = engine.borrow_mut();
        engine.clear_hash();
        let call = CallState::new(Instant::now(), Limits::new());
        engine.search_with(l, call, None, false, |cx| {
            let moves = l.moves(board);
            let bound = match board.empties().len() {
                5 => l.nws_5(cx, board, moves, alpha),
                _ => l.nws_6(cx, board, moves, alpha),
            };
            (bound, cx.control.nodes)
        })
    })
}
