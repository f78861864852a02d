//! Which moves a midgame search tries first (END-18).
//!
//! Deepening has left a move in the table for most positions, and Multi-ProbCut has just searched them a
//! third as deep. The remaining moves need no search of their own (END-19, GRA-02): sorting by a ply more or
//! less changed little, and each further ply cost nodes.

use reversi_bitboard::Board;
use reversi_eval::Features;

use crate::memory::Entry;
use crate::tree::Context;
use crate::tree::evaluate::evaluate_after_move;
use crate::tree::move_list::{Candidate, first_choice, quick_score};
use crate::tree::outlined::Outlined;

/// With fewer plies left the quick score alone orders the moves.
const MIN_DEPTH_TO_EVALUATE: u8 = 5;

/// The weight of a unit of [`quick_score`] beside a value in 1/128 disc.
const QUICK_SCORE_WEIGHT: i32 = 20;

/// Scores the moves: a wipe-out first, then the moves that the table remembers, then the others by their
/// evaluation.
#[inline(always)]
pub(in crate::tree) fn score_moves<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    list: &mut [Candidate],
    known: Entry,
    depth: u8,
) {
    for candidate in list.iter_mut() {
        let child = board.play_unchecked(candidate.square, candidate.flips);
        candidate.score = if let Some(first) = first_choice(candidate, child, known.moves) {
            first
        } else if depth < MIN_DEPTH_TO_EVALUATE {
            quick_score(l, child)
        } else {
            cx.control.nodes += 1;
            let value = evaluate_after_move(l, cx, child, features, candidate.square, candidate.flips);
            QUICK_SCORE_WEIGHT * quick_score(l, child) - value
        };
    }
}
