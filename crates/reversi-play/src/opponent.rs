//! A human-like opponent.

use std::cmp::Reverse;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use fastrand::Rng;
use reversi_bitboard::{Bitboard, Move};
use reversi_fields::{FieldError, FieldErrorKind, Fields as _, Kind, Seed, surface};
use reversi_search::{Analysis, AnalyzeRequest, BookUse, HumanMoves, Level, Line, Selectivity};

use crate::opponent_model::{BIT, Mistakes, model};
use crate::strength::{STRENGTHS, Strength};

/// A human-like opponent: it plays like a person of some rating, and makes the mistakes that people make.
///
/// It draws one of the moves of an analysis. The more people of its rating choose a move, and the better the
/// search finds it, the more likely it is. The higher the rating, the more the search counts and the deeper
/// it is. At 2400 the opponent always plays the best move. It never plays a move that hardly anybody plays
/// and that loses much.
///
/// It knows the openings as people do, and so uses no [book](reversi_search::EngineBuilder::book) below
/// 2400. The engine needs a policy of people: see [`AnalyzeRequest::human`].
///
/// The same seed and the same analyses give the same moves on every machine. An opponent that is written in
/// the middle of a game, with the feature `serde`, continues with the same choices when it is read.
///
/// ```
/// use reversi_engine::{Engine, Game};
/// use reversi_engine::play::Opponent;
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let mut opponent = Opponent::rated(1500, 1);
/// let mut game: Game = "f5".parse()?;
/// let analysis = engine.analyze(&game.board(), opponent.request())?;
/// let mv = opponent.choose(&analysis).expect("the game is not over");
/// game.play(mv)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    rating: u32,
    rng: Rng,
}

impl Opponent {
    /// The ratings of opponents. The median of people who play many tournament games is 1500.
    pub const RATINGS: RangeInclusive<u32> = HumanMoves::RATINGS;

    /// Makes an opponent of this rating, or of the nearest one of [`RATINGS`](Self::RATINGS), for one game or
    /// more. The seed decides its choices.
    pub fn rated(rating: u32, seed: u64) -> Opponent {
        let (least, most) = Opponent::RATINGS.into_inner();
        Opponent { rating: rating.clamp(least, most), rng: Rng::with_seed(seed) }
    }

    /// Makes an opponent with the [rating](Strength::rating) of a strength.
    pub fn new(strength: Strength, seed: u64) -> Opponent {
        Opponent::rated(strength.rating(), seed)
    }

    /// Returns the seed with which a new opponent continues like this one: its state in the middle of a game.
    ///
    /// ```
    /// use reversi_engine::play::Opponent;
    ///
    /// let opponent = Opponent::rated(1350, 7);
    /// assert_eq!(Opponent::rated(opponent.rating(), opponent.seed()), opponent);
    /// ```
    pub fn seed(&self) -> u64 {
        self.rng.get_seed()
    }

    /// Returns the rating.
    pub fn rating(&self) -> u32 {
        self.rating
    }

    /// Returns the strength that has this rating, if there is one.
    ///
    /// ```
    /// use reversi_engine::play::{Opponent, Strength};
    ///
    /// assert_eq!(Opponent::new(Strength::Club, 7).strength(), Some(Strength::Club));
    /// assert_eq!(Opponent::rated(1401, 7).strength(), None);
    /// ```
    pub fn strength(&self) -> Option<Strength> {
        Strength::ALL.iter().copied().find(|strength| strength.rating() == self.rating)
    }

    /// Returns the level of its searches, which are at 100 %.
    pub fn level(&self) -> Level {
        model(self.rating).0
    }

    /// Returns the request of the analysis to choose from. Limits, a clock and a stop signal can be added.
    pub fn request(&self) -> AnalyzeRequest {
        let (level, lines, mistakes) = model(self.rating);
        // Without selectivity the values depend on no earlier search, so a seed is worth the same moves.
        let request = AnalyzeRequest::level(level).selectivity(Selectivity::P100).lines(lines);
        match mistakes {
            Some(_) => request.human(self.rating).book(BookUse::Never),
            None => request.book(BookUse::Always),
        }
    }

