use super::token::token;

token! {
    /// Proof that the CPU is an aarch64 with NEON and CRC instructions.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::Neon, kernel::Primitives};
    ///
    /// if let Some(token) = Neon::detect() {
    ///     assert_eq!(token.moves(Board::START).len(), 4);
    /// }
    /// ```
    Neon
}
