//! How weak opponents err: the level of their searches and their mistakes, by rating.

use reversi_search::Level;

/// The mistakes of a rating, on which the choice of a move depends. A perfect player makes none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mistakes {
    /// How much the choice of people counts: the power of their chances, in thousandths.
    pub(crate) share: i64,
    /// The worth of each disc that the search finds a move better by.
    pub(crate) disc: i64,
    /// The worth of each disc that a move turns.
    pub(crate) greed: i64,
    /// The worth of a corner that the search finds best: people see it, and the policy does not always.
    pub(crate) corner: i64,
}

/// The unit of worths: a move that is worth more by this much is twice as likely.
pub(crate) const BIT: i64 = 1000;

/// The levels of searches, each from a rating on, with the number of best moves whose value is found.
const LEVELS: [(u32, u32, usize); 8] = [
    (400, 0, usize::MAX),
    (1100, 1, usize::MAX),
    (1300, 3, usize::MAX),
    (1500, 4, usize::MAX),
    (1700, 5, usize::MAX),
    (2100, 6, 5), // more moves take longer, and would hardly ever be played
    (2300, 7, 3),
    (2400, 7, 1),
];

/// The mistakes of ratings, on straight lines between them. From 1000 to 1800 they are near to where held-out
/// moves of people of the rating are likeliest: `reversi-train test-opponents --held-out`. Above and below,
/// the distances come from games between neighbours: see the guide `playing`.
const MISTAKES: [(u32, Mistakes); 11] = [
    (400, Mistakes { share: 120, disc: 0, greed: 230, corner: 0 }),
    (600, Mistakes { share: 600, disc: 10, greed: 130, corner: 350 }),
    (800, Mistakes { share: 950, disc: 45, greed: 0, corner: 900 }),
    (1000, Mistakes { share: 880, disc: 50, greed: 0, corner: 900 }),
    (1200, Mistakes { share: 880, disc: 60, greed: 0, corner: 850 }),
    (1400, Mistakes { share: 850, disc: 105, greed: 0, corner: 700 }),
    (1600, Mistakes { share: 740, disc: 220, greed: 0, corner: 500 }),
    (1800, Mistakes { share: 700, disc: 380, greed: 0, corner: 500 }),
    (2000, Mistakes { share: 600, disc: 850, greed: 0, corner: 500 }),
    (2200, Mistakes { share: 400, disc: 2000, greed: 0, corner: 500 }),
    (2400, Mistakes { share: 200, disc: 5000, greed: 0, corner: 500 }), // without mistakes from here on
];

/// The level of the searches of a rating, the number of moves whose value they find, and its mistakes, if it
/// makes any.
pub(crate) fn model(rating: u32) -> (Level, usize, Option<Mistakes>) {
    let &(_, level, lines) = LEVELS.iter().rfind(|&&(from, ..)| from <= rating).unwrap_or(&LEVELS[0]);
    let level = Level::new(level).expect("at most 60");
    let above = MISTAKES.iter().position(|&(to, _)| rating < to);
    let Some(above) = above else { return (level, lines, None) };
    let ((from, low), (to, high)) = (MISTAKES[above.saturating_sub(1)], MISTAKES[above]);
    let between = |low: i64, high: i64| {
        low + (high - low) * i64::from(rating.saturating_sub(from)) / i64::from((to - from).max(1))
    };
    let mistakes = Mistakes {
        share: between(low.share, high.share),
        disc: between(low.disc, high.disc),
        greed: between(low.greed, high.greed),
        corner: between(low.corner, high.corner),
    };
    (level, lines, Some(mistakes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strength;

    #[test]
    fn a_higher_rating_searches_no_less_and_trusts_the_search_more() {
        assert!(Strength::ALL.is_sorted());
        assert!(Strength::ALL.is_sorted_by(|weak, strong| weak.rating() < strong.rating()));
        let all: Vec<_> = (400..=2400).map(model).collect();
        assert!(all.is_sorted_by_key(|&(level, ..)| level));
        assert!(all.is_sorted_by(|low, high| low.1 >= high.1));
        let is_no_better = |low: Mistakes, high: Mistakes| low.disc <= high.disc && low.greed >= high.greed;
        let shares: Vec<i64> = (800..2400).filter_map(|rating| Some(model(rating).2?.share)).collect();
        assert!(shares.is_sorted_by(|low, high| low >= high));
        for pair in all.windows(2) {
            match (pair[0].2, pair[1].2) {
                (Some(low), Some(high)) => assert!(is_no_better(low, high), "{low:?} {high:?}"),
                (low, high) => assert!(low.is_some() && high.is_none()),
            }
        }
        assert_eq!(model(2400), (Strength::Master.level(), 1, None));
        let [low, high] = [1200, 1400].map(|rating| model(rating).2.unwrap().disc);
        assert_eq!(model(1300).2.unwrap().disc, (low + high) / 2);
        for (rating, of) in &MISTAKES[..MISTAKES.len() - 1] {
            assert_eq!(model(*rating).2, Some(*of));
        }
    }
}
