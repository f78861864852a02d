//! The rating of a person.

/// The rating of a person, from moves: those of one game, or of many.
///
/// ```
/// use reversi_engine::HumanRating;
///
/// let nothing = HumanRating::UNKNOWN;
/// assert!(nothing.rating == 1500 && !nothing.enough);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct HumanRating {
    /// The mean of what it may be.
    pub rating: u32,
    /// The lower end of the interval of 90 %.
    pub low: u32,
    /// Its upper end.
    pub high: u32,
    /// The moves that had a choice. Few of them say little: the interval is then that of all people.
    pub moves: u32,
    /// Whether the moves are enough to tell a person from others: the interval is at most
    /// [`HumanRating::NARROW`] wide. One game is not enough as a rule, three games are.
    pub enough: bool,
}

/// The mean and the spread of people: what is known of a person without a move.
pub(crate) const PEOPLE: [f64; 2] = [1500.0, 190.0];
/// How far the moves of a person are from those of others with the same results, in points.
const OWN: f64 = 80.0;
/// The mean loss of a move by people of rating 0, what each point takes away from it, and the variance of
/// the loss of a move, in discs: by the last 50 empties of games between people of 2009 and 2010, at level
/// 6.
const LOSSES: [f64; 3] = [5.99, 0.0028, 12.0];
/// Half the width of an interval of 90 % in standard deviations.
const Z_90: f64 = 1.645;

impl HumanRating {
    /// The widest interval that tells a person from others.
    pub const NARROW: u32 = 360;

    /// What is known of a person without a move.
    pub const UNKNOWN: HumanRating =
        HumanRating { rating: 1500, low: 1161, high: 1839, moves: 0, enough: false };

    /// The rating of these moments: what is known of it is about normal.
    #[cfg_attr(not(feature = "people"), allow(dead_code))]
    pub(crate) fn of(mean: f64, variance: f64, moves: u32) -> HumanRating {
        let half = Z_90 * (variance + OWN * OWN).sqrt();
        // Below 0 is 0.
        let [rating, low, high] = [mean, mean - half, mean + half].map(|rating| rating.round() as u32);
        HumanRating { rating, low, high, moves, enough: high - low <= HumanRating::NARROW }
    }

    /// A loss counts as no more discs than this in a rating.
    pub const MOST_LOST: u32 = 10;
    /// The empties up to which a loss tells of the person: before, moves are known by heart.
    pub const JUDGED_EMPTIES: u32 = 50;

    /// The rating of a person by the losses of these moves too, of whose choices it knows already.
    ///
    /// `mean` is their mean loss in discs, where each counts at most [`MOST_LOST`](Self::MOST_LOST), at no
    /// more than [`JUDGED_EMPTIES`](Self::JUDGED_EMPTIES).
    ///
    /// ```
    /// use reversi_engine::HumanRating;
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

    /// That of the rating, without what is own to the person.
    fn variance(&self) -> f64 {
        let deviation = f64::from(self.high.saturating_sub(self.low)) / 2.0 / Z_90;
        (deviation * deviation - OWN * OWN).max(1.0)
    }

    /// The rating of a person from several games, from that of each of them.
    ///
    /// ```
    /// use reversi_engine::HumanRating;
    ///
    /// assert_eq!(HumanRating::together(&[]), HumanRating::UNKNOWN);
    /// ```
    pub fn together(games: &[HumanRating]) -> HumanRating {
        let [mean, spread] = PEOPLE;
        let prior = 1.0 / (spread * spread);
        let (mut precision, mut sum, mut moves) = (prior, mean * prior, 0);
        for game in games {
            // What the game says: without what is known of all people, and of none but this person.
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
    }
}
