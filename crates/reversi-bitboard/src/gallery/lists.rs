//! Which kernels there are for each primitive.

use super::{FlipCall, LastFlipCall};
use crate::kernel::FullLines;
use crate::kernel::{
    flip as flips, hash as hashes, last_flip as last_flips, lines, mobility, stability, symmetry,
};
use crate::{Board, Square, kernel_lists};

fn pack(counts: [u32; 2]) -> u64 {
    u64::from(counts[0]) | u64::from(counts[1]) << 32
}

fn fold(full: FullLines) -> u64 {
    full.row ^ full.file.rotate_left(1) ^ full.diagonal9.rotate_left(2) ^ full.diagonal7.rotate_left(3)
}

fn fold_edges(edges: [u16; 4]) -> u64 {
    let [a, b, c, d] = edges.map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

kernel_lists! {
    /// The discs that a move turns.
    ///
    /// ```
    /// use reversi_bitboard::{Board, Square, gallery};
    ///
    /// for kernel in gallery::flip() {
    ///     assert_eq!(kernel.call((Square::D3, Board::START)), Square::D4.bit());
    /// }
    /// ```
    flip(FlipCall): |(square, board)| {
        Portable "FLIP-06 FLIP-08" "carry up, leading zeros down" => flips::portable::flip(square, board);
        Portable "FLIP-07 FLIP-08" "lowest bit up, leading zeros down" => super::flip::lowest_bit(square, board);
        Portable "FLIP-06 FLIP-09" "carry up, sentinel and leading zeros down" => super::flip::sentinel(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V2 "FLIP-06 FLIP-09" "carry up, bit scan down" => super::flip::sentinel(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V2 "FLIP-07 FLIP-16" "two rays at once, board also upside down" => flips::sse4::flip(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V3 "FLIP-06 FLIP-08" "carry up, leading zeros down" => flips::portable::flip(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V3 "FLIP-31 FLIP-38" "sentinel up, smart clear down" => flips::avx2::flip(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V3 "FLIP-32 FLIP-38" "no sentinel up, smart clear down" => super::flip::avx2::flip_32_38(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V3 "FLIP-31 FLIP-33" "sentinel up, parallel prefix down" => super::flip::avx2::flip_31_33(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V3 "FLIP-31 FLIP-37" "sentinel up, prefix fill down" => super::flip::avx2::flip_31_37(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V3 "FLIP-31 FLIP-35" "sentinel up, byte swap down" => super::flip::avx2::flip_31_35(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V4 "FLIP-31 FLIP-38" "sentinel up, smart clear down" => flips::avx2::flip(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V4 "FLIP-39" "lowest bit up, vector leading zeros down" => super::flip::avx512::flip_39(square, board);
        #[cfg(target_arch = "x86_64")]
        X86V4 "FLIP-40 FLIP-39" "mask register up, vector leading zeros down" => flips::avx512::flip(square, board);
        #[cfg(target_arch = "aarch64")]
        Neon "FLIP-06 FLIP-08" "carry up, leading zeros down" => flips::portable::flip(square, board);
        #[cfg(target_arch = "aarch64")]
        Neon "FLIP-42" "all bits reversed for down" => flips::neon::flip(square, board);
        #[cfg(target_arch = "aarch64")]
        Neon "FLIP-41" "carry up, vector leading zeros down" => super::flip::neon::flip_41(square, board);
    }

    /// The discs that moves on four squares of one board turn, folded.
    ///
    /// ```
    /// use reversi_bitboard::{Board, Square, gallery};
    ///
    /// for kernel in gallery::flip_four() {
    ///     assert_eq!(kernel.call(([Square::D3, Square::C4, Square::F5, Square::E6], Board::START)), 0xc0_1800_0000);
    /// }
    /// ```
    flip_four(([Square; 4], Board)): |(squares, board)| {
        Portable "FLIP-06 FLIP-08" "one by one" => super::flip::fold_four(squares, |square| flips::portable::flip(square, board));
        #[cfg(target_arch = "x86_64")]
        X86V3 "FLIP-31 FLIP-38" "one by one" => super::flip::fold_four(squares, |square| flips::avx2::flip(square, board));
        #[cfg(target_arch = "x86_64")]
        X86V3 "FLIP-31 FLIP-38" "one reduction for four" => super::flip::xor_four(flips::avx2::flip_many(squares, board));
        #[cfg(target_arch = "x86_64")]
        X86V4 "FLIP-40 FLIP-39" "one by one" => super::flip::fold_four(squares, |square| flips::avx512::flip(square, board));
        #[cfg(target_arch = "x86_64")]
        X86V4 "FLIP-40 FLIP-39" "one reduction for four" => super::flip::xor_four(flips::avx512::flip_many(squares, board));
    }

    /// The legal moves.
    ///
    /// ```
    /// use reversi_bitboard::{Board, gallery};
    ///
    /// for kernel in gallery::moves() {
    ///     assert_eq!(kernel.call(Board::START), Board::START.legal_moves().0);
    /// }
    /// ```
    moves(Board): |board| {
        Portable "MOB-01" "parallel prefix" => mobility::portable::moves(board);
        #[cfg(target_arch = "x86_64")]
        X86V2 "MOB-01" "parallel prefix" => mobility::portable::moves(board);
        #[cfg(target_arch = "x86_64")]
        X86V2 "MOB-02" "diagonals in a vector" => super::mobility::sse2::moves(board);
        #[cfg(target_arch = "x86_64")]
        X86V3 "MOB-02" "diagonals in a vector" => super::mobility::sse2::moves(board);
        #[cfg(target_arch = "x86_64")]
        X86V3 "MOB-04" "four axes in a vector" => mobility::avx2::moves(board);
        #[cfg(target_arch = "x86_64")]
        X86V4 "MOB-04" "four axes in a vector" => mobility::avx2::moves(board);
        #[cfg(target_arch = "aarch64")]
        Neon "MOB-05" "parallel prefix" => mobility::portable::moves(board);
    }

    /// The number of discs turned by the move on the last empty square.
    ///
    /// ```
    /// use reversi_bitboard::{Square, gallery};
    ///
    /// for kernel in gallery::last_flip() {
    ///     assert_eq!(kernel.call((Square::A1, 0xf0)), 3);
    /// }
    /// ```
    last_flip(LastFlipCall): |(square, player)| {
        Portable "LAST-01" "kindergarten" => last_flips::portable::count(square, player).into();
        #[cfg(target_arch = "x86_64")]
        X86V2 "LAST-08" "sums and byte signs" => last_flips::sse2::count(square, player).into();
        #[cfg(target_arch = "x86_64")]
        X86V3 "LAST-08" "sums and byte signs" => last_flips::sse2::count(square, player).into();
        #[cfg(target_arch = "x86_64")]
        X86V3 "LAST-10" "byte signs of 256 bits" => last_flips::avx2::count(square, player).into();
        #[cfg(target_arch = "x86_64")]
        X86V3 "LAST-07" "PEXT" => last_flips::bmi2::count(square, player).into();
        #[cfg(target_arch = "x86_64")]
        X86V4 "LAST-07" "PEXT" => last_flips::bmi2::count(square, player).into();
        #[cfg(target_arch = "x86_64")]
        X86V4 "LAST-09" "byte test into a mask register" => last_flips::avx512::count(square, player).into();
        #[cfg(target_arch = "x86_64")]
        X86V4 "LAST-13" "vector leading zeros and population count" => super::last_flip::avx512::count_13(square, player).into();
        #[cfg(target_arch = "aarch64")]
        Neon "LAST-01" "kindergarten" => last_flips::portable::count(square, player).into();
        #[cfg(target_arch = "aarch64")]
        Neon "LAST-11" "horizontal sums of interleaved lines" => last_flips::neon::count(square, player).into();
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
        Portable "LAST-01" "kindergarten, twice" => pack(super::last_flip::twice(square, player));
        Portable "LAST-01 LAST-14" "kindergarten, doubled table" => pack(super::last_flip::doubled(square, player));
        #[cfg(target_arch = "x86_64")]
        X86V2 "LAST-08 LAST-14" "byte signs, doubled table" => pack(last_flips::sse2::counts(square, player));
        #[cfg(target_arch = "x86_64")]
        X86V3 "LAST-10 LAST-14" "byte signs, doubled table" => pack(last_flips::avx2::counts(square, player));
        #[cfg(target_arch = "x86_64")]
        X86V3 "LAST-07 LAST-14" "PEXT, doubled table" => pack(super::last_flip::bmi2::doubled(square, player));
        #[cfg(target_arch = "x86_64")]
        X86V4 "LAST-07 LAST-14" "PEXT, doubled table" => pack(super::last_flip::bmi2::doubled(square, player));
        #[cfg(target_arch = "x86_64")]
        X86V4 "LAST-09 LAST-14" "byte test, doubled table" => pack(last_flips::avx512::counts(square, player));
        #[cfg(target_arch = "aarch64")]
        Neon "LAST-11 LAST-12" "sums, complemented for the other side" => pack(super::last_flip::neon::complemented(square, player));
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
        Portable "LAST-01" "counted" => u64::from(last_flips::portable::count(square, player) != 0);
        #[cfg(target_arch = "x86_64")]
        X86V3 "LAST-21" "adjacent disc on a closed ray" => u64::from(last_flips::avx2::can_flip(square, player));
        #[cfg(target_arch = "x86_64")]
        X86V4 "LAST-23" "the same in mask registers" => u64::from(last_flips::avx512::can_flip(square, player));
    }

    /// The full lines of an occupied set, folded.
    ///
    /// ```
    /// use reversi_bitboard::gallery;
    ///
    /// for kernel in gallery::full_lines() {
    ///     assert_eq!(kernel.call(0xff), 0x2f7);
    /// }
    /// ```
    full_lines(u64): |occupied| {
        Portable "FULL-01 FULL-03 FULL-05" "guarded prefix" => fold(lines::portable::full_lines(occupied));
        #[cfg(target_arch = "x86_64")]
        X86V2 "FULL-02 FULL-03 FULL-06" "upside-down lane" => fold(lines::sse2::full_lines(occupied));
        #[cfg(target_arch = "x86_64")]
        X86V3 "FULL-02 FULL-03 FULL-06" "upside-down lane" => fold(lines::sse2::full_lines(occupied));
        #[cfg(target_arch = "x86_64")]
        X86V3 "FULL-02 FULL-03 FULL-07" "four directions at once" => fold(lines::avx2::full_lines(occupied));
    }

    /// The four edges as indices, folded.
    ///
    /// ```
    /// use reversi_bitboard::{Bitboard, Board, gallery};
    ///
    /// for kernel in gallery::edges() {
    ///     assert_eq!(kernel.call(Board::new(Bitboard(0xff), Bitboard(0)).unwrap()), 0x0100_0100_0000_ff00);
    /// }
    /// ```
    edges(Board): |board| {
        Portable "EDGE-02" "files by multiplication" => fold_edges(stability::edge::portable::edges(board));
        #[cfg(target_arch = "x86_64")]
        X86V2 "EDGE-04" "interleaved bytes and signs" => fold_edges(stability::edge::sse2::edges(board));
        #[cfg(target_arch = "x86_64")]
        X86V3 "EDGE-04" "interleaved bytes and signs" => fold_edges(stability::edge::sse2::edges(board));
    }

    /// Files and ranks swapped.
    ///
    /// ```
    /// use reversi_bitboard::gallery;
    ///
    /// for kernel in gallery::transpose() {
    ///     assert_eq!(kernel.call(0xff), 0x0101_0101_0101_0101);
    /// }
    /// ```
    transpose(u64): |set| {
        Portable "BB-09" "delta swaps" => symmetry::portable::transpose(set);
        #[cfg(target_arch = "x86_64")]
        X86V3 "BB-09" "delta swaps" => symmetry::portable::transpose(set);
        #[cfg(target_arch = "x86_64")]
        X86V3 "BB-08" "sign bits of shifted copies" => symmetry::avx2::transpose(set);
    }

    /// Files A-H in reverse order.
    ///
    /// ```
    /// use reversi_bitboard::gallery;
    ///
    /// for kernel in gallery::mirror_files() {
    ///     assert_eq!(kernel.call(0x0f), 0xf0);
    /// }
    /// ```
    mirror_files(u64): |set| {
        Portable "BB-07" "reversed bits, swapped bytes" => symmetry::portable::mirror_files(set);
        #[cfg(target_arch = "x86_64")]
        X86V2 "BB-05" "nibble shuffle" => symmetry::ssse3::mirror_files(set);
        #[cfg(target_arch = "aarch64")]
        Neon "BB-05" "RBIT and REV" => symmetry::portable::mirror_files(set);
    }

    /// The hash of a board.
    ///
    /// ```
    /// use reversi_bitboard::{Board, gallery};
    ///
    /// for kernel in gallery::hash() {
    ///     assert_eq!(kernel.call(Board::START), 0x7966_0235_a176_709e);
    /// }
    /// ```
    hash(Board): |board| {
        Portable "HASH-02" "CRC32C by table" => hashes::portable::hash(board);
        #[cfg(target_arch = "x86_64")]
        X86V2 "HASH-01" "CRC32C instruction" => hashes::sse4::hash(board);
        #[cfg(target_arch = "aarch64")]
        Neon "HASH-01" "CRC32C instruction" => hashes::armv8::hash(board);
    }
}
