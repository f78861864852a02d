//! Multiplications, minima and shuffles of words. A word is two ranks.

use core::arch::x86_64::*;

use reversi_bitboard::__internal::rays::RAYS_DOWN;

use super::float::highest_31;
use super::{
    Single, Trick, low_high, next_on_row, or_halves, outflank_down, ray, rays_if, single, tricks, two, words,
};

/// The discs that are used in each word, and how they are moved.
#[derive(Clone, Copy)]
struct Plan {
    from: [u16; 8],
    factors: [u16; 8],
    turned: [u16; 8],
    rays: u8,
}

impl Plan {
    const EMPTY: Plan = Plan { from: [0; 8], factors: [0; 8], turned: [0; 8], rays: 0 };

    /// Adds a ray if its word is free in one of the halves from `first_half` on.
    const fn take(mut self, number: usize, single: Single, factor: u16, first_half: usize) -> Plan {
        let mut half = first_half;
        while half < 2 {
            let word = 4 * half + single.far / 16;
            if self.factors[word] == 0 {
                self.factors[word] = factor;
                self.from[word] = 1 << (single.far % 16);
                self.turned[4 * half + single.near / 16] |= 1 << (single.near % 16);
                self.rays |= 1 << number;
                return self;
            }
            half += 1;
        }
        self
    }

    /// The upward captures of a single disc within a word, by discs in its first `bits` bits. Only
    /// with `shift` does a factor move the disc to the right.
    const fn within_words(square: usize, shift: bool, bits: usize) -> Plan {
        let mut plan = Plan::EMPTY;
        let mut number = 0;
        while number < 4 {
            if let Some(s) = single(square, number)
                && s.near / 16 == s.far / 16
                && s.far % 16 < bits
            {
                plan = plan.take(number, s, if shift { 1 << (16 - (s.far - s.near)) } else { 1 }, 0);
            }
            number += 1;
        }
        plan
    }
}

impl Product {
    const fn of(square: usize) -> Plan {
        let mut plan = Plan::EMPTY;
        if square & 8 != 0 || square % 8 > 5 {
            return plan;
        }
        let word = square / 16;
        plan.factors[word] = 0x00ff; // after the shift right by 8, all bits below the outflanking disc
        plan.turned[word] = (ray(square, 0) >> (16 * word)) as u16 & 0x7e;
        plan.rays = 1;
        let mut number = 1;
        while number < 8 {
            if let Some(s) = single(square, number) {
                let left = s.near + 8;
                if left >= s.far && left - s.far + s.far % 16 < 16 {
                    plan = plan.take(number, s, 1 << (left - s.far), 1);
                }
            }
            number += 1;
        }
        plan
    }
}

tricks! {
/// Squares on ranks 1, 3, 5 and 7: the row upward in the low half, captures of a single disc in the high
/// half. A multiplication shifts each word to the left by its own count, then all are shifted right by eight
/// (FLIP-18).
struct Product: |square| Product::of(square).rays => |player, opponent| {
    let plan = const { Self::of(S) };
    let next = low_high(const { next_on_row(S) }, 0);
    let row_outflank = _mm_add_epi8(low_high(opponent, 0), next);
    let from = _mm_and_si128(words(plan.from), low_high(0, !0));
    let source = _mm_and_si128(two(player), _mm_or_si128(row_outflank, from));
    let v = _mm_srli_epi64::<8>(_mm_mullo_epi16(source, words(plan.factors)));
    or_halves(_mm_and_si128(v, words(plan.turned))) & opponent
}
}

tricks! {
/// Upward captures of a single disc within a word. The high half of a product is a shift to the right
/// (FLIP-20).
struct HighProduct: |square| Plan::within_words(square, true, 16).rays => |player, opponent| {
    let plan = const { Plan::within_words(S, true, 16) };
    let discs = _mm_and_si128(two(player), words(plan.from));
    or_halves(_mm_and_si128(_mm_mulhi_epu16(discs, words(plan.factors)), words(plan.turned))) & opponent
}

/// The same captures by a minimum: if both bits are set, the smaller one is the disc to turn (FLIP-21). Bit
/// 15 would be a sign, so it is excluded.
struct Minimum: |square| Plan::within_words(square, false, 15).rays => |player, opponent| {
    let plan = const { Plan::within_words(S, false, 15) };
    let outflank = _mm_and_si128(two(player), words(plan.from));
    let turned = _mm_and_si128(two(opponent), words(plan.turned));
    or_halves(_mm_min_epi16(outflank, turned))
}
}

#[derive(Clone, Copy)]
struct Fives {
    /// For each of the eight words: the disc in it, and its factor.
    from: [u16; 8],
    factors: [u16; 8],
    /// For each half the order of the shuffle that fills its words.
    gather: [i32; 2],
    /// After the multiplication, all words are shifted right by this count.
    shift: i32,
    /// For each half the order of the shuffle that brings its two pairs of words to their different words of
    /// the board, and the discs that they may turn there.
    spread: [i32; 2],
    turned: [u64; 2],
    rays: u8,
}

