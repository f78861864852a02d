//! Eleven empties and more, off the principal variation: is the score above `alpha`?

use reversi_bitboard::Board;

use super::{Context, MIN_EMPTIES_TO_SHARE, NO_SCORE, Points, search, stability_cutoff};
use crate::ordering::{Candidates, add_candidates, pick, score};
use crate::parallel::{Node, brothers};
use crate::table::{Draft, Entry};

/// From here on up the table is asked about each child before any is searched.
const MIN_EMPTIES_FOR_CHILD_PROBES: u32 = 12;

#[inline(always)]
pub(super) fn null_window<L: Points>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
    if cx.monitor.must_stop() {
        return alpha;
    }
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    let key = cx.table.key(l.hash(board));
    cx.table.prefetch(key);
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        cx.monitor.nodes += 1;
        return -l.null_window(cx, board.pass(), !alpha);
    }
    let mut list = Candidates::new();
    add_candidates(l, board, moves, &mut list);
    let exact = Draft::exact(board.empties().len());
    let known = cx.table.probe(key, board, exact);
    if known.lower > alpha {
        return known.lower;
    }
    if known.upper <= alpha {
        return known.upper;
    }
    if board.empties().len() >= MIN_EMPTIES_FOR_CHILD_PROBES {
        for candidate in &list {
            let child = board.play_unchecked(candidate.square, candidate.flips);
            let draft = Draft::exact(child.empties().len());
            let lower = -cx.table.probe(cx.table.key(l.hash(child)), child, draft).upper;
            if lower > alpha {
                return lower;
            }
        }
    }
    score(l, cx, board, &mut list, known, Some(alpha));

    let long = board.empties().len() >= MIN_EMPTIES_TO_SHARE;
    let nodes_before = cx.monitor.nodes;
    let (mut best, mut best_square) = (NO_SCORE, None);
    let mut tried = 0;
    while let Some(candidate) = pick(&mut list, tried) {
        let value = if tried > 0 && long && cx.monitor.team().shares() {
            brothers(l, cx, Node { board, alpha, draft: exact }, &mut list, tried)
        } else {
            cx.monitor.nodes += 1;
            let child = board.play_unchecked(candidate.square, candidate.flips);
            -search(l, cx, child, !alpha)
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
    let found = if best > alpha {
        Entry { lower: best, moves: [best_square, None], ..Entry::unknown(exact) }
    } else {
        Entry { upper: best, moves: [best_square, None], ..Entry::unknown(exact) }
    };
    cx.table.store(key, board, found, (cx.monitor.nodes - nodes_before).ilog2());
    best
}
