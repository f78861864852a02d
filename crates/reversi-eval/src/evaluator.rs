use reversi_bitboard::Board;

/// The number of units in a disc.
const SCALE: i32 = 128;

/// A static evaluation: an estimate of the score of a board without a search.
///
/// Implement it to give an engine an evaluation of your own.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::weights::Evaluator;
///
/// /// Every possible move is worth half a disc.
/// struct Mobility;
///
/// impl Evaluator for Mobility {
///     fn evaluate_128(&self, board: &Board) -> i32 {
///         64 * (board.legal_moves().len() as i32 - board.pass().legal_moves().len() as i32)
///     }
/// }
///
/// assert_eq!(Mobility.evaluate(&Board::START), 0.0);
/// ```
pub trait Evaluator: Send + Sync {
    /// Returns the estimated score of the board in 1/128 disc, seen from the side to move: the method to
    /// implement. It may exceed the range of scores. Its value has no meaning for a board where the game is
    /// over: searches and [`evaluate`](Self::evaluate) take the final score instead.
    fn evaluate_128(&self, board: &Board) -> i32;

    /// Returns the value of the board in discs, seen from the side to move: the final score if the game is
    /// over, and otherwise the estimate, -63 ..= 63. Only a finished game can prove a wipe-out.
    ///
    /// ```
    /// use reversi_engine::{Bitboard, Board};
    /// use reversi_engine::weights::{Classical, Evaluator};
    ///
    /// let wiped_out = Board::new(Bitboard::EMPTY, Bitboard(1))?;
    /// assert_eq!(Classical.evaluate(&wiped_out), -64.0);
    /// # Ok::<(), reversi_engine::board::Overlap>(())
    /// ```
    fn evaluate(&self, board: &Board) -> f32 {
        if board.is_game_over() {
            return board.final_score() as f32;
        }
        (self.evaluate_128(board) as f32 / SCALE as f32).clamp(-63.0, 63.0)
    }
}

/// Rounds an estimate in 1/128 disc to whole discs, -63 ..= 63: halves are rounded away from zero.
///
/// ```
/// assert_eq!([191, 192, -192, 9999].map(reversi_eval::to_discs), [1, 2, -2, 63]);
/// ```
#[inline]
pub fn to_discs(value: i32) -> i32 {
    let rounded = value.saturating_add(value.signum() * (SCALE / 2)) / SCALE;
    rounded.clamp(-63, 63)
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::{Bitboard, Board};

    use super::{Evaluator, to_discs};

    #[test]
    fn halves_are_rounded_away_from_zero_and_wipe_outs_are_never_certain() {
        let rounded = [0, 63, 64, -63, -64, 191, 192, -192, 8100, -9999, i32::MAX, i32::MIN].map(to_discs);
        assert_eq!(rounded, [0, 0, 1, 0, -1, 1, 2, -2, 63, -63, 63, -63]);
    }

    #[test]
    fn only_a_game_that_is_over_is_worth_64() {
        struct Always(i32);
        impl Evaluator for Always {
            fn evaluate_128(&self, _: &Board) -> i32 {
                self.0
            }
        }
        assert_eq!([9999, -160].map(|value| Always(value).evaluate(&Board::START)), [63.0, -1.25]);
        let wiped_out = Board::new(Bitboard(1), Bitboard::EMPTY).unwrap();
        assert_eq!(Always(0).evaluate(&wiped_out), 64.0);
    }
}
