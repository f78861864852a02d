//! Which moves are tried first (END-18).
//!
//! Deepening has left a move in the table for most positions, and Multi-ProbCut has just searched them a third as deep;
//! what remains needs no search of its own (END-19, GRA-02): one ply less or more to order moves changed little, each
//! ply more cost nodes.

use reversi_bitboard::Board;
use reversi_eval::Features;

use super::Points;
use crate::endgame::Context;
use crate::look_ahead;
use crate::ordering::{Candidates, first_choice, glance};
use crate::table::Entry;

/// Below so many plies left the moves are ordered at a glance.
const MIN_DEPTH_TO_EVALUATE: u8 = 5;

/// What a unit of [`glance`] counts beside an estimate in 1/128 disc.
const GLANCE_IN_ESTIMATE: i32 = 20;

/// Scores the candidates: a wipe-out first, then the moves that the table remembers, then by what they are worth without
/// looking further.
#[inline(always)]
pub(super) fn score<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    list: &mut Candidates,
    known: Entry,
    depth: u8,
) {
    if list.len() == 1 {
        return;
    }
    for candidate in list.iter_mut() {
        let child = board.play_unchecked(candidate.square, candidate.flips);
        candidate.score = if let Some(first) = first_choice(candidate, child, known.moves) {
            first
        } else if depth < MIN_DEPTH_TO_EVALUATE {
            glance(l, child)
        } else {
            cx.monitor.nodes += 1;
            let value =
                look_ahead::leaf_after_move(l, cx, child, features, candidate.square, candidate.flips);
            GLANCE_IN_ESTIMATE * glance(l, child) - value
        };
    }
}
