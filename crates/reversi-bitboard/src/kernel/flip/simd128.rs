use core::arch::wasm32::*;

use crate::board::{Bitboard, Board, Square};
use crate::kernel::rays::{RAYS_DOWN, RAYS_UP, RayLanes};

/// Computes two rays at once toward higher bits, by their lowest bit (FLIP-07). On the board upside down,
/// rays toward lower ranks become such rays (BB-07). The highest bit decides the row toward file A (FLIP-08).
#[target_feature(enable = "simd128")]
#[inline]
pub fn flip(square: Square, board: Board) -> Bitboard {
    let both = u64x2(board.player().0, board.opponent().0);
    let up = flip_up(both, &RAYS_UP[square.index()]);
    let down = upside_down(flip_up(upside_down(both), &RAYS_UP[square.index() ^ 56]));
    let flips = v128_or(up, down);
    let flips = u64x2_extract_lane::<0>(flips) | u64x2_extract_lane::<1>(flips);
    Bitboard(flips | flip_row_down(square, board))
}

/// The flips on the four rays toward higher bits: the union of both lanes. The player's discs are in the low
/// lane of `both`, the opponent's in the high lane.
#[target_feature(enable = "simd128")]
#[inline]
fn flip_up(both: v128, rays: &RayLanes) -> v128 {
    let player = i64x2_shuffle::<0, 0>(both, both);
    let opponent = i64x2_shuffle::<1, 1>(both, both);
    let [row, file, diagonal9, diagonal7] = rays.0;
    v128_or(
        flip_two(player, opponent, u64x2(row, file)),
        flip_two(player, opponent, u64x2(diagonal9, diagonal7)),
    )
}

#[target_feature(enable = "simd128")]
#[inline]
fn flip_two(player: v128, opponent: v128, ray: v128) -> v128 {
    let others = v128_andnot(ray, opponent);
    let outflank = v128_and(v128_and(others, i64x2_neg(others)), player);
    // All ones where nothing is outflanked, otherwise the outflanking disc and all above it (FLIP-16f).
    let beyond = i64x2_sub(i64x2_eq(outflank, u64x2_splat(0)), outflank);
    // In a byte, the squares of the ray beyond a square are either all those below `beyond` or none: this is
    // `ray & !beyond`. The compiler would turn that into a comparison for inequality, which takes three
    // instructions more on x86.
    u8x16_sub_sat(ray, beyond)
}

/// Reverses the ranks of both lanes.
#[target_feature(enable = "simd128")]
#[inline]
pub fn upside_down(both: v128) -> v128 {
    i8x16_shuffle::<7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8>(both, both)
}

#[inline(always)]
fn flip_row_down(square: Square, board: Board) -> u64 {
    let ray = RAYS_DOWN[square.index()].0[0];
    let outflank = (1 << 63 >> ((!board.opponent().0 & ray).leading_zeros() & 63)) & board.player().0;
    outflank.wrapping_neg() << 1 & ray
}
