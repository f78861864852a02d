use super::token::token;

token! {
    /// Proof that the CPU has the x86-64-v4 instructions.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::X86V4, kernel::Primitives};
    ///
    /// if let Some(token) = X86V4::detect() {
    ///     assert_eq!(token.moves(Board::START).len(), 4);
    /// }
    /// ```
    X86V4
}
