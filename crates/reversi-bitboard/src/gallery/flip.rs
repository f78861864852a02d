//! Flips that the engine does not use.

use crate::kernel::rays::{RAYS_DOWN, RAYS_UP};
use crate::{Board, Square};

/// FLIP-07 up, FLIP-08 down.
#[inline(always)]
pub(super) fn lowest_bit(square: Square, board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let mut flips = 0;
    for lane in 0..4 {
        let up = RAYS_UP[square.index()].0[lane];
        let others = !opponent & up;
        let outflank = others & others.wrapping_neg() & player;
        flips |= outflank.saturating_sub(1) & up;

        let down = RAYS_DOWN[square.index()].0[lane];
        let outflank = (1 << 63 >> ((!opponent & down).leading_zeros() & 63)) & player;
        flips |= outflank.wrapping_neg() << 1 & down;
    }
    flips
}

/// FLIP-06 up, FLIP-09 down: the ray's edge square keeps the argument of the bit scan from being zero.
#[inline(always)]
pub(super) fn sentinel(square: Square, board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let mut flips = 0;
    for lane in 0..4 {
        let up = RAYS_UP[square.index()].0[lane];
        let outflank = (opponent | !up).wrapping_add(1) & player & up;
        flips |= outflank.saturating_sub(1) & up;

        let down = RAYS_DOWN[square.index()].0[lane];
        let others = (opponent & (down & down.wrapping_sub(1))) ^ down | 1; // 1 for rays without a square
        let outflank = (1 << 63 >> others.leading_zeros()) & player & down;
        flips |= outflank.wrapping_neg() << 1 & down;
    }
    flips
}

#[inline(always)]
pub(super) fn fold_four(squares: [Square; 4], flip: impl Fn(Square) -> u64) -> u64 {
    xor_four([flip(squares[0]), flip(squares[1]), flip(squares[2]), flip(squares[3])])
}