    /// Chooses a move of an analysis, a pass if it is forced. Returns `None` if the game is over.
    ///
    /// It chooses among the lines of the analysis. An analysis by [`request`](Self::request) has a line for
    /// each move that it may choose.
    pub fn choose(&mut self, analysis: &Analysis) -> Option<Move> {
        let weights = self.weights(analysis);
        let total: u64 = weights.iter().map(|&(weight, _)| weight).sum();
        if weights.len() < 2 {
            return weights.first().map(|&(_, mv)| mv); // without a draw from the seed
        }
        let drawn = self.rng.u64(..total); // with usize, 32-bit machines would draw another number
        let mut below = 0;
        let mut chosen = weights.into_iter().skip_while(|&(weight, _)| {
            below += weight;
            below <= drawn
        });
        chosen.next().map(|(_, mv)| mv)
    }

    /// Returns the chance of each move that the opponent may choose, the likeliest first.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine};
    /// use reversi_engine::play::Opponent;
    ///
    /// let opponent = Opponent::rated(1500, 1);
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let analysis = engine.analyze(&Board::START.play("f5".parse()?), opponent.request())?;
    /// for (mv, chance) in opponent.chances(&analysis) {
    ///     println!("{mv}: {:.0} %", 100.0 * chance);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chances(&self, analysis: &Analysis) -> Vec<(Move, f64)> {
        let weights = self.weights(analysis);
        let total: u64 = weights.iter().map(|&(weight, _)| weight).sum();
        weights.into_iter().map(|(weight, mv)| (mv, weight as f64 / total as f64)).collect()
    }

    /// Returns the time that a person would think about a choice from this analysis, 2.5 seconds at most:
    /// short for a forced move, longer the more moves there are and the less people agree on one. A user
    /// interface waits this long before it shows the move.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{Board, Engine};
    /// use reversi_engine::play::Opponent;
    ///
    /// let opponent = Opponent::rated(1500, 1);
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let analysis = engine.analyze(&Board::START, opponent.request())?;
    /// assert!(opponent.pause(&analysis) <= Duration::from_millis(2500));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pause(&self, analysis: &Analysis) -> Duration {
        let moves = analysis.board().legal_moves().len();
        if moves < 2 {
            return Duration::from_millis(SHORTEST_PAUSE);
        }
        // The chance that two people choose different moves.
        let spread = analysis
            .human()
            .map_or(0.5, |human| 1.0 - human.moves.iter().map(|each| each.chance * each.chance).sum::<f64>());
        let by_spread = (1500.0 * spread.clamp(0.0, 1.0)).round() as u64;
        Duration::from_millis(SHORTEST_PAUSE + 200 + by_spread + 25 * u64::from(moves.min(20)))
    }

    /// The moves that it may choose, the likeliest first, each with a weight in proportion to its chance.
    pub(crate) fn weights(&self, analysis: &Analysis) -> Vec<(u64, Move)> {
        let Some(mistakes) = self.mistakes() else {
            return analysis.best_move().map(|mv| (BEST, mv)).into_iter().collect();
        };
        let choice = |line: &Line| {
            let (mv, score) = (line.best_move()?, line.value().score()?);
            // Without a policy all moves are alike.
            let chance = analysis.human().map_or(1.0, |human| human.chance(mv));
            let turned = mv.square().map_or(0, |square| analysis.board().flips(square).len());
            Some(Choice { mv, score, chance, turned })
        };
        weights(mistakes, &analysis.lines().iter().filter_map(choice).collect::<Vec<_>>())
    }

    /// The mistakes of the opponent, if it makes any.
    pub(crate) fn mistakes(&self) -> Option<Mistakes> {
        model(self.rating).2
    }
}

surface! {
    /// The opponent of a person.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct OpponentOptions as OPPONENT:
        "How a human-like opponent chooses: it has either a strength or a rating.", not ("strength", "rating")
    {
        /// The name of the rating.
        pub strength: Option<Strength> as "strength": Kind::Names("Strength", STRENGTHS), or "a rating";
        /// The strength of its play. 1500 is the median of people who play many tournament games, and 2400
        /// makes no mistakes.
        pub rating: Option<u32> as "rating": Kind::Whole { least: 400, most: 2400 }, or "a strength";
        /// The seed of the mistakes: the same seed and the same boards give the same moves.
        pub seed: Seed as "seed": Kind::Seed;
    }
}

