//! The primitives of evaluation, one folder each: the contract in `mod.rs`, one file per instruction set.

mod levels;
pub(crate) mod network;
pub(crate) mod sum;
pub(crate) mod update;

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Square};

use crate::network::NetworkTable;
use crate::{Features, PatternTable, PlyTable};

/// What each CPU level can do with features and weights, always with the same results.
///
/// Implemented by the tokens of [`reversi_bitboard::cpu`], as [`Primitives`] is. Call these below a function that has
/// the level's features (see [`points!`](reversi_bitboard::points)), or each call is a real call.
///
/// ```
/// use reversi_bitboard::{Board, Cpu, dispatch};
/// use reversi_eval::{Features, kernel::EvalPrimitives};
///
/// let features = dispatch!(Cpu::detect(), l => l.features(Board::START));
/// assert_eq!(features, Features::new(Board::START));
/// ```
pub trait EvalPrimitives: Primitives {
    /// The features of a board.
    fn features(self, board: Board) -> Features;

    /// The features after a move on `square` that turns `flips`; `empties` are those before the move.
    fn features_after_move(self, features: &Features, square: Square, flips: u64, empties: u32) -> Features;

    /// The features after a pass on a board with these empty squares.
    fn features_after_pass(self, features: &Features, empties: u64) -> Features;

    /// The sum of the weights, in 1/128 disc, seen from the side to move.
    fn sum(self, features: &Features, table: PatternTable<'_>) -> i32;

    /// The value that a network computes, in 1/128 disc, seen from the side to move.
    fn network(self, features: &Features, table: NetworkTable<'_>) -> i32;

    /// The one or the other.
    #[inline(always)]
    fn evaluate(self, features: &Features, table: PlyTable<'_>) -> i32 {
        match table {
            PlyTable::Patterns(table) => self.sum(features, table),
            PlyTable::Network(table) => self.network(features, table),
        }
    }
}
