//! One node of the search: principal variation search (PVS) and null-window search (NWS) in one function.

use std::ops::ControlFlow;

use reversi_bitboard::{Board, Move, Square};
use reversi_eval::Features;

use super::endgame::Endgame;
use super::midgame::Midgame;
use super::move_list::{Candidate, MoveList, add_moves, first_choice_to_front, pick};
use super::node_kind::{NodeKind, NullWindow, Principal};
use super::outlined::Outlined;
use super::phase::Phase;
use super::{Context, NO_SCORE, Window, endgame, midgame};
use crate::memory::{Draft, Entry, Key};
use crate::parallel::search_siblings;

/// Asks whether a move of this board is better than `alpha`.
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
    if midgame::is_exact(cx, board, draft) {
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
    node(l, cx, Endgame, Principal::new(window, line), board)
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
    let kind = Principal::new(window, line);
    if cx.control.must_stop() {
        return window.alpha;
    }
    let features = &l.features(board);
    if draft.depth == 0 {
        return midgame::evaluate_discs(l, cx, board, features);
    }
    node(l, cx, Midgame { draft, features }, kind, board)
}

/// Thirteen empties and more, off the principal variation: is the exact score above `alpha`?
#[inline(always)]
pub(super) fn nws_endgame<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
    node(l, cx, Endgame, NullWindow { alpha }, board)
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
    node(l, cx, Midgame { draft, features }, NullWindow { alpha }, board)
}

/// The score of one move, by a null window.
#[inline(always)]
pub(super) fn search_move<L: Outlined>(l: L, cx: &mut Context<'_>, node: Node, candidate: Candidate) -> i32 {
    let Node { board, alpha, draft } = node;
    let child = candidate.play_on(board);
    let next = draft.next();
    cx.control.nodes += 1;
    if midgame::is_exact(cx, child, next) {
        -endgame::nws(l, cx, child, !alpha)
    } else {
        -midgame::nws(l, cx, child, &l.features(child), !alpha, next)
    }
}

/// One node: the same code for both phases and for both kinds.
#[inline(always)]
fn node<L: Outlined, P: Phase, K: NodeKind>(
    l: L,
    cx: &mut Context<'_>,
    phase: P,
    mut kind: K,
    board: Board,
) -> i32 {
    let alpha = kind.window().alpha;
    if cx.control.must_stop() {
        return alpha;
    }
    if K::NULL_WINDOW
        && let Some(upper) = phase.stability_cutoff(l, board, alpha)
    {
        return upper;
    }
    let key = cx.table.key(l.hash(board));
    cx.table.prefetch(key);
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        cx.control.nodes += 1;
        return kind.after_pass(l, cx, phase, board);
    }
    let mut list = MoveList::new();
    add_moves(l, board, moves, &mut list);
    let known = match probe_or_cut(l, cx, phase, &mut kind, key, board, &mut list) {
        ControlFlow::Continue(known) => known,
        ControlFlow::Break(bound) => return bound,
    };
    let nodes_before = cx.control.nodes;
    if K::NULL_WINDOW
        && let Some(bound) = phase.prob_cut(l, cx, board, alpha)
    {
        return bound;
    }
    let Window { alpha, beta } = kind.window();
    let (best, square) = best_move(l, cx, phase, &mut kind, board, &mut list, known);
    if cx.control.aborted() {
        return alpha;
    }
    let found = Entry {
        lower: if best > alpha { best } else { -64 },
        upper: if best < beta { best } else { 64 },
        moves: [square, None],
        draft: phase.draft(board),
    };
    cx.table.store(key, board, found, (cx.control.nodes - nodes_before).ilog2());
    best
}

/// Probes the shared table. Returns its entry, or a bound that decides the node. While the entries of the
/// children arrive, the moves are scored quickly.
#[inline(always)]
fn probe_or_cut<L: Outlined, P: Phase, K: NodeKind>(
    l: L,
    cx: &Context<'_>,
    phase: P,
    kind: &mut K,
    key: Key,
    board: Board,
    list: &mut MoveList,
) -> ControlFlow<i32, Entry> {
    let draft = phase.draft(board);
    let known = cx.table.probe(key, board, draft);
    let Window { alpha, beta } = kind.window();
    if known.lower >= beta {
        // Without a move in the table the bound is -64: any move reaches it.
        kind.cut_by(known.moves[0].or(list.first().map(|candidate| candidate.square)));
        return ControlFlow::Break(known.lower);
    }
    if known.upper <= alpha {
        return ControlFlow::Break(known.upper);
    }
    let probe_children = K::NULL_WINDOW && draft.depth >= P::MIN_DEPTH_TO_PROBE_CHILDREN;
    if probe_children {
        prefetch_children(l, cx, board, list);
    }
    phase.score_quickly(l, board, list);
    if probe_children && let Some(lower) = cut_by_children(l, cx, board, list, draft, alpha) {
        return ControlFlow::Break(lower);
    }
    kind.narrow(known);
    ControlFlow::Continue(known)
}

/// The best score and its move, or, once a move reaches `beta`, that move. If the search is aborted, neither
/// means anything.
#[inline(always)]
fn best_move<L: Outlined, P: Phase, K: NodeKind>(
    l: L,
    cx: &mut Context<'_>,
    phase: P,
    kind: &mut K,
    board: Board,
    list: &mut MoveList,
    known: Entry,
) -> (i32, Option<Square>) {
    let draft = phase.draft(board);
    let shareable = draft.depth >= P::MIN_DEPTH_TO_FEED;
    let is_large = draft.depth >= P::MIN_DEPTH_TO_SHARE;
    // The first choice mostly cuts, so it is tried before the scores of the others are complete.
    let known = phase.trusted_moves(known, board);
    let first_choices = usize::from(first_choice_to_front(list, board, known[0]));
    let (mut best, mut best_square) = (NO_SCORE, None);
    let mut tried = 0;
    loop {
        let Window { alpha, beta } = kind.window();
        if tried == first_choices && list.len() > tried + 1 {
            phase.score_moves(l, cx, board, &mut list[tried..], known, K::NULL_WINDOW.then_some(alpha));
        }
        let Some(candidate) = pick(list, tried) else { break };
        let node = Node { board, alpha, draft };
        let by_null_window = if tried > 0 && shareable && cx.control.team().shares(is_large) {
            Some(search_siblings(l, cx, node, list, tried, false))
        } else {
            kind.by_null_window(l, cx, phase, node, candidate, tried == 0)
        };
        let candidate = list[tried];
        let score = kind.complete(l, cx, node, candidate, by_null_window);
        if !K::NULL_WINDOW && cx.control.aborted() {
            break;
        }
        if score > best {
            (best, best_square) = (score, Some(candidate.square));
            if score > alpha {
                kind.raise_alpha(score, candidate.square);
            }
            if score >= beta {
                break;
            }
        }
        tried += 1;
    }
    (best, best_square)
}

/// Starts to load what the table knows about the children: one wait for memory instead of many.
#[inline(always)]
fn prefetch_children<L: Outlined>(l: L, cx: &Context<'_>, board: Board, list: &MoveList) {
    for candidate in list {
        cx.table.prefetch(cx.table.key(l.hash(candidate.play_on(board))));
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
        let child = candidate.play_on(board);
        let lower = -cx.table.probe(cx.table.key(l.hash(child)), child, draft.next()).upper;
        if lower > alpha {
            return Some(lower);
        }
    }
    None
}
