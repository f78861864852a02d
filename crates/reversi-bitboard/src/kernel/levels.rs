//! The leaves that each CPU level takes. For a primitive that a level does not list, it takes the leaf of the
//! level below. A leaf that needs a feature which its level does not have does not compile.

#[cfg(target_arch = "x86_64")]
use super::wide;
use super::{FullLines, Primitives, WideBoard, flip, hash, last_flip, lines, mobility, stability};
use crate::board::{Bitboard, Board, Square};
#[allow(unused_imports, reason = "not every architecture has a level of its own")]
use crate::cpu;
use crate::cpu::Portable;
#[cfg(target_arch = "x86_64")]
use crate::kernel;
use crate::kernels;

impl Primitives for Portable {
    type Below = Portable;
    type Wide = Board;

    kernels! { Portable;
        fn below() -> Portable = Portable::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::portable::flip;
        fn moves(board: Board) -> Bitboard = mobility::portable::moves;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::portable::count;
        fn full_lines(occupied: Bitboard) -> FullLines = lines::portable::full_lines;
        fn hash(board: Board) -> u64 = hash::portable::hash;
        fn edges(board: Board) -> [u16; 4] = stability::edge::portable::edges;
    }
}

#[cfg(target_arch = "x86_64")]
impl Primitives for cpu::X86V2 {
    type Below = Portable;
    type Wide = Board;

    kernels! { X86V2;
        fn below() -> Portable = Portable::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::sse4::flip;
        fn moves(board: Board) -> Bitboard = mobility::sse4::moves;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::sse2::count;
        fn full_lines(occupied: Bitboard) -> FullLines = lines::sse2::full_lines;
        fn hash(board: Board) -> u64 = hash::sse4::hash;
        fn edges(board: Board) -> [u16; 4] = stability::edge::sse2::edges;
    }
}

#[cfg(target_arch = "x86_64")]
impl Primitives for cpu::X86V3<false> {
    type Below = cpu::X86V2;
    type Wide = wide::avx2::BoardLanes;

    kernels! { X86V3;
        fn below() -> cpu::X86V2 = cpu::X86V2::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::avx2::flip;
        fn moves(board: Board) -> Bitboard = mobility::avx2::moves;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::avx2::count;
        fn full_lines(occupied: Bitboard) -> FullLines = lines::avx2::full_lines;
        fn stable(board: Board) -> Bitboard = stability::avx2::stable;
    }
}

#[cfg(target_arch = "x86_64")]
impl Primitives for cpu::X86V3<true> {
    type Below = cpu::X86V3<false>;
    type Wide = wide::avx2::BoardLanes;

    kernels! { X86V3;
        fn below() -> cpu::X86V3<false> = cpu::X86V3::here;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::bmi2::count;
        fn stable(board: Board) -> Bitboard = stability::avx2::stable;
    }
}

#[cfg(target_arch = "x86_64")]
impl Primitives for cpu::X86V4 {
    type Below = cpu::X86V3<true>;
    type Wide = wide::avx2::BoardLanes;

    kernels! { X86V4;
        fn below() -> cpu::X86V3<true> = cpu::X86V3::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::avx512::flip;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::avx512::count;
        fn stable(board: Board) -> Bitboard = stability::avx2::stable;
    }
}

#[cfg(target_arch = "aarch64")]
impl Primitives for cpu::Neon {
    type Below = Portable;
    type Wide = Board;

    kernels! { Neon;
        fn below() -> Portable = Portable::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::neon::flip;
        fn moves(board: Board) -> Bitboard = mobility::neon::moves;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::neon::count;
        fn hash(board: Board) -> u64 = hash::armv8::hash;
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Primitives for cpu::Simd128 {
    type Below = Portable;
    type Wide = Board;

    kernels! { Simd128;
        fn below() -> Portable = Portable::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::simd128::flip;
        fn moves(board: Board) -> Bitboard = mobility::simd128::moves;
        fn edges(board: Board) -> [u16; 4] = stability::edge::simd128::edges;
    }
}

// On the levels without lanes.
impl<L: Primitives> WideBoard<L> for Board {
    #[inline(always)]
    fn new(_: L, board: Board) -> Self {
        board
    }

    #[inline(always)]
    fn board(self) -> Board {
        self
    }

    #[inline(always)]
    fn child(self, l: L, square: Square) -> Option<Self> {
        let flips = l.flip(square, self);
        (!flips.is_empty()).then(|| self.play_unchecked(square, flips))
    }

    #[inline(always)]
    fn last_flip_count(self, l: L, square: Square) -> u32 {
        l.last_flip_count(square, self.player())
    }
}

/// The leaves of a level for a board in lanes: for a move, and for the count of the last move.
#[cfg(target_arch = "x86_64")]
macro_rules! lanes {
    ($Token:ty: $Level:ident, $child:path, $last_flip_count:path) => {
        impl WideBoard<$Token> for wide::avx2::BoardLanes {
            #[inline(always)]
            fn new(l: $Token, board: Board) -> Self {
                kernel! { l: $Level, fn(board: Board) -> wide::avx2::BoardLanes = wide::avx2::new }
            }

            #[inline(always)]
            fn board(self) -> Board {
                self.board
            }

            #[inline(always)]
            fn child(self, l: $Token, square: Square) -> Option<Self> {
                let board = self;
                kernel! { l: $Level, fn(board: wide::avx2::BoardLanes, square: Square) -> Option<wide::avx2::BoardLanes> = $child }
            }

            #[inline(always)]
            fn last_flip_count(self, l: $Token, square: Square) -> u32 {
                let board = self;
                kernel! { l: $Level, fn(board: wide::avx2::BoardLanes, square: Square) -> u32 = $last_flip_count }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
lanes! { cpu::X86V3<false>: X86V3, wide::avx2::child, wide::avx2::last_flip_count }
#[cfg(target_arch = "x86_64")]
lanes! { cpu::X86V3<true>: X86V3, wide::avx2::child, wide::avx2::last_flip_count_by_pext }
#[cfg(target_arch = "x86_64")]
lanes! { cpu::X86V4: X86V4, wide::avx512::child, wide::avx512::last_flip_count }
