//! Two lanes of NEON.

use core::arch::aarch64::*;

use reversi_bitboard::__internal::flip::neon::{flip_two, rays};
use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
use reversi_bitboard::{Board, Square};

/// NEON counts leading zeros of 32 bits only. The count of the low half is valid if the high half is empty
/// (FLIP-41).
#[target_feature(enable = "neon")]
#[inline]
pub(super) fn flip_41(square: Square, board: Board) -> u64 {
    let (player, opponent) = (vdupq_n_u64(board.player().0), vdupq_n_u64(board.opponent().0));
    let (up, down) = (&RAYS_UP[square.index()], &RAYS_DOWN[square.index()]);
    let flips = vorrq_u64(
        vorrq_u64(flip_two(player, opponent, rays::<0>(up)), flip_two(player, opponent, rays::<2>(up))),
        vorrq_u64(down_two(player, opponent, rays::<0>(down)), down_two(player, opponent, rays::<2>(down))),
    );
    vgetq_lane_u64::<0>(flips) | vgetq_lane_u64::<1>(flips)
}

#[target_feature(enable = "neon")]
#[inline]
fn down_two(player: uint64x2_t, opponent: uint64x2_t, ray: uint64x2_t) -> uint64x2_t {
    let others = vbicq_u64(ray, opponent);
    let halves = vreinterpretq_u32_u64(others);
    // The top bit of each half. The low half keeps it only if the high half is empty.
    let high_is_empty = vceqzq_u32(vreinterpretq_u32_u64(vshrq_n_u64::<32>(others)));
    let top = vshlq_n_u32::<31>(high_is_empty);
    let shift = vnegq_s32(vreinterpretq_s32_u32(vclzq_u32(halves)));
    let highest = vreinterpretq_u64_u32(vshlq_u32(top, shift));
    let outflank = vandq_u64(highest, player);
    let above = vnegq_s64(vreinterpretq_s64_u64(vaddq_u64(outflank, outflank)));
    vandq_u64(vreinterpretq_u64_s64(above), ray)
}
