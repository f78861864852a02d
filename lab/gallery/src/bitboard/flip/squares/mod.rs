//! A function for each square, with constant masks, shifts and factors (FLIP-30).
//!
//! SSE2 cannot shift each lane by its own count. Where it is known which bits may be set, multiplications,
//! minima, packs and saturations act like such a shift. Each [`Trick`] computes some rays of some squares.
//! The geometry determines these squares, their rays and the constants. The other rays of a square are
//! computed one by one.
//!
//! Constants in memory cost time. Bits that are shifted out of a register need no mask, and lanes that are
//! multiplied by zero need no constant of their own (FLIP-28, FLIP-29).
//!
//! The source of these techniques, Okuhara's notes on bitboards, times the whole set only: FFO 20-39 in
//! 3.107 s, against 3.126 s with FLIP-06 and FLIP-08, 2.972 s with AVX2 (Core i7-4790, gcc).

mod bytes;
mod fill;
mod float;
mod lines;
mod vectors;
mod words;

pub(super) use bytes::{PackBytes, RowUp, SaturatingAdd, SharedConstant};
pub(super) use fill::{FillByDifference, FillByHighProduct, FillByProduct};
pub(super) use float::{
    Borrow, Central, Compressed, CompressedByMinimum, Float31, Float32, Float52, Float64, Folded31,
};
pub(super) use lines::{Tables, TablesOfBytes};
pub(super) use vectors::flip as flip_in_vectors;
pub(super) use words::{HighProduct, Minimum, MultiplyAdd, Product, RegisterEdge, RegisterEdgeOfScan};

use core::arch::x86_64::*;

use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
use reversi_bitboard::{Board, Square};

use crate::bitboard::each_square::of_each_square;
use crate::bitboard::general_register::in_general_register;
use crate::table::table;

/// Computes the flips on some rays of some squares.
pub(super) trait Trick {
    /// For each square the rays that it computes: bits 0-3 are the upper rays, bits 4-7 the lower rays.
    const RAYS: [u8; 64];

    /// The flips on those rays of square `S`. Only called for squares with such rays.
    ///
    /// # Safety
    /// The CPU has SSE2. Every x86-64 has it.
    unsafe fn flip<const S: usize>(player: u64, opponent: u64) -> u64;
}

