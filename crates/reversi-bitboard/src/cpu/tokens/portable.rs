use super::sealed::Sealed;
use crate::cpu::CpuLevel;

/// The level of every target: plain integer code, which needs no feature.
///
/// ```
/// use reversi_bitboard::{Board, cpu::Portable, kernel::Primitives};
///
/// assert!(Portable.has_move(Board::START));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "every CPU has it: anyone may make it")]
pub struct Portable;

impl Portable {
    #[allow(dead_code, reason = "a program for web pages with vectors lacks this level")]
    pub(in crate::cpu) const LEVEL: CpuLevel = CpuLevel::Portable;

    /// Returns the token: every CPU qualifies.
    pub const fn detect() -> Option<Portable> {
        Some(Portable)
    }

    /// The token, as `here` of the other tokens.
    #[allow(dead_code, reason = "not every architecture has a level above")]
    pub(crate) const fn here() -> Portable {
        Portable
    }
}

impl Sealed for Portable {
    const IS_LOWEST: bool = true;
}
