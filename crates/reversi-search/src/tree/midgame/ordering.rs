//! Which moves a midgame search tries first.
//!
//! Deepening has left a move in the table for most positions, and Multi-ProbCut has just searched them a
//! third as deep. The remaining moves need no search of their own (END-19, GRA-02): sorting by a ply more or
//! less changed little, and each further ply cost nodes.

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Square};

use super::Midgame;
use crate::memory::Entry;
use crate::tree::Context;
use crate::tree::evaluate::evaluate_after_move;
use crate::tree::move_list::{Candidate, first_choice, quick_score};
use crate::tree::order_weights::{QUICK, QUICK_BESIDE_VALUE};
use crate::tree::outlined::Outlined;
use crate::tree::phase::MoveOrder;

/// With fewer plies left the quick score alone orders the moves.
const MIN_DEPTH_TO_EVALUATE: u8 = 5;

impl MoveOrder for Midgame<'_> {
    #[inline(always)]
    fn trusted_moves(self, known: Entry, _: Board) -> [Option<Square>; 2] {
        known.moves
    }

    /// Nothing: ProbCut may cut the node before its moves are scored.
    #[inline(always)]
    fn score_quickly<L: Primitives>(self, _: L, _: Board, _: &mut [Candidate]) {}

    #[inline(always)]
    fn score_moves<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        board: Board,
        list: &mut [Candidate],
        known: [Option<Square>; 2],
        _: Option<i32>,
    ) {
        for candidate in list.iter_mut() {
            let Candidate { square, flips, .. } = *candidate;
            let child = candidate.play_on(board);
            candidate.score = if let Some(first) = first_choice(candidate, child, known) {
                first
            } else if self.draft.depth < MIN_DEPTH_TO_EVALUATE {
                quick_score(l, &QUICK, child, flips)
            } else {
                cx.control.nodes += 1;
                let value = evaluate_after_move(l, cx, child, self.features, square, flips);
                QUICK_BESIDE_VALUE * quick_score(l, &QUICK, child, flips) - value
            };
        }
    }
}