impl MultiplyAdd {
    const fn of(square: usize) -> Fives {
        const NONE: usize = usize::MAX;
        let (from, factors, rays) = ([0; 8], [0; 8], 0);
        let mut five =
            Fives { from, factors, gather: [0; 2], shift: 0, spread: [0; 2], turned: [0; 2], rays };
        let (x, y) = (square % 8, square / 8);
        if (x != 2 && x != 5) || (y != 2 && y != 5) {
            return five;
        }
        let mut number = 0;
        while number < 8 {
            if let Some(s) = single(square, number) {
                let right = (s.far % 16) as i32 - (s.near % 16) as i32;
                if right > five.shift {
                    five.shift = right;
                }
            }
            number += 1;
        }
        let mut places = [NONE; 4]; // the word of the board of each pair
        number = 0;
        while number < 8 {
            if let Some(s) = single(square, number) {
                let (from, place) = (1 << (s.far % 16), s.near / 16);
                let mut word = 0;
                // Both words of a pair go to the same word of the board, and neither contains a sign bit.
                while five.factors[word] != 0
                    || word % 2 == 0 && places[(word / 2) ^ 1] == place
                    || word % 2 == 1
                        && (places[word / 2] != place || five.from[word - 1] == 0x8000 || from == 0x8000)
                {
                    word += 1;
                }
                let (half, pair) = (word / 4, word / 2 % 2);
                places[word / 2] = place;
                five.from[word] = from;
                five.factors[word] = 1 << (five.shift + (s.near % 16) as i32 - (s.far % 16) as i32);
                five.gather[half] |= (s.far as i32 / 16) << (2 * (word % 4));
                five.spread[half] |= (2 * pair as i32) << (2 * place);
                five.turned[half] |= 1 << s.near;
                five.rays |= 1 << number;
            }
            number += 1;
        }
        five
    }
}

/// Shuffles the words of the low half by `A`, those of the high half by `B`.
#[target_feature(enable = "sse2")]
#[inline]
fn shuffle_words<const A: i32, const B: i32>(v: __m128i) -> __m128i {
    _mm_shufflehi_epi16::<B>(_mm_shufflelo_epi16::<A>(v))
}

tricks! {
/// C3, F3, C6 and F6: their five captures of a single disc. A shuffle gives each disc a word of its own, a
/// multiplication shifts each by its own count and adds pairs of words, and a second shuffle brings the
/// pairs to their ranks (FLIP-23). The source expects no effect on the speed of a search: these squares are
/// filled early.
struct MultiplyAdd: |square| MultiplyAdd::of(square).rays => |player, opponent| {
    // The order of a shuffle is a constant of the instruction, and cannot be computed from `S`.
    macro_rules! shuffled {
        ($order:ident, $v:expr, $($square:literal)*) => {
            match S {
                $($square => shuffle_words::<
                    { MultiplyAdd::of($square).$order[0] },
                    { MultiplyAdd::of($square).$order[1] },
                >($v),)*
                _ => unreachable!("it has no such rays"),
            }
        };
    }
    let Fives { from, factors, shift, turned: [low, high], .. } = const { Self::of(S) };
    let discs = _mm_and_si128(shuffled!(gather, two(player), 18 21 42 45), words(from));
    let pairs = _mm_srl_epi32(_mm_madd_epi16(discs, words(factors)), _mm_cvtsi32_si128(shift));
    let moved = _mm_and_si128(shuffled!(spread, pairs, 18 21 42 45), low_high(low, high));
    or_halves(moved) & opponent
}
}

impl RegisterEdge {
    const fn rays(square: usize) -> u8 {
        rays_if(square % 16 == 7, 1 << 4)
    }

    /// Multiplied by -2 and shifted left by nine: the bits above file G leave the word and are missing after
    /// the shift back.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn above(outflank: __m128i) -> u64 {
        let v = _mm_mullo_epi16(outflank, _mm_set1_epi16(-0x0400));
        _mm_cvtsi128_si64(_mm_srli_epi16::<9>(v)) as u64
    }
}

tricks! {
/// File H on ranks 1, 3, 5 and 7: the row toward file A. Bits that leave the word need no mask (FLIP-28).
/// The outflanking disc is found by floating point (FLIP-10), so it never leaves the vector register.
struct RegisterEdge: |square| RegisterEdge::rays(square) => |player, opponent| {
    let row = low_high(const { RAYS_DOWN[S].0[0] }, 0);
    let others = _mm_andnot_si128(_mm_cvtsi64_si128(opponent as i64), row);
    RegisterEdge::above(_mm_and_si128(highest_31(others), _mm_cvtsi64_si128(player as i64)))
}

/// The same, with an outflanking disc from a general register (FLIP-09).
struct RegisterEdgeOfScan: |square| RegisterEdge::rays(square) => |player, opponent| {
    let outflank = outflank_down(const { RAYS_DOWN[S].0[0] }, player, opponent);
    RegisterEdge::above(_mm_cvtsi64_si128(outflank as i64))
}
}
