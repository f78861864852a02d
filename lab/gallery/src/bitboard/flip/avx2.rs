//! The four axes in the lanes of one vector, with one function for the upper rays and one for the lower
//! rays.

use core::arch::x86_64::*;

use reversi_bitboard::__internal::flip::avx2::{flip_down, flip_lanes, flip_up, load, or_lanes};
use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
use reversi_bitboard::{Board, Square, mask};

/// The player and the opponent in all lanes, the upper and the lower rays.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn lanes(square: Square, board: Board) -> [__m256i; 4] {
    let [player, opponent] = [board.player().0, board.opponent().0];
    [
        _mm256_set1_epi64x(player as i64),
        _mm256_set1_epi64x(opponent as i64),
        load(&RAYS_UP[square.index()]),
        load(&RAYS_DOWN[square.index()]),
    ]
}

/// Defines a flip from a function for the upper rays and one for the lower rays.
macro_rules! combine {
    ($($(#[$meta:meta])* $name:ident = $up:ident | $down:ident;)*) => {$(
        $(#[$meta])*
        #[target_feature(enable = "avx2,bmi1,lzcnt")]
        #[inline]
        pub(super) fn $name(square: Square, board: Board) -> u64 {
            let [player, opponent, up, down] = lanes(square, board);
            or_lanes(_mm256_or_si256($up(player, opponent, up), $down(player, opponent, down)))
        }
    )*};
}
combine! {
    flip_31_38 = flip_up | down_38;
    flip_32_38 = up_32 | flip_down;
    flip_31_37 = flip_up | down_37;
    flip_31_35 = flip_up | down_35;
    flip_31_34 = flip_up | down_34;
    flip_31_36 = flip_up | down_36;
    flip_31_36_bytes = flip_up | down_36_of_bytes;
    flip_31_33_rays = flip_up | down_33_on_rays;
}

/// The lower rays by [`down_33`], which asks for the square instead of its rays.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn flip_31_33(square: Square, board: Board) -> u64 {
    let [player, opponent, up, _] = lanes(square, board);
    let up = flip_up(player, opponent, up);
    or_lanes(_mm256_or_si256(up, down_33(player, opponent, square)))
}

/// Takes the lowest square that the opponent does not have. If the player has it, all squares below it on
/// the ray are turned (FLIP-16f).
#[target_feature(enable = "avx2")]
#[inline]
fn up_32(player: __m256i, opponent: __m256i, up: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let others = _mm256_andnot_si256(opponent, up);
    let outflank = _mm256_and_si256(_mm256_and_si256(others, _mm256_sub_epi64(zero, others)), player);
    let beyond = _mm256_sub_epi64(_mm256_cmpeq_epi64(outflank, zero), outflank);
    _mm256_andnot_si256(beyond, up)
}

/// As the engine's, smeared by 1, 2 and 4 squares as published. The engine's last two shifts are the same.
#[target_feature(enable = "avx2")]
#[inline]
fn down_38(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
    let step = _mm256_setr_epi64x(1, 8, 9, 7);
    let moved = _mm256_sllv_epi64(_mm256_and_si256(player, down), step);
    let mut others = _mm256_andnot_si256(opponent, down);
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, step));
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, _mm256_setr_epi64x(2, 16, 18, 14)));
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, _mm256_setr_epi64x(4, 32, 36, 28)));
    let nearest = _mm256_andnot_si256(others, moved);
    _mm256_and_si256(down, _mm256_sub_epi64(_mm256_setzero_si256(), nearest))
}

