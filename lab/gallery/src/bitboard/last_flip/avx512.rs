use core::arch::x86_64::*;

use reversi_bitboard::__internal::flip::avx2::{load, or_lanes};
use reversi_bitboard::__internal::last_flip::{COUNT, avx512, sum};
use reversi_bitboard::__internal::rays::{LINES, NEIGHBOURS, RAYS_DOWN, RAYS_UP};
use reversi_bitboard::{Bitboard, Square};

use super::both;
use crate::bitboard::eight_rays;

/// Computes the flips and counts them (LAST-13). Without a disc on a lower ray, `nearest` is zero and no
/// square is above it. For `below & !mine` and `a | !b & c` the three-operand indices are 0x08 and 0xf2.
#[target_feature(enable = "avx512f,avx512cd,avx512vl,popcnt")]
#[inline]
pub(super) fn count_13(square: Square, player: u64) -> u32 {
    let player = _mm256_set1_epi64x(player as i64);
    let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
    let minus_one = _mm256_set1_epi64x(-1);

    let mine = _mm256_and_si256(player, up);
    let some = _mm256_test_epi64_mask(player, up);
    let below = _mm256_add_epi64(mine, minus_one);
    let flips = _mm256_maskz_ternarylogic_epi64::<0x08>(some, mine, below, up);

    let nearest =
        _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(_mm256_and_si256(player, down)));
    let below = _mm256_add_epi64(nearest, minus_one);
    let theirs = _mm256_andnot_si256(player, down);
    or_lanes(_mm256_ternarylogic_epi64::<0xf2>(flips, below, theirs)).count_ones()
}

/// The 128-bit form of LAST-09: row and one diagonal by a sum of bytes, as LAST-08, file and the other
/// diagonal by the byte test.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub(super) fn count_128(square: Square, player: u64) -> u32 {
    let [row, file, diagonal9, diagonal7] = LINES[square.index()].0;
    let discs = _mm_set1_epi64x(player as i64);
    let by_file = _mm_and_si128(discs, _mm_set_epi64x(diagonal9 as i64, row as i64));
    let by_file = _mm_sad_epu8(by_file, _mm_setzero_si128());
    let by_rank = _mm_test_epi8_mask(discs, _mm_set_epi64x(diagonal7 as i64, file as i64));
    let (counts_by_file, counts_by_rank) = (&COUNT[square.file() as usize], &COUNT[square.rank() as usize]);
    u32::from(counts_by_file[_mm_extract_epi16::<0>(by_file) as usize & 0xff])
        + u32::from(counts_by_file[_mm_extract_epi16::<4>(by_file) as usize & 0xff])
        + u32::from(counts_by_rank[usize::from(by_rank & 0xff)])
        + u32::from(counts_by_rank[usize::from(by_rank >> 8)])
}

/// Both sides' counts from the same bits (LAST-09, LAST-14).
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub(super) fn counts(square: Square, player: u64) -> [u32; 2] {
    let by_rank = _mm256_test_epi8_mask(_mm256_set1_epi64x(player as i64), load(&LINES[square.index()]));
    let row = player >> (8 * square.rank());
    both::counts(square, row, by_rank >> 8, by_rank >> 16 & 0xff, by_rank >> 24)
}

/// Both sides' counts by a byte test each, without a branch between them: published as "256-bit
/// simultaneous", 2.114 s for FFO 20-39 on Zen 4 (the best there) and 2.383 s on Ice Lake, against 2.145 s
/// and 2.369 s with LAST-09 in turn.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub(super) fn one_by_one(square: Square, player: u64) -> [u32; 2] {
    [avx512::count(square, Bitboard(player)), avx512::count(square, Bitboard(!player))]
}

/// Both sides' counts by one byte test, with a side in each half: published as "512-bit simultaneous", 2.148
/// s on Zen 4 and 2.475 s on Ice Lake, always slower than 256 bits.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub(super) fn in_512_bits(square: Square, player: u64) -> [u32; 2] {
    let mine = _mm512_castsi256_si512(_mm256_set1_epi64x(player as i64));
    let sides = _mm512_inserti64x4::<1>(mine, _mm256_set1_epi64x(!player as i64));
    let lines = _mm512_broadcast_i64x4(load(&LINES[square.index()]));
    let by_rank = _mm512_test_epi8_mask(sides, lines);
    [sum(square, player, by_rank as u32), sum(square, !player, (by_rank >> 32) as u32)]
}

/// The count of a side with these discs on file and diagonals (LAST-24).
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub(super) fn sum_of_rays(square: Square, side: u64, discs: __m256i) -> u32 {
    sum(square, side, _mm256_test_epi8_mask(discs, discs))
}

/// All eight rays in one register (LAST-22). The source finds it slower than two registers of 256 bits on all
/// CPUs.
#[target_feature(enable = "avx512f")]
#[inline]
pub(super) fn can_flip_512(square: Square, player: u64) -> bool {
    let rays = eight_rays::load(square);
    let player = _mm512_set1_epi64(player as i64);
    let neighbours = _mm512_set1_epi64(NEIGHBOURS[square.index()].0 as i64);
    let next_to_theirs = _mm512_test_epi64_mask(_mm512_andnot_si512(player, rays), neighbours);
    next_to_theirs & _mm512_test_epi64_mask(player, rays) != 0
}

/// Looks for an adjacent opponent's disc on a ray that also holds an own disc, with rays as mask registers
/// (LAST-23).
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub(super) fn can_flip(square: Square, player: u64) -> bool {
    can_flip_on(square, on_closed_rays(square, player))
}

/// Whether one of these discs is next to the square.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub(super) fn can_flip_on(square: Square, closed_rays: __m256i) -> bool {
    let neighbours = _mm256_set1_epi64x(NEIGHBOURS[square.index()].0 as i64);
    _mm256_test_epi64_mask(closed_rays, neighbours) != 0
}

/// The opponent's discs on rays that also hold an own disc.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub(super) fn on_closed_rays(square: Square, player: u64) -> __m256i {
    let player = _mm256_set1_epi64x(player as i64);
    let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
    let closed = _mm256_maskz_andnot_epi64(_mm256_test_epi64_mask(player, up), player, up);
    // The index of `a | !b & c`.
    let closable_down = _mm256_test_epi64_mask(player, down);
    _mm256_mask_ternarylogic_epi64::<0xf2>(closed, closable_down, player, down)
}
