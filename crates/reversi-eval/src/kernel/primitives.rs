#![warn(missing_docs)]

use reversi_bitboard::__internal::below;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, Square};

use crate::features::{Features, Quadrants};
use crate::network::NetworkTable;
use crate::weights::{PatternTable, PlyTable};

/// The operations of a CPU level on features and weights. Every level returns the same results.
///
/// The tokens of [`reversi_bitboard::cpu`] implement this trait, as they implement [`Primitives`]. Call the
/// methods below a function that has the level's features (see [`outlined!`](reversi_bitboard::outlined)).
/// Elsewhere they are not inlined.
///
/// ```
/// use reversi_bitboard::{Board, Cpu, dispatch};
/// use reversi_eval::{Features, kernel::EvalPrimitives};
///
/// let features = dispatch!(Cpu::detect(), l => l.features(Board::START));
/// assert_eq!(features, Features::new(Board::START));
/// ```
///
/// As with [`Primitives`], a level implements the methods that differ from the level below.
pub trait EvalPrimitives: Primitives<Below = <Self as EvalPrimitives>::EvalBelow> {
    /// The level below, the same as for [`Primitives`].
    #[doc(hidden)]
    type EvalBelow: EvalPrimitives;

    /// Computes the features of a board.
    #[inline(always)]
    fn features(self, board: Board) -> Features {
        below(self).features(board)
    }

    /// Returns the features after a move on `square` that turns `flips`; `empties` is the number of empty
    /// squares before the move.
    #[inline(always)]
    fn features_after_move(
        self,
        features: &Features,
        square: Square,
        flips: Bitboard,
        empties: u32,
    ) -> Features {
        below(self).features_after_move(features, square, flips, empties)
    }

    /// Returns the features after a pass on a board with these empty squares.
    #[inline(always)]
    fn features_after_pass(self, features: &Features, empties: Bitboard) -> Features {
        below(self).features_after_pass(features, empties)
    }

    /// Returns the sum of the weights, in 1/128 disc, seen from the side to move.
    #[inline(always)]
    fn sum(self, features: &Features, table: PatternTable<'_>) -> i32 {
        below(self).sum(features, table)
    }

    /// Returns the moves of both sides by quadrant.
    #[inline(always)]
    fn quadrants(self, moves: [Bitboard; 2], empties: Bitboard) -> Quadrants {
        below(self).quadrants(moves, empties)
    }

    /// Returns the value that a network computes, in 1/128 disc, seen from the side to move.
    #[inline(always)]
    fn network(self, features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32 {
        below(self).network(features, quadrants, table)
    }

    /// Returns the sum of the weights or the value of the network for a board with these features, according
    /// to the kind of table.
    #[inline(always)]
    fn evaluate(self, board: Board, features: &Features, table: PlyTable<'_>) -> i32 {
        match table {
            PlyTable::Patterns(table) => self.sum(features, table),
            PlyTable::Network(table) => {
                let moves = [self.moves(board), self.moves(board.pass())];
                self.network(features, &self.quadrants(moves, board.empties()), table)
            }
        }
    }
}
