//! The rating of a person.

/// The rating of a person, from the moves of one game or of many.
///
/// ```
/// use reversi_engine::weights::HumanRating;
///
/// let nothing = HumanRating::UNKNOWN;
/// assert!(nothing.rating == 1500 && !nothing.enough);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct HumanRating {
    /// The mean of the estimate.
    pub rating: u32,
    /// The lower end of the interval of 90 %: of nine in ten players of tournaments it holds the rating by
    /// results. It does not include how much a person varies from day to day.
    pub low: u32,
    /// The upper end of this interval.
    pub high: u32,
    /// The number of moves that had a choice. A few moves say little: the interval is then the interval of
    /// all people.
    pub moves: u32,
    /// `true` if the moves are enough to tell a person from others: the interval is at most
    /// [`HumanRating::NARROW`] wide. One game is usually not enough, ten games are.
    pub enough: bool,
}

/// The mean and the spread of the prior. People of tournaments have 190: it is wider, to reach opponents.
const PEOPLE: [f64; 2] = [1500.0, 230.0];
/// The deviation of a person's moves from the moves of others with the same results, in points.
const OWN: f64 = 80.0;
/// The ratings that are compared, and the step between them.
const COMPARED: std::ops::RangeInclusive<u32> = 400..=2400;
pub(crate) const STEP: usize = 25;
/// The mean loss of a move in discs and its variance, every 200 points from 400 on: by the last 50 empties of
/// games of an earlier form of the opponents, at levels 6 and 10. `reversi-train rated-games` measures such.
const LOSSES: [[f64; 2]; 11] = [
    [6.05, 17.2],
    [5.15, 18.2],
    [4.27, 17.5],
    [3.42, 15.6],
    [2.75, 13.3],
    [2.17, 10.5],
    [1.58, 7.6],
    [1.13, 5.3],
    [0.72, 2.8],
    [0.38, 1.3],
    [0.20, 0.6],
];
/// Added to the variance of a mean, divided by the square of the moves: the mean of a few is not normal.
const FEW: f64 = 8.0;
/// The weight of a choice: people have habits, so that several choices tell less than each alone.
const CHOICES: f64 = 0.5;
/// Half the width of an interval of 90 % in standard deviations.
const Z_90: f64 = 1.645;

impl HumanRating {
    /// The width of the widest interval that tells a person from others.
    pub const NARROW: u32 = 360;

    /// The rating of a person without a move.
    pub const UNKNOWN: HumanRating =
        HumanRating { rating: 1500, low: 1099, high: 1901, moves: 0, enough: false };

    /// Makes a rating from its mean and variance, about normal.
    fn of(mean: f64, variance: f64, moves: u32) -> HumanRating {
        let half = Z_90 * (variance + OWN * OWN).sqrt();
        // Below 0 is 0.
        let [rating, low, high] = [mean, mean - half, mean + half].map(|rating| rating.round() as u32);
        HumanRating { rating, low, high, moves, enough: high - low <= HumanRating::NARROW }
    }

    /// Makes a rating from the logarithms of how likely the choices are for each rating, and from the losses
    /// of the moves: their number and their mean.
    #[cfg_attr(not(feature = "people"), allow(dead_code))]
    pub(crate) fn by(moves: u32, log: impl Fn(u32) -> f64, judged: u32, mean: f64) -> HumanRating {
        let [people, spread] = PEOPLE;
        let logs = COMPARED.step_by(STEP).map(|rating| {
            let prior = ((f64::from(rating) - people) / spread).powi(2) / 2.0;
            (f64::from(rating), CHOICES * log(rating) + log_of_losses(rating, judged.into(), mean) - prior)
        });
        let logs: Vec<(f64, f64)> = logs.collect();
        let most = logs.iter().fold(f64::NEG_INFINITY, |most, &(_, log)| most.max(log));
        let sum_of = |of: &dyn Fn(f64) -> f64| -> f64 {
            logs.iter().map(|&(rating, log)| (log - most).exp() * of(rating)).sum()
        };
        let all = sum_of(&|_| 1.0);
        let mean = sum_of(&|rating| rating) / all;
        HumanRating::of(mean, sum_of(&|rating| (rating - mean).powi(2)) / all, moves)
    }

