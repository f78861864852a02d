//! Moves that a player takes from a book.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use fastrand::Rng;
use reversi_bitboard::{Board, Move};
use reversi_fields::texts;
use reversi_search::Analysis;
use thiserror::Error;

use crate::opponent;

/// Which of the moves of an opening book a player takes, so that it does not play the same game each time.
///
/// The choice depends on the analysis and on a seed, and on nothing else: a game that is played again with
/// the same seed is the same. Take another seed for each game.
///
/// ```
/// use reversi_engine::{Analysis, Board, Line, Selectivity, Square, Value};
/// use reversi_engine::play::Variety;
///
/// let board = Board::START.play(Square::F5);
/// let line = |square: Square, score| {
///     Line::new(&board, Value::estimate(score, 16, Selectivity::P73)?, [square.into()])
/// };
/// let lines = [line(Square::D6, 0)?, line(Square::F6, -1)?, line(Square::F4, -8)?];
/// let analysis = Analysis::new(&board, lines)?;
/// let variety: Variety = "within:1".parse()?;
/// for seed in 0..20 {
///     assert_ne!(variety.choose(&analysis, seed), Some(Square::F4.into()));
/// }
/// assert_eq!(Variety::Best.choose(&analysis, 1), Some(Square::D6.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variety {
    /// The best move. Of equal moves it is the first one of the book.
    #[default]
    Best,
    /// Any move that is worse than the best one by this many discs at most, each as likely as the others.
    Within {
        /// In discs.
        discs: u32,
    },
    /// The best move or a worse one: half as likely for each `halving` that it is worse, and never if it is
    /// worse by four of them.
    Weighted {
        /// In discs.
        halving: NonZeroU32,
    },
}

impl Variety {
    /// Chooses among the lines of an analysis. Returns `None` if the game is over.
    pub fn choose(self, analysis: &Analysis, seed: u64) -> Option<Move> {
        let mut moves: Vec<(i32, Move)> = analysis
            .lines()
            .iter()
            .filter_map(|line| Some((line.value().score().unwrap_or(0), line.best_move()?)))
            .collect();
        let best = moves.first()?.0;
        let weight = |&(score, _): &(i32, Move)| {
            let loss = u64::from(best.abs_diff(score));
            match self {
                Variety::Best => 0,
                Variety::Within { discs } => u64::from(loss <= discs.into()),
                Variety::Weighted { halving } => opponent::weight(loss, u64::from(halving.get()), 4),
            }
        };
        let total: u64 = moves.iter().map(weight).sum();
        if total == 0 {
            return analysis.best_move();
        }
        // The order of equal moves must not depend on the book.
        moves.sort_unstable_by_key(|&(score, mv)| (-score, mv));
        let drawn = Rng::with_seed(seed_at(seed, &analysis.board())).u64(..total);
        let mut below = 0;
        let chosen = moves.iter().find(|scored| {
            below += weight(scored);
            below > drawn
        });
        chosen.map(|&(_, mv)| mv)
    }
}

/// Returns a seed for this position: choices at the positions of a game do not depend on each other.
fn seed_at(seed: u64, board: &Board) -> u64 {
    let mut rng = Rng::with_seed(seed ^ board.player().0);
    rng.u64(..) ^ board.opponent().0
}

/// Writes `best`, `within:2` or `weighted:1`.
impl fmt::Display for Variety {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variety::Best => f.pad("best"),
            Variety::Within { discs } => f.pad(&format!("within:{discs}")),
            Variety::Weighted { halving } => f.pad(&format!("weighted:{halving}")),
        }
    }
}

/// Reads `best`, `within:2` or `weighted:1`.
impl FromStr for Variety {
    type Err = ParseVarietyError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let (name, discs) = s.split_once(':').map_or((s, None), |(name, discs)| (name, Some(discs)));
        match (name, discs) {
            ("best", None) => Ok(Variety::Best),
            ("within", Some(discs)) => {
                discs.parse().map(|discs| Variety::Within { discs }).map_err(|_| ParseVarietyError)
            }
            ("weighted", Some(discs)) => {
                discs.parse().map(|halving| Variety::Weighted { halving }).map_err(|_| ParseVarietyError)
            }
            _ => Err(ParseVarietyError),
        }
    }
}

/// The error of a text that is not a [`Variety`].
///
/// ```
/// use reversi_engine::play::Variety;
///
/// let error = "weighted:0".parse::<Variety>().unwrap_err();
/// assert_eq!(error.to_string(), "no such variety (expected best, within:DISCS or weighted:DISCS)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("no such variety (expected best, within:DISCS or weighted:DISCS)")]
#[non_exhaustive]
pub struct ParseVarietyError;

texts!(Variety);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use reversi_bitboard::Square;
    use reversi_search::{Line, Selectivity, Value};

    use super::*;

    fn analysis() -> Analysis {
        let line = |square: Square, score| {
            let value = Value::Estimate { score, depth: 16, selectivity: Selectivity::P73 };
            Line::new(&Board::START, value, [square.into()]).unwrap()
        };
        let lines = [(Square::F5, 2), (Square::D3, 2), (Square::C4, 1), (Square::E6, -2)];
        Analysis::new(&Board::START, lines.map(|(square, score)| line(square, score))).unwrap()
    }

    fn drawn(variety: &str) -> BTreeMap<Square, u32> {
        let (variety, analysis) = (variety.parse::<Variety>().unwrap(), analysis());
        let mut drawn = BTreeMap::new();
        for seed in 0..4000 {
            let square = variety.choose(&analysis, seed).unwrap().square().unwrap();
            *drawn.entry(square).or_default() += 1;
        }
        drawn
    }

    #[test]
    fn moves_are_drawn_as_often_as_their_variety_says() {
        assert_eq!(drawn("best"), [(Square::F5, 4000)].into());
        let near = |found: Option<&u32>, expected: u32| found.unwrap_or(&0).abs_diff(expected) < 150;
        let within = drawn("within:0");
        assert!(near(within.get(&Square::F5), 2000) && near(within.get(&Square::D3), 2000), "{within:?}");
        let within = drawn("within:3");
        assert!(near(within.get(&Square::C4), 1333) && !within.contains_key(&Square::E6), "{within:?}");
        let weighted = drawn("weighted:1");
        assert!(near(weighted.get(&Square::C4), 800) && !weighted.contains_key(&Square::E6), "{weighted:?}");
        let weighted = drawn("weighted:4");
        assert!(weighted.contains_key(&Square::E6), "{weighted:?}");
    }

    #[test]
    fn a_choice_is_the_same_each_time() {
        let variety = Variety::Within { discs: 64 };
        for seed in 0..100 {
            assert_eq!(variety.choose(&analysis(), seed), variety.choose(&analysis(), seed));
        }
    }

    #[test]
    fn texts_read_back() {
        for text in ["best", "within:0", "within:12", "weighted:1"] {
            assert_eq!(text.parse::<Variety>().unwrap().to_string(), text);
        }
        for wrong in ["", "best:1", "within", "within:", "within:-1", "weighted:0", "Best", "worst"] {
            assert!(wrong.parse::<Variety>().is_err(), "{wrong}");
        }
    }
}
