//! The form of a board in which a level makes the last moves of a game.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;

use super::Primitives;
use crate::board::{Board, Square};
#[cfg(target_arch = "x86_64")]
use crate::cpu::{X86V3, X86V4};
#[cfg(target_arch = "x86_64")]
use crate::kernel;

/// A board that stays in vector registers from one move to the next, on the levels where that is faster. On
/// the other levels it is a [`Board`].
///
/// A board that leaves the vectors after each move has to be spread over their lanes again before the next.
/// That lengthens the time from one move to the next, which limits the last plies of a search.
///
/// ```
/// use reversi_bitboard::{Board, Cpu, Square, dispatch, kernel::{Primitives, WideBoard}};
///
/// fn check<L: Primitives>(l: L) {
///     let wide = L::Wide::new(l, Board::START);
///     assert_eq!(wide.child(l, Square::D3).unwrap().board(), Board::START.play(Square::D3));
///     assert!(wide.child(l, Square::A1).is_none());
/// }
/// dispatch!(Cpu::detect(), l => check(l));
/// ```
pub trait WideBoard<L>: Copy {
    /// The wide form of a board.
    fn new(l: L, board: Board) -> Self;

    /// The board itself.
    fn board(self) -> Board;

    /// The board after a move on the empty `square`, seen from the other side, if the move is legal.
    fn child(self, l: L, square: Square) -> Option<Self>;

    /// How many discs the side to move turns on `square`, the only empty square of the board.
    ///
    /// The opponent's discs are ignored: every other square that is not the player's counts as the
    /// opponent's.
    fn last_flip_count(self, l: L, square: Square) -> u32;
}

/// Implements [`WideBoard`] by [`avx2::BoardLanes`] for a level, with its leaves for a move and for the count
/// of the last move.
#[cfg(target_arch = "x86_64")]
macro_rules! lanes {
    ($Token:ty: $Level:ident, $child:path, $last_flip_count:path) => {
        impl WideBoard<$Token> for avx2::BoardLanes {
            #[inline(always)]
            fn new(l: $Token, board: Board) -> Self {
                kernel! { l: $Level, fn(board: Board) -> avx2::BoardLanes = avx2::new }
            }

            #[inline(always)]
            fn board(self) -> Board {
                self.board
            }

            #[inline(always)]
            fn child(self, l: $Token, square: Square) -> Option<Self> {
                let board = self;
                kernel! { l: $Level, fn(board: avx2::BoardLanes, square: Square) -> Option<avx2::BoardLanes> = $child }
            }

            #[inline(always)]
            fn last_flip_count(self, l: $Token, square: Square) -> u32 {
                let board = self;
                kernel! { l: $Level, fn(board: avx2::BoardLanes, square: Square) -> u32 = $last_flip_count }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
lanes! { X86V3<false>: X86V3, avx2::child, avx2::last_flip_count }
#[cfg(target_arch = "x86_64")]
lanes! { X86V3<true>: X86V3, avx2::child, avx2::last_flip_count_by_pext }
#[cfg(target_arch = "x86_64")]
lanes! { X86V4: X86V4, avx512::child, avx512::last_flip_count }

impl<L: Primitives> WideBoard<L> for Board {
    #[inline(always)]
    fn new(_: L, board: Board) -> Self {
        board
    }

    #[inline(always)]
    fn board(self) -> Board {
        self
    }

    #[inline(always)]
    fn child(self, l: L, square: Square) -> Option<Self> {
        let flips = l.flip(square, self);
        (!flips.is_empty()).then(|| self.play_unchecked(square, flips))
    }

    #[inline(always)]
    fn last_flip_count(self, l: L, square: Square) -> u32 {
        l.last_flip_count(square, self.player())
    }
}
