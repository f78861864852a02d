//! One node of the search: principal variation search (PVS) and null-window search (NWS) in one function.

use reversi_bitboard::{Board, Move};
use reversi_eval::Features;

use super::move_list::{Candidate, MoveList, add_moves, first_choice_to_front, pick};
use super::outlined::Outlined;
use super::phase::{Endgame, Midgame, Phase};
use super::{Context, NO_SCORE, Window, endgame, midgame};
use crate::memory::{Draft, Entry};
use crate::parallel::search_siblings;

/// Is a move of this board better than `alpha`?
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) alpha: i32,
    pub(crate) draft: Draft,
}

/// Principal variation search in the phase that suits the draft. The line is complete if the score lies
/// strictly inside the window.
#[inline(always)]
pub(crate) fn pvs<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    window: Window,
    draft: Draft,
    line: &mut Vec<Move>,
) -> i32 {
    if midgame::is_exact(board, draft) {
        l.pvs_endgame(cx, board, window, line)
    } else {
        l.pvs_midgame(cx, board, window, draft, line)
    }
}

/// [`pvs`] to the end of the game.
#[inline(always)]
pub(super) fn pvs_endgame<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    window: Window,
    line: &mut Vec<Move>,
) -> i32 {
    line.clear();
    node::<L, Endgame, true>(l, cx, Endgame, board, window, line)
}

/// [`pvs`] on the evaluation.
#[inline(always)]
pub(super) fn pvs_midgame<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    window: Window,
    draft: Draft,
    line: &mut Vec<Move>,
) -> i32 {
    line.clear();
    if cx.control.must_stop() {
        return window.alpha;
    }
    let features = &l.features(board);
    if draft.depth == 0 {
        return midgame::evaluate_discs(l, cx, board, features);
    }
    node::<L, Midgame<'_>, true>(l, cx, Midgame { draft, features }, board, window, line)
}

/// Twelve empties and more, off the principal variation: is the exact score above `alpha`?
#[inline(always)]
pub(super) fn nws_endgame<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
    node::<L, Endgame, false>(l, cx, Endgame, board, Window::null(alpha), &mut Vec::new())
}

/// Three plies and more, off the principal variation: is the score above `alpha`?
#[inline(always)]
pub(super) fn nws_midgame<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
    draft: Draft,
) -> i32 {
    let phase = Midgame { draft, features };
    node::<L, Midgame<'_>, false>(l, cx, phase, board, Window::null(alpha), &mut Vec::new())
}

/// The score of one move, by a null window.
#[inline(always)]
pub(super) fn search_move<L: Outlined>(l: L, cx: &mut Context<'_>, node: Node, candidate: Candidate) -> i32 {
    let Node { board, alpha, draft } = node;
    let child = board.play_unchecked(candidate.square, candidate.flips);
    let next = draft.next();
    cx.control.nodes += 1;
    if midgame::is_exact(child, next) {
        -endgame::nws(l, cx, child, !alpha)
    } else {
        -midgame::nws(l, cx, child, &l.features(child), !alpha, next)
    }
}

