//! Five to twelve empties: NWS with the thread's own table, and from eleven on with the shared one.
//!
//! | Empties | Function | Order of the moves |
//! |---|---|---|
//! | 5 | [`nws_5`] | odd quadrants first (END-10, END-11) |
//! | 6 | [`nws_6`] | few replies first |
//! | 7-10 | [`nws_7_to_10`] | few replies, stable edge discs; first of all a child known to cut |
//! | 11, 12 | [`nws_11_or_12`] | the same, after the move in the shared table |
//!
//! To sort the moves each child's moves are counted. The child does not generate them again, so its parent
//! hands them down.

use std::ops::ControlFlow::{self, Break, Continue};

use reversi_bitboard::__internal::weighted;
use reversi_bitboard::{Bitboard, Board, Square, mask};

use super::children::{Child, Children};
use super::parity::odd_quadrants;
use super::stability::stability_cutoff;
use crate::memory::{Draft, Entry, ProvenBounds};
use crate::tree::order_weights::{NWS_6, NWS_7_TO_12};
use crate::tree::outlined::Outlined;
use crate::tree::{Context, NO_SCORE};

/// Facts of a node before its moves are searched.
struct Known {
    hash: u64,
    bounds: ProvenBounds,
}

/// Looks up the facts of a board with a legal move, or returns the score that answers it.
#[inline(always)]
fn look_up<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    moves: Bitboard,
    alpha: i32,
) -> ControlFlow<i32, Known> {
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return Break(upper);
    }
    if moves.is_empty() {
        return Break(l.nws_local_after_pass(cx, board, alpha));
    }
    let hash = l.hash(board);
    let bounds = cx.own.table.probe(hash, board);
    if bounds.lower > alpha {
        Break(bounds.lower)
    } else if bounds.upper <= alpha {
        Break(bounds.upper)
    } else {
        Continue(Known { hash, bounds })
    }
}

/// Five to twelve empties, for a parent that has not counted the moves.
#[inline(always)]
pub(in crate::tree) fn nws_local<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
    with_moves(l, cx, board, l.moves(board), alpha)
}

#[inline(always)]
fn with_moves<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, moves: Bitboard, alpha: i32) -> i32 {
    match board.empties().len() {
        5 => l.nws_5(cx, board, moves, alpha),
        6 => l.nws_6(cx, board, moves, alpha),
        7..=10 => l.nws_7_to_10(cx, board, moves, alpha),
        _ => l.nws_11_or_12(cx, board, moves, alpha),
    }
}

/// A board without a legal move.
#[inline(always)]
pub(in crate::tree) fn nws_local_after_pass<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    alpha: i32,
) -> i32 {
    let (board, moves) = (board.pass(), l.moves(board.pass()));
    if moves.is_empty() {
        return -board.final_score();
    }
    cx.control.nodes += 1;
    -with_moves(l, cx, board, moves, !alpha)
}

#[inline(always)]
pub(in crate::tree) fn nws_5<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    moves: Bitboard,
    alpha: i32,
) -> i32 {
    let known = match look_up(l, cx, board, moves, alpha) {
        Continue(known) => known,
        Break(score) => return score,
    };
    let odd = odd_quadrants(board.empties());
    let mut best = NO_SCORE;
    let mut left = moves;
    while let Some(square) = (left & odd).first().or(left.first()) {
        left = left.without_square(square);
        let child = board.play_unchecked(square, l.flip(square, board));
        cx.control.nodes += 1;
        best = best.max(-l.solve_4(&mut cx.control.nodes, child, !alpha));
        if best > alpha {
            break;
        }
    }
    cx.own.table.store(known.hash, board, known.bounds, alpha, best);
    best
}

#[inline(always)]
pub(in crate::tree) fn nws_6<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    moves: Bitboard,
    alpha: i32,
) -> i32 {
    let known = match look_up(l, cx, board, moves, alpha) {
        Continue(known) => known,
        Break(score) => return score,
    };
    let good = odd_quadrants(board.empties()) | mask::CORNERS;
    let mut children = Children::new();
    for square in moves {
        let flips = l.flip(square, board);
        let replies = l.moves(board.play_unchecked(square, flips));
        let score =
            NWS_6.reply * weighted(replies) as i32 + NWS_6.odd_quadrant * i32::from(good.contains(square));
        children.add(Child { square, flips, replies }, score);
    }
    let (best, _) = search_children(cx, board, alpha, &mut children, |cx, child, replies| {
        -l.nws_5(cx, child, replies, !alpha)
    });
    cx.own.table.store(known.hash, board, known.bounds, alpha, best);
    best
}

