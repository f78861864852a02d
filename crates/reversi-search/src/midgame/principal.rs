//! The principal variation: searched with an open window and written down.

use reversi_bitboard::{Board, Move};

use super::{MIN_DEPTH_TO_SHARE, Points, Window, is_exact, leaf, ordering};
use crate::endgame::{Context, NO_SCORE};
use crate::ordering::{Candidates, add_candidates, pick};
use crate::parallel::{Node, brothers};
use crate::table::{Draft, Entry};

/// Principal variation search. The line is complete if the score lies strictly inside of the window.
#[inline(always)]
pub(super) fn principal<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    window: Window,
    draft: Draft,
    line: &mut Vec<Move>,
) -> i32 {
    line.clear();
    if cx.monitor.must_stop() {
        return window.alpha;
    }
    if is_exact(board, draft) {
        return l.principal(cx, board, window.alpha, window.beta, line);
    }
    let features = l.features(board);
    if draft.depth == 0 {
        return leaf(l, cx, board, &features);
    }
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        cx.monitor.nodes += 1;
        let score = -l.pvs(cx, board.pass(), window.turned(), draft, line);
        if score > window.alpha {
            line.insert(0, Move::Pass);
        } else {
            line.clear(); // it was the other side's
        }
        return score;
    }
    let key = cx.table.key(l.hash(board));
    let known = cx.table.probe(key, board, draft);
    // What is known narrows the window, but not so far that the line is lost.
    if known.lower >= window.beta {
        line.extend(known.moves[0].map(Move::Place));
        return known.lower;
    }
    if known.upper <= window.alpha {
        return known.upper;
    }
    let window = Window { alpha: window.alpha.max(known.lower - 1), beta: window.beta.min(known.upper + 1) };

    let long = draft.depth >= MIN_DEPTH_TO_SHARE;
    let nodes_before = cx.monitor.nodes;
    let mut list = Candidates::new();
    add_candidates(l, board, moves, &mut list);
    ordering::score(l, cx, board, &features, &mut list, known, draft.depth);
    let next = Draft { depth: draft.depth - 1, ..draft };
    let mut alpha = window.alpha;
    let (mut best, mut best_square) = (NO_SCORE, None);
    let mut child_line = Vec::new();
    let mut tried = 0;
    while let Some(candidate) = pick(&mut list, tried) {
        let node = Node { board, alpha, draft };
        let mut score = match tried {
            0 => NO_SCORE,
            _ if long && cx.monitor.team().shares() => brothers(l, cx, node, &mut list, tried),
            _ => l.brother(cx, node, candidate),
        };
        let candidate = list[tried];
        if tried == 0 || (alpha < score && score < window.beta) {
            cx.monitor.nodes += u64::from(tried == 0);
            let child = board.play_unchecked(candidate.square, candidate.flips);
            let open = Window { alpha: -window.beta, beta: -alpha };
            score = -l.pvs(cx, child, open, next, &mut child_line);
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
                if score >= window.beta {
                    break;
                }
            }
        }
    }
    let found = Entry {
        lower: if best > window.alpha { best } else { -64 },
        upper: if best < window.beta { best } else { 64 },
        moves: [best_square, None],
        draft,
    };
    cx.table.store(key, board, found, (cx.monitor.nodes - nodes_before).ilog2());
    best
}