/// Makes tricks: of each the rays of a square and their flips, computed by a function of square `S`.
macro_rules! tricks {
    ($($(#[$meta:meta])* struct $Trick:ident: |$square:ident| $rays:expr => |$player:ident, $opponent:ident| $flip:block)*) => {$(
        $(#[$meta])*
        pub(in crate::bitboard::flip) struct $Trick;

        impl Trick for $Trick {
            const RAYS: [u8; 64] = $crate::table::table!(|$square| $rays);

            #[target_feature(enable = "sse2")]
            #[inline]
            unsafe fn flip<const S: usize>($player: u64, $opponent: u64) -> u64 $flip
        }
    )*};
}
use tricks;

/// These rays, or none.
const fn rays_if(condition: bool, rays: u8) -> u8 {
    if condition { rays } else { 0 }
}

tricks! {
/// Every ray is computed by itself.
struct NoTrick: |_square| 0 => |_player, _opponent| {
    0
}
}

/// The first trick, and the second for the squares on which it has no ray in common with the first.
impl<A: Trick, B: Trick> Trick for (A, B) {
    const RAYS: [u8; 64] = table!(|square| {
        let (first, second) = (A::RAYS[square], B::RAYS[square]);
        first | rays_if(first & second == 0, second)
    });

    #[target_feature(enable = "sse2")]
    #[inline]
    unsafe fn flip<const S: usize>(player: u64, opponent: u64) -> u64 {
        let (first, second) = const { (A::RAYS[S], Self::RAYS[S] & !A::RAYS[S]) };
        let mut flips = 0;
        if first != 0 {
            // SAFETY: the caller promises SSE2.
            flips |= unsafe { A::flip::<S>(player, opponent) };
        }
        if second != 0 {
            // SAFETY: the caller promises SSE2.
            flips |= unsafe { B::flip::<S>(player, opponent) };
        }
        flips
    }
}

/// The shortest code for each square.
pub(super) type Best = ((((WithinWords, RowUp), Float31), (Borrow, CompressedByMinimum)), RegisterEdge);
type WithinWords = (((Product, PackBytes), SaturatingAdd), Minimum);

/// The discs that a move turns, by the function of its square.
#[inline(always)]
pub(super) fn flip<T: Trick>(square: Square, board: Board) -> u64 {
    Functions::<T>::OF_SQUARE[square.index()](board)
}

/// The same, with the board in one vector register on the way in and the flips in one on the way out, as the
/// source passes them (FLIP-30).
#[inline(always)]
pub(super) fn flip_in_register<T: Trick>(square: Square, board: Board) -> u64 {
    in_register(Functions::<T>::IN_REGISTER[square.index()], board)
}

/// The calling convention of C passes vectors in registers, that of Rust in memory.
#[expect(improper_ctypes_definitions, reason = "called from Rust only")]
type InRegister = unsafe extern "sysv64" fn(__m128i) -> __m128i;

#[inline(always)]
fn in_register(flip: InRegister, board: Board) -> u64 {
    // SAFETY: every x86-64 has SSE2.
    let board = unsafe { low_high(board.player().0, board.opponent().0) };
    // SAFETY: the same.
    let flips = unsafe { flip(board) };
    // SAFETY: the same.
    unsafe { _mm_cvtsi128_si64(flips) as u64 }
}

struct Functions<T>(core::marker::PhantomData<T>);

impl<T: Trick> Functions<T> {
    const OF_SQUARE: &'static [fn(Board) -> u64; 64] = &of_each_square!(flip_on::<T>);
    const IN_REGISTER: &'static [InRegister; 64] = &of_each_square!(flip_of_register::<T>);
}

/// Both as they come: the compiler keeps the halves of the board in the vector where a trick wants them
/// there.
///
/// # Safety
/// The CPU has SSE2. Every x86-64 has it.
#[expect(improper_ctypes_definitions, reason = "called from Rust only")]
#[target_feature(enable = "sse2")]
unsafe extern "sysv64" fn flip_of_register<T: Trick, const S: usize>(board: __m128i) -> __m128i {
    let player = _mm_cvtsi128_si64(board) as u64;
    let opponent = _mm_cvtsi128_si64(_mm_unpackhi_epi64(board, board)) as u64;
    let mut flips = _mm_setzero_si128();
    if const { T::RAYS[S] != 0 } {
        // SAFETY: the caller promises SSE2.
        flips = _mm_cvtsi64_si128(unsafe { T::flip::<S>(player, opponent) } as i64);
    }
    _mm_or_si128(flips, _mm_cvtsi64_si128(other_rays::<T, S>(player, opponent) as i64))
}

fn flip_on<T: Trick, const S: usize>(board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let mut flips = 0;
    if const { T::RAYS[S] != 0 } {
        // SAFETY: every x86-64 has SSE2.
        flips = unsafe { T::flip::<S>(player, opponent) };
    }
    flips | other_rays::<T, S>(player, opponent)
}

/// The flips on the rays that the trick leaves.
#[inline(always)]
fn other_rays<T: Trick, const S: usize>(player: u64, opponent: u64) -> u64 {
    let mut flips = ray_up::<T, S, 0>(player, opponent) | ray_down::<T, S, 0>(player, opponent);
    flips |= ray_up::<T, S, 1>(player, opponent) | ray_down::<T, S, 1>(player, opponent);
    flips |= ray_up::<T, S, 2>(player, opponent) | ray_down::<T, S, 2>(player, opponent);
    flips | ray_up::<T, S, 3>(player, opponent) | ray_down::<T, S, 3>(player, opponent)
}

/// An upper ray by itself, by carry (FLIP-06). Skipped if the trick has computed it or it has no room for a
/// flip.
#[inline(always)]
fn ray_up<T: Trick, const S: usize, const LANE: usize>(player: u64, opponent: u64) -> u64 {
    let ray = const { RAYS_UP[S].0[LANE] };
    if const { RAYS_UP[S].0[LANE].count_ones() < 2 || T::RAYS[S] >> LANE & 1 != 0 } {
        return 0;
    }
    let outflank = (opponent | !ray).wrapping_add(1) & player & ray;
    in_general_register(outflank.saturating_sub(1) & ray)
}

/// A lower ray by itself, by bit scan (FLIP-09).
#[inline(always)]
fn ray_down<T: Trick, const S: usize, const LANE: usize>(player: u64, opponent: u64) -> u64 {
    let ray = const { RAYS_DOWN[S].0[LANE] };
    if const { RAYS_DOWN[S].0[LANE].count_ones() < 2 || T::RAYS[S] >> (LANE + 4) & 1 != 0 } {
        return 0;
    }
    in_general_register(outflank_down(ray, player, opponent).wrapping_neg() << 1 & ray)
}

/// The outflanking disc on a lower ray, by bit scan (FLIP-09).
#[inline(always)]
fn outflank_down(ray: u64, player: u64, opponent: u64) -> u64 {
    let edge = ray & ray.wrapping_neg();
    // The square at the edge is always set, which tells the compiler that `others` is not zero.
    let others = (opponent & (ray ^ edge)) ^ ray | edge;
    (1 << 63 >> others.leading_zeros()) & player
}

/// A ray of a square, numbered as in [`Trick::RAYS`].
const fn ray(square: usize, ray: usize) -> u64 {
    if ray < 4 { RAYS_UP[square].0[ray] } else { RAYS_DOWN[square].0[ray - 4] }
}

/// The next square of the row. Added to the opponent's discs, it carries through those beside the square.
const fn next_on_row(square: usize) -> u64 {
    2 << square
}

/// A ray of two squares: a disc on the far square turns the near one.
#[derive(Clone, Copy)]
struct Single {
    near: usize,
    far: usize,
}

const fn single(square: usize, number: usize) -> Option<Single> {
    let ray = ray(square, number);
    let (low, high) = (ray.trailing_zeros() as usize, 63 - ray.leading_zeros() as usize % 64);
    match ray.count_ones() {
        2 if number < 4 => Some(Single { near: low, far: high }),
        2 => Some(Single { near: high, far: low }),
        _ => None,
    }
}

/// A set in both halves (FLIP-27).
#[target_feature(enable = "sse2")]
#[inline]
fn two(set: u64) -> __m128i {
    _mm_shuffle_epi32::<0x44>(_mm_cvtsi64_si128(set as i64))
}

#[target_feature(enable = "sse2")]
#[inline]
fn low_high(low: u64, high: u64) -> __m128i {
    _mm_set_epi64x(high as i64, low as i64)
}

/// Eight words. Those of the low half come first.
#[target_feature(enable = "sse2")]
#[inline]
fn words(w: [u16; 8]) -> __m128i {
    let w = w.map(|word| word as i16);
    _mm_setr_epi16(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7])
}

/// The union of both halves, which are swapped for it (FLIP-27).
#[target_feature(enable = "sse2")]
#[inline]
fn or_halves(v: __m128i) -> u64 {
    _mm_cvtsi128_si64(_mm_or_si128(v, _mm_shuffle_epi32::<0x4e>(v))) as u64
}
