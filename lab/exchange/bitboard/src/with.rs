//! A level with one kernel exchanged. Experiments measure a kernel inside a search that way.

use reversi_bitboard::__internal::{Sealed, stability};
use reversi_bitboard::kernel::{FullLines, Primitives, WideBoard};
use reversi_bitboard::{Bitboard, Board, Square};
use reversi_eval::kernel::EvalPrimitives;

/// Makes methods of [`Substitute`] that call the level, until they are replaced.
macro_rules! own {
    ($($method:ident($arg:ident: $Arg:ty) -> $Result:ty;)*) => {$(
        #[doc = concat!("Replaces [`Primitives::", stringify!($method), "`].")]
        #[inline(always)]
        fn $method(l: L, $arg: $Arg) -> $Result {
            l.$method($arg)
        }
    )*};
}

/// Makes methods of [`Primitives`] that call the kernel.
macro_rules! replaced {
    ($($method:ident($arg:ident: $Arg:ty) -> $Result:ty;)*) => {$(
        #[inline(always)]
        fn $method(self, $arg: $Arg) -> $Result {
            K::$method(self.level, $arg)
        }
    )*};
}

/// Replaces primitives of the level `L`. An implementation defines the methods that it replaces.
pub trait Substitute<L: Primitives>: Copy + Send + Sync + 'static {
    /// Replaces [`Primitives::flip`]. A [`child`](Self::child) computes its flips by itself.
    #[inline(always)]
    fn flip(l: L, (square, board): (Square, Board)) -> Bitboard {
        l.flip(square, board)
    }

    /// Replaces [`WideBoard::child`].
    #[inline(always)]
    fn child<W: WideBoard<L>>(l: L, board: W, square: Square) -> Option<W> {
        board.child(l, square)
    }

    /// Replaces [`Primitives::last_flip_count`]. A [`wide board`](Self::wide_last_flip_count) counts by
    /// itself.
    #[inline(always)]
    fn last_flip_count(l: L, (square, player): (Square, Bitboard)) -> u32 {
        l.last_flip_count(square, player)
    }

    /// Replaces [`WideBoard::last_flip_count`].
    #[inline(always)]
    fn wide_last_flip_count<W: WideBoard<L>>(l: L, board: W, square: Square) -> u32 {
        board.last_flip_count(l, square)
    }

    own! {
        moves(board: Board) -> Bitboard;
        full_lines(occupied: Bitboard) -> FullLines;
        edges(board: Board) -> [u16; 4];
        hash(board: Board) -> u64;
    }

    /// Replaces the part of [`Primitives::stable_edge`] that spreads two bytes over the files A and H.
    #[inline(always)]
    fn unpack_files(_: L, file_a: u64, file_h: u64) -> u64 {
        stability::edge::unpack_files(file_a, file_h)
    }

    /// Replaces [`Primitives::stable_edge_count`].
    #[inline(always)]
    fn stable_edge_count(l: L, board: Board) -> u32 {
        stability::edge::stable_count(Self::edges(l, board))
    }
}

/// The level `L` with the kernel `K` in the place of its own. A search that is generic over levels also runs
/// on this one.
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
    type Wide = WideWith<L::Wide>;

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

    #[inline(always)]
    fn stable_edge(self, board: Board) -> Bitboard {
        let unpack_files = |file_a, file_h| K::unpack_files(self.level, file_a, file_h);
        stability::edge::stable_by(self.edges(board), unpack_files)
    }

    replaced! {
        moves(board: Board) -> Bitboard;
        full_lines(occupied: Bitboard) -> FullLines;
        edges(board: Board) -> [u16; 4];
        stable_edge_count(board: Board) -> u32;
        hash(board: Board) -> u64;
    }
}

impl<L: EvalPrimitives, K: Substitute<L>> EvalPrimitives for With<L, K> {
    type EvalBelow = L;
}

/// The wide board of a level with a kernel exchanged.
#[derive(Clone, Copy, Debug)]
pub struct WideWith<W>(W);

impl<L: Primitives, K: Substitute<L>, W: WideBoard<L>> WideBoard<With<L, K>> for WideWith<W> {
    #[inline(always)]
    fn new(l: With<L, K>, board: Board) -> Self {
        WideWith(W::new(l.level, board))
    }

    #[inline(always)]
    fn board(self) -> Board {
        self.0.board()
    }

    #[inline(always)]
    fn child(self, l: With<L, K>, square: Square) -> Option<Self> {
        Some(WideWith(K::child(l.level, self.0, square)?))
    }

    #[inline(always)]
    fn last_flip_count(self, l: With<L, K>, square: Square) -> u32 {
        K::wide_last_flip_count(l.level, self.0, square)
    }
}
