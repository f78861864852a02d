//! The principal variation: searched with an open window and written down.

use reversi_bitboard::{Board, Move};

use super::{Context, MIN_EMPTIES_TO_SHARE, NO_SCORE, Points};
use crate::ordering::{Candidates, add_candidates, pick, score};
use crate::parallel::{Node, brothers};
use crate::table::{Draft, Entry};

/// Principal variation search. The line is complete if the score lies strictly between `alpha` and `beta`.
#[inline(always)]
pub(super) fn principal<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    mut alpha: i32,
    mut beta: i32,
    line: &mut Vec<Move>,
) -> i32 {
    line.clear();
    if cx.monitor.must_stop() {
        return alpha;
    }
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        cx.monitor.nodes += 1;
        let score = -l.principal(cx, board.pass(), -beta, -alpha, line);
        if score > alpha {
            line.insert(0, Move::Pass);
        } else {
            line.clear(); // it was the other side's
        }
        return score;
    }
    let key = cx.table.key(l.hash(board));
    let exact = Draft::exact(board.empties().len());
    let known = cx.table.probe(key, board, exact);
    // What is known narrows the window, but not so far that the line is lost.
    if known.lower >= beta {
        // Any move leads to -64 or better.
        line.extend(known.moves[0].or_else(|| moves.into_iter().next()).map(Move::Place));
        return known.lower;
    }
    if known.upper <= alpha {
        return known.upper;
    }
    alpha = alpha.max(known.lower - 1);
    beta = beta.min(known.upper + 1);
    let window = (alpha, beta);

    let long = board.empties().len() >= MIN_EMPTIES_TO_SHARE;
    let nodes_before = cx.monitor.nodes;
    let mut list = Candidates::new();
    add_candidates(l, board, moves, &mut list);
    score(l, cx, board, &mut list, known, None);
    let mut best = NO_SCORE;
    let mut best_square = None;
    let mut child_line = Vec::new();
    let mut tried = 0;
    while let Some(candidate) = pick(&mut list, tried) {
        let node = Node { board, alpha, draft: exact };
        let mut score = match tried {
            0 => NO_SCORE,
            _ if long && cx.monitor.team().shares() => brothers(l, cx, node, &mut list, tried),
            _ => l.brother(cx, node, candidate),
        };
        let candidate = list[tried];
        if tried == 0 || (alpha < score && score < beta) {
            cx.monitor.nodes += u64::from(tried == 0);
            let child = board.play_unchecked(candidate.square, candidate.flips);
            score = -l.principal(cx, child, -beta, -alpha, &mut child_line);
        } else {
            child_line.clear();
        }
        tried += 1;
        if cx.monitor.unwinding() {
            return alpha;
        }
        if score > best {
            (best, best_square) = (score, Some(candidate.square));
            if score > alpha {
                alpha = score;
                line.clear();
                line.push(Move::Place(candidate.square));
                line.append(&mut child_line);
                if score >= beta {
                    break;
                }
            }
        }
    }
    let found = Entry {
        lower: if best > window.0 { best } else { -64 },
        upper: if best < window.1 { best } else { 64 },
        moves: [best_square, None],
        draft: exact,
    };
    cx.table.store(key, board, found, (cx.monitor.nodes - nodes_before).ilog2());
    best
}
