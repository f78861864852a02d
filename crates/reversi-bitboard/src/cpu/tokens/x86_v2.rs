use super::token;

token! {
    /// Proof that the CPU has the x86-64-v2 instructions.
    ///
    /// The compiler checks that a level has the features of its leaves. A leaf that needs only features of
    /// the level compiles:
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
    X86V2, "X86V2"
}
