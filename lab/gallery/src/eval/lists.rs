//! The lists of kernels.

use std::hint::black_box;

use reversi_bitboard::{Bitboard, Board};
use reversi_eval::__internal::{sum as sums, update as updates};
use reversi_eval::Features;

use super::{MoveCall, PassCall, SumCall};
use crate::list::kernel_lists;

/// A lane of the result. The black box makes the kernel write all lanes to memory, as in a search.
#[inline(always)]
fn kept(features: &Features) -> u64 {
    u64::from(black_box(features).0[0])
}

#[inline(always)]
fn bits(sum: i32) -> u64 {
    u64::from(sum as u32)
}

kernel_lists! {
    /// Features of a board.
    features(Board): |board| {
        Portable "EVAL-07" "48 lanes in a loop" => kept(&updates::portable::features(board));
        X86V2 "EVAL-07" "six vectors" => kept(&updates::sse2::features(board));
        X86V3 X86V4 "EVAL-07" "three vectors" => kept(&updates::avx2::features(board));
        X86V4 "EVAL-07" "one vector and a half" => kept(&super::avx512::features(board));
        Neon "EVAL-07" "six vectors" => kept(&updates::neon::features(board));
    }

    /// Features after a move.
    after_move(MoveCall): |((features, square, empties), flips)| {
        Portable X86V3 Neon "EVAL-08" "only the lanes that change" => kept(&super::update::selective(&features, square, flips, empties));
        Portable X86V3 "EVAL-07" "48 lanes in a loop" => kept(&updates::portable::after_move(&features, square, Bitboard(flips), empties));
        X86V2 "EVAL-07" "six vectors" => kept(&updates::sse2::after_move(&features, square, Bitboard(flips), empties));
        X86V3 X86V4 "EVAL-07" "three vectors" => kept(&updates::avx2::after_move(&features, square, Bitboard(flips), empties));
        X86V4 "EVAL-07" "one vector and a half" => kept(&super::avx512::after_move(&features, square, Bitboard(flips), empties));
        Neon "EVAL-07" "six vectors" => kept(&updates::neon::after_move(&features, square, Bitboard(flips), empties));
    }

    /// Features after a pass.
    after_pass(PassCall): |(features, empties)| {
        Portable "EVAL-05" "48 lanes in a loop" => kept(&updates::portable::after_pass(&features, Bitboard(empties)));
        Portable X86V3 "EVAL-05 table" "look-up of swapped digits" => kept(&super::update::swapped_by_table(&features, empties));
        X86V2 "EVAL-05" "six vectors" => kept(&updates::sse2::after_pass(&features, Bitboard(empties)));
        X86V3 "EVAL-05" "three vectors" => kept(&updates::avx2::after_pass(&features, Bitboard(empties)));
        X86V4 "EVAL-05" "one vector and a half" => kept(&super::avx512::after_pass(&features, Bitboard(empties)));
        Neon "EVAL-05" "six vectors" => kept(&updates::neon::after_pass(&features, Bitboard(empties)));
    }

    /// The sum of the weights.
    sum(SumCall): |(layouts, features)| {
        Portable X86V3 X86V4 Neon "EVAL-10" "one by one" => bits(sums::portable::sum(&features, layouts.interleaved));
        Portable "EVAL-03 EVAL-10" "one by one, tables of one ply" => bits(super::sum::one_by_one(&features, layouts.flat));
        X86V3 "EVAL-11" "gather with the word before" => bits(super::sum::avx2::guarded(&features, layouts.flat));
        X86V3 "EVAL-12" "gather of aligned pairs" => bits(super::sum::avx2::aligned(&features, layouts.flat));
        X86V3 X86V4 "EVAL-13" "gather of two plies" => bits(sums::avx2::sum(&features, layouts.interleaved));
        X86V4 "EVAL-13" "gather of two plies, 16 at once" => bits(super::avx512::sum(&features, layouts.interleaved));
    }
}
