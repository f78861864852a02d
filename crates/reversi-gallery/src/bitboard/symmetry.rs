//! Transposed and mirrored sets.

use reversi_bitboard::__internal::symmetry as engine;
use reversi_bitboard::Bitboard;

use crate::list::kernel_lists;

kernel_lists! {
    /// Files and ranks swapped.
    ///
    /// ```
    /// use reversi_gallery::bitboard;
    ///
    /// for kernel in bitboard::transpose() {
    ///     assert_eq!(kernel.call(0xff), 0x0101_0101_0101_0101);
    /// }
    /// ```
    transpose(u64): |set| {
        Portable X86V3 "BB-09" "delta swaps" => engine::portable::transpose(Bitboard(set)).0;
        X86V3 "BB-08" "sign bits of shifted copies" => engine::avx2::transpose(Bitboard(set)).0;
    }

    /// Files A-H in reverse order.
    ///
    /// ```
    /// use reversi_gallery::bitboard;
    ///
    /// for kernel in bitboard::mirror_files() {
    ///     assert_eq!(kernel.call(0x0f), 0xf0);
    /// }
    /// ```
    mirror_files(u64): |set| {
        Portable "BB-07" "reversed bits, swapped bytes" => engine::portable::mirror_files(Bitboard(set)).0;
        X86V2 "BB-05" "nibble shuffle" => engine::ssse3::mirror_files(Bitboard(set)).0;
        Portable "BB-06" "six and two bits of each byte multiplied" => each_byte(set);
        Neon "BB-07" "reversed bits, swapped bytes" => engine::portable::mirror_files(Bitboard(set)).0;
        Neon "BB-05" "RBIT of bytes" => neon::mirror_files(set);
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

#[cfg(test)]
mod tests {
    use super::mirrored_byte;

    #[test]
    fn check_values_of_the_catalogue() {
        assert_eq!((mirrored_byte(0x01), mirrored_byte(0x1a)), (0x80, 0x58));
        assert!((0..=255).all(|byte: u8| mirrored_byte(byte) == byte.reverse_bits()));
    }
}
