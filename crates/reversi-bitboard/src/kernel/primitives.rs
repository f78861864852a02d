#![warn(missing_docs)]

use super::wide::WideBoard;
use super::{FullLines, mobility, stability};
use crate::board::{Bitboard, Board, Square};
use crate::cpu::Sealed;

/// Returns the token of the level below. It provides the methods that a level does not implement.
#[doc(hidden)]
#[inline(always)]
pub fn below<L: Primitives>(l: L) -> L::Below {
    const {
        assert!(
            !L::IS_LOWEST,
            "the portable level has to implement every primitive that levels may leave out"
        )
    }
    l.below()
}

/// The operations of a CPU level on boards. Every level returns the same results.
///
/// Only the tokens of [`cpu`](crate::cpu) implement this trait. Call the methods below a function that has
/// the level's features (see [`outlined!`](crate::outlined)). Anywhere else each call is a real call.
///
/// ```
/// use reversi_bitboard::{Bitboard, Board, Cpu, Square, dispatch, kernel::Primitives, mask};
///
/// fn check<L: Primitives>(l: L) {
///     let d3_to_e6 = [Square::D3, Square::C4, Square::F5, Square::E6];
///     assert_eq!(l.flip(Square::D3, Board::START), Square::D4.into());
///     assert_eq!(l.moves(Board::START), d3_to_e6.into_iter().collect());
///     assert_eq!(l.weighted_mobility(Board::START), 4);
///     assert_eq!(l.potential_moves(Board::START).len(), 10);
///     assert!(l.has_move(Board::START));
///
///     // A1 is the only empty square: the side with E1-H1 turns B1-D1 there.
///     assert_eq!(l.last_flip_count(Square::A1, Bitboard(0xf0)), 3);
///
///     let rank_1 = Board::new(mask::RANK_1, Bitboard::EMPTY).unwrap();
///     assert_eq!(l.full_lines(mask::RANK_1).row, mask::RANK_1);
///     assert_eq!(l.edges(rank_1), [0xff00, 0, 0x0100, 0x0100]);
///     assert_eq!((l.stable(rank_1), l.stable_edge(rank_1)), (mask::RANK_1, mask::RANK_1));
///     assert_eq!(l.stable_edge_count(rank_1), 8);
///     assert_eq!(l.hash(Board::START), 0x7966_0235_a176_709e);
/// }
/// dispatch!(Cpu::detect(), l => check(l));
/// ```
///
/// A level implements the methods that differ from the level below. The methods from `flip` to `edges`
/// default to the level below, down to the portable one. All other methods default to code that calls these.
/// A level with better code for one of them implements it, and so do the levels above it.
pub trait Primitives: Copy + Send + Sync + Sealed + 'static {
    /// The level below. The lowest level names itself.
    #[doc(hidden)]
    type Below: Primitives;

    /// The form of a board in the last plies of a search.
    type Wide: WideBoard<Self>;

    /// Returns the token of the level below.
    #[doc(hidden)]
    fn below(self) -> Self::Below;

    /// Returns the discs that a move on the empty `square` turns; none if the move is illegal.
    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> Bitboard {
        below(self).flip(square, board)
    }

    /// Returns the legal moves of the side to move.
    #[inline(always)]
    fn moves(self, board: Board) -> Bitboard {
        below(self).moves(board)
    }

    /// Returns how many discs `player` turns on `square`, the only empty square of the board.
    #[inline(always)]
    fn last_flip_count(self, square: Square, player: Bitboard) -> u32 {
        below(self).last_flip_count(square, player)
    }

    /// Returns the squares whose line along each axis is completely occupied.
    #[inline(always)]
    fn full_lines(self, occupied: Bitboard) -> FullLines {
        below(self).full_lines(occupied)
    }

    /// Returns a hash of the board, the same on every level: CRC32C of the discs of the side to move in the
    /// high half, of both sides in the low half.
    #[inline(always)]
    fn hash(self, board: Board) -> u64 {
        below(self).hash(board)
    }

    /// Returns the edges as `player << 8 | opponent`, one byte each, first square in bit 0: ranks 1 and 8,
    /// files A and H.
    #[inline(always)]
    fn edges(self, board: Board) -> [u16; 4] {
        below(self).edges(board)
    }

    /// Returns whether the side to move has a legal move.
    #[inline(always)]
    fn has_move(self, board: Board) -> bool {
        !self.moves(board).is_empty()
    }

    /// Returns discs of the side to move that no sequence of moves can ever turn: a proven subset, not all of
    /// them.
    #[inline(always)]
    fn stable(self, board: Board) -> Bitboard {
        stability::stable(self, board)
    }

    /// Returns the stable discs of the side to move on the edges, by table: all discs whose stability the
    /// edge alone proves.
    #[inline(always)]
    fn stable_edge(self, board: Board) -> Bitboard {
        stability::edge::stable(self.edges(board))
    }

    /// Returns how many discs [`stable_edge`](Self::stable_edge) finds, at less cost.
    #[inline(always)]
    fn stable_edge_count(self, board: Board) -> u32 {
        stability::edge::stable_count(self.edges(board))
    }

    /// Returns the empty squares next to a disc of the other side. The side to move may get moves there.
    #[inline(always)]
    fn potential_moves(self, board: Board) -> Bitboard {
        mobility::potential_moves(board)
    }

    /// Returns the number of legal moves, corners counted twice.
    #[inline(always)]
    fn weighted_mobility(self, board: Board) -> u32 {
        mobility::weighted(self.moves(board))
    }
}
