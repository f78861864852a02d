//! For `reversi-gallery`: no part of the interface.

use reversi_bitboard::Board;

use crate::tree::outlined::Outlined;
use crate::{Engine, Solution, SolveError, SolveRequest};

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
