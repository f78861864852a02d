//! The move on the last empty square.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod bmi2;
mod both;
mod gather;
#[cfg(target_arch = "aarch64")]
mod neon;
mod steps;

use super::LastFlipCall;
use crate::kernel::last_flip as engine;
use crate::kernel_lists;

fn pack(counts: [u32; 2]) -> u64 {
    u64::from(counts[0]) | u64::from(counts[1]) << 32
}

kernel_lists! {
    /// The number of discs turned by the move on the last empty square.
    ///
    /// ```
    /// use reversi_bitboard::{Square, gallery};
    ///
    /// for kernel in gallery::last_flip() {
    ///     assert_eq!(kernel.call((Square::A1, 0xf0)), 3);
    /// }
    /// ```
    last_flip(LastFlipCall), in a solver visit_last_flips for last_flip_count: |(square, player)| {
        Portable X86V3 Neon "LAST-01" "kindergarten" => engine::portable::count(square, player).into();
        Portable X86V3 "LAST-02" "kindergarten, 32-bit halves" => gather::halves(square, player).into();
        Portable X86V3 "LAST-03" "kindergarten, merged diagonals" => gather::merged_diagonals(square, player).into();
        Portable X86V3 "LAST-03 LAST-04" "kindergarten, half a diagonal with half a file" => gather::merged_with_file(square, player).into();
        Portable X86V3 "LAST-05" "nibbles of a number" => steps::lowest_bit(square, player).into();
        Portable X86V2 "LAST-06 BSR" "bit scan with a sentinel" => steps::bit_scan(square, player).into();
        Portable X86V3 Neon "LAST-06" "leading and trailing zeros" => steps::zeros(square, player).into();
        X86V2 X86V3 "LAST-08" "sums and byte signs" => engine::sse2::count(square, player).into();
        X86V3 "LAST-10" "byte signs of 256 bits" => engine::avx2::count(square, player).into();
        X86V3 X86V4 "LAST-07" "PEXT" => engine::bmi2::count(square, player).into();
        X86V3 "LAST-16" "PEXT and kindergarten, three look-ups" => bmi2::three_lookups(square, player)[0].into();
        X86V4 "LAST-09" "byte test into a mask register" => engine::avx512::count(square, player).into();
        X86V4 "LAST-13" "vector leading zeros and population count" => avx512::count_13(square, player).into();
        Neon "LAST-11" "horizontal sums of interleaved lines" => engine::neon::count(square, player).into();
    }

    /// The counts of both sides on the last empty square; the other side's in the high half.
    ///
    /// ```
    /// use reversi_bitboard::{Square, gallery};
    ///
    /// for kernel in gallery::last_flip_both() {
    ///     assert_eq!(kernel.call((Square::A1, 0x1f0)), 3 | 1 << 32);
    /// }
    /// ```
    last_flip_both(LastFlipCall): |(square, player)| {
        Portable "LAST-01" "kindergarten, twice" => pack(both::twice(square, player));
        Portable "LAST-01 LAST-14" "kindergarten, doubled table" => pack(both::doubled(square, player));
        X86V2 "LAST-08 LAST-14" "byte signs, doubled table" => pack(engine::sse2::counts(square, player));
        X86V3 "LAST-10 LAST-14" "byte signs, doubled table" => pack(engine::avx2::counts(square, player));
        X86V3 X86V4 "LAST-07 LAST-14" "PEXT, doubled table" => pack(bmi2::doubled(square, player));
        X86V3 "LAST-15" "byte signs, doubled table, two offsets in one word" => pack(avx2::two_offsets(square, player));
        X86V3 "LAST-10 LAST-24" "byte signs, the other side's from the legality test" => pack(avx2::from_closed_rays(square, player));
        X86V3 "LAST-16" "PEXT and kindergarten, three look-ups" => pack(bmi2::three_lookups(square, player));
        X86V4 "LAST-09 LAST-14" "byte test, doubled table" => pack(engine::avx512::counts(square, player));
        Neon "LAST-11 LAST-12" "sums, complemented for the other side" => pack(neon::complemented(square, player));
    }

    /// Whether the move on the last empty square is legal.
    ///
    /// ```
    /// use reversi_bitboard::{Square, gallery};
    ///
    /// for kernel in gallery::can_flip_last() {
    ///     assert_eq!(kernel.call((Square::A1, 0xf0)), 1);
    /// }
    /// ```
    can_flip_last(LastFlipCall): |(square, player)| {
        Portable "LAST-01" "counted" => u64::from(engine::portable::count(square, player) != 0);
        X86V3 "LAST-21" "adjacent disc on a closed ray" => u64::from(engine::avx2::can_flip(square, player));
        X86V4 "LAST-22" "the same with eight rays in 512 bits" => u64::from(avx512::can_flip_512(square, player));
        X86V4 "LAST-23" "the same in mask registers" => u64::from(engine::avx512::can_flip(square, player));
    }
}
