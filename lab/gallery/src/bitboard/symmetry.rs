//! Transposed and mirrored sets.

use reversi_bitboard::{Bitboard, Symmetry};

use crate::list::kernel_lists;

kernel_lists! {
    /// Files and ranks swapped.
    transpose(u64): |set| {
        Portable X86V3 "BB-09" "delta swaps" => Symmetry::TRANSPOSE.bitboard(Bitboard(set)).0;
        X86V3 "BB-08" "sign bits of shifted copies" => x86::transpose(set);
    }

    /// Files A-H in reverse order.
    mirror_files(u64): |set| {
        Portable "BB-05 BB-07" "all bits reversed, then the bytes" => Symmetry::MIRROR_FILES.bitboard(Bitboard(set)).0;
        X86V2 "BB-05" "nibble shuffle" => x86::mirror_files(set);
        Portable "BB-06" "six and two bits of each byte multiplied" => each_byte(set);
        Neon "BB-05 BB-07" "all bits reversed, then the bytes" => Symmetry::MIRROR_FILES.bitboard(Bitboard(set)).0;
        Neon "BB-05" "RBIT of bytes" => neon::mirror_files(set);
    }

    /// Ranks 1-8 in reverse order.
    mirror_ranks(u64): |set| {
        Portable "BB-07" "bytes swapped" => Symmetry::MIRROR_RANKS.bitboard(Bitboard(set)).0;
        X86V2 "BB-07 PSHUFB" "bytes of a vector shuffled" => x86::mirror_ranks(set);
    }
}

/// One multiplication mirrors the upper six bits, and a shift the lower two (BB-06).
#[inline(always)]
fn mirrored_byte(byte: u8) -> u8 {
    let byte = u32::from(byte);
    let bits = (byte.wrapping_mul(0x0020_0802) & 0x0442_2110) + (byte << 7 & 0x880);
    (bits.wrapping_mul(0x0101_0101) >> 24) as u8
}

#[inline(always)]
fn each_byte(set: u64) -> u64 {
    u64::from_le_bytes(set.to_le_bytes().map(mirrored_byte))
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;

    /// The sign bits of four shifted copies are the files E-H, those of four more A-D (BB-08).
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn transpose(set: u64) -> u64 {
        let shifted = _mm256_sllv_epi64(_mm256_set1_epi64x(set as i64), _mm256_setr_epi64x(3, 2, 1, 0));
        let files_e_to_h = _mm256_movemask_epi8(shifted) as u32;
        let files_a_to_d = _mm256_movemask_epi8(_mm256_slli_epi64::<4>(shifted)) as u32;
        u64::from(files_e_to_h) << 32 | u64::from(files_a_to_d)
    }

    /// The bytes of a vector in reverse order (BB-07).
    #[target_feature(enable = "ssse3")]
    #[inline]
    pub(super) fn mirror_ranks(set: u64) -> u64 {
        let reversed = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
        _mm_cvtsi128_si64(_mm_shuffle_epi8(_mm_cvtsi64_si128(set as i64), reversed)) as u64
    }

    /// Each nibble looked up in a table of reversed nibbles (BB-05).
    #[target_feature(enable = "ssse3")]
    #[inline]
    pub(super) fn mirror_files(set: u64) -> u64 {
        let reversed = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
        let nibbles = _mm_set1_epi8(0x0f);
        let set = _mm_cvtsi64_si128(set as i64);
        let low = _mm_and_si128(set, nibbles);
        let high = _mm_and_si128(_mm_srli_epi64::<4>(set), nibbles);
        let low = _mm_slli_epi64::<4>(_mm_shuffle_epi8(reversed, low));
        _mm_cvtsi128_si64(_mm_or_si128(low, _mm_shuffle_epi8(reversed, high))) as u64
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use core::arch::aarch64::*;

    /// The instruction RBIT mirrors each byte (BB-05).
    #[target_feature(enable = "neon")]
    #[inline]
    pub(super) fn mirror_files(set: u64) -> u64 {
        vget_lane_u64::<0>(vreinterpret_u64_u8(vrbit_u8(vcreate_u8(set))))
    }
}