/// One node, on the principal variation (`PV`) or with a null window. `line` is written with `PV` only.
#[inline(always)]
fn node<L: Outlined, P: Phase, const PV: bool>(
    l: L,
    cx: &mut Context<'_>,
    phase: P,
    board: Board,
    window: Window,
    line: &mut Vec<Move>,
) -> i32 {
    let Window { mut alpha, mut beta } = window;
    if cx.control.must_stop() {
        return alpha;
    }
    if !PV && let Some(upper) = phase.stability_cutoff(l, board, alpha) {
        return upper;
    }
    let key = cx.table.key(l.hash(board));
    cx.table.prefetch(key);
    let moves = l.moves(board);
    let draft = phase.draft(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        cx.control.nodes += 1;
        if !PV {
            return -phase.nws_after_pass(l, cx, board, !alpha);
        }
        let score = -pvs(l, cx, board.pass(), window.of_opponent(), draft, line);
        if score > alpha {
            line.insert(0, Move::Pass);
        } else {
            line.clear(); // it is the opponent's
        }
        return score;
    }

    let mut list = MoveList::new();
    add_moves(l, board, moves, &mut list);
    let probe_children = !PV && draft.depth >= P::MIN_DEPTH_TO_PROBE_CHILDREN;
    if probe_children {
        prefetch_children(l, cx, board, &list);
    }
    phase.score_quickly(l, board, &mut list);
    let known = cx.table.probe(key, board, draft);
    if known.lower >= beta {
        if PV {
            // Without a move in the table the bound is -64: any move reaches it.
            line.extend(known.moves[0].or(list.first().map(|mv| mv.square)).map(Move::Place));
        }
        return known.lower;
    }
    if known.upper <= alpha {
        return known.upper;
    }
    if PV {
        // The bounds narrow the window, but the score stays inside it: otherwise the line is lost.
        alpha = alpha.max(known.lower - 1);
        beta = beta.min(known.upper + 1);
    } else if probe_children && let Some(lower) = cut_by_children(l, cx, board, &list, draft, alpha) {
        return lower;
    }
    let nodes_before = cx.control.nodes;
    if !PV && let Some(bound) = phase.prob_cut(l, cx, board, alpha) {
        return bound;
    }
    // The first choice mostly cuts, so it is tried before the scores of the others are complete.
    let known = phase.trusting(known, board);
    let first_choices = usize::from(first_choice_to_front(&mut list, board, known.moves[0]));
    let window_to_score = if PV { None } else { Some(alpha) };

    let bounds = Window { alpha, beta };
    let shareable = draft.depth >= P::MIN_DEPTH_TO_SHARE;
    let (mut best, mut best_square) = (NO_SCORE, None);
    let mut child_line = Vec::new();
    let mut tried = 0;
    loop {
        if tried == first_choices && list.len() > tried + 1 {
            phase.score_moves(l, cx, board, &mut list[tried..], known, window_to_score);
        }
        let Some(candidate) = pick(&mut list, tried) else { break };
        let node = Node { board, alpha, draft };
        let mut score = if tried > 0 && shareable && cx.control.team().shares() {
            search_siblings(l, cx, node, &mut list, tried)
        } else if !PV {
            cx.control.nodes += 1;
            let child = board.play_unchecked(candidate.square, candidate.flips);
            -phase.nws_after_move(l, cx, child, candidate, !alpha)
        } else if tried > 0 {
            l.search_move(cx, node, candidate)
        } else {
            NO_SCORE // the first move gets the open window at once
        };
        if PV {
            child_line.clear();
            if tried == 0 || (alpha < score && score < beta) {
                cx.control.nodes += u64::from(tried == 0);
                let candidate = list[tried];
                let child = board.play_unchecked(candidate.square, candidate.flips);
                let open = Window { alpha, beta }.of_opponent();
                score = -pvs(l, cx, child, open, draft.next(), &mut child_line);
            }
            if cx.control.aborted() {
                return alpha;
            }
        }
        if score > best {
            best = score;
            best_square = Some(list[tried].square);
            if score > alpha {
                if PV {
                    alpha = score;
                    line.clear();
                    line.extend(best_square.map(Move::Place));
                    line.append(&mut child_line);
                }
                if score >= beta {
                    break;
                }
            }
        }
        tried += 1;
    }
    if cx.control.aborted() {
        return alpha;
    }
    let found = Entry {
        lower: if best > bounds.alpha { best } else { -64 },
        upper: if best < bounds.beta { best } else { 64 },
        moves: [best_square, None],
        draft,
    };
    cx.table.store(key, board, found, (cx.control.nodes - nodes_before).ilog2());
    best
}

/// Starts to load what the table knows about the children: one wait for memory instead of many.
#[inline(always)]
fn prefetch_children<L: Outlined>(l: L, cx: &Context<'_>, board: Board, list: &MoveList) {
    for candidate in list {
        let child = board.play_unchecked(candidate.square, candidate.flips);
        cx.table.prefetch(cx.table.key(l.hash(child)));
    }
}

/// A lower bound above `alpha` from what the table knows about a child (enhanced transposition cutoff).
#[inline(always)]
fn cut_by_children<L: Outlined>(
    l: L,
    cx: &Context<'_>,
    board: Board,
    list: &MoveList,
    draft: Draft,
    alpha: i32,
) -> Option<i32> {
    for candidate in list {
        let child = board.play_unchecked(candidate.square, candidate.flips);
        let lower = -cx.table.probe(cx.table.key(l.hash(child)), child, draft.next()).upper;
        if lower > alpha {
            return Some(lower);
        }
    }
    None
}
