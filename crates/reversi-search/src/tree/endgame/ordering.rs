//! Which moves an exact search tries first (END-18).

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Square, mask};

use super::parity::odd_quadrants;
use crate::memory::Entry;
use crate::tree::Context;
use crate::tree::evaluate::{INFINITE, evaluate, evaluate_after_move};
use crate::tree::move_list::{Candidate, first_choice, pick, quick_score};
use crate::tree::outlined::Outlined;

/// From so many empties on, a look-ahead of 1, 2, ... plies orders the moves.
const LOOK_AHEAD: [u32; 5] = [12, 14, 16, 18, 20];

/// With an estimate so many discs below the window, all moves are likely to be tried and their order matters
/// little: a look-ahead of one ply is left out, a longer one is two plies shorter, but never less than one.
const HOPELESS: i32 = 2;

/// With an estimate so many discs above the window, most moves would do: the look-ahead is a ply shorter,
/// but never less than one.
const WON: i32 = 12;

/// By the plies of [`look_ahead_depth`], the weight of a unit of [`quick_score`] beside an estimate in 1/128
/// disc. A move that leaves few replies is proven or refuted sooner than one that is merely better. High in
/// the tree the estimate says more about that work.
const QUICK_SCORE_WEIGHTS: [i32; LOOK_AHEAD.len() + 1] = [50, 50, 40, 40, 20, 20];

/// A look-ahead may stop so far, in 1/128 disc, below the best move so far.
const LOOK_AHEAD_MARGIN: i32 = 4 * 128;

/// The moves in the table are trusted if their search was so many plies deeper than the look-ahead.
const FRESH_PLIES: u32 = 3;

/// The plies of the look-ahead, before the estimate shortens it; 0 for none.
#[inline(always)]
fn look_ahead_depth(empties: u32) -> u32 {
    LOOK_AHEAD.iter().filter(|&&from| empties >= from).count() as u32
}

/// What the table knows, without the moves of a search that was hardly deeper than the look-ahead: it found
/// no better ones (END-22).
#[inline(always)]
pub(in crate::tree) fn trusting(known: Entry, empties: u32) -> Entry {
    let depth = look_ahead_depth(empties);
    let fresh = depth == 0 || u32::from(known.draft.depth) >= depth + FRESH_PLIES;
    if fresh { known } else { Entry { moves: [None; 2], ..known } }
}

/// Scores the moves by [`quick_score`].
#[inline(always)]
pub(in crate::tree) fn score_quickly<L: Primitives>(l: L, board: Board, list: &mut [Candidate]) {
    for candidate in list {
        candidate.score = quick_score(l, board.play_unchecked(candidate.square, candidate.flips));
    }
}

/// Completes the scores of [`score_quickly`]: a wipe-out first, then the moves that the table remembers,
/// then the others by a look-ahead beside the quick score, or by that alone if the estimate is hopeless.
/// With few empties mobility replaces it. `alpha` is that of a null window.
#[inline(always)]
pub(in crate::tree) fn score_moves<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    list: &mut [Candidate],
    known: Entry,
    alpha: Option<i32>,
) {
    let empties = board.empties().len();
    let own = look_ahead_depth(empties);
    let mut depth = own;
    if depth == 0 {
        return score_by_mobility(l, board, list, known.moves);
    }
    let features = l.features(board);
    if let Some(alpha) = alpha {
        let above = evaluate(l, cx, board, &features) - 128 * alpha;
        if above < -128 * HOPELESS {
            depth = if depth == 1 { 0 } else { (depth - 2).max(1) };
        } else if above > 128 * WON {
            depth = (depth - 1).max(1);
        }
    }
    for candidate in list.iter_mut() {
        let child = board.play_unchecked(candidate.square, candidate.flips);
        if depth == 1 && cx.evaluator.is_none() {
            cx.own.values.prefetch(l.hash(child));
        }
        candidate.score = match first_choice(candidate, child, known.moves) {
            Some(first) => first,
            None => QUICK_SCORE_WEIGHTS[own as usize] * candidate.score,
        };
    }
    if depth == 0 {
        return;
    }
    // The move with the best quick score comes first. A later look-ahead stops once its move is
    // LOOK_AHEAD_MARGIN below the best so far.
    let mut best = -INFINITE;
    let mut from = 0;
    while let Some(candidate) = pick(list, from) {
        from += 1;
        if candidate.is_first_choice() {
            continue;
        }
        if cx.control.must_stop() {
            return;
        }
        cx.control.nodes += 1;
        let child = board.play_unchecked(candidate.square, candidate.flips);
        let value = if depth == 1 {
            -evaluate_after_move(l, cx, child, &features, candidate.square, candidate.flips)
        } else {
            let features = l.features_after_move(&features, candidate.square, candidate.flips, empties);
            let at_least = best - LOOK_AHEAD_MARGIN - candidate.score;
            -l.look_ahead(cx, child, &features, -INFINITE, -at_least, depth - 1)
        };
        list[from - 1].score += value;
        best = best.max(list[from - 1].score);
    }
}

/// Scores the moves without a look-ahead, for few empties. The opponent's mobility counts most, then parity:
/// the side that moves first into an odd quadrant also moves last there.
#[inline(always)]
pub(super) fn score_by_mobility<L: Primitives>(
    l: L,
    board: Board,
    list: &mut [Candidate],
    known: [Option<Square>; 2],
) {
    let odd = odd_quadrants(board.empties());
    for candidate in list.iter_mut() {
        let child = board.play_unchecked(candidate.square, candidate.flips);
        candidate.score = if let Some(first) = first_choice(candidate, child, known) {
            first
        } else {
            let stable = l.stable_edge_count(child.pass()) as i32;
            let mobility = l.weighted_mobility(child) as i32;
            15 * stable - 100 * mobility - 3 * candidate.flips.len() as i32
                + if odd.contains(candidate.square) { 30 } else { 0 }
                - if mask::X_SQUARES.contains(candidate.square) { 15 } else { 0 }
        };
    }
}
