use crate::Board;
use crate::kernel::{Primitives, Sealed};

/// The level of any target: plain integer code, nothing to prove.
///
/// ```
/// use reversi_bitboard::{Board, cpu::Portable, kernel::Primitives};
///
/// assert!(Portable.has_move(Board::START));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Portable;

impl Sealed for Portable {}

impl Primitives for Portable {
    type Wide = Board;
}
