//! A level with one kernel exchanged. Experiments measure a kernel inside a search that way.

use crate::board::{Bitboard, Board, Square};
use crate::kernel::{Primitives, Sealed};

/// Replaces primitives of the level `L`. An implementation defines the methods that it replaces.
pub trait Substitute<L: Primitives>: Copy + Send + Sync + 'static {
    /// Replaces [`Primitives::flip`].
    #[inline(always)]
    fn flip(l: L, (square, board): (Square, Board)) -> Bitboard {
        l.flip(square, board)
    }

    /// Replaces [`Primitives::last_flip_count`].
    #[inline(always)]
    fn last_flip_count(l: L, (square, player): (Square, Bitboard)) -> u32 {
        l.last_flip_count(square, player)
    }
}

/// The level `L` with the kernel `K` in the place of its own. A search that is generic over levels also runs
/// on this one.
///
/// ```
/// use reversi_bitboard::__internal::{Substitute, With};
/// use reversi_bitboard::cpu::Portable;
/// use reversi_bitboard::kernel::Primitives;
/// use reversi_bitboard::{Bitboard, Board, Square, reference};
///
/// #[derive(Clone, Copy)]
/// struct Slow;
///
/// impl Substitute<Portable> for Slow {
///     fn flip(_: Portable, (square, board): (Square, Board)) -> Bitboard {
///         reference::flip(square, board)
///     }
/// }
///
/// let slow = With::new(Portable, Slow);
/// assert_eq!(slow.flip(Square::D3, Board::START), Square::D4.into());
/// assert_eq!(slow.moves(Board::START), Portable.moves(Board::START));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct With<L, K> {
    level: L,
    _kernel: K,
}

impl<L, K> With<L, K> {
    /// The level with the kernel.
    pub const fn new(level: L, kernel: K) -> With<L, K> {
        With { level, _kernel: kernel }
    }
}

impl<L: Primitives, K: Substitute<L>> Sealed for With<L, K> {
    const IS_LOWEST: bool = false;
}

impl<L: Primitives, K: Substitute<L>> Primitives for With<L, K> {
    type Below = L;
    // `L::Wide` would call the kernels of `L`.
    type Wide = Board;

    #[inline(always)]
    fn below(self) -> L {
        self.level
    }

    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> Bitboard {
        K::flip(self.level, (square, board))
    }

    #[inline(always)]
    fn last_flip_count(self, square: Square, player: Bitboard) -> u32 {
        K::last_flip_count(self.level, (square, player))
    }
}
