//! Seven to ten empties: NWS with the thread's own table.

use reversi_bitboard::Board;

use super::nws_parity;
use super::ordering::score_by_mobility;
use super::stability::stability_cutoff;
use crate::tree::move_list::{MoveList, add_moves, pick};
use crate::tree::outlined::Outlined;
use crate::tree::{Context, NO_SCORE};

/// With more empties the shared table pays.
pub(super) const MAX_EMPTIES: u32 = 10;

#[inline(always)]
pub(in crate::tree) fn nws_local<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
    if cx.control.must_stop() {
        return alpha;
    }
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    let hash = l.hash(board);
    let known = cx.own.table.probe(hash, board);
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
        cx.control.nodes += 1;
        return -l.nws_local(cx, board.pass(), !alpha);
    }
    let mut list = MoveList::new();
    add_moves(l, board, moves, &mut list);
    score_by_mobility(l, board, &mut list, [known.and_then(|known| known.best), None]);
    let children_by_parity = board.empties().len() == nws_parity::MAX_EMPTIES + 1;
    let (mut best, mut best_square) = (NO_SCORE, None);
    let mut tried = 0;
    while let Some(candidate) = pick(&mut list, tried) {
        tried += 1;
        cx.control.nodes += 1;
        let child = board.play_unchecked(candidate.square, candidate.flips);
        let score = if children_by_parity {
            -l.nws_parity(&mut cx.control.nodes, child, !alpha)
        } else {
            -l.nws_local(cx, child, !alpha)
        };
        if score > best {
            (best, best_square) = (score, Some(candidate.square));
            if score > alpha {
                break;
            }
        }
    }
    if cx.control.aborted() {
        return alpha;
    }
    let (lower, upper) = known.map_or((-64, 64), |known| (known.lower.into(), known.upper.into()));
    let (lower, upper) = if best > alpha { (best, upper) } else { (lower, best) };
    cx.own.table.store(hash, board, lower, upper, best_square);
    best
}