#[inline(always)]
pub(super) fn xor_four([a, b, c, d]: [u64; 4]) -> u64 {
    a ^ b.rotate_left(1) ^ c.rotate_left(2) ^ d.rotate_left(3)
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2 {
    use core::arch::x86_64::*;

    use crate::kernel::flip::avx2::{flip_down, flip_up, load, or_lanes};
    use crate::kernel::rays::{RAYS_DOWN, RAYS_UP};
    use crate::{Board, Square};

    /// Defines a flip from a function for the upper rays and one for the lower rays.
    macro_rules! combine {
        ($($(#[$meta:meta])* $name:ident = $up:ident | $down:ident;)*) => {$(
            $(#[$meta])*
            #[target_feature(enable = "avx2,bmi1,lzcnt")]
            #[inline]
            pub(in crate::gallery) fn $name(square: Square, board: Board) -> u64 {
                let player = _mm256_set1_epi64x(board.player().0 as i64);
                let opponent = _mm256_set1_epi64x(board.opponent().0 as i64);
                let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
                or_lanes(_mm256_or_si256($up(player, opponent, up), $down(player, opponent, down)))
            }
        )*};
    }
    combine! {
        flip_32_38 = up_32 | flip_down;
        flip_31_33 = flip_up | down_33;
        flip_31_37 = flip_up | down_37;
        flip_31_35 = flip_up | down_35;
    }

    /// Lowest non-opponent, filled below unless there is none (FLIP-16f).
    #[target_feature(enable = "avx2")]
    #[inline]
    fn up_32(player: __m256i, opponent: __m256i, up: __m256i) -> __m256i {
        let zero = _mm256_setzero_si256();
        let others = _mm256_andnot_si256(opponent, up);
        let outflank = _mm256_and_si256(_mm256_and_si256(others, _mm256_sub_epi64(zero, others)), player);
        let beyond = _mm256_sub_epi64(_mm256_cmpeq_epi64(outflank, zero), outflank);
        _mm256_andnot_si256(beyond, up)
    }

    /// The run of the opponent's discs by parallel prefix, kept where it ends at an own disc.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn down_33(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
        let step = _mm256_setr_epi64x(1, 8, 9, 7);
        let step2 = _mm256_setr_epi64x(2, 16, 18, 14);
        // On the ray only: the run starts where the ray starts, and cannot leave it.
        let theirs = _mm256_and_si256(opponent, down);
        let start = _mm256_andnot_si256(_mm256_srlv_epi64(down, step), down);
        let mut run = _mm256_and_si256(theirs, start);
        run = _mm256_or_si256(run, _mm256_and_si256(theirs, _mm256_srlv_epi64(run, step)));
        let pairs = _mm256_and_si256(theirs, _mm256_srlv_epi64(theirs, step));
        run = _mm256_or_si256(run, _mm256_and_si256(pairs, _mm256_srlv_epi64(run, step2)));
        run = _mm256_or_si256(run, _mm256_and_si256(pairs, _mm256_srlv_epi64(run, step2)));
        let ends = _mm256_and_si256(_mm256_and_si256(_mm256_srlv_epi64(run, step), player), down);
        _mm256_andnot_si256(_mm256_cmpeq_epi64(ends, _mm256_setzero_si256()), run)
    }

    /// All below the highest non-opponent smeared down, one own disc survives just above it.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn down_37(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
        let mut others = _mm256_andnot_si256(opponent, down);
        others = _mm256_or_si256(others, _mm256_srli_epi64::<1>(others));
        others = _mm256_or_si256(others, _mm256_srli_epi64::<2>(others));
        others = _mm256_or_si256(others, _mm256_srli_epi64::<4>(others));
        others = _mm256_or_si256(others, _mm256_srli_epi64::<8>(others));
        others = _mm256_or_si256(others, _mm256_srli_epi64::<16>(others));
        others = _mm256_or_si256(others, _mm256_srli_epi64::<32>(others));
        let moved = _mm256_slli_epi64::<1>(_mm256_and_si256(player, down));
        let above = _mm256_andnot_si256(others, moved);
        _mm256_and_si256(down, _mm256_sub_epi64(_mm256_setzero_si256(), above))
    }

    /// The highest bit as the lowest of the swapped bytes; the row, which is within one byte, by leading zeros.
    #[target_feature(enable = "avx2,lzcnt")]
    #[inline]
    fn down_35(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
        let zero = _mm256_setzero_si256();
        let swap = _mm256_setr_epi8(
            7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11,
            10, 9, 8,
        );
        let others = _mm256_andnot_si256(opponent, down);
        let swapped = _mm256_shuffle_epi8(others, swap);
        let lowest = _mm256_and_si256(swapped, _mm256_sub_epi64(zero, swapped));
        let highest = _mm256_shuffle_epi8(lowest, swap);
        let row = _mm_cvtsi128_si64(_mm256_castsi256_si128(others)) as u64;
        let row = 1u64 << 63 >> (row.leading_zeros() & 63);
        let highest =
            _mm256_blend_epi32::<0b11>(highest, _mm256_castsi128_si256(_mm_cvtsi64_si128(row as i64)));
        let outflank = _mm256_and_si256(highest, player);
        _mm256_and_si256(_mm256_sub_epi64(zero, _mm256_add_epi64(outflank, outflank)), down)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    use core::arch::x86_64::*;

    use crate::kernel::flip::avx2::{load, or_lanes};
    use crate::kernel::rays::{RAYS_DOWN, RAYS_UP};
    use crate::{Board, Square};

    /// FLIP-39 both ways: one less than the outflanking disc, unless there is none (FLIP-16d).
    #[target_feature(enable = "avx512f,avx512cd,avx512vl")]
    #[inline]
    pub(in crate::gallery) fn flip_39(square: Square, board: Board) -> u64 {
        let player = _mm256_set1_epi64x(board.player().0 as i64);
        let opponent = _mm256_set1_epi64x(board.opponent().0 as i64);
        let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
        let zero = _mm256_setzero_si256();

        let others = _mm256_andnot_si256(opponent, down);
        let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(others));
        let outflank = _mm256_and_si256(highest, player);
        let flips = _mm256_and_si256(_mm256_xor_si256(_mm256_sub_epi64(zero, outflank), outflank), down);

        let others = _mm256_andnot_si256(opponent, up);
        let outflank = _mm256_and_si256(_mm256_and_si256(others, _mm256_sub_epi64(zero, others)), player);
        let below = _mm256_sub_epi64(outflank, _mm256_min_epu64(outflank, _mm256_set1_epi64x(1)));
        or_lanes(_mm256_or_si256(flips, _mm256_and_si256(below, up)))
    }
}

#[cfg(target_arch = "aarch64")]
pub(super) mod neon {
    use core::arch::aarch64::*;

    use crate::kernel::flip::neon::{flip_two, rays};
    use crate::kernel::rays::{RAYS_DOWN, RAYS_UP};
    use crate::{Board, Square};

    /// NEON counts leading zeros of 32 bits only: the low half counts if the high half is empty (FLIP-41).
    #[target_feature(enable = "neon")]
    #[inline]
    pub(in crate::gallery) fn flip_41(square: Square, board: Board) -> u64 {
        let (player, opponent) = (vdupq_n_u64(board.player().0), vdupq_n_u64(board.opponent().0));
        let (up, down) = (&RAYS_UP[square.index()], &RAYS_DOWN[square.index()]);
        let flips = vorrq_u64(
            vorrq_u64(flip_two(player, opponent, rays::<0>(up)), flip_two(player, opponent, rays::<2>(up))),
            vorrq_u64(
                down_two(player, opponent, rays::<0>(down)),
                down_two(player, opponent, rays::<2>(down)),
            ),
        );
        vgetq_lane_u64::<0>(flips) | vgetq_lane_u64::<1>(flips)
    }

    #[target_feature(enable = "neon")]
    #[inline]
    fn down_two(player: uint64x2_t, opponent: uint64x2_t, ray: uint64x2_t) -> uint64x2_t {
        let others = vbicq_u64(ray, opponent);
        let halves = vreinterpretq_u32_u64(others);
        // The top bit of a half, kept in the low half only where the high half is empty.
        let high_is_empty = vceqzq_u32(vreinterpretq_u32_u64(vshrq_n_u64::<32>(others)));
        let top = vshlq_n_u32::<31>(high_is_empty);
        let shift = vnegq_s32(vreinterpretq_s32_u32(vclzq_u32(halves)));
        let highest = vreinterpretq_u64_u32(vshlq_u32(top, shift));
        let outflank = vandq_u64(highest, player);
        let above = vnegq_s64(vreinterpretq_s64_u64(vaddq_u64(outflank, outflank)));
        vandq_u64(vreinterpretq_u64_s64(above), ray)
    }
}
