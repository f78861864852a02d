//! Kernels in the place of those that a level uses, in a whole search.

use super::{FlipCall, LastFlipCall};
use crate::kernel::{FullLines, Primitives, Sealed};
use crate::{Board, Square, cpu};

/// Takes the place of a primitive of the level `L`: implement what is to be replaced.
pub trait Substitute<L: Primitives>: Copy + Send + Sync + 'static {
    /// For [`Primitives::flip`].
    #[inline(always)]
    fn flip(l: L, (square, board): FlipCall) -> u64 {
        l.flip(square, board)
    }

    /// For [`Primitives::last_flip_count`].
    #[inline(always)]
    fn last_flip_count(l: L, (square, player): LastFlipCall) -> u64 {
        l.last_flip_count(square, player).into()
    }
}

/// The level `L` with the kernel `K` in the place of its own. A search that is written for any level runs on this too.
///
/// ```
/// use reversi_bitboard::cpu::Portable;
/// use reversi_bitboard::gallery::{FlipCall, Substitute, With};
/// use reversi_bitboard::kernel::Primitives;
/// use reversi_bitboard::{Board, Square, reference};
///
/// #[derive(Clone, Copy)]
/// struct Slow;
///
/// impl Substitute<Portable> for Slow {
///     fn flip(_: Portable, (square, board): FlipCall) -> u64 {
///         reference::flip(square, board)
///     }
/// }
///
/// let slow = With::new(Portable, Slow);
/// assert_eq!(slow.flip(Square::D3, Board::START), Square::D4.bit());
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

impl<L: Copy, K> With<L, K> {
    /// The level without it.
    #[inline(always)]
    pub const fn level(&self) -> L {
        self.level
    }
}

impl<L: Primitives, K: Substitute<L>> Sealed for With<L, K> {}

impl<L: Primitives, K: Substitute<L>> Primitives for With<L, K> {
    // A level's own form would bring its own kernels.
    type Wide = Board;

    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> u64 {
        K::flip(self.level, (square, board))
    }

    #[inline(always)]
    fn last_flip_count(self, square: Square, player: u64) -> u32 {
        K::last_flip_count(self.level, (square, player)) as u32
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        self.level.moves(board)
    }

    #[inline(always)]
    fn full_lines(self, occupied: u64) -> FullLines {
        self.level.full_lines(occupied)
    }

    #[inline(always)]
    fn transpose(self, set: u64) -> u64 {
        self.level.transpose(set)
    }

    #[inline(always)]
    fn mirror_files(self, set: u64) -> u64 {
        self.level.mirror_files(set)
    }

    #[inline(always)]
    fn hash(self, board: Board) -> u64 {
        self.level.hash(board)
    }

    #[inline(always)]
    fn edges(self, board: Board) -> [u16; 4] {
        self.level.edges(board)
    }
}

/// Who is shown kernels, each with the level that it was compiled for.
#[doc(hidden)]
#[allow(unused_variables, reason = "for documentation")]
pub trait Visitor {
    fn portable<K: Substitute<cpu::Portable>>(
        &mut self,
        id: &'static str,
        name: &'static str,
        with: With<cpu::Portable, K>,
    );

    #[cfg(target_arch = "x86_64")]
    fn x86_v2<K: Substitute<cpu::X86V2>>(
        &mut self,
        id: &'static str,
        name: &'static str,
        with: With<cpu::X86V2, K>,
    );

    #[cfg(target_arch = "x86_64")]
    fn x86_v3<K: Substitute<cpu::X86V3<true>>>(
        &mut self,
        id: &'static str,
        name: &'static str,
        with: With<cpu::X86V3<true>, K>,
    );

    #[cfg(target_arch = "x86_64")]
    fn x86_v4<K: Substitute<cpu::X86V4>>(
        &mut self,
        id: &'static str,
        name: &'static str,
        with: With<cpu::X86V4, K>,
    );

    #[cfg(target_arch = "aarch64")]
    fn neon<K: Substitute<cpu::Neon>>(
        &mut self,
        id: &'static str,
        name: &'static str,
        with: With<cpu::Neon, K>,
    );
}
