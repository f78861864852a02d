use super::Quirks;
use super::token::token;

token! {
    /// Proof that the CPU has the x86-64-v3 instructions. The parameter is true if its PEXT is fast.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::X86V3, kernel::Primitives};
    ///
    /// if let Some(token) = X86V3::<true>::detect() {
    ///     assert_eq!(token.moves(Board::START).len(), 4);
    /// }
    /// ```
    X86V3<const FAST_PEXT: bool>
}

impl X86V3<false> {
    /// Whether this token is the one for CPUs with these quirks.
    pub(super) const fn suits(quirks: Quirks) -> bool {
        quirks.slow_pext || quirks.slow_gather
    }
}
