use core::arch::aarch64::*;

use crate::board::{Bitboard, Board, Square};
use crate::kernel::rays::{RAYS_UP, RayLanes};

/// Computes two rays at once toward higher bits. On the board with all bits reversed, rays toward lower bits
/// become such rays (FLIP-42).
#[target_feature(enable = "neon")]
#[inline]
pub fn flip(square: Square, board: Board) -> Bitboard {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let reversed = flip_up(player.reverse_bits(), opponent.reverse_bits(), &RAYS_UP[63 - square.index()]);
    Bitboard(flip_up(player, opponent, &RAYS_UP[square.index()]) | reversed.reverse_bits())
}

#[target_feature(enable = "neon")]
#[inline]
fn flip_up(player: u64, opponent: u64, lanes: &RayLanes) -> u64 {
    let (player, opponent) = (vdupq_n_u64(player), vdupq_n_u64(opponent));
    let flips =
        vorrq_u64(flip_two(player, opponent, rays::<0>(lanes)), flip_two(player, opponent, rays::<2>(lanes)));
    vgetq_lane_u64::<0>(flips) | vgetq_lane_u64::<1>(flips)
}

#[target_feature(enable = "neon")]
#[inline]
pub fn flip_two(player: uint64x2_t, opponent: uint64x2_t, ray: uint64x2_t) -> uint64x2_t {
    // The carry runs through the opponent's discs (FLIP-06); a saturating subtraction fills below it
    // (FLIP-16d).
    let one = vdupq_n_u64(1);
    let carry = vaddq_u64(vornq_u64(opponent, ray), one);
    let outflank = vandq_u64(vandq_u64(carry, player), ray);
    vandq_u64(vqsubq_u64(outflank, one), ray)
}

/// Returns the rays of the lanes `FIRST` and `FIRST + 1`.
#[target_feature(enable = "neon")]
#[inline]
pub fn rays<const FIRST: usize>(lanes: &RayLanes) -> uint64x2_t {
    let two = &lanes.0[FIRST..FIRST + 2];
    // SAFETY: 16 bytes are read from two sets.
    unsafe { vld1q_u64(two.as_ptr()) }
}
