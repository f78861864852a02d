//! Seven to ten empties: like the search above it, with the thread's own table.

use reversi_bitboard::Board;

use super::{Context, NO_SCORE, Points, shallow, stability_cutoff};
use crate::ordering::{Candidates, add_candidates, pick, score_near_end};

/// Above this the shared table pays.
pub(super) const MAX_EMPTIES: u32 = 10;

#[inline(always)]
pub(super) fn near_end<L: Points>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
    if cx.monitor.must_stop() {
        return alpha;
    }
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    let hash = l.hash(board);
    let known = cx.local.probe(hash, board);
    if let Some(known) = known {
        if i32::from(known.lower) > alpha {
            return known.lower.into();
        }
        if i32::from(known.upper) <= alpha {
            return known.upper.into();
        }
    }
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        cx.monitor.nodes += 1;
        return -l.near_end(cx, board.pass(), !alpha);
    }
    let mut list = Candidates::new();
    add_candidates(l, board, moves, &mut list);
    score_near_end(l, board, &mut list, [known.and_then(|known| known.best), None]);
    let before_shallow = board.empties().len() == shallow::MAX_EMPTIES + 1;
    let (mut best, mut best_square) = (NO_SCORE, None);
    let mut tried = 0;
    while let Some(candidate) = pick(&mut list, tried) {
        tried += 1;
        cx.monitor.nodes += 1;
        let child = board.play_unchecked(candidate.square, candidate.flips);
        let value = if before_shallow {
            -l.shallow(&mut cx.monitor.nodes, child, !alpha)
        } else {
            -l.near_end(cx, child, !alpha)
        };
        if value > best {
            (best, best_square) = (value, Some(candidate.square));
            if value > alpha {
                break;
            }
        }
    }
    if cx.monitor.unwinding() {
        return alpha;
    }
    let (lower, upper) = known.map_or((-64, 64), |known| (known.lower.into(), known.upper.into()));
    let (lower, upper) = if best > alpha { (best, upper) } else { (lower, best) };
    cx.local.store(hash, board, lower, upper, best_square);
    best
}
