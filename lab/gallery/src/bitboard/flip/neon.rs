//! Two lanes of NEON.

use core::arch::aarch64::*;

use reversi_bitboard::__internal::flip::neon::{flip_two, rays};
use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP, RayLanes};
use reversi_bitboard::{Board, Square};

/// NEON counts leading zeros of 32 bits only. The count of the low half is valid if the high half is empty.
/// A selection by bits takes the flips on the rays of a vector, and those found before elsewhere (FLIP-41).
#[target_feature(enable = "neon")]
#[inline]
pub(super) fn flip_41(square: Square, board: Board) -> u64 {
    let (player, opponent) = (vdupq_n_u64(board.player().0), vdupq_n_u64(board.opponent().0));
    let down = &RAYS_DOWN[square.index()];
    let mut flips = flip_up(player, opponent, &RAYS_UP[square.index()]);
    for rays in [rays::<0>(down), rays::<2>(down)] {
        flips = vbslq_u64(rays, above(player, opponent, rays), flips);
    }
    or_halves(flips)
}

/// The same, with each result masked by its rays and united with the others.
#[target_feature(enable = "neon")]
#[inline]
pub(super) fn flip_41_or(square: Square, board: Board) -> u64 {
    let (player, opponent) = (vdupq_n_u64(board.player().0), vdupq_n_u64(board.opponent().0));
    let (up, down) = (&RAYS_UP[square.index()], &RAYS_DOWN[square.index()]);
    let down_two = |rays| vandq_u64(above(player, opponent, rays), rays);
    or_halves(vorrq_u64(
        vorrq_u64(flip_two(player, opponent, rays::<0>(up)), flip_two(player, opponent, rays::<2>(up))),
        vorrq_u64(down_two(rays::<0>(down)), down_two(rays::<2>(down))),
    ))
}

/// As the engine's, but all bits are reversed in vectors: those of each byte by RBIT, then the bytes
/// (FLIP-42).
#[target_feature(enable = "neon")]
#[inline]
pub(super) fn flip_42(square: Square, board: Board) -> u64 {
    let (player, opponent) = (vdupq_n_u64(board.player().0), vdupq_n_u64(board.opponent().0));
    let down = flip_up(reversed(player), reversed(opponent), &RAYS_UP[63 - square.index()]);
    or_halves(vorrq_u64(flip_up(player, opponent, &RAYS_UP[square.index()]), reversed(down)))
}

/// The flips on four upper rays, two in each half.
#[target_feature(enable = "neon")]
#[inline]
fn flip_up(player: uint64x2_t, opponent: uint64x2_t, up: &RayLanes) -> uint64x2_t {
    let flips = vandq_u64(below(player, opponent, rays::<0>(up)), rays::<0>(up));
    vbslq_u64(rays::<2>(up), below(player, opponent, rays::<2>(up)), flips)
}

/// All squares below the outflanking disc of each upper ray, by carry (FLIP-06) and saturating subtraction
/// (FLIP-16d).
#[target_feature(enable = "neon")]
#[inline]
fn below(player: uint64x2_t, opponent: uint64x2_t, ray: uint64x2_t) -> uint64x2_t {
    let one = vdupq_n_u64(1);
    let carry = vaddq_u64(vornq_u64(opponent, ray), one);
    vqsubq_u64(vandq_u64(vandq_u64(carry, player), ray), one)
}

/// All squares above the outflanking disc of each lower ray.
#[target_feature(enable = "neon")]
#[inline]
fn above(player: uint64x2_t, opponent: uint64x2_t, ray: uint64x2_t) -> uint64x2_t {
    let others = vbicq_u64(ray, opponent);
    let halves = vreinterpretq_u32_u64(others);
    // The top bit of each half. The low half keeps it only if the high half is empty.
    let high_is_empty = vceqzq_u32(vreinterpretq_u32_u64(vshrq_n_u64::<32>(others)));
    let top = vshlq_n_u32::<31>(high_is_empty);
    let shift = vnegq_s32(vreinterpretq_s32_u32(vclzq_u32(halves)));
    let highest = vreinterpretq_u64_u32(vshlq_u32(top, shift));
    let outflank = vandq_u64(highest, player);
    vreinterpretq_u64_s64(vnegq_s64(vreinterpretq_s64_u64(vaddq_u64(outflank, outflank))))
}

/// Both sets with their bits in reverse order.
#[target_feature(enable = "neon")]
#[inline]
fn reversed(sets: uint64x2_t) -> uint64x2_t {
    vreinterpretq_u64_u8(vrev64q_u8(vrbitq_u8(vreinterpretq_u8_u64(sets))))
}

#[target_feature(enable = "neon")]
#[inline]
fn or_halves(sets: uint64x2_t) -> u64 {
    vgetq_lane_u64::<0>(sets) | vgetq_lane_u64::<1>(sets)
}
