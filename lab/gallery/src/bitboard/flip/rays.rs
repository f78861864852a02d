//! Ray by ray in plain integers.

use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
use reversi_bitboard::{Board, Square, mask};

use crate::bitboard::general_register::in_general_register;

/// The union of the flips on the upper and the lower rays.
#[inline(always)]
fn by_rays(square: Square, up: impl Fn(u64) -> u64, down: impl Fn(u64) -> u64) -> u64 {
    let (upper, lower) = (&RAYS_UP[square.index()].0, &RAYS_DOWN[square.index()].0);
    let mut flips = 0;
    for lane in 0..4 {
        flips |= up(upper[lane]) | down(lower[lane]);
    }
    flips
}

/// The flips on an upper ray by carry: it runs through the opponent's discs and stops at the first other
/// square (FLIP-06).
#[inline(always)]
fn by_carry(player: u64, opponent: u64, ray: u64) -> u64 {
    let outflank = (opponent | !ray).wrapping_add(1) & player & ray;
    outflank.saturating_sub(1) & ray
}

/// The flips on a lower ray by leading zeros (FLIP-08).
#[inline(always)]
fn by_leading_zeros(player: u64, opponent: u64, ray: u64) -> u64 {
    let outflank = (1 << 63 >> ((!opponent & ray).leading_zeros() & 63)) & player;
    outflank.wrapping_neg() << 1 & ray
}

/// Carry propagation toward higher bits (FLIP-06), leading-zero count toward lower bits (FLIP-08).
#[inline(always)]
pub(super) fn carry(square: Square, board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let down = |ray| by_leading_zeros(player, opponent, ray);
    by_rays(square, |ray| by_carry(player, opponent, ray), down)
}

/// FLIP-07 for the upper rays, FLIP-08 for the lower rays. `FILL` is the letter of a way to fill below the
/// outflanking disc (FLIP-16).
#[inline(always)]
pub(super) fn lowest_bit<const FILL: char>(square: Square, board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let up = |ray: u64| {
        let others = !opponent & ray;
        below::<FILL>(others & others.wrapping_neg() & player) & ray
    };
    by_rays(square, up, |ray| by_leading_zeros(player, opponent, ray))
}

/// All bits below the outflanking disc. Without such a disc, no bits (FLIP-16).
#[inline(always)]
fn below<const FILL: char>(outflank: u64) -> u64 {
    match FILL {
        'a' => outflank - u64::from(outflank != 0),
        // Only the predecessor of zero has the top bit set.
        'b' => {
            let less = outflank.wrapping_sub(1);
            less.wrapping_add(less >> 63)
        }
        'c' => {
            let (less, borrow) = outflank.overflowing_sub(1);
            less.wrapping_add(u64::from(borrow))
        }
        _ => outflank.saturating_sub(1), // d
    }
}

/// FLIP-06 for the upper rays, FLIP-09 for the lower rays. The square of the ray at the edge keeps the
/// argument of the bit scan from being zero.
#[inline(always)]
pub(super) fn sentinel(square: Square, board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let down = |ray: u64| {
        let others = (opponent & (ray & ray.wrapping_sub(1))) ^ ray | 1; // 1 for rays without a square
        let outflank = (1 << 63 >> others.leading_zeros()) & player & ray;
        in_general_register(outflank.wrapping_neg() << 1 & ray)
    };
    by_rays(square, |ray| by_carry(player, opponent, ray), down)
}

/// The union of the results of a function for the eight directions.
macro_rules! eight_directions {
    ($turned:ident, $square:expr, $board:expr) => {{
        let (square, player, opponent) = ($square.bit(), $board.player().0, $board.opponent().0);
        let inner = opponent & mask::FILES_B_TO_G.0; // no wrap-around between ranks
        $turned::<1>(square, player, inner)
            | $turned::<-1>(square, player, inner)
            | $turned::<8>(square, player, opponent)
            | $turned::<-8>(square, player, opponent)
            | $turned::<9>(square, player, inner)
            | $turned::<-9>(square, player, inner)
            | $turned::<7>(square, player, inner)
            | $turned::<-7>(square, player, inner)
    }};
}

/// One step at a time in each direction (FLIP-04).
#[inline(always)]
pub(super) fn shift_loop(square: Square, board: Board) -> u64 {
    #[inline(always)]
    fn turned<const STEP: i32>(square: u64, player: u64, opponent: u64) -> u64 {
        let mut run = opponent & shift::<STEP>(square);
        for _ in 0..5 {
            run |= opponent & shift::<STEP>(run);
        }
        if player & shift::<STEP>(run) != 0 { run } else { 0 }
    }
    eight_directions!(turned, square, board)
}

/// The run grows by one, one, two and two squares (FLIP-05).
#[inline(always)]
pub(super) fn parallel_prefix(square: Square, board: Board) -> u64 {
    #[inline(always)]
    fn turned<const STEP: i32>(square: u64, player: u64, opponent: u64) -> u64 {
        let mut run = opponent & shift::<STEP>(square);
        run |= opponent & shift::<STEP>(run);
        let pairs = opponent & shift::<STEP>(opponent);
        run |= pairs & shift::<STEP>(shift::<STEP>(run));
        run |= pairs & shift::<STEP>(shift::<STEP>(run));
        let outflanked = player & shift::<STEP>(run) != 0;
        run & u64::from(outflanked).wrapping_neg() // without a branch
    }
    eight_directions!(turned, square, board)
}

#[inline(always)]
fn shift<const STEP: i32>(set: u64) -> u64 {
    if STEP > 0 { set << STEP } else { set >> -STEP }
}
