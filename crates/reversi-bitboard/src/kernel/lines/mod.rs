//! Full lines: the contract is [`Primitives::full_lines`](super::Primitives::full_lines).

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;
#[cfg(target_arch = "x86_64")]
pub mod sse2;

use crate::board::Bitboard;

/// For each axis, the squares whose whole line is occupied, the square itself included.
///
/// ```
/// use reversi_bitboard::{Bitboard, cpu::Portable, kernel::Primitives};
///
/// let lines = Portable.full_lines(Bitboard::ALL);
/// assert_eq!(lines.all(), Bitboard::ALL);
/// assert!(Portable.full_lines(Bitboard(0x7f)).row.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "a board has four axes")]
pub struct FullLines {
    /// Along the rank (step 1).
    pub row: Bitboard,
    /// Along the file (step 8).
    pub file: Bitboard,
    /// Parallel to A1-H8 (step 9).
    pub diagonal9: Bitboard,
    /// Parallel to H1-A8 (step 7).
    pub diagonal7: Bitboard,
}

impl FullLines {
    /// Returns the squares with four full lines.
    #[inline(always)]
    pub const fn all(self) -> Bitboard {
        Bitboard(self.row.0 & self.file.0 & self.diagonal9.0 & self.diagonal7.0)
    }
}

/// Returns the squares from which `k` steps of (dx, dy) lead beyond the edge, which counts as occupied
/// (FULL-05).
pub const fn beyond_edge(k: i8, dx: i8, dy: i8) -> u64 {
    let mut mask = 0;
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8 + k * dx, square / 8 + k * dy);
        if x < 0 || x > 7 || y < 0 || y > 7 {
            mask |= 1 << square;
        }
        square += 1;
    }
    mask
}
