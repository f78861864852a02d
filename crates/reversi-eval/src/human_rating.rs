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
const OWN: f64 = 60.0;
/// Half the width of an interval of 90 % in standard deviations.
const Z_90: f64 = 1.645;

impl HumanRating {
    /// The widest interval that tells a person from others.
    pub const NARROW: u32 = 360;

    /// What is known of a person without a move.
    pub const UNKNOWN: HumanRating =
        HumanRating { rating: 1500, low: 1172, high: 1828, moves: 0, enough: false };

    /// The rating of these moments: what is known of it is about normal.
    #[cfg_attr(not(feature = "people"), allow(dead_code))]
    pub(crate) fn of(mean: f64, variance: f64, moves: u32) -> HumanRating {
        let half = Z_90 * (variance + OWN * OWN).sqrt();
        let [rating, low, high] = [mean, mean - half, mean + half].map(|rating| rating.round() as u32);
        HumanRating { rating, low, high, moves, enough: high - low <= HumanRating::NARROW }
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
            let deviation = f64::from(game.high.saturating_sub(game.low)) / 2.0 / Z_90;
            let variance = (deviation * deviation - OWN * OWN).max(1.0);
            let own = (1.0 / variance - prior).max(0.0);
            precision += own;
            sum += if own > 0.0 { f64::from(game.rating) / variance - mean * prior } else { 0.0 };
            moves += game.moves;
        }
        HumanRating::of(sum / precision, 1.0 / precision, moves)
    }
}
