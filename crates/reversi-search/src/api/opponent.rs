//! An opponent of people.

use std::cmp::Reverse;

use fastrand::Rng;
use reversi_bitboard::Move;

use super::strength::Mistakes;
use super::{Analysis, AnalyzeRequest, BookUse, Line, Strength};

/// An opponent of people: it makes mistakes, more and greater ones the lower its [`Strength`] is.
///
/// It chooses among the moves of an analysis at random. A worse move is less likely, and one that seems much
/// worse is never played: by 48 discs for [`Strength::Beginner`], by 6 for [`Strength::Club`], by 2 for
/// [`Strength::Expert`]. The lower strengths look less far ahead, and to the lowest three a move that turns
/// many discs seems better than it is. [`Strength::Master`] always plays the best move.
///
/// From [`Strength::Club`] on it knows the openings: if the engine has a
/// [book](crate::EngineBuilder::book), it chooses among the moves of the book by the same rule. The lower
/// strengths play without a book.
///
/// The same seed and the same analyses give the same moves on every machine. An opponent that is written in
/// the middle of a game, with the feature `serde`, goes on with the same choices when it is read.
///
/// ```
/// use reversi_engine::{Engine, Game, Opponent, Strength};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let mut opponent = Opponent::new(Strength::Beginner, 1);
/// let mut game: Game = "f5".parse()?;
/// let analysis = engine.analyze(&game.board(), opponent.request())?;
/// let mv = opponent.choose(&analysis).expect("the game is not over");
/// game.play(mv)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    strength: Strength,
    rng: Rng,
}

impl Opponent {
    /// An opponent for one game or more. The seed decides its mistakes.
    pub fn new(strength: Strength, seed: u64) -> Opponent {
        Opponent { strength, rng: Rng::with_seed(seed) }
    }

    /// The seed with which a new opponent goes on as this one would: its state in the middle of a game.
    ///
    /// ```
    /// use reversi_engine::{Opponent, Strength};
    ///
    /// let opponent = Opponent::new(Strength::Club, 7);
    /// assert_eq!(Opponent::new(opponent.strength(), opponent.seed()), opponent);
    /// ```
    pub fn seed(&self) -> u64 {
        self.rng.get_seed()
    }

    /// Its strength.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// The analysis to choose from. Limits, a clock and a stop signal can be added.
    pub fn request(&self) -> AnalyzeRequest {
        let lines = if self.strength.mistakes().is_some() { usize::MAX } else { 1 };
        let request = AnalyzeRequest::level(self.strength.level()).lines(lines);
        match self.strength {
            Strength::Beginner | Strength::Casual | Strength::Intermediate => request.book(BookUse::Never),
            _ => request.book(BookUse::Always),
        }
    }

    /// Chooses a move of an analysis, a pass if it is forced. `None` if the game is over.
    ///
    /// It chooses among the lines of the analysis. That of [`request`](Self::request) has one for each move
    /// that it may choose.
    pub fn choose(&mut self, analysis: &Analysis) -> Option<Move> {
        let Some(mistakes) = self.strength.mistakes() else { return analysis.best_move() };
        let mut moves: Vec<(i64, Move)> =
            analysis.lines().iter().filter_map(|line| appeal(mistakes, analysis, line)).collect();
        // The order of equal moves must not depend on the search.
        moves.sort_unstable_by_key(|&(appeal, mv)| (Reverse(appeal), mv));
        let best = moves.first()?.0;
        let chance = |appeal: i64| weight((best - appeal) as u64, mistakes.halving.into());
        let total: u64 = moves.iter().map(|&(appeal, _)| chance(appeal)).sum();
        let drawn = self.rng.u64(..total); // with usize, 32-bit machines would draw another number
        let mut below = 0;
        let mut chosen = moves.into_iter().skip_while(|&(appeal, _)| {
            below += chance(appeal);
            below <= drawn
        });
        chosen.next().map(|(_, mv)| mv)
    }
}

/// What a move seems to be worth, in half discs, and the move.
fn appeal(mistakes: Mistakes, analysis: &Analysis, line: &Line) -> Option<(i64, Move)> {
    let mv = line.best_move()?;
    let turned = mv.square().map_or(0, |square| analysis.board().flips(square).len());
    Some((2 * (i64::from(line.value().score()?) + i64::from(mistakes.greed * turned)), mv))
}

/// How likely a move is that is worse than the best one by `loss`: half as likely for each `halving`, on
/// straight lines between. Beyond four halvings it is never played. Integers make it the same on every
/// machine.
pub(super) fn weight(loss: u64, halving: u64) -> u64 {
    const BEST: u64 = 1 << 32;
    let (halvings, rest) = (loss / halving, loss % halving);
    if halvings >= 4 { 0 } else { (BEST - BEST / 2 * rest / halving) >> halvings }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worse_move_is_less_likely_and_a_much_worse_one_is_never_played() {
        for halving in 1..=24 {
            let weights: Vec<u64> = (0..=4 * halving).map(|loss| weight(loss, halving)).collect();
            assert!(weights.windows(2).all(|pair| pair[0] > pair[1]), "{halving}");
            assert!((0..4).all(|i| weight(i * halving, halving) == 1 << (32 - i)));
            assert_eq!((weight(4 * halving, halving), weight(1000, halving)), (0, 0));
        }
    }
}
