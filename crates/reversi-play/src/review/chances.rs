//! The chances to win, draw and lose, fitted on games between people.

use reversi_fields::{Kind, answer};
use reversi_search::Value;

use super::fitted_chances::{DRAW, SPREAD, SPREAD_OF_ERROR};
use super::{rounded, value_error};

answer! {
    /// The chances of the side to move if tournament players continue the game, fitted on the results of
    /// games between people. They add up to 1. A proven result tells what perfect players do, not people.
    ///
    /// ```
    /// use reversi_engine::{Selectivity, Value};
    /// use reversi_engine::play::Chances;
    ///
    /// let value = Value::estimate(4, 16, Selectivity::P73)?;
    /// let (early, late) = (Chances::of(value, 40), Chances::of(value, 17));
    /// assert!(early.win < late.win);
    /// assert_eq!(Chances::of(Value::Exact(2), 0).win, 1.0);
    /// # Ok::<(), reversi_engine::search::AnswerError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct Chances as CHANCES: "The chances of the side to move if tournament players continue the game. They add up to 1." {
        /// The chance to win.
        pub win: f64 as "win": Kind::Number;
        /// The chance to draw.
        pub draw: f64 as "draw": Kind::Number;
        /// The chance to lose.
        pub loss: f64 as "loss": Kind::Number;
    }
}

impl Chances {
    /// Returns the chances of the side to move at a position with `empties` empty squares and this value.
    pub fn of(value: Value, empties: u32) -> Chances {
        let score = value.score().unwrap_or((value.lower() + value.upper()) / 2);
        let scale = scale(empties, value_error(value, empties));
        let beyond = |score: i32| distribution((f64::from(score) - DRAW) / scale);
        let (win, loss) = match empties {
            0 => (f64::from(u8::from(score > 0)), f64::from(u8::from(score < 0))),
            _ => (beyond(score), beyond(-score)),
        };
        let (win, loss) = (rounded(win, 4), rounded(loss, 4));
        Chances { win, draw: rounded(1.0 - win - loss, 4), loss }
    }

    /// Returns the expected points: 1 for a win, a half for a draw.
    ///
    /// ```
    /// use reversi_engine::Value;
    /// use reversi_engine::play::Chances;
    ///
    /// assert_eq!(Chances::of(Value::Exact(0), 30).points(), 0.5);
    /// ```
    pub fn points(self) -> f64 {
        self.win + self.draw / 2.0
    }

    #[cfg(feature = "serde")]
    pub(super) fn is_close(&self, other: &Chances) -> bool {
        let pairs = [(self.win, other.win), (self.draw, other.draw), (self.loss, other.loss)];
        pairs.iter().all(|(a, b)| (a - b).abs() < 0.0005)
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Chances, &'static str> {
        let all = [self.win, self.draw, self.loss];
        let fits = all.iter().all(|one| (0.0..=1.0).contains(one));
        let sum: f64 = all.iter().sum();
        if fits && (sum - 1.0).abs() < 0.001 {
            Ok(self)
        } else {
            Err("chances must be 0 to 1 and add up to 1")
        }
    }
}

/// The scale of the distribution of results around the value.
fn scale(empties: u32, error: f64) -> f64 {
    let left = f64::from(empties) / 60.0;
    let people = SPREAD.iter().rfold(0.0, |sum, factor| sum * left + factor).max(0.05);
    (people * people + SPREAD_OF_ERROR * error * error).sqrt()
}

/// Student's distribution with two degrees of freedom. Its tails are heavy: weak players lose games that were
/// as good as won, and these games must not make the chances of close games too cautious.
fn distribution(x: f64) -> f64 {
    (1.0 + x / (1.0 + x * x).sqrt()) / 2.0
}

#[cfg(test)]
mod tests {
    use reversi_search::Selectivity;

    use super::*;

    #[test]
    fn chances_are_symmetric_monotone_and_1_together() {
        for empties in 0..=60 {
            let mut before = Chances { win: 0.0, draw: 0.0, loss: 1.0 };
            for score in -64..=64 {
                let depth = empties.min(8);
                let of = |score| {
                    Chances::of(Value::Estimate { score, depth, selectivity: Selectivity::P73 }, empties)
                };
                let (own, other) = (of(score), of(-score));
                assert_eq!((own.win, own.loss), (other.loss, other.win));
                assert!((own.win + own.draw + own.loss - 1.0).abs() < 1e-9 && own.draw >= 0.0, "{own:?}");
                assert!(own.win >= before.win && own.loss <= before.loss, "{empties} {score}");
                before = own;
            }
            assert!(before.win > 0.95);
        }
    }

    #[test]
    fn an_exact_score_is_surer_than_an_estimate_and_late_surer_than_early() {
        let estimate = Value::Estimate { score: 6, depth: 8, selectivity: Selectivity::P73 };
        assert!(Chances::of(Value::Exact(6), 24).win > Chances::of(estimate, 24).win);
        assert!(Chances::of(estimate, 20).win > Chances::of(estimate, 40).win);
        // One disc on either side of an even score is a draw.
        let even = Chances::of(Value::Exact(0), 6);
        assert!(even.draw > 0.2 && even.draw < 0.9, "{even:?}");
        let bounds = Value::Bounds { lower: 4, upper: 8 };
        assert_eq!(Chances::of(bounds, 24), Chances::of(Value::Exact(6), 24));
    }
}
