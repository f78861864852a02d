use reversi_bitboard::{Board, Cpu, dispatch, outlined};

use crate::features::Features;
use crate::kernel::EvalPrimitives;
use crate::weights::{Tables, Weights};

/// The values of a move, from the side that plays it, in 1/128 disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveValues {
    /// The evaluation of the board after the move.
    pub at_once: i16,
    /// The evaluation after the best reply by the evaluation.
    pub after_reply: i16,
}

/// Computes the values of all legal moves of a board, in the order of their squares.
///
/// ```
/// use reversi_bitboard::Board;
/// use reversi_eval::{Weights, human::move_values};
///
/// let values = move_values(&Weights::small()?, Board::START);
/// assert_eq!(values.len(), 4);
/// assert!(values.iter().all(|&value| value == values[0])); // mirror images
/// # Ok::<(), reversi_eval::WeightsError>(())
/// ```
pub fn move_values(weights: &Weights, board: Board) -> Vec<MoveValues> {
    let mut values = Vec::with_capacity(board.legal_moves().len() as usize);
    dispatch!(Cpu::detect(), l => l.values_of_moves(board, weights.tables(), &mut values));
    values
}

outlined! {
    trait Outlined: EvalPrimitives {
        fn values_of_moves(board: Board, tables: Tables<'_>, values: &mut Vec<MoveValues>) -> () = values_of_moves;
    }
}

#[inline(always)]
fn values_of_moves<L: Outlined>(l: L, board: Board, tables: Tables<'_>, values: &mut Vec<MoveValues>) {
    let features = l.features(board);
    for square in l.moves(board) {
        let (child, of_child) = played(l, board, &features, square);
        let at_once = -still(l, child, &of_child, tables);
        let after_reply = -best_reply(l, child, &of_child, tables);
        values.push(MoveValues { at_once: at_once as i16, after_reply: after_reply as i16 });
    }
}

#[inline(always)]
fn played<L: Outlined>(
    l: L,
    board: Board,
    features: &Features,
    square: reversi_bitboard::Square,
) -> (Board, Features) {
    let of_child = l.features_after_move(features, square, board.flips(square), board.empties().len());
    (board.play(square), of_child)
}

/// The maximum estimate: only a finished game is a wipe-out.
const MOST: i32 = 63 * 128;

/// Returns the evaluation of a board, or the score of a finished game.
#[inline(always)]
fn still<L: Outlined>(l: L, board: Board, features: &Features, tables: Tables<'_>) -> i32 {
    if l.moves(board).is_empty() && l.moves(board.pass()).is_empty() {
        return board.final_score() * 128;
    }
    l.evaluate(board, features, tables.at(board.empties().len())).clamp(-MOST, MOST)
}

/// Returns the value of the best move. For a side that must pass it is the evaluation.
#[inline(always)]
fn best_reply<L: Outlined>(l: L, board: Board, features: &Features, tables: Tables<'_>) -> i32 {
    let moves = l.moves(board);
    if moves.is_empty() {
        return still(l, board, features, tables);
    }
    let mut best = i32::MIN;
    // No closure: it would lack the instructions of the level.
    for square in moves {
        let (child, of_child) = played(l, board, features, square);
        best = best.max(-still(l, child, &of_child, tables));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Evaluator;

    #[test]
    fn values_are_those_of_the_boards_that_follow() {
        let weights = Weights::small().unwrap();
        let discs = |board: &Board| (128.0 * weights.evaluate(board)) as i16;
        let rng = &mut reversi_testkit::Rng::with_seed(4);
        for empties in 1..=60 {
            let board = reversi_testkit::reached(rng, empties);
            let values = move_values(&weights, board);
            assert_eq!(values.len(), board.legal_moves().len() as usize);
            for (square, value) in board.legal_moves().into_iter().zip(values) {
                let child = board.play(square);
                let replies = child.legal_moves().into_iter().map(|reply| -discs(&child.play(reply)));
                let best = replies.max().unwrap_or_else(|| discs(&child));
                assert_eq!((value.at_once, value.after_reply), (-discs(&child), -best), "{board} {square}");
            }
        }
    }
}
