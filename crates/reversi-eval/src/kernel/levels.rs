//! The leaves that each CPU level uses. For a primitive that a level does not list, it uses the leaf of the
//! level below. A leaf that needs a feature that its level lacks does not compile.

#[allow(unused_imports, reason = "not every architecture has a level of its own")]
use reversi_bitboard::cpu;
use reversi_bitboard::cpu::Portable;
use reversi_bitboard::{Bitboard, Board, Square, kernels};

use super::{EvalPrimitives, network, quadrants, sum, update};
use crate::features::{Features, Quadrants};
use crate::network::NetworkTable;
use crate::weights::PatternTable;

// A loop of lanes where the compiler makes vectors of it, otherwise four lanes in a word (EVAL-16).
#[cfg(any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"))]
use self::update::portable as by_compiler;
#[cfg(not(any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128")))]
use self::update::words as by_compiler;

impl EvalPrimitives for Portable {
    type EvalBelow = Portable;

    kernels! { Portable;
        fn features(board: Board) -> Features = by_compiler::features;
        fn features_after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features
            = by_compiler::after_move;
        fn features_after_pass(features: &Features, empties: Bitboard) -> Features = by_compiler::after_pass;
        fn sum(features: &Features, table: PatternTable<'_>) -> i32 = sum::portable::sum;
        fn quadrants(moves: [Bitboard; 2], empties: Bitboard) -> Quadrants = quadrants::portable::quadrants;
        fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32
            = network::portable::network;
    }
}

#[cfg(target_arch = "x86_64")]
impl EvalPrimitives for cpu::X86V2 {
    type EvalBelow = Portable;

    kernels! { X86V2;
        fn features(board: Board) -> Features = update::sse2::features;
        fn features_after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features
            = update::sse2::after_move;
        fn features_after_pass(features: &Features, empties: Bitboard) -> Features = update::sse2::after_pass;
        fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32
            = network::sse4::network;
    }
}

// CPUs with a slow PEXT also have slow gathers, so they use the sum of the level below.
#[cfg(target_arch = "x86_64")]
impl EvalPrimitives for cpu::X86V3<false> {
    type EvalBelow = cpu::X86V2;

    kernels! { X86V3;
        fn features(board: Board) -> Features = update::avx2::features;
        fn features_after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features
            = update::avx2::after_move;
        fn features_after_pass(features: &Features, empties: Bitboard) -> Features = update::avx2::after_pass;
        fn quadrants(moves: [Bitboard; 2], empties: Bitboard) -> Quadrants = quadrants::avx2::quadrants;
        fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32
            = network::avx2::network;
    }
}

#[cfg(target_arch = "x86_64")]
impl EvalPrimitives for cpu::X86V3<true> {
    type EvalBelow = cpu::X86V3<false>;

    kernels! { X86V3;
        fn sum(features: &Features, table: PatternTable<'_>) -> i32 = sum::avx2::sum;
    }
}

#[cfg(target_arch = "x86_64")]
impl EvalPrimitives for cpu::X86V4 {
    type EvalBelow = cpu::X86V3<true>;

    kernels! { X86V4;
        fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32
            = network::avx512::network;
    }
}

#[cfg(target_arch = "aarch64")]
impl EvalPrimitives for cpu::Neon {
    type EvalBelow = Portable;

    kernels! { Neon;
        fn features(board: Board) -> Features = update::neon::features;
        fn features_after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features
            = update::neon::after_move;
        fn features_after_pass(features: &Features, empties: Bitboard) -> Features = update::neon::after_pass;
        fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32
            = network::neon::network;
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl EvalPrimitives for cpu::Simd128 {
    type EvalBelow = Portable;

    kernels! { Simd128;
        fn features(board: Board) -> Features = update::simd128::features;
        fn features_after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features
            = update::simd128::after_move;
        fn features_after_pass(features: &Features, empties: Bitboard) -> Features = update::simd128::after_pass;
        fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32
            = network::simd128::network;
    }
}
