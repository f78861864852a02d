//! Three plies and more, off the principal variation: is the score above `alpha`?

use reversi_bitboard::Board;
use reversi_eval::Features;

use super::{MIN_DEPTH_TO_SHARE, Points, ordering, search_two_or_more};
use crate::Selectivity;
use crate::endgame::{Context, NO_SCORE, stability_cutoff};
use crate::ordering::{Candidates, add_candidates, pick};
use crate::parallel::{Node, brothers};
use crate::table::{Draft, Entry};

/// From here on up the table is asked about each child before any is searched.
const MIN_DEPTH_FOR_CHILD_PROBES: u8 = 4;

#[inline(always)]
pub(super) fn null_window<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
    draft: Draft,
) -> i32 {
    if cx.monitor.must_stop() {
        return alpha;
    }
    // What is certain at the end of the game need not be what an evaluation says before it.
    if draft.selectivity != Selectivity::P100
        && let Some(upper) = stability_cutoff(l, board, alpha)
    {
        return upper;
    }
    let key = cx.table.key(l.hash(board));
    cx.table.prefetch(key);
    let empties = board.empties();
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        cx.monitor.nodes += 1;
        let passed = l.features_after_pass(features, empties);
        return -l.nws(cx, board.pass(), &passed, !alpha, draft);
    }
    let mut list = Candidates::new();
    add_candidates(l, board, moves, &mut list);
    let known = cx.table.probe(key, board, draft);
    if known.lower > alpha {
        return known.lower;
    }
    if known.upper <= alpha {
        return known.upper;
    }
    let next = Draft { depth: draft.depth - 1, ..draft };
    if draft.depth >= MIN_DEPTH_FOR_CHILD_PROBES {
        for candidate in &list {
            let child = board.play_unchecked(candidate.square, candidate.flips);
            let lower = -cx.table.probe(cx.table.key(l.hash(child)), child, next).upper;
            if lower > alpha {
                return lower;
            }
        }
    }
    let nodes_before = cx.monitor.nodes;
    if draft.selectivity != Selectivity::P100
        && let Some(bound) = l.prob_cut(cx, board, features, alpha, draft)
    {
        return bound;
    }
    ordering::score(l, cx, board, features, &mut list, known, draft.depth);

    let long = draft.depth >= MIN_DEPTH_TO_SHARE;
    let (mut best, mut best_square) = (NO_SCORE, None);
    let mut tried = 0;
    while let Some(candidate) = pick(&mut list, tried) {
        let value = if tried > 0 && long && cx.monitor.team().shares() {
            brothers(l, cx, Node { board, alpha, draft }, &mut list, tried)
        } else {
            cx.monitor.nodes += 1;
            let child = board.play_unchecked(candidate.square, candidate.flips);
            let child_features =
                l.features_after_move(features, candidate.square, candidate.flips, empties.len());
            -search_two_or_more(l, cx, child, &child_features, !alpha, next)
        };
        if value > best {
            (best, best_square) = (value, Some(list[tried].square));
            if value > alpha {
                break;
            }
        }
        tried += 1;
    }
    if cx.monitor.unwinding() {
        return alpha;
    }
    let moves = [best_square, None];
    let found = if best > alpha {
        Entry { lower: best, moves, ..Entry::unknown(draft) }
    } else {
        Entry { upper: best, moves, ..Entry::unknown(draft) }
    };
    cx.table.store(key, board, found, (cx.monitor.nodes - nodes_before).ilog2());
    best
}