/// Grows the run of opponent's discs by parallel prefix, from the square itself. The run is turned if an own
/// disc ends it. Discs on the edges that a direction leads across are never turned, so without them no run
/// leaves its ray.
#[target_feature(enable = "avx2")]
#[inline]
fn down_33(player: __m256i, opponent: __m256i, square: Square) -> __m256i {
    let turnable = _mm256_setr_epi64x(
        mask::FILES_B_TO_G.0 as i64,
        mask::RANKS_2_TO_7.0 as i64,
        mask::INNER.0 as i64,
        mask::INNER.0 as i64,
    );
    let step = _mm256_setr_epi64x(1, 8, 9, 7);
    let theirs = _mm256_and_si256(opponent, turnable);
    let first = _mm256_srlv_epi64(_mm256_set1_epi64x(square.bit() as i64), step);
    let run = _mm256_and_si256(theirs, first);
    let run = grown(run, theirs, step);
    let ends = _mm256_and_si256(_mm256_srlv_epi64(run, step), player);
    _mm256_andnot_si256(_mm256_cmpeq_epi64(ends, _mm256_setzero_si256()), run)
}

/// A run of one disc grown to up to six.
#[target_feature(enable = "avx2")]
#[inline]
fn grown(mut run: __m256i, theirs: __m256i, step: __m256i) -> __m256i {
    let step2 = _mm256_setr_epi64x(2, 16, 18, 14);
    run = _mm256_or_si256(run, _mm256_and_si256(theirs, _mm256_srlv_epi64(run, step)));
    let pairs = _mm256_and_si256(theirs, _mm256_srlv_epi64(theirs, step));
    run = _mm256_or_si256(run, _mm256_and_si256(pairs, _mm256_srlv_epi64(run, step2)));
    _mm256_or_si256(run, _mm256_and_si256(pairs, _mm256_srlv_epi64(run, step2)))
}

/// The same with the rays of the square as masks, where the source masks the edges: the first square of a
/// ray takes two more operations, and so does the disc that ends the run.
#[target_feature(enable = "avx2")]
#[inline]
fn down_33_on_rays(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
    let step = _mm256_setr_epi64x(1, 8, 9, 7);
    // The run cannot leave the ray, because it consists of discs on the ray only.
    let theirs = _mm256_and_si256(opponent, down);
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(down, step), down);
    let run = grown(_mm256_and_si256(theirs, first), theirs, step);
    let ends = _mm256_and_si256(_mm256_and_si256(_mm256_srlv_epi64(run, step), player), down);
    _mm256_andnot_si256(_mm256_cmpeq_epi64(ends, _mm256_setzero_si256()), run)
}

/// Smears the squares that the opponent does not have down to the lowest bit. An own disc, moved up by one
/// bit, survives only if it is the highest of these squares.
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

/// The highest bit is the lowest bit of the swapped bytes. A row lies within one byte, so its highest bit is
/// found by leading zeros.
#[target_feature(enable = "avx2,lzcnt")]
#[inline]
fn down_35(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let swap = _mm256_setr_epi8(
        7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10,
        9, 8,
    );
    let others = _mm256_andnot_si256(opponent, down);
    let swapped = _mm256_shuffle_epi8(others, swap);
    let lowest = _mm256_and_si256(swapped, _mm256_sub_epi64(zero, swapped));
    let highest = _mm256_shuffle_epi8(lowest, swap);
    let row = _mm_cvtsi128_si64(_mm256_castsi256_si128(others)) as u64;
    let row = 1u64 << 63 >> (row.leading_zeros() & 63);
    let highest = _mm256_blend_epi32::<0b11>(highest, _mm256_castsi128_si256(_mm_cvtsi64_si128(row as i64)));
    above(highest, player, down)
}

/// The highest bit of each half by conversion to floating point, which keeps only the exponent. The bit of
/// the lower half is kept if the upper half is empty (FLIP-12).
#[target_feature(enable = "avx2")]
#[inline]
fn down_34(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let others = _mm256_andnot_si256(opponent, down);
    let sign_and_exponent = _mm256_castsi256_ps(_mm256_set1_epi32(0xff80_0000_u32 as i32));
    let power_of_two = _mm256_and_ps(_mm256_cvtepi32_ps(others), sign_and_exponent);
    let highest = _mm256_cvtps_epi32(power_of_two);
    // With bit 31 the number is negative, and only its sign is kept (FLIP-11).
    let below_sign = _mm256_srli_epi32::<1>(_mm256_srai_epi32::<31>(highest));
    let highest = _mm256_andnot_si256(below_sign, highest);
    let upper_is_empty = _mm256_cmpeq_epi32(_mm256_srli_epi64::<32>(highest), zero);
    above(_mm256_and_si256(highest, upper_is_empty), player, down)
}

