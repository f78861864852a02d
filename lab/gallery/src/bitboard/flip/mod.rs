//! Flips: the discs that a move turns.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod rays;
#[cfg(target_arch = "x86_64")]
mod squares;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod tables;

use reversi_bitboard::__internal::flip as engine;
#[cfg(target_arch = "x86_64")]
use reversi_bitboard::Bitboard;
use reversi_bitboard::{Board, Square};

use super::FlipCall;
use crate::list::kernel_lists;

kernel_lists! {
    /// The discs that a move turns.
    flip(FlipCall), in a solver visit_flips for flip: |(square, board)| {
        Portable X86V3 "FLIP-02" "tables, kindergarten" => engine::portable::flip(square, board).0;
        Portable X86V3 "FLIP-03" "tables, kindergarten, rotated index" => tables::rotated(square, board);
        Portable X86V3 "GRA-05" "tables, multiplications and rotations" => tables::rotations(square, board);
        Portable X86V3 "FLIP-04" "shift loop" => rays::shift_loop(square, board);
        Portable X86V3 "FLIP-05" "parallel prefix" => rays::parallel_prefix(square, board);
        Portable X86V3 Neon "FLIP-06 FLIP-08" "carry up, leading zeros down" => rays::carry(square, board);
        Portable X86V3 "FLIP-07 FLIP-08" "lowest bit up, leading zeros down" => rays::lowest_bit::<'d'>(square, board);
        X86V3 "FLIP-07 FLIP-16a" "the same, filled by comparison" => rays::lowest_bit::<'a'>(square, board);
        X86V3 "FLIP-07 FLIP-16b" "the same, filled by the top bit" => rays::lowest_bit::<'b'>(square, board);
        X86V3 "FLIP-07 FLIP-16c" "the same, filled by the borrow" => rays::lowest_bit::<'c'>(square, board);
        Portable X86V2 "FLIP-06 FLIP-09" "carry up, sentinel and bit scan down" => rays::sentinel(square, board);
        X86V2 "FLIP-02 LAST-08" "tables, byte signs" => tables::sse2::signs(square, board);
        X86V2 X86V3 "FLIP-44 SSE2" "tables, sums and byte signs, loads of 64 bits" => tables::sse2::patterns(square, board);
        X86V2 X86V3 "FLIP-07 FLIP-16f" "two rays at once, board also upside down" => engine::sse4::flip(square, board).0;
        X86V2 X86V3 "FLIP-07 FLIP-16e" "the same, filled by comparison of halves" => sse2::equal_halves(square, board);
        X86V2 "FLIP-30" "64 functions, every ray by itself" => squares::flip::<squares::NoTrick>(square, board);
        X86V2 "FLIP-10" "64 functions, float conversion of 31 bits" => squares::flip::<squares::Float31>(square, board);
        X86V2 "FLIP-10 FLIP-27" "64 functions, the same up to rank 4, lanes folded" => squares::flip::<squares::Folded31>(square, board);
        X86V2 "FLIP-11" "64 functions, float conversion of 32 bits" => squares::flip::<squares::Float32>(square, board);
        X86V2 "FLIP-12" "64 functions, float conversion of 64 bits" => squares::flip::<squares::Float64>(square, board);
        X86V2 "FLIP-13" "64 functions, float conversion of 52 bits" => squares::flip::<squares::Float52>(square, board);
        X86V2 "FLIP-15" "64 functions, borrow partition" => squares::flip::<squares::Borrow>(square, board);
        X86V2 "FLIP-16h" "64 functions, row filled by product" => squares::flip::<squares::FillByProduct>(square, board);
        X86V2 "FLIP-16h lower" "64 functions, row filled by difference" => squares::flip::<squares::FillByDifference>(square, board);
        X86V2 "FLIP-16i" "64 functions, row filled by high product" => squares::flip::<squares::FillByHighProduct>(square, board);
        X86V2 "FLIP-17" "64 functions, saturating subtraction" => squares::flip::<squares::RowUp>(square, board);
        X86V2 "FLIP-18" "64 functions, product as left shift" => squares::flip::<squares::Product>(square, board);
        X86V2 "FLIP-19" "64 functions, compressed diagonal" => squares::flip::<squares::Compressed>(square, board);
        X86V2 "FLIP-20" "64 functions, high product as right shift" => squares::flip::<squares::HighProduct>(square, board);
        X86V2 "FLIP-21" "64 functions, minimum of words" => squares::flip::<squares::Minimum>(square, board);
        X86V2 "FLIP-22" "64 functions, compressed by minimum" => squares::flip::<squares::CompressedByMinimum>(square, board);
        X86V2 "FLIP-23" "64 functions, multiply and add" => squares::flip::<squares::MultiplyAdd>(square, board);
        X86V2 "FLIP-24" "64 functions, saturating addition" => squares::flip::<squares::SaturatingAdd>(square, board);
        X86V2 "FLIP-24 FLIP-29" "64 functions, the same with one constant for both halves" => squares::flip::<squares::SharedConstant>(square, board);
        X86V2 "FLIP-25" "64 functions, words packed to bytes" => squares::flip::<squares::PackBytes>(square, board);
        X86V2 "FLIP-26" "64 functions, tables of 64 bits" => squares::flip::<squares::Tables>(square, board);
        X86V2 "FLIP-26 bytes" "64 functions, tables of bytes and of their ranks" => squares::flip::<squares::TablesOfBytes>(square, board);
        X86V2 "FLIP-28" "64 functions, register edge as mask" => squares::flip::<squares::RegisterEdge>(square, board);
        X86V2 "FLIP-28 scan" "64 functions, the same after a bit scan in a general register" => squares::flip::<squares::RegisterEdgeOfScan>(square, board);
        X86V2 "FLIP-45" "64 functions, central squares in lanes of 32 bits" => squares::flip::<squares::Central>(square, board);
        X86V2 X86V3 "FLIP-30 all" "64 functions, the shortest of these" => squares::flip::<squares::Best>(square, board);
        X86V2 "FLIP-30 register" "the same, board and flips in a vector register" => squares::flip_in_register::<squares::Best>(square, board);
        X86V2 X86V3 "FLIP-30 vectors" "64 functions, every ray in vectors, board and flips too" => squares::flip_in_vectors::<false>(square, board);
        X86V2 X86V3 "FLIP-15 vectors" "the same, three lower rays by borrow partition" => squares::flip_in_vectors::<true>(square, board);
        X86V3 "FLIP-02 PEXT" "tables, PEXT and PDEP" => tables::bmi2::pext(square, board);
        X86V3 "FLIP-44" "tables in vector lanes, two gathers of 64 bits" => tables::avx2::gathered(square, board);
        X86V3 X86V4 "FLIP-31 FLIP-38" "sentinel up, smart clear down" => engine::avx2::flip(square, board).0;
        X86V3 X86V4 "FLIP-31 FLIP-38 124" "the same, smeared by 1, 2 and 4 squares" => avx2::flip_31_38(square, board);
        X86V3 "FLIP-32 FLIP-38" "no sentinel up, smart clear down" => avx2::flip_32_38(square, board);
        X86V3 "FLIP-31 FLIP-33" "sentinel up, parallel prefix down" => avx2::flip_31_33(square, board);
        X86V3 "FLIP-31 FLIP-33 rays" "the same, with the rays as masks" => avx2::flip_31_33_rays(square, board);
        X86V3 "FLIP-31 FLIP-34" "sentinel up, float conversion down" => avx2::flip_31_34(square, board);
        X86V3 "FLIP-31 FLIP-35" "sentinel up, byte swap down" => avx2::flip_31_35(square, board);
        X86V3 "FLIP-31 FLIP-36" "sentinel up, nibbles and byte maximum down" => avx2::flip_31_36(square, board);
        X86V3 "FLIP-31 FLIP-36 bytes" "the same, lower bytes erased after the maximum" => avx2::flip_31_36_bytes(square, board);
        X86V3 "FLIP-31 FLIP-37" "sentinel up, prefix fill down" => avx2::flip_31_37(square, board);
        X86V4 "FLIP-39" "lowest bit up, vector leading zeros down" => engine::avx512::flip(square, board).0;
        X86V4 "FLIP-39 ternary" "the same, three-operand logic written out" => avx512::ternary(square, board);
        X86V4 "FLIP-39 512" "the same, eight rays in 512 bits" => avx512::in_512_bits(square, board);
        X86V4 "FLIP-40 FLIP-39" "mask register up, vector leading zeros down" => avx512::mask_register(square, board);
        Neon "FLIP-42" "all bits reversed for down" => engine::neon::flip(square, board).0;
        Neon "FLIP-42 vector" "the same, reversed in vectors" => neon::flip_42(square, board);
        Neon "FLIP-41" "carry up, vector leading zeros down, selected by bits" => neon::flip_41(square, board);
        Neon "FLIP-41 or" "the same, masked and united" => neon::flip_41_or(square, board);
        Simd128 "FLIP-07 FLIP-08" "board upside down for down" => engine::simd128::flip(square, board).0;
    }

    /// The discs that moves on four squares of one board turn, combined into one word.
    flip_four(([Square; 4], Board)): |(squares, board)| {
        Portable "FLIP-02" "one by one" => one_by_one(squares, |square| engine::portable::flip(square, board).0);
        X86V3 "FLIP-31 FLIP-38" "one by one" => one_by_one(squares, |square| engine::avx2::flip(square, board).0);
        X86V3 "FLIP-31 FLIP-38" "one reduction for four" => fold(avx2::flip_four(squares, board));
        X86V4 "FLIP-39" "one by one" => one_by_one(squares, |square| engine::avx512::flip(square, board).0);
        X86V4 "FLIP-39" "one reduction for four" => fold(avx512::flip_four(squares, board));
    }
}

