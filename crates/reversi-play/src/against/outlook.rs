//! How games between people of two ratings end.

use reversi_search::Value;

use super::fitted::{DRAW, GAIN, SHIFT, SPREAD, SPREAD_OF_RATING};
use crate::review::{Chances, rounded, value_error};

/// The expected end of a game between people, for one of the sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outlook {
    win: f64,
    loss: f64,
    /// The expected final score.
    pub(super) discs: f64,
    /// The standard error of the values behind it, in discs.
    pub(super) error: f64,
}

/// The ratings of the fit. Others count as the nearest of these: nobody of more is in the games.
const RATED: [u32; 2] = [800, 2100];

impl Outlook {
    /// Returns the outlook of the side to move at a position with `empties` empty squares and this value.
    /// `ratings` has the side to move first.
    pub(super) fn of(value: Value, empties: u32, ratings: [u32; 2]) -> Outlook {
        let score = f64::from(value.score().unwrap_or((value.lower() + value.upper()) / 2));
        let [own, other] = ratings.map(|rating| f64::from(rating.clamp(RATED[0], RATED[1])));
        let left = f64::from(empties) / 60.0;
        let spread = SPREAD.iter().rfold(0.0, |sum, factor| sum * left + factor).max(0.05);
        let scale = spread * (1.0 + SPREAD_OF_RATING * (f64::midpoint(own, other) - 1500.0) / 200.0).max(0.2);
        let gain = (GAIN[0] + GAIN[1] * left) * left * (own - other) / 100.0;
        let middle = score + gain + SHIFT[0] + SHIFT[1] * left;
        let below = |score: f64| (score - middle) / scale;
        Outlook {
            win: distribution(-below(DRAW)),
            loss: distribution(below(-DRAW)),
            // The mean of the results, none of which is beyond 64.
            discs: 64.0 - scale * (integral(below(64.0)) - integral(below(-64.0))),
            error: value_error(value, empties),
        }
    }

    /// Returns the outlook of a finished game.
    pub(super) fn ended(score: i32) -> Outlook {
        let [win, loss] = [score > 0, score < 0].map(|is| f64::from(u8::from(is)));
        Outlook { win, loss, discs: f64::from(score), error: 0.0 }
    }

    /// Returns the mean of outlooks with these weights.
    pub(super) fn mean(weighted: &[(f64, Outlook)]) -> Outlook {
        let all: f64 = weighted.iter().map(|(weight, _)| weight).sum();
        let of = |part: fn(&Outlook) -> f64| {
            weighted.iter().map(|(weight, outlook)| weight * part(outlook)).sum::<f64>() / all
        };
        Outlook { win: of(|o| o.win), loss: of(|o| o.loss), discs: of(|o| o.discs), error: of(|o| o.error) }
    }

    /// Returns the order of outlooks, the better one greater: by points, of equal points by discs.
    pub(super) fn rank(&self) -> (i64, i64) {
        let thousandths = |number: f64| (1000.0 * number).round() as i64;
        (thousandths((1.0 + self.win - self.loss) / 2.0), thousandths(self.discs))
    }

    /// Returns the chances to win, draw and lose.
    pub(super) fn chances(&self) -> Chances {
        let (win, loss) = (rounded(self.win, 4), rounded(self.loss, 4));
        Chances { win, draw: rounded(1.0 - win - loss, 4), loss }
    }
}

impl Chances {
    /// Returns the chances of the side to move if two people of these ratings continue the game: its own
    /// rating and the one of the other side. The value is from a search at level 10 or more.
    ///
    /// ```
    /// use reversi_engine::Value;
    /// use reversi_engine::play::Chances;
    ///
    /// let [weak, strong] = [1300, 1700].map(|own| Chances::between(Value::Exact(2), 30, own, 1500).win);
    /// assert!(weak < 0.5 && 0.5 < strong);
    /// ```
    pub fn between(value: Value, empties: u32, own: u32, other: u32) -> Chances {
        match (empties, value.score()) {
            (0, Some(score)) => Outlook::ended(score).chances(),
            _ => Outlook::of(value, empties, [own, other]).chances(),
        }
    }
}

/// Student's distribution with four degrees of freedom. Roots and products alone: the result is the same on
/// every machine.
fn distribution(x: f64) -> f64 {
    let cosine = 1.0 / (1.0 + x * x / 4.0); // squared, of the angle whose tangent is x / 2
    0.5 + 0.375 * x * cosine.sqrt() * (1.0 - x * x / 12.0 * cosine)
}

/// The integral of the distribution up to `x`.
fn integral(x: f64) -> f64 {
    let cosine = 1.0 / (1.0 + x * x / 4.0);
    x * distribution(x) + 0.5 * cosine * cosine.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_integral_is_the_sum_of_the_distribution() {
        let step = 1e-3;
        let (mut sum, mut x) = (integral(-9.0), -9.0);
        while x < 9.0 {
            sum += step * distribution(x + step / 2.0);
            x += step;
            assert!((sum - integral(x)).abs() < 1e-6, "{x}");
        }
        assert!((distribution(2.776_445) - 0.975).abs() < 1e-6 && integral(-1e6) < 1e-5);
    }

    #[test]
    fn a_better_player_expects_more_and_a_lead_is_worth_more_late_and_among_the_strong() {
        let of = |score, empties, ratings| Outlook::of(Value::Exact(score), empties, ratings);
        let [weak, even, strong] = [[1300, 1500], [1500, 1500], [1700, 1500]].map(|both| of(0, 30, both));
        assert!(weak.win < even.win && even.win < strong.win && (weak.discs + strong.discs).abs() < 2.0);
        assert!(of(6, 40, [1500, 1500]).win < of(6, 20, [1500, 1500]).win);
        assert!(of(6, 30, [1100, 1100]).win < of(6, 30, [1700, 1700]).win);
        assert_eq!(of(6, 30, [2100, 1500]), of(6, 30, [2400, 1500]));
        let lead = of(60, 30, [2000, 1000]);
        assert!(lead.discs < 64.0 && lead.win > 0.98, "{lead:?}");
        assert!((even.win + even.loss) < 1.0 && even.chances().draw > 0.0);
        assert_eq!(Outlook::ended(-2).chances().loss, 1.0);
        let mean = Outlook::mean(&[(0.25, Outlook::ended(8)), (0.75, Outlook::ended(-8))]);
        assert_eq!((mean.discs, mean.win, mean.loss), (-4.0, 0.25, 0.75));
        assert!(mean.rank() < even.rank());
    }
}
