//! The value of a board by weights, on the best CPU level of the machine.

use reversi_bitboard::{Board, Cpu, dispatch, outlined};

use crate::classical::Classical;
use crate::evaluator::Evaluator;
use crate::kernel::EvalPrimitives;
use crate::weights::{Embedded, PlyTable, Weights};

outlined! {
    trait Outlined: EvalPrimitives {
        fn evaluate_board(board: Board, table: PlyTable<'_>) -> i32 = evaluate_board;
    }
}

#[inline(always)]
fn evaluate_board<L: Outlined>(l: L, board: Board, table: PlyTable<'_>) -> i32 {
    l.evaluate(board, &l.features(board), table)
}

/// Evaluates on the best CPU level of the machine.
impl Evaluator for Weights {
    fn evaluate_128(&self, board: &Board) -> i32 {
        let table = self.tables().at(board.empties().len());
        dispatch!(Cpu::detect(), l => l.evaluate_board(*board, table))
    }
}

/// Evaluates a board by the best embedded network, in discs, from the side to move. Returns the final score
/// if the game is over. An estimate stays within -63 to 63: it never claims a wipe-out.
///
/// The first call unpacks the network, which takes some milliseconds. If no memory is available for that,
/// each call takes about a millisecond, and the value is the same. Without [embedded
/// weights](Weights::best_embedded), it evaluates by [`Classical`], which is far less accurate.
///
/// ```
/// use reversi_engine::{Board, Square, evaluate};
///
/// let value = evaluate(&Board::START.play(Square::F5));
/// assert!(value.abs() < 10.0);
/// ```
pub fn evaluate(board: &Board) -> f32 {
    let Some(network) = Embedded::best() else { return Classical.evaluate(board) };
    match network.weights() {
        Ok(weights) => weights.evaluate(board),
        Err(_) => WithoutMemory(network).evaluate(board),
    }
}

/// An embedded network, whose file is unpacked for each board as far as needed.
struct WithoutMemory<const W: usize>(&'static Embedded<W>);

impl<const W: usize> Evaluator for WithoutMemory<W> {
    fn evaluate_128(&self, board: &Board) -> i32 {
        self.0.evaluate_128(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_memory_a_board_has_the_same_value() {
        let Some(network) = Embedded::best() else { return };
        let weights = network.weights().unwrap();
        let rng = &mut reversi_testkit::Rng::with_seed(1);
        for empties in 1..=60 {
            let board = reversi_testkit::reached(rng, empties);
            assert_eq!(WithoutMemory(network).evaluate(&board), weights.evaluate(&board), "{board}");
        }
    }
}
