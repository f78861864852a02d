use super::token::token;

token! {
    /// Proof that the program is compiled for WebAssembly with 128-bit vectors, `-C target-feature=+simd128`.
    /// A WebAssembly engine without such vectors rejects the whole program, so there is nothing to detect.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::Simd128, kernel::Primitives};
    ///
    /// if let Some(token) = Simd128::detect() {
    ///     assert_eq!(token.moves(Board::START).len(), 4);
    /// }
    /// ```
    Simd128
}