impl From<&Opponent> for OpponentOptions {
    fn from(opponent: &Opponent) -> OpponentOptions {
        let (strength, rating) = match opponent.strength() {
            Some(strength) => (Some(strength), None),
            None => (None, Some(opponent.rating())),
        };
        OpponentOptions { strength, rating, seed: Seed(opponent.seed()) }
    }
}

impl OpponentOptions {
    /// Makes the opponent.
    ///
    /// # Errors
    /// [`FieldError`] for a rating that is out of its range, and if not exactly one of strength and
    /// rating is given.
    pub fn opponent(&self) -> Result<Opponent, FieldError> {
        self.check()?;
        let missing = || {
            let expected = "a name, unless there is a rating".into();
            FieldError::new("strength", FieldErrorKind::Missing { expected })
        };
        let rating = self.rating.or(self.strength.map(Strength::rating)).ok_or_else(missing)?;
        Ok(Opponent::rated(rating, self.seed.0))
    }
}

/// Writes the name of its strength, or the number of its rating: `club`, `1350`.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.strength() {
            Some(strength) => strength.fmt(f),
            None => self.rating.fmt(f),
        }
    }
}

/// The time of a forced move in milliseconds.
const SHORTEST_PAUSE: u64 = 300;
/// The opponent never plays a move if the likeliest one is more likely by this many halvings.
const HALVINGS: u64 = 7;
/// It never plays a move that fewer than one in a hundred people choose ...
const RARE: f64 = 0.01;
/// ... and that loses more than this many discs.
const MUCH: i32 = 8;

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// A move that an opponent may choose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    /// The score that the search finds.
    pub(crate) score: i32,
    /// The chance that people choose it, with four decimals.
    pub(crate) chance: f64,
    /// The discs that it turns.
    pub(crate) turned: u32,
}

/// Returns whether [`weights`] looks at scores where people choose the moves with these chances.
pub(crate) fn needs_scores(mistakes: Mistakes, chances: &[f64]) -> bool {
    mistakes.disc != 0 || mistakes.corner != 0 || chances.iter().any(|&chance| chance < RARE)
}

/// The moves that an opponent with these mistakes may choose, the likeliest first, each with a weight in
/// proportion to its chance.
pub(crate) fn weights(mistakes: Mistakes, choices: &[Choice]) -> Vec<(u64, Move)> {
    let Some(most) = choices.iter().map(|choice| choice.score).max() else { return Vec::new() };
    let appeal = |choice| appeal(mistakes, most, choice);
    let mut moves: Vec<(i64, Move)> = choices.iter().filter_map(appeal).collect();
    // The order of equal moves must not depend on the search.
    moves.sort_unstable_by_key(|&(appeal, mv)| (Reverse(appeal), mv));
    let Some(&(best, _)) = moves.first() else { return Vec::new() };
    let weight = |(appeal, mv)| (weight((best - appeal) as u64, BIT as u64, HALVINGS), mv);
    moves.into_iter().map(weight).filter(|&(weight, _)| weight > 0).collect()
}

/// The appeal of a move, in the units of [`BIT`], and the move, or `None` if it is never played.
fn appeal(mistakes: Mistakes, most: i32, choice: &Choice) -> Option<(i64, Move)> {
    let &Choice { mv, score, chance, turned } = choice;
    if chance < RARE && most - score > MUCH {
        return None;
    }
    let is_best_corner = score == most && mv.square().is_some_and(|square| CORNERS.contains(square));
    let appeal = mistakes.share * logarithm(chance) / BIT
        + mistakes.disc * i64::from(score)
        + mistakes.greed * i64::from(turned)
        + if is_best_corner { mistakes.corner } else { 0 };
    Some((appeal, mv))
}

/// The logarithm of a chance to the base 2, on straight lines between its powers, plus some number: the
/// inverse of [`weight`].
fn logarithm(chance: f64) -> i64 {
    let steps = (2e4 * chance).round() as u64 + 1; // chances have four decimals, and none is 0 here
    let whole = steps.ilog2();
    i64::from(whole) * BIT + (((steps * BIT as u64) >> whole) as i64 - BIT)
}