/// The highest bit of each byte by two look-ups of nibbles. Only the bit of the highest byte is kept; which
/// byte that is, is found at the same time from the squares as they were (FLIP-36).
#[target_feature(enable = "avx2")]
#[inline]
fn down_36(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
    let others = _mm256_andnot_si256(opponent, down);
    above(_mm256_and_si256(highest_of_bytes(others), highest_byte(others)), player, down)
}

/// The same, with the highest byte found from the highest bits of the bytes, after them.
#[target_feature(enable = "avx2")]
#[inline]
fn down_36_of_bytes(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
    let bytes = highest_of_bytes(_mm256_andnot_si256(opponent, down));
    above(_mm256_and_si256(bytes, highest_byte(bytes)), player, down)
}

/// The highest bit of each byte.
#[target_feature(enable = "avx2")]
#[inline]
fn highest_of_bytes(others: __m256i) -> __m256i {
    let of_low = _mm256_setr_epi8(
        0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8,
    );
    let of_high = _mm256_slli_epi16::<4>(of_low);
    let nibbles = _mm256_set1_epi8(0x0f);
    let low = _mm256_shuffle_epi8(of_low, _mm256_and_si256(others, nibbles));
    let high = _mm256_shuffle_epi8(of_high, _mm256_and_si256(_mm256_srli_epi16::<4>(others), nibbles));
    _mm256_max_epu8(low, high)
}

/// The highest byte that is not zero, and the bytes above it. At each width, the lower half is kept if the
/// upper half is empty.
#[target_feature(enable = "avx2")]
#[inline]
fn highest_byte(bytes: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let of_words = _mm256_cmpeq_epi8(_mm256_srli_epi16::<8>(bytes), zero);
    let of_halves = _mm256_cmpeq_epi16(_mm256_srli_epi32::<16>(bytes), zero);
    let of_lanes = _mm256_cmpeq_epi32(_mm256_srli_epi64::<32>(bytes), zero);
    _mm256_and_si256(_mm256_and_si256(of_words, of_halves), of_lanes)
}

/// The squares of the rays above the stops that the player has (FLIP-14).
#[target_feature(enable = "avx2")]
#[inline]
fn above(stop: __m256i, player: __m256i, down: __m256i) -> __m256i {
    let outflank = _mm256_and_si256(stop, player);
    let double = _mm256_add_epi64(outflank, outflank);
    _mm256_and_si256(_mm256_sub_epi64(_mm256_setzero_si256(), double), down)
}

/// The flips of four moves on one board. They share the reduction from four lanes to one.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn flip_four(squares: [Square; 4], board: Board) -> [u64; 4] {
    let player = _mm256_set1_epi64x(board.player().0 as i64);
    let opponent = _mm256_set1_epi64x(board.opponent().0 as i64);
    let [a, b, c, d] = squares;
    or_lanes_of_four([
        flip_lanes(a, player, opponent),
        flip_lanes(b, player, opponent),
        flip_lanes(c, player, opponent),
        flip_lanes(d, player, opponent),
    ])
}

/// [`or_lanes`] of four vectors at once.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn or_lanes_of_four([a, b, c, d]: [__m256i; 4]) -> [u64; 4] {
    let (ab, cd) = (or_pairs(a, b), or_pairs(c, d));
    let low = _mm256_permute2x128_si256::<0x20>(ab, cd);
    let all = _mm256_or_si256(low, _mm256_permute2x128_si256::<0x31>(ab, cd));
    [
        _mm256_extract_epi64::<0>(all) as u64,
        _mm256_extract_epi64::<1>(all) as u64,
        _mm256_extract_epi64::<2>(all) as u64,
        _mm256_extract_epi64::<3>(all) as u64,
    ]
}

/// Each half of the result holds the union of two lanes of `a` and the union of two lanes of `b`.
#[target_feature(enable = "avx2")]
#[inline]
fn or_pairs(a: __m256i, b: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b))
}
