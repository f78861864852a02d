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
    /// The lower end of the 90 % interval.
    pub low: u32,
    /// The upper end of the 90 % interval.
    pub high: u32,
    /// The number of moves that had a choice. A few moves say little: the interval is then the interval of
    /// all people.
    pub moves: u32,
    /// `true` if the moves are enough to tell a person from others: the interval is at most
    /// [`HumanRating::NARROW`] wide. One game is usually not enough, three games are.
    pub enough: bool,
}

/// The mean and the spread of the ratings of all people: the prior.
pub(crate) const PEOPLE: [f64; 2] = [1500.0, 190.0];
/// The deviation of a person's moves from the moves of others with the same results, in points.
const OWN: f64 = 80.0;
/// The mean loss of a move by people of rating 0, its decrease per point, and the variance of the loss of a
/// move, in discs: by the last 50 empties of games between people of 2009 and 2010, at level 6.
const LOSSES: [f64; 3] = [5.99, 0.0028, 12.0];
/// Half the width of an interval of 90 % in standard deviations.
const Z_90: f64 = 1.645;

impl HumanRating {
    /// The width of the widest interval that tells a person from others.
    pub const NARROW: u32 = 360;

    /// The rating of a person without a move.
    pub const UNKNOWN: HumanRating =
        HumanRating { rating: 1500, low: 1161, high: 1839, moves: 0, enough: false };

    /// Makes a rating from its mean and variance, about normal.
    #[cfg_attr(not(feature = "people"), allow(dead_code))]
    pub(crate) fn of(mean: f64, variance: f64, moves: u32) -> HumanRating {
        let half = Z_90 * (variance + OWN * OWN).sqrt();
        // Below 0 is 0.
        let [rating, low, high] = [mean, mean - half, mean + half].map(|rating| rating.round() as u32);
        HumanRating { rating, low, high, moves, enough: high - low <= HumanRating::NARROW }
    }

    /// The maximum number of discs of a loss in a rating.
    pub const MOST_LOST: u32 = 10;
    /// The maximum number of empties at which a loss tells of the person: earlier moves are known by heart.
    pub const JUDGED_EMPTIES: u32 = 50;

    /// Returns the rating of a person who is already rated by choices, by the losses of the same moves too.
    ///
    /// `mean` is their mean loss in discs. Each loss counts at most [`MOST_LOST`](Self::MOST_LOST), and only
    /// with at most [`JUDGED_EMPTIES`](Self::JUDGED_EMPTIES).
    ///
    /// ```
    /// use reversi_engine::weights::HumanRating;
    ///
    /// let (weak, strong) = (HumanRating::UNKNOWN.with_losses(25, 3.0), HumanRating::UNKNOWN.with_losses(25, 1.0));
    /// assert!(weak.rating < 1500 && 1500 < strong.rating);
    /// ```
    pub fn with_losses(self, moves: u32, mean: f64) -> HumanRating {
        let [at_zero, each_point, variance] = LOSSES;
        let known = 1.0 / self.variance();
        let told = f64::from(moves) * each_point * each_point / variance;
        let by_losses = (at_zero - mean) / each_point;
        let rating = (f64::from(self.rating) * known + by_losses * told) / (known + told);
        HumanRating::of(rating.max(0.0), 1.0 / (known + told), self.moves)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_pull_a_rating_to_that_of_people_who_lose_as_much() {
        let unknown = HumanRating::UNKNOWN;
        assert_eq!(HumanRating::of(PEOPLE[0], PEOPLE[1] * PEOPLE[1], 0), unknown);
        assert_eq!(unknown.with_losses(0, 7.0), unknown);
        // People of 1300 lose 2.35 discs a move.
        let after = [1, 25, 1000, 100_000].map(|moves| unknown.with_losses(moves, 2.35));
        assert_eq!(after.map(|rating| rating.rating), [1495, 1426, 1308, 1300]);
        assert!(after.is_sorted_by(|a, b| a.high - a.low > b.high - b.low), "{after:?}");
        assert_eq!(after[3].high - after[3].low, 264); // what is own to a person stays
        assert!(!after[1].enough && after[2].enough);
        let games = [after[1], unknown.with_losses(25, 2.35)];
        let (together, at_once) = (HumanRating::together(&games), unknown.with_losses(50, 2.35));
        assert!(together.rating.abs_diff(at_once.rating) < 3 && together.high.abs_diff(at_once.high) < 4);
        // Rounded ends of an interval are no evidence.
        assert_eq!(HumanRating::together(&[unknown; 5000]), unknown);
        let among_unknown = [&games[..], &[unknown; 5000]].concat();
        assert_eq!(HumanRating::together(&among_unknown), together);
    }
}
