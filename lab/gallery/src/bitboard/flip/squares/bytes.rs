//! Additions, subtractions and packs of bytes. Carries stop at the end of a rank, and saturation at all ones.

use core::arch::x86_64::*;

use super::fill::row_of_ranks;
use super::{Trick, low_high, next_on_row, or_halves, ray, rays_if, single, tricks, two, words};

tricks! {
/// The ray toward file H. The carry stays in the byte of the rank, and a saturating subtraction fills the
/// bits below it (FLIP-17).
struct RowUp: |square| row_of_ranks(square, 0, 7) => |player, opponent| {
    let (player, opponent) = (_mm_cvtsi64_si128(player as i64), _mm_cvtsi64_si128(opponent as i64));
    _mm_cvtsi128_si64(row_up::<S>(player, opponent)) as u64
}
}

/// The flips on the ray of [`RowUp`], in the low half.
#[target_feature(enable = "sse2")]
#[inline]
pub(super) fn row_up<const S: usize>(player: __m128i, opponent: __m128i) -> __m128i {
    let next = _mm_cvtsi64_si128(const { next_on_row(S) as i64 });
    let outflank = _mm_and_si128(_mm_add_epi8(opponent, next), player);
    _mm_subs_epu8(outflank, next)
}

struct Added {
    add: [u64; 2],
    factors: [u16; 8],
    shift: i32,
    turned: [u64; 2],
}

impl SaturatingAdd {
    const fn of(square: usize) -> Added {
        let x = square % 8;
        let inner = 6usize.saturating_sub(x); // squares between this square and file H
        let straight = 1 << (8 + x);
        let toward_h = if x < 6 { 1 << (9 + x) } else { 0 };
        let row = ray(square, 0) & 0x007e_7e7e_7e7e_7e7e;
        let mut factors = [0; 8];
        // After the shift back, all bits below the outflanking disc.
        factors[1] = (1 << inner) - 1;
        factors[0] = 1 << (8 + inner); // one rank up
        factors[4] = 1 << (7 + inner); // one rank up, one file down
        Added {
            add: [next_on_row(square) | 0xff, 0xff],
            factors,
            shift: inner as i32,
            turned: [row | straight, toward_h],
        }
    }
}

#[target_feature(enable = "sse2")]
#[inline]
fn added<const S: usize>(player: u64, opponent: u64, add: __m128i) -> u64 {
    let Added { factors, shift, turned, .. } = const { SaturatingAdd::of(S) };
    let v = _mm_adds_epu8(two(opponent), add);
    let v = _mm_mullo_epi16(_mm_and_si128(v, two(player)), words(factors));
    let v = _mm_srl_epi16(v, _mm_cvtsi32_si128(shift));
    or_halves(_mm_and_si128(v, low_high(turned[0], turned[1]))) & opponent
}

tricks! {
/// Rank 3, files A to F: the row toward file H and the two rays toward rank 1, straight and toward file H.
/// One saturating addition adds the carry on the row. It also sets all bits of rank 1, so that on rank 1 only
/// the player's discs decide (FLIP-24).
struct SaturatingAdd: |square| rays_if(16 <= square && square < 22, 0b1010_0001) => |player, opponent| {
    let [low, high] = const { SaturatingAdd::of(S).add };
    added::<S>(player, opponent, low_high(low, high))
}

/// The same with one constant of 64 bits for both halves: the row in the high half is multiplied by zero, so
/// what is added there does not matter (FLIP-29). The source warns that a shared constant may stay in a
/// register and cost a spill elsewhere; its effect is that of the compiler, not of the technique.
struct SharedConstant: |square| SaturatingAdd::RAYS[square] => |player, opponent| {
    added::<S>(player, opponent, two(const { SaturatingAdd::of(S).add[0] }))
}
}

struct Packed {
    from: u64,
    shift: i32,
    turned: u64,
    rays: u8,
}

impl PackBytes {
    const fn of(square: usize) -> Packed {
        let mut packed = Packed { from: 0, shift: 0, turned: 0, rays: 0 };
        // The first of the ranks that the words of the square's half are packed to.
        let half = if square / 8 == 0 { 0 } else { 4 };
        let mut number = 0;
        while number < 8 {
            if let Some(s) = single(square, number)
                && (square / 8 == 0 || square / 8 == 7)
                && s.near / 8 == half + s.far / 16
            {
                packed.from |= 1 << s.far;
                packed.turned |= 1 << s.near;
                packed.rays |= 1 << number;
                packed.shift = (s.far % 16) as i32 - (s.near % 8) as i32;
            }
            number += 1;
        }
        packed
    }
}

tricks! {
/// C1, F1, C8 and F8: the row and the diagonal toward the nearer file at the edge. Packing words to bytes
/// halves the distance between ranks, so that one shift moves both outflanking discs beside the square
/// (FLIP-25).
struct PackBytes: |square| PackBytes::of(square).rays => |player, opponent| {
    let Packed { from, shift, turned, .. } = const { Self::of(S) };
    let discs = player & from;
    let discs = if shift < 0 { discs << -shift } else { discs >> shift };
    // A word in the low half is packed to ranks 1-4, one in the high half to ranks 5-8.
    let v = if S < 8 { low_high(discs, 0) } else { low_high(0, discs) };
    _mm_cvtsi128_si64(_mm_packus_epi16(v, v)) as u64 & turned & opponent
}
}
