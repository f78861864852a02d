//! Every ray of a square in vectors, from a board in one register to flips in one register, as in the
//! published set (FLIP-30). A vector holds two rays: upper ones by carry (FLIP-06), lower ones by floating
//! point (FLIP-10, FLIP-13).

use core::arch::x86_64::*;

use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP, RayLanes};
use reversi_bitboard::{Board, Square};

use super::bytes::row_up;
use super::float::{Borrow, above, by_borrow, compressed_by_minimum, highest_31, highest_52};
use super::{InRegister, Trick, in_register, low_high};
use crate::bitboard::each_square::of_each_square;

/// The discs that a move turns. With `BORROW`, one subtraction fills three lower rays where there are three
/// (FLIP-15).
#[inline(always)]
pub(in crate::bitboard::flip) fn flip<const BORROW: bool>(square: Square, board: Board) -> u64 {
    in_register(Functions::<BORROW>::OF_SQUARE[square.index()], board)
}

struct Functions<const BORROW: bool>;

impl<const BORROW: bool> Functions<BORROW> {
    const OF_SQUARE: &'static [InRegister; 64] = &of_each_square!(flip_on::<BORROW>);
}

/// # Safety
/// The CPU has SSE2. Every x86-64 has it.
#[expect(improper_ctypes_definitions, reason = "called from Rust only")]
#[target_feature(enable = "sse2")]
unsafe extern "sysv64" fn flip_on<const BORROW: bool, const S: usize>(board: __m128i) -> __m128i {
    let (player, opponent) = (_mm_unpacklo_epi64(board, board), _mm_unpackhi_epi64(board, board));
    let [first, second] = const { pairs(&RAYS_UP[S]) };
    let flips = _mm_or_si128(up::<S>(player, opponent, first), up::<S>(player, opponent, second));
    let [first, second] = const { pairs(&RAYS_DOWN[S]) };
    let (down_first, second) = if const { BORROW && Borrow::RAYS[S] != 0 } {
        (by_borrow::<S>(player, opponent), const { [longer(RAYS_DOWN[S].0[3]), 0] })
    } else if const { is_too_long(pairs(&RAYS_DOWN[S])[0]) } {
        (compressed_by_minimum::<S>(player, opponent), second)
    } else {
        (down(player, opponent, first), second)
    };
    let flips = _mm_or_si128(flips, _mm_or_si128(down_first, down(player, opponent, second)));
    _mm_or_si128(flips, _mm_shuffle_epi32::<0x4e>(flips))
}

/// The rays that are long enough to turn a disc, two by two. Rows are last.
const fn pairs(RayLanes([row, file, diagonal9, diagonal7]): &RayLanes) -> [[u64; 2]; 2] {
    let rays = [*diagonal9, *file, *diagonal7, *row];
    let mut pairs = [[0; 2]; 2];
    let (mut i, mut n) = (0, 0);
    while i < 4 {
        if longer(rays[i]) != 0 {
            pairs[n / 2][n % 2] = rays[i];
            n += 1;
        }
        i += 1;
    }
    pairs
}

/// A ray of at least two squares. On a shorter one no disc can be turned.
const fn longer(ray: u64) -> u64 {
    if ray.count_ones() < 2 { 0 } else { ray }
}

/// Whether two rays span more bits than a mantissa has. Only the rays of H8 do.
const fn is_too_long([a, b]: [u64; 2]) -> bool {
    a | b != 0 && 63 - (a | b).leading_zeros() - (a | b).trailing_zeros() >= 52
}

/// The flips on two upper rays. The carry runs through the opponent's discs (FLIP-06, FLIP-16b), and a row
/// by itself is a byte (FLIP-17).
#[target_feature(enable = "sse2")]
#[inline]
fn up<const S: usize>(player: __m128i, opponent: __m128i, [a, b]: [u64; 2]) -> __m128i {
    if a == 0 {
        return _mm_setzero_si128();
    }
    if a == const { RAYS_UP[S].0[0] } {
        return row_up::<S>(player, opponent);
    }
    let (others, minus_one) = (low_high(!a, !b), _mm_set1_epi32(-1));
    let carry = _mm_sub_epi64(_mm_or_si128(opponent, others), minus_one);
    let outflank = _mm_andnot_si128(others, _mm_and_si128(carry, player));
    let below = _mm_add_epi64(outflank, minus_one);
    // Only without an outflanking disc the top bit is set.
    _mm_andnot_si128(others, _mm_add_epi64(below, _mm_srli_epi64::<63>(below)))
}

/// Whether a ray is in one half of the board, without its top bit.
const fn fits_31(ray: u64) -> bool {
    ray & 0x8000_0000_8000_0000 == 0 && (ray >> 32 == 0 || ray as u32 == 0)
}

/// The flips on two lower rays, by the shorter conversion where it can be (FLIP-10). Rays that reach above
/// bit 51 are shifted down for the longer one.
#[target_feature(enable = "sse2")]
#[inline]
fn down(player: __m128i, opponent: __m128i, [a, b]: [u64; 2]) -> __m128i {
    if a == 0 {
        return _mm_setzero_si128();
    }
    let rays = low_high(a, b);
    let others = _mm_andnot_si128(opponent, rays);
    let highest = if fits_31(a) && fits_31(b) {
        highest_31(others)
    } else {
        let shift = _mm_cvtsi32_si128(12 - (a | b).leading_zeros().min(12) as i32);
        _mm_sll_epi64(highest_52(_mm_srl_epi64(others, shift)), shift)
    };
    above(_mm_and_si128(highest, player), rays, _mm_setzero_si128())
}
