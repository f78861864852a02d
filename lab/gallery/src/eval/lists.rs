//! The lists of kernels.

use std::hint::black_box;

use reversi_bitboard::{Bitboard, Board};
use reversi_eval::__internal::{
    network as networks, numbers, quadrants as of_quadrants, sum as sums, update as updates,
};
use reversi_eval::{Features, Quadrants};

use super::{MoveCall, NetworkCall, PassCall, QuadrantsCall, SumCall, undo};
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

/// All bits of the result, folded.
#[inline(always)]
fn folded(quadrants: Quadrants) -> u64 {
    let words: [u64; 3] = numbers(quadrants).map(bytemuck::cast);
    words[0] ^ words[1].rotate_left(1) ^ words[2].rotate_left(2)
}

kernel_lists! {
    /// Features of a board.
    features(Board): |board| {
        Portable "EVAL-07" "48 lanes in a loop" => kept(&updates::portable::features(board));
        Portable "EVAL-16" "four lanes in a word" => kept(&updates::words::features(board));
        X86V2 "EVAL-07" "six vectors" => kept(&updates::sse2::features(board));
        X86V3 X86V4 "EVAL-07" "three vectors" => kept(&updates::avx2::features(board));
        X86V4 "EVAL-07" "one vector and a half" => kept(&super::avx512::features(board));
        Neon "EVAL-07" "six vectors" => kept(&updates::neon::features(board));
    }

    /// Features after a move.
    after_move(MoveCall): |((features, square, empties), flips)| {
        Portable X86V3 Neon "EVAL-08" "only the lanes that change" => kept(&super::update::selective(&features, square, flips, empties));
        Portable X86V3 "EVAL-07" "48 lanes in a loop" => kept(&updates::portable::after_move(&features, square, Bitboard(flips), empties));
        Portable "EVAL-16" "four lanes in a word" => kept(&updates::words::after_move(&features, square, Bitboard(flips), empties));
        X86V2 "EVAL-07" "six vectors" => kept(&updates::sse2::after_move(&features, square, Bitboard(flips), empties));
        X86V3 X86V4 "EVAL-07" "three vectors" => kept(&updates::avx2::after_move(&features, square, Bitboard(flips), empties));
        X86V4 "EVAL-07" "one vector and a half" => kept(&super::avx512::after_move(&features, square, Bitboard(flips), empties));
        Neon "EVAL-07" "six vectors" => kept(&updates::neon::after_move(&features, square, Bitboard(flips), empties));
    }

    /// Features after a move that is taken back. The result is the one of the move. To take back a copy is to
    /// drop it.
    move_and_back(MoveCall): |((features, square, empties), flips)| {
        Portable X86V3 "EVAL-09" "a copy, lanes in a loop" => kept(&updates::portable::after_move(&features, square, Bitboard(flips), empties));
        Portable X86V3 "EVAL-09 undo" "in place, lanes in a loop" => undo::all_lanes(&mut { features }, square, flips, empties, undo::kept);
        Portable X86V3 "EVAL-09 EVAL-08" "a copy, only the lanes that change" => kept(&super::update::selective(&features, square, flips, empties));
        Portable X86V3 "EVAL-09 EVAL-08 undo" "in place, only the lanes that change" => undo::selective(&mut { features }, square, flips, empties, undo::kept);
    }

    /// Features after a pass.
    after_pass(PassCall): |(features, empties)| {
        Portable "EVAL-05" "48 lanes in a loop" => kept(&updates::portable::after_pass(&features, Bitboard(empties)));
        Portable X86V3 "EVAL-05 table" "look-up of swapped digits" => kept(&super::update::swapped_by_table(&features, empties));
        Portable "EVAL-16" "four lanes in a word" => kept(&updates::words::after_pass(&features, Bitboard(empties)));
        X86V2 "EVAL-05" "six vectors" => kept(&updates::sse2::after_pass(&features, Bitboard(empties)));
        X86V3 "EVAL-05" "three vectors" => kept(&updates::avx2::after_pass(&features, Bitboard(empties)));
        X86V4 "EVAL-05" "one vector and a half" => kept(&super::avx512::after_pass(&features, Bitboard(empties)));
        Neon "EVAL-05" "six vectors" => kept(&updates::neon::after_pass(&features, Bitboard(empties)));
    }

    /// The sum of the weights.
    sum(SumCall): |(layouts, indices)| {
        Portable X86V3 X86V4 Neon "EVAL-10" "one by one" => bits(sums::portable::sum(&indices.features, layouts.interleaved));
        Portable "EVAL-03 EVAL-10" "one by one, tables of one ply" => bits(super::sum::one_by_one(&indices.features, layouts.flat));
        Portable "EVAL-03 without" "one by one, one array, indices of 32 bits" => bits(super::sum::from_one_array(&indices, layouts.flat));
        X86V3 "EVAL-11" "gather with the word before" => bits(super::sum::avx2::guarded(&indices.features, layouts.flat));
        X86V3 "EVAL-12" "gather of aligned pairs" => bits(super::sum::avx2::aligned(&indices.features, layouts.flat));
        X86V3 X86V4 "EVAL-13" "gather of two plies" => bits(sums::avx2::sum(&indices.features, layouts.interleaved));
        X86V4 "EVAL-13" "gather of two plies, 16 at once" => bits(super::avx512::sum(&indices.features, layouts.interleaved));
    }

    /// The moves of both sides by quadrant, an input of a network.
    quadrants(QuadrantsCall): |(moves, empties)| {
        Portable X86V3 "ALSO-03" "shifts and masks" => folded(of_quadrants::portable::quadrants(moves.map(Bitboard), Bitboard(empties)));
        X86V3 "ALSO-03" "shuffles of bytes" => folded(of_quadrants::avx2::quadrants(moves.map(Bitboard), Bitboard(empties)));
    }

    /// The value of a network.
    network(NetworkCall): |((table, quadrants), features)| {
        Portable X86V3 "ALSO-03" "loops" => bits(networks::portable::network(&features, &quadrants, table));
        X86V2 "ALSO-03" "vectors of 128 bits" => bits(networks::sse4::network(&features, &quadrants, table));
        X86V3 "ALSO-03" "vectors of 256 bits" => bits(networks::avx2::network(&features, &quadrants, table));
        X86V4 "ALSO-03" "vectors of 512 bits" => bits(networks::avx512::network(&features, &quadrants, table));
        Neon "ALSO-03" "vectors of 128 bits" => bits(networks::neon::network(&features, &quadrants, table));
    }
}
