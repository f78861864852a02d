use super::Portable;
use super::token::token;
use crate::board::{Bitboard, Board, Square};
use crate::kernel::{FullLines, Primitives, flip, hash, last_flip, lines, stability};
use crate::kernels;

token! {
    /// Proof that the CPU has the x86-64-v2 instructions.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::X86V2, kernel::Primitives};
    ///
    /// if let Some(token) = X86V2::detect() {
    ///     assert_eq!(token.moves(Board::START).len(), 4);
    /// }
    /// ```
    X86V2
}

/// The compiler checks that a level has the features of its leaves. A leaf that needs only features of the
/// level compiles:
///
/// ```
/// # #[cfg(feature = "__internal")] {
/// use reversi_bitboard::__internal::hash;
/// use reversi_bitboard::{Board, cpu::X86V2, kernels};
///
/// trait Hash {
///     fn hash(self, board: Board) -> u64;
/// }
///
/// impl Hash for X86V2 {
///     kernels! { X86V2; fn hash(board: Board) -> u64 = hash::sse4::hash; }
/// }
/// # }
/// ```
///
/// A leaf that needs AVX2 does not compile:
///
/// ```compile_fail,E0133
/// use reversi_bitboard::__internal::mobility;
/// use reversi_bitboard::{Bitboard, Board, cpu::X86V2, kernels};
///
/// trait Moves {
///     fn moves(self, board: Board) -> Bitboard;
/// }
///
/// impl Moves for X86V2 {
///     kernels! { X86V2; fn moves(board: Board) -> Bitboard = mobility::avx2::moves; }
/// }
/// ```
///
/// A token of this level does not pass for a token of the level above:
///
/// ```compile_fail,E0308
/// use reversi_bitboard::__internal::mobility;
/// use reversi_bitboard::{Bitboard, Board, cpu::X86V2, kernels};
///
/// trait Moves {
///     fn moves(self, board: Board) -> Bitboard;
/// }
///
/// impl Moves for X86V2 {
///     kernels! { X86V3; fn moves(board: Board) -> Bitboard = mobility::avx2::moves; }
/// }
/// ```
impl Primitives for X86V2 {
    type Below = Portable;
    type Wide = Board;

    kernels! { X86V2;
        fn below() -> Portable = Portable::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::sse4::flip;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::sse2::count;
        fn full_lines(occupied: Bitboard) -> FullLines = lines::sse2::full_lines;
        fn hash(board: Board) -> u64 = hash::sse4::hash;
        fn edges(board: Board) -> [u16; 4] = stability::edge::sse2::edges;
    }
}
