//! The number of squares of a set.

use crate::list::kernel_lists;

kernel_lists! {
    /// The number of squares of a set.
    popcount(u64): |set| {
        Portable "BB-03" "sums of ever more bits" => by_sums(set);
        Portable "BB-04 table" "table of 16 bits" => by_table(set);
        Portable "BB-11" "sums in two halves of 32 bits" => by_halves(set);
        X86V2 "BB-04 PSADBW" "sums of bits in a vector, bytes added by PSADBW" => x86::by_sums(set);
        X86V2 "BB-04 PSHUFB" "nibbles by shuffle" => x86::by_nibbles(set);
        X86V2 Neon "POPCNT" "the instruction" => set.count_ones().into();
    }
}

const PAIRS: u64 = 0x5555_5555_5555_5555;
const NIBBLES: u64 = 0x3333_3333_3333_3333;
const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// Sums of two, four and eight bits. A multiplication adds the bytes (BB-03).
#[inline(always)]
fn by_sums(set: u64) -> u64 {
    let set = set - (set >> 1 & PAIRS);
    let set = (set & NIBBLES) + (set >> 2 & NIBBLES);
    let set = (set + (set >> 4)) & BYTES;
    set.wrapping_mul(0x0101_0101_0101_0101) >> 56
}

/// The same in halves, for a CPU whose registers have 32 bits. A nibble can hold the sums of both halves, so
/// the last two sums are needed once (BB-11).
#[inline(always)]
fn by_halves(set: u64) -> u64 {
    let in_nibbles = |half: u32| {
        let half = half - (half >> 1 & PAIRS as u32);
        (half & NIBBLES as u32) + (half >> 2 & NIBBLES as u32)
    };
    let sums = in_nibbles(set as u32) + in_nibbles((set >> 32) as u32);
    let sums = (sums & BYTES as u32) + (sums >> 4 & BYTES as u32);
    u64::from(sums.wrapping_mul(0x0101_0101) >> 24)
}

static COUNTS: [u8; 1 << 16] = {
    let mut counts = [0; 1 << 16];
    let mut i = 1;
    while i < 1 << 16 {
        counts[i] = counts[i >> 1] + (i & 1) as u8;
        i += 1;
    }
    counts
};

/// Four look-ups in 64 KiB (BB-04).
#[inline(always)]
fn by_table(set: u64) -> u64 {
    let count = |shift: u32| u64::from(COUNTS[(set >> shift) as u16 as usize]);
    count(0) + count(16) + count(32) + count(48)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;

    use super::{BYTES, NIBBLES, PAIRS};

    /// PSADBW adds the bytes (BB-04).
    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn by_sums(set: u64) -> u64 {
        let mask = |bits: u64| _mm_set1_epi64x(bits as i64);
        let set = _mm_cvtsi64_si128(set as i64);
        let set = _mm_sub_epi8(set, _mm_and_si128(_mm_srli_epi64::<1>(set), mask(PAIRS)));
        let fours = _mm_and_si128(_mm_srli_epi64::<2>(set), mask(NIBBLES));
        let set = _mm_add_epi8(_mm_and_si128(set, mask(NIBBLES)), fours);
        let set = _mm_and_si128(_mm_add_epi8(set, _mm_srli_epi64::<4>(set)), mask(BYTES));
        _mm_cvtsi128_si64(_mm_sad_epu8(set, _mm_setzero_si128())) as u64
    }

    /// PSHUFB looks up 16 nibbles (BB-04).
    #[target_feature(enable = "ssse3")]
    #[inline]
    pub(super) fn by_nibbles(set: u64) -> u64 {
        let counts = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
        let bytes = _mm_set1_epi64x(BYTES as i64);
        let set = _mm_cvtsi64_si128(set as i64);
        let low = _mm_shuffle_epi8(counts, _mm_and_si128(set, bytes));
        let high = _mm_shuffle_epi8(counts, _mm_and_si128(_mm_srli_epi64::<4>(set), bytes));
        _mm_cvtsi128_si64(_mm_sad_epu8(_mm_add_epi8(low, high), _mm_setzero_si128())) as u64
    }
}
