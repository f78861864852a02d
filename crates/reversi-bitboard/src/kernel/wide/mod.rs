//! The form of a board in which a level makes the last moves of a game.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;

use crate::board::{Board, Square};

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
    /// Returns the wide form of a board.
    fn new(l: L, board: Board) -> Self;

    /// Returns the board itself.
    fn board(self) -> Board;

    /// Returns the board after a move on the empty `square`, seen from the other side, if the move is legal.
    fn child(self, l: L, square: Square) -> Option<Self>;

    /// Returns how many discs the side to move turns on `square`, the only empty square of the board.
    ///
    /// The opponent's discs are ignored: every other square that is not the player's counts as the
    /// opponent's.
    fn last_flip_count(self, l: L, square: Square) -> u32;
}