    /// The maximum number of discs of a loss in a rating.
    pub const MOST_LOST: u32 = 10;
    /// The maximum number of empties at which a loss tells of the person: earlier moves are known by heart.
    pub const JUDGED_EMPTIES: u32 = 50;

    /// Returns the variance of the rating, without the deviation of the person.
    fn variance(&self) -> f64 {
        let deviation = f64::from(self.high.saturating_sub(self.low)) / 2.0 / Z_90;
        (deviation * deviation - OWN * OWN).max(1.0)
    }

    /// Combines the ratings of several games of a person. The caller leaves out copies of a game, and tells
    /// people of the same name apart. Games without a move do not count.
    ///
    /// ```
    /// use reversi_engine::weights::HumanRating;
    ///
    /// assert_eq!(HumanRating::together(&[]), HumanRating::UNKNOWN);
    /// ```
    pub fn together(games: &[HumanRating]) -> HumanRating {
        let [mean, spread] = PEOPLE;
        let prior = 1.0 / (spread * spread);
        let (mut precision, mut sum, mut moves) = (prior, mean * prior, 0);
        for game in games.iter().filter(|game| **game != HumanRating::UNKNOWN) {
            // The evidence of the game alone: without the prior of all people, and without the deviation of
            // the person.
            let variance = game.variance();
            let own = (1.0 / variance - prior).max(0.0);
            precision += own;
            sum += if own > 0.0 { f64::from(game.rating) / variance - mean * prior } else { 0.0 };
            moves += game.moves;
        }
        HumanRating::of(sum / precision, 1.0 / precision, moves)
    }
}

/// Returns the logarithm of how likely this mean loss of some moves is for a rating, plus some number.
fn log_of_losses(rating: u32, moves: f64, mean: f64) -> f64 {
    if moves == 0.0 {
        return 0.0;
    }
    let above = f64::from(rating - COMPARED.start()) / 200.0;
    let (at, share) = (above as usize, above.fract());
    let next = (at + 1).min(LOSSES.len() - 1);
    let [loss, variance] = [0, 1].map(|i| LOSSES[at][i] * (1.0 - share) + LOSSES[next][i] * share);
    let variance = (variance + FEW / moves) / moves;
    -(mean - loss).powi(2) / 2.0 / variance - variance.ln() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_by_losses_is_that_of_people_who_lose_as_much() {
        let by = |judged, mean| HumanRating::by(judged, |_| 0.0, judged, mean);
        for (at, &[loss, _]) in LOSSES.iter().enumerate() {
            let rating = 400 + 200 * at as u32;
            let found = [1, 25, 1000, 100_000].map(|moves| by(moves, loss));
            let far = found.map(|found| found.rating.abs_diff(rating));
            assert!(far[1] <= far[0] && far[2] < 60 && far[3] < 20, "{rating}: {found:?}");
            assert!(found[3].high - found[3].low >= 263); // what is own to a person stays
            assert!(!found[0].enough && found[3].enough);
        }
        assert!(by(1, 10.0).rating > 1350); // one blunder says little
        let (game, both) = (by(25, 2.35), by(50, 2.35));
        let together = HumanRating::together(&[game; 2]);
        assert!(together.rating.abs_diff(both.rating) < 12 && together.high.abs_diff(both.high) < 12);
        // Rounded ends of an interval are no evidence.
        let unknown = HumanRating::UNKNOWN;
        assert_eq!(HumanRating::together(&[unknown; 5000]), unknown);
        let among_unknown = [&[game; 2][..], &[unknown; 5000]].concat();
        assert_eq!(HumanRating::together(&among_unknown), together);
    }
}
