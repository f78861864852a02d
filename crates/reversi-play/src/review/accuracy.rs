//! How well a side played, in per cent.

use reversi_fields::{Kind, answer};

use super::{ReviewedMove, rounded};

answer! {
    /// How well a side played: 100 % if it lost no disc, halved for each [`Accuracy::HALF`] discs that it
    /// lost a move on average. Only moves with a choice count.
    ///
    /// The interval covers both errors of the searches: a loss that is shown may be smaller, and a loss that
    /// is too small to show may be real. Its ends are equal if all moves are proven.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct Accuracy as ACCURACY: "How well a side played: 100 % if it lost no disc." {
        /// The accuracy in per cent.
        pub percent: f64 as "percent": Kind::Number;
        /// The lower end of the interval.
        pub low: f64 as "low": Kind::Number;
        /// The upper end of the interval.
        pub high: f64 as "high": Kind::Number;
    }
}

impl Accuracy {
    /// The loss in discs a move that halves the accuracy.
    pub const HALF: f64 = 2.5;

    /// Below this number of moves with a choice there is no accuracy.
    pub const LEAST_MOVES: u32 = 10;

    /// Returns the accuracy of these moves. Only moves with a choice count.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::play::{Accuracy, Review};
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let review = Review::by(&mut Engine::builder().hash_mib(16).build()?, &game, AnalyzeRequest::depth(4))?;
    /// assert_eq!(Accuracy::of(&review.moves), None); // too few moves
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<'a>(moves: impl IntoIterator<Item = &'a ReviewedMove>) -> Option<Accuracy> {
        let (mut count, mut shown, mut all, mut variance) = (0, 0.0, 0.0, 0.0);
        for mv in moves.into_iter().filter(|mv| mv.judged) {
            count += 1;
            shown += f64::from(mv.loss);
            all += f64::from(mv.difference());
            variance += mv.error * mv.error;
        }
        let percent = |loss: f64| {
            let mean = loss.max(0.0) / f64::from(count);
            rounded(100.0 * (-mean / Accuracy::HALF).exp2(), 1)
        };
        let error = 2.0 * variance.sqrt();
        let accuracy =
            Accuracy { percent: percent(shown), low: percent(all + error), high: percent(shown - error) };
        (count >= Accuracy::LEAST_MOVES).then_some(accuracy)
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Accuracy, &'static str> {
        let all = [0.0, self.low, self.percent, self.high, 100.0];
        if all.is_sorted() { Ok(self) } else { Err("an accuracy must be within its interval, and 0 to 100") }
    }
}

#[cfg(test)]
mod tests {
    use reversi_search::{Selectivity, Value};

    use super::*;
    use crate::review::judge::tests::judged;

    /// Moves of a side, each with its value and the value of the best move.
    fn moves(values: impl IntoIterator<Item = (Value, Value)>) -> Vec<ReviewedMove> {
        const MIDGAME: &str = "---------------------------OX------XXX-------------------------- O";
        values.into_iter().map(|(best, played)| judged(best, played, MIDGAME)).collect()
    }

    fn exact(losses: &[i32]) -> Vec<ReviewedMove> {
        moves(losses.iter().map(|loss| (Value::Exact(40), Value::Exact(40 - loss))))
    }

    #[test]
    fn accuracy_is_100_without_losses_and_halves_with_each_further_loss() {
        let of = |losses: &[i32]| Accuracy::of(&exact(losses)).unwrap();
        assert_eq!(of(&[0; 10]), Accuracy { percent: 100.0, low: 100.0, high: 100.0 });
        let half = of(&[0, 0, 0, 0, 0, 0, 0, 0, 5, 20]); // 2.5 discs a move
        assert_eq!(half, Accuracy { percent: 50.0, low: 50.0, high: 50.0 });
        let mut before = 100.1;
        for worst in (0..=80).step_by(2) {
            let percent = of(&[0, 0, 0, 0, 0, 0, 0, 0, 0, worst]).percent;
            assert!(percent < before && percent > 0.0, "{worst} {percent}");
            before = percent;
        }
        assert_eq!(Accuracy::of(&exact(&[0; 9])), None);
    }

    #[test]
    fn moves_without_a_choice_do_not_count() {
        let mut played = exact(&[0; 10]);
        played[0].judged = false;
        assert_eq!(Accuracy::of(&played), None);
    }

    #[test]
    fn the_interval_has_the_errors_of_the_searches_and_the_losses_that_are_not_shown() {
        let estimate = |score| Value::Estimate { score, depth: 16, selectivity: Selectivity::P73 };
        let of = |loss| Accuracy::of(&moves((0..20).map(|_| (estimate(9), estimate(9 - loss))))).unwrap();
        let (none, small, large) = (of(0), of(2), of(20));
        assert_eq!((none.percent, none.high, small.percent), (100.0, 100.0, 100.0));
        assert!(small.low < none.low && none.low < 100.0, "{small:?} {none:?}");
        assert!(large.low < large.percent && large.percent < large.high, "{large:?}");
    }
}
