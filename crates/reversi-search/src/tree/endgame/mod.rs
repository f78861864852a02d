//! Exact search to the end of the game.
//!
//! | Empties | Function | Why |
//! |---|---|---|
//! | 1-4 | [`solve_1_to_4`] | one function a ply, nothing but flips |
//! | 5-12 | [`nws_local`] | the thread's own table; moves sorted by the replies that they leave |
//! | 13 and more | [`nws_endgame`](super::search) | the shared table, moves sorted by a look-ahead |
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
use reversi_bitboard::kernel::Primitives;

use super::Context;
use super::move_list::Candidate;
use super::outlined::Outlined;
use super::phase::Phase;
use crate::memory::Draft;
use crate::parallel::{MIN_EMPTIES_TO_FEED, MIN_EMPTIES_TO_SHARE};

/// Searches a null window by the function that suits the number of empties.
#[inline(always)]
pub(crate) fn nws<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
    match board.empties().len() {
        0 => board.final_score(),
        1..=3 => l.solve_1_to_3(&mut cx.control.nodes, board, alpha),
        4 => l.solve_4(&mut cx.control.nodes, board, alpha),
        5..=12 => l.nws_local(cx, board, alpha),
        _ => l.nws_endgame(cx, board, alpha),
    }
}

/// To the end of the game, nothing left out.
#[derive(Clone, Copy)]
pub(super) struct Endgame;

impl Phase for Endgame {
    const MIN_DEPTH_TO_SHARE: u8 = MIN_EMPTIES_TO_SHARE;
    const MIN_DEPTH_TO_FEED: u8 = MIN_EMPTIES_TO_FEED;
    const MIN_DEPTH_TO_PROBE_CHILDREN: u8 = 0; // fewer than 13 empties never come here

    #[inline(always)]
    fn draft(self, board: Board) -> Draft {
        Draft::exact(board.empties().len())
    }

    #[inline(always)]
    fn stability_cutoff<L: Primitives>(self, l: L, board: Board, alpha: i32) -> Option<i32> {
        stability::stability_cutoff(l, board, alpha)
    }

    #[inline(always)]
    fn prob_cut<L: Outlined>(self, _: L, _: &mut Context<'_>, _: Board, _: i32) -> Option<i32> {
        None
    }

    #[inline(always)]
    fn nws_after_pass<L: Outlined>(self, l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
        l.nws_endgame(cx, board.pass(), alpha)
    }

    #[inline(always)]
    fn nws_after_move<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        child: Board,
        _: Candidate,
        alpha: i32,
    ) -> i32 {
        nws(l, cx, child, alpha)
    }
}
