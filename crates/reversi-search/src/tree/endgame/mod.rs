//! Exact search to the end of the game.
//!
//! | Empties | Function | Why |
//! |---|---|---|
//! | 1-4 | [`solve_1_to_4`] | one function a ply, nothing but flips |
//! | 5-11 | [`nws_local`] | the thread's own table; moves sorted by the replies that they leave |
//! | 12 and more | [`nws_endgame`](super::search) | the shared table, moves sorted by a look-ahead |
//! | the principal variation | [`pvs`](super::search) | open window, writes the line |
//!
//! | File | What it helps with |
//! |---|---|
//! | [`children`] | the moves of a node near the end |
//! | [`ordering`] | which moves are tried first |
//! | [`look_ahead`] | a shallow search on the evaluation, for the ordering |
//! | [`parity`] | odd quadrants; the order of the last four squares |
//! | [`stability`] | a cut-off by discs that can never be turned |

mod children;
pub(super) mod look_ahead;
pub(super) mod nws_local;
pub(super) mod ordering;
pub(crate) mod parity;
pub(super) mod solve_1_to_4;
pub(crate) mod stability;
#[cfg(test)]
mod tests;

use reversi_bitboard::Board;

use super::Context;
use super::outlined::Outlined;

/// The null-window search that suits the number of empties.
#[inline(always)]
pub(crate) fn nws<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
    match board.empties().len() {
        0 => board.final_score(),
        1..=3 => l.solve_1_to_3(&mut cx.control.nodes, board, alpha),
        4 => l.solve_4(&mut cx.control.nodes, board, alpha),
        5..=11 => l.nws_local(cx, board, alpha),
        _ => l.nws_endgame(cx, board, alpha),
    }
}