/// For each kernel of [`flip`] with a trick for some squares: its id, and these squares. On all others it is
/// the kernel "FLIP-30", which computes every ray by itself.
#[cfg(target_arch = "x86_64")]
pub fn squares_of_tricks() -> Vec<(&'static str, Bitboard)> {
    use squares::*;
    fn of<T: Trick>(id: &'static str) -> (&'static str, Bitboard) {
        let is_used = |square: &Square| T::RAYS[square.index()] != 0;
        (id, Square::ALL.into_iter().filter(is_used).collect())
    }
    vec![
        of::<Float31>("FLIP-10"),
        of::<Folded31>("FLIP-10 FLIP-27"),
        of::<Float32>("FLIP-11"),
        of::<Float64>("FLIP-12"),
        of::<Float52>("FLIP-13"),
        of::<Borrow>("FLIP-15"),
        of::<FillByProduct>("FLIP-16h"),
        of::<FillByDifference>("FLIP-16h lower"),
        of::<FillByHighProduct>("FLIP-16i"),
        of::<RowUp>("FLIP-17"),
        of::<Product>("FLIP-18"),
        of::<Compressed>("FLIP-19"),
        of::<HighProduct>("FLIP-20"),
        of::<Minimum>("FLIP-21"),
        of::<CompressedByMinimum>("FLIP-22"),
        of::<MultiplyAdd>("FLIP-23"),
        of::<SaturatingAdd>("FLIP-24"),
        of::<SharedConstant>("FLIP-24 FLIP-29"),
        of::<PackBytes>("FLIP-25"),
        of::<Tables>("FLIP-26"),
        of::<TablesOfBytes>("FLIP-26 bytes"),
        of::<RegisterEdge>("FLIP-28"),
        of::<RegisterEdgeOfScan>("FLIP-28 scan"),
        of::<Central>("FLIP-45"),
    ]
}

#[inline(always)]
fn one_by_one(squares: [Square; 4], flip: impl Fn(Square) -> u64) -> u64 {
    fold([flip(squares[0]), flip(squares[1]), flip(squares[2]), flip(squares[3])])
}

#[inline(always)]
fn fold([a, b, c, d]: [u64; 4]) -> u64 {
    a ^ b.rotate_left(1) ^ c.rotate_left(2) ^ d.rotate_left(3)
}