const BEST: u64 = 1 << 32;

/// Returns the weight of a move that is worse than the best one by `loss`: half the weight for each
/// `halving`, on straight lines between. From `most` halvings on it is 0. Integers make it the same on every
/// machine.
pub(super) fn weight(loss: u64, halving: u64, most: u64) -> u64 {
    let (halvings, rest) = (loss / halving, loss % halving);
    if halvings >= most { 0 } else { (BEST - BEST / 2 * rest / halving) >> halvings }
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::{Board, Square};
    use reversi_fields::{DynValue, read};
    use reversi_search::{Selectivity, Value};

    use super::*;

    #[test]
    fn a_worse_move_is_less_likely_and_a_much_worse_one_is_never_played() {
        for halving in 1..=24 {
            let weights: Vec<u64> = (0..=4 * halving).map(|loss| weight(loss, halving, 4)).collect();
            assert!(weights.windows(2).all(|pair| pair[0] > pair[1]), "{halving}");
            assert!((0..4).all(|i| weight(i * halving, halving, 4) == 1 << (32 - i)));
            assert_eq!((weight(4 * halving, halving, 4), weight(1000, halving, 4)), (0, 0));
            assert_eq!(weight(4 * halving, halving, 5), 1 << 28);
        }
    }

    /// A strength is a name of a rating, and one of them is needed.
    #[test]
    fn an_opponent_has_either_a_strength_or_a_rating() {
        let of = |strength, rating| OpponentOptions { strength, rating, seed: Seed(7) };
        let club = Some(Strength::Club);
        for (options, written) in [
            (of(club, None), of(club, None)),
            (of(None, Some(1350)), of(None, Some(1350))),
            (of(None, Some(Strength::Club.rating())), of(club, None)),
        ] {
            let opponent = options.opponent().unwrap();
            assert_eq!(OpponentOptions::from(&opponent), written);
            let DynValue::Object(fields) = written.to_plain() else { unreachable!() };
            let read: OpponentOptions = read(fields).unwrap();
            assert_eq!(read.opponent(), Ok(opponent));
        }
        for (options, message) in [
            (of(None, None), "strength is missing: it must be a name, unless there is a rating"),
            (of(club, Some(1500)), "rating must not be given together with strength"),
            (of(None, Some(2401)), "rating must be 400 to 2400, not 2401"),
            (of(None, Some(399)), "rating must be 400 to 2400, not 399"),
        ] {
            assert_eq!(options.opponent().unwrap_err().to_string(), message);
        }
        let range = matches!(OPPONENT.fields[1].kind, Kind::Whole { least: 400, most: 2400 });
        assert!(range && Opponent::RATINGS == (400..=2400));
    }

    /// An analysis of the [`board`]: scores and chances of its moves.
    fn analysis(moves: &[(Square, i32, f64)]) -> Analysis {
        let board = board();
        let line = |&(square, score, _): &(Square, i32, f64)| {
            let value = Value::Estimate { score, depth: 5, selectivity: Selectivity::P73 };
            Line::new(&board, value, [square.into()]).unwrap()
        };
        let human =
            HumanMoves::of(1500, moves.iter().map(|&(square, _, chance)| (square.into(), chance as f32)));
        let mut lines: Vec<Line> = moves.iter().map(line).collect();
        lines.sort_by_key(|line| Reverse(line.value().score()));
        Analysis::new(&board, lines).unwrap().with_human(Some(human)).unwrap()
    }

    /// The legal moves A1, H1 and G4 turn 1, 1 and 3 discs.
    fn board() -> Board {
        let empty = "-".repeat(8);
        format!("-OX--XO-{empty}{empty}--XOOO--{} X", empty.repeat(4)).parse().unwrap()
    }

    fn chance(rating: u32, moves: &[(Square, i32, f64)], square: Square) -> f64 {
        let chances = Opponent::rated(rating, 1).chances(&analysis(moves));
        chances.iter().find(|(mv, _)| *mv == square.into()).map_or(0.0, |(_, chance)| *chance)
    }

    #[test]
    fn a_person_of_1000_plays_as_people_do() {
        let moves = [(Square::A1, 0, 0.5), (Square::H1, 1, 0.2), (Square::G4, 0, 0.3)];
        for (square, _, expected) in moves {
            let bonus = if square == Square::H1 { 1.9 } else { 1.0 };
            let found = chance(1000, &moves, square);
            assert!((found - expected * bonus / 1.18).abs() < 0.05, "{square}: {found}");
        }
    }

    #[test]
    fn the_search_counts_more_the_higher_the_rating_is() {
        let moves = [(Square::A1, -3, 0.6), (Square::H1, -3, 0.1), (Square::G4, 0, 0.3)];
        let found: Vec<f64> =
            (400..=2400).step_by(200).map(|rating| chance(rating, &moves, Square::G4)).collect();
        assert!(found[2..].is_sorted() && found[2] < 0.35 && found[5] < 0.6, "{found:?}");
        assert!(found[9] > 0.95 && found[10] == 1.0, "{found:?}");
    }

    /// G4 turns three discs.
    #[test]
    fn a_beginner_is_greedy_and_plays_all_sorts_of_moves() {
        let alike = [(Square::A1, 0, 0.34), (Square::H1, 0, 0.33), (Square::G4, -1, 0.33)];
        assert!(chance(400, &alike, Square::G4) > 0.37);
        assert!(chance(800, &alike, Square::G4) < 0.33);
        let rare = [(Square::A1, 0, 0.49), (Square::H1, 0, 0.49), (Square::G4, -1, 0.02)];
        assert!(chance(400, &rare, Square::G4) > 0.1 && chance(800, &rare, Square::G4) < 0.03);
    }

    #[test]
    fn nonsense_is_never_played() {
        for rating in (400..=2200).step_by(200) {
            let nonsense = [(Square::A1, 9, 0.7), (Square::H1, 9, 0.2911), (Square::G4, 0, 0.0089)];
            assert_eq!(chance(rating, &nonsense, Square::G4), 0.0, "{rating}");
        }
        let usual = [(Square::A1, 9, 0.7), (Square::H1, 9, 0.29), (Square::G4, 0, 0.01)];
        let harmless = [(Square::A1, 8, 0.7), (Square::H1, 8, 0.2911), (Square::G4, 0, 0.0089)];
        assert!(chance(400, &usual, Square::G4) > 0.0 && chance(400, &harmless, Square::G4) > 0.0);
    }

    /// As seldom as people: see `test-opponents` of `reversi-train`.
    #[test]
    fn a_corner_that_is_best_is_rarely_left() {
        let moves = |corner: i32| [(Square::A1, corner, 0.5), (Square::H1, -9, 0.05), (Square::G4, 0, 0.45)];
        let (best, worse) = (chance(1000, &moves(1), Square::A1), chance(1000, &moves(-1), Square::A1));
        assert!(best > 0.6 && worse < 0.5, "{best} {worse}");
    }

    #[test]
    fn logarithms_are_the_inverse_of_weights() {
        for steps in 1..=10_000_u64 {
            let chance = steps as f64 / 1e4;
            let found = weight((logarithm(1.0) - logarithm(chance)) as u64, BIT as u64, 32);
            let expected = (2.0 * steps as f64 + 1.0) / 20_001.0;
            assert!((found as f64 / BEST as f64 / expected - 1.0).abs() < 0.13, "{chance}");
        }
    }

    #[test]
    fn a_pause_is_longer_where_people_disagree() {
        let opponent = Opponent::rated(1500, 1);
        let pause = |chances: [f64; 3]| {
            let squares = [Square::A1, Square::H1, Square::G4];
            let moves: Vec<_> =
                squares.into_iter().zip(chances).map(|(square, chance)| (square, 0, chance)).collect();
            opponent.pause(&analysis(&moves)).as_millis()
        };
        assert_eq!(pause([1.0, 0.0, 0.0]), 300 + 200 + 75);
        assert_eq!(pause([0.5, 0.5, 0.0]), 300 + 200 + 75 + 750);
        assert!(pause([0.34, 0.33, 0.33]) > pause([0.5, 0.5, 0.0]));
    }
}