#[inline(always)]
pub(in crate::tree) fn nws_7_to_10<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    moves: Bitboard,
    alpha: i32,
) -> i32 {
    if cx.control.must_stop() {
        return alpha;
    }
    let known = match look_up(l, cx, board, moves, alpha) {
        Continue(known) => known,
        Break(score) => return score,
    };
    let mut children = Children::new();
    if let Some(lower) = add_children(l, cx, board, moves, alpha, false, &mut children) {
        return lower;
    }
    let children_have_6 = board.empties().len() == 7;
    let (best, _) = search_children(cx, board, alpha, &mut children, |cx, child, replies| {
        if children_have_6 {
            -l.nws_6(cx, child, replies, !alpha)
        } else {
            -l.nws_7_to_10(cx, child, replies, !alpha)
        }
    });
    if cx.control.aborted() {
        return alpha;
    }
    cx.own.table.store(known.hash, board, known.bounds, alpha, best);
    best
}

/// Eleven or twelve empties: as with fewer, but with the table of all threads.
#[inline(always)]
pub(in crate::tree) fn nws_11_or_12<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    moves: Bitboard,
    alpha: i32,
) -> i32 {
    if cx.control.must_stop() {
        return alpha;
    }
    let key = cx.table.key(l.hash(board));
    cx.table.prefetch(key);
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    if moves.is_empty() {
        return l.nws_local_after_pass(cx, board, alpha);
    }
    // The table's entry arrives meanwhile.
    let empties = board.empties().len();
    let mut children = Children::new();
    if let Some(lower) = add_children(l, cx, board, moves, alpha, empties == 12, &mut children) {
        return lower;
    }
    let draft = Draft::exact(empties);
    let known = cx.table.probe(key, board, draft);
    if known.lower > alpha {
        return known.lower;
    }
    if known.upper <= alpha {
        return known.upper;
    }
    if let Some(square) = known.moves[0] {
        children.prefer(square);
    }
    let nodes_before = cx.control.nodes;
    let (best, square) = search_children(cx, board, alpha, &mut children, |cx, child, replies| {
        if empties == 11 {
            -l.nws_7_to_10(cx, child, replies, !alpha)
        } else {
            -l.nws_11_or_12(cx, child, replies, !alpha)
        }
    });
    if cx.control.aborted() {
        return alpha;
    }
    let (lower, upper) = if best > alpha { (best, 64) } else { (-64, best) };
    let found = Entry { lower, upper, moves: [square, None], draft };
    cx.table.store(key, board, found, (cx.control.nodes - nodes_before).ilog2());
    best
}

/// Adds all children with their scores, or returns a bound above `alpha` that the table of the children has of
/// one: the shared one has those with eleven empties. The list is filled in place because a return would copy
/// it.
#[inline(always)]
fn add_children<L: Outlined>(
    l: L,
    cx: &Context<'_>,
    board: Board,
    moves: Bitboard,
    alpha: i32,
    shared: bool,
    children: &mut Children,
) -> Option<i32> {
    let odd = odd_quadrants(board.empties());
    // The table's places arrive while the flips of the other moves are computed.
    let mut all_flips = [Bitboard::EMPTY; Children::MAX];
    let mut hashes = [0; Children::MAX];
    for (i, square) in moves.into_iter().enumerate() {
        let flips = l.flip(square, board);
        let hash = l.hash(board.play_unchecked(square, flips));
        if shared {
            cx.table.prefetch(cx.table.key(hash));
        } else {
            cx.own.table.prefetch(hash);
        }
        all_flips[i % Children::MAX] = flips;
        hashes[i % Children::MAX] = hash as u32; // the tables use the low bits
    }
    for (i, square) in moves.into_iter().enumerate() {
        let flips = all_flips[i % Children::MAX];
        let child = board.play_unchecked(square, flips);
        let hash = hashes[i % Children::MAX].into();
        let lower = if shared {
            -cx.table.probe(cx.table.key(hash), child, Draft::exact(child.empties().len())).upper
        } else {
            -cx.own.table.probe(hash, child).upper
        };
        if lower > alpha {
            return Some(lower);
        }
        let replies = l.moves(child);
        let score = NWS_7_TO_12.reply * weighted(replies) as i32
            + NWS_7_TO_12.stable_edge_disc * l.stable_edge_count(child.pass()) as i32
            + NWS_7_TO_12.odd_quadrant * i32::from(odd.contains(square))
            + NWS_7_TO_12.flip * flips.len() as i32;
        children.add(Child { square, flips, replies }, score);
    }
    None
}

/// Searches the children, the likely best first, until one is better than `alpha`. Returns the best score
/// and its move.
#[inline(always)]
fn search_children(
    cx: &mut Context<'_>,
    board: Board,
    alpha: i32,
    children: &mut Children,
    search: impl Fn(&mut Context<'_>, Board, Bitboard) -> i32,
) -> (i32, Option<Square>) {
    let (mut best, mut best_square) = (NO_SCORE, None);
    let mut next = Some(children.take_first());
    while let Some(Child { square, flips, replies }) = next {
        cx.control.nodes += 1;
        let score = search(cx, board.play_unchecked(square, flips), replies);
        if score > best {
            (best, best_square) = (score, Some(square));
            if score > alpha {
                break;
            }
        }
        next = children.take_next();
    }
    (best, best_square)
}
