//! The score of a board with one empty square, from the counts of both sides.

use core::hint::select_unpredictable;

use reversi_bitboard::Square;

#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
use super::reuse::{self, Lines};
use crate::bitboard::LastScoreCall;

/// The other side is counted if the player turns nothing, and `after_pass` has the score then. Always returns
/// the score (LAST-17).
#[inline(always)]
pub(super) fn in_turn(
    (_, (square, player)): LastScoreCall,
    after_pass: impl Fn(i32, i32) -> i32,
    count: impl Fn(Square, u64) -> u32,
) -> i32 {
    let score = provisional(player.count_ones());
    match doubled(count(square, player)) {
        0 => after_pass(score, doubled(count(square, theirs(square, player)))),
        mine => score + mine,
    }
}

/// The same. The other side's lines are the complement of those that are gathered already (LAST-12).
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn reusing((_, (square, player)): LastScoreCall, gather: impl Fn(Square, u64) -> Lines) -> i32 {
    let score = provisional(player.count_ones());
    let mine = gather(square, player);
    match doubled(reuse::sum(square, mine)) {
        0 => after_pass(score, doubled(reuse::sum(square, reuse::of_other_side(square, mine)))),
        turned => score + turned,
    }
}

/// Counts both sides and selects the score (LAST-18, LAST-26).
#[inline(always)]
pub(super) fn selected(
    (_, (square, player)): LastScoreCall,
    counts: impl Fn(Square, u64) -> [u32; 2],
) -> i32 {
    let [mine, theirs] = counts(square, player);
    let score = provisional(player.count_ones());
    select_unpredictable(mine != 0, score + doubled(mine), after_pass_by_sign(score, doubled(theirs)))
}

/// After a pass the other side is counted only if its count can matter: its flips only lower the score
/// (LAST-19).
#[inline(always)]
pub(super) fn lazy_low((alpha, (square, player)): LastScoreCall, count: impl Fn(Square, u64) -> u32) -> i32 {
    let score = provisional(player.count_ones());
    match doubled(count(square, player)) {
        0 => lazy_after_pass(alpha, score, || count(square, theirs(square, player))),
        mine => score + mine,
    }
}

/// A side is not counted if it can move and its score is above alpha before it turns a disc (LAST-20).
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn lazy_high(
    (alpha, (square, player)): LastScoreCall,
    can_flip: impl Fn(Square, u64) -> bool,
    count: impl Fn(Square, u64) -> u32,
) -> i32 {
    let score = provisional(player.count_ones());
    if !can_flip(square, player) {
        return lazy_after_pass(alpha, score, || count(square, theirs(square, player)));
    }
    if score > alpha { score + 2 } else { score + doubled(count(square, player)) }
}

/// The same. The test for a legal move leaves the opponent's discs on each ray, and on rays without a disc of
/// the player none. On these the other side would turn nothing, so after a pass its lines need not be
/// gathered again (LAST-24).
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn lazy_high_reusing<R: Copy>(
    (alpha, (square, player)): LastScoreCall,
    closed_rays: impl Fn(Square, u64) -> R,
    can_flip: impl Fn(Square, R) -> bool,
    count: impl Fn(Square, u64) -> u32,
    count_theirs: impl Fn(Square, u64, R) -> u32,
) -> i32 {
    let score = provisional(player.count_ones());
    let rays = closed_rays(square, player);
    if !can_flip(square, rays) {
        return lazy_after_pass(alpha, score, || count_theirs(square, player, rays));
    }
    if score > alpha { score + 2 } else { score + doubled(count(square, player)) }
}

/// Compares with alpha first. Above it, legality is enough; otherwise the flips are counted. So at most one
/// side is counted (LAST-25).
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn by_alpha(
    (alpha, (square, player)): LastScoreCall,
    can_flip: impl Fn(Square, u64) -> bool,
    count: impl Fn(Square, u64) -> u32,
) -> i32 {
    let score = provisional(player.count_ones());
    if score > alpha {
        if can_flip(square, player) {
            score + 2
        } else {
            after_pass(score, doubled(count(square, theirs(square, player))))
        }
    } else {
        match doubled(count(square, player)) {
            0 => over(score),
            mine => score + mine,
        }
    }
}

/// The score if the player gets the last square and turns nothing.
#[inline(always)]
fn provisional(discs: u32) -> i32 {
    2 * discs as i32 - 62
}

/// The discs of the other side.
#[inline(always)]
fn theirs(square: Square, player: u64) -> u64 {
    !(player | square.bit())
}

/// The change of the score by turned discs.
#[inline(always)]
fn doubled(count: u32) -> i32 {
    2 * count as i32
}

/// Neither side can move: the winner gets the square.
#[inline(always)]
fn over(score: i32) -> i32 {
    if score > 0 { score } else { score - 2 }
}

#[inline(always)]
pub(super) fn after_pass(score: i32, turned: i32) -> i32 {
    if turned != 0 { score - 2 - turned } else { over(score) }
}

/// The player does not get the square if the other side turns discs or the player is behind. One sign bit
/// says both (LAST-18).
#[inline(always)]
pub(super) fn after_pass_by_sign(score: i32, turned: i32) -> i32 {
    score - turned + 2 * ((-turned | (score - 1)) >> 31)
}

/// The same with the condition as a number, 0 or 1 (LAST-18, SETcc).
#[inline(always)]
pub(super) fn after_pass_by_condition(score: i32, turned: i32) -> i32 {
    score - turned - 2 * i32::from((turned > 0) | (score <= 0))
}

#[inline(always)]
fn lazy_after_pass(alpha: i32, score: i32, count: impl Fn() -> u32) -> i32 {
    let over = over(score);
    if over <= alpha { over } else { after_pass(score, doubled(count())) }
}
