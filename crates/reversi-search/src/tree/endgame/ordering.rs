//! Which moves an exact search tries first.

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Square, mask};
use reversi_eval::Features;

use super::Endgame;
use super::parity::odd_quadrants;
use crate::memory::Entry;
use crate::tree::Context;
use crate::tree::evaluate::{INFINITE, evaluate_to_order, evaluate_to_order_after_move};
use crate::tree::move_list::{Candidate, first_choice, pick, quick_score};
use crate::tree::order_weights::{BESIDE_LOOK_AHEAD, NEAR_THE_END, QUICK_BESIDE_LOOK_AHEAD};
use crate::tree::outlined::Outlined;
use crate::tree::phase::MoveOrder;

/// The numbers of empties from which on a look-ahead of 1, 2, ... plies orders the moves.
const LOOK_AHEAD: [u32; 5] = [13, 15, 17, 19, 21];

/// With an estimate this many discs below the window, all moves are likely to be tried and their order
/// matters little: a look-ahead of one ply is left out, a longer one is two plies shorter, but never less
/// than one.
const HOPELESS: i32 = 2;

/// With an estimate this many discs above the window, most moves would do: the look-ahead is a ply shorter,
/// but never less than one.
const WON: i32 = 12;

/// How far below the best move so far, in 1/128 disc, a look-ahead stops.
const LOOK_AHEAD_MARGIN: i32 = 4 * 128;

/// The moves in the table are trusted if their search was at least this many plies deeper than the
/// look-ahead.
const FRESH_PLIES: u32 = 3;

impl MoveOrder for Endgame {
    /// The moves of a search that was hardly deeper than the look-ahead are not tried before it: the search
    /// found no better ones (END-22).
    #[inline(always)]
    fn trusted_moves(self, known: Entry, board: Board) -> [Option<Square>; 2] {
        let depth = look_ahead_depth(board.empties().len());
        let fresh = depth == 0 || u32::from(known.draft.depth) >= depth + FRESH_PLIES;
        if fresh { known.moves } else { [None; 2] }
    }

    #[inline(always)]
    fn score_quickly<L: Primitives>(self, l: L, board: Board, list: &mut [Candidate]) {
        for candidate in list {
            candidate.score = quick_score(l, &BESIDE_LOOK_AHEAD, candidate.play_on(board), candidate.flips);
        }
    }

    #[inline(always)]
    fn score_moves<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        board: Board,
        list: &mut [Candidate],
        known: [Option<Square>; 2],
        alpha: Option<i32>,
    ) {
        let full_depth = look_ahead_depth(board.empties().len());
        if full_depth == 0 {
            return score_by_mobility(l, board, list, known);
        }
        let features = &l.features(board);
        let depth = match alpha {
            Some(alpha) => shortened(full_depth, evaluate_to_order(l, cx, board, features) - 128 * alpha),
            None => full_depth,
        };
        let weight = QUICK_BESIDE_LOOK_AHEAD[full_depth as usize];
        for candidate in list.iter_mut() {
            let child = candidate.play_on(board);
            candidate.score = first_choice(candidate, child, known).unwrap_or(weight * candidate.score);
        }
        if depth > 0 {
            add_look_ahead(l, cx, board, features, list, depth);
        }
    }
}

/// The plies of the look-ahead, before the estimate shortens it; 0 for none.
#[inline(always)]
fn look_ahead_depth(empties: u32) -> u32 {
    LOOK_AHEAD.iter().filter(|&&from| empties >= from).count() as u32
}

/// The plies of the look-ahead with an estimate `above` the window, in 1/128 disc.
#[inline(always)]
fn shortened(depth: u32, above: i32) -> u32 {
    if above < -128 * HOPELESS {
        if depth == 1 { 0 } else { (depth - 2).max(1) }
    } else if above > 128 * WON {
        (depth - 1).max(1)
    } else {
        depth
    }
}

/// Adds the values of a look-ahead to the scores. The move with the best score so far comes first. A later
/// look-ahead stops once its move is [`LOOK_AHEAD_MARGIN`] below the best so far.
#[inline(always)]
fn add_look_ahead<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    list: &mut [Candidate],
    depth: u32,
) {
    let empties = board.empties().len();
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
        let Candidate { square, flips, score } = candidate;
        let child = candidate.play_on(board);
        let value = if depth == 1 {
            -evaluate_to_order_after_move(l, cx, child, features, square, flips)
        } else {
            let features = l.features_after_move(features, square, flips, empties);
            let at_least = best - LOOK_AHEAD_MARGIN - score;
            -l.look_ahead(cx, child, &features, -INFINITE, -at_least, depth - 1)
        };
        list[from - 1].score += value;
        best = best.max(list[from - 1].score);
    }
}

/// Scores the moves without a look-ahead, for few empties. The opponent's mobility counts most, then parity.
#[inline(always)]
fn score_by_mobility<L: Primitives>(l: L, board: Board, list: &mut [Candidate], known: [Option<Square>; 2]) {
    let odd = odd_quadrants(board.empties());
    for candidate in list.iter_mut() {
        let Candidate { square, flips, .. } = *candidate;
        let child = candidate.play_on(board);
        candidate.score = if let Some(first) = first_choice(candidate, child, known) {
            first
        } else {
            NEAR_THE_END.reply * l.weighted_mobility(child) as i32
                + NEAR_THE_END.stable_edge_disc * l.stable_edge_count(child.pass()) as i32
                + NEAR_THE_END.flip * flips.len() as i32
                + if odd.contains(square) { NEAR_THE_END.odd_quadrant } else { 0 }
                + if mask::X_SQUARES.contains(square) { NEAR_THE_END.x_square } else { 0 }
        };
    }
}
