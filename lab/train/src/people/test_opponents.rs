//! The command `test-opponents`.

use std::ops::RangeInclusive;

use anyhow::{Context as _, Result, ensure};
use fastrand::Rng;
use reversi_bitboard::{Bitboard, Move, Square};
use reversi_engine::play::Opponent;
use reversi_engine::search::BookUse;
use reversi_engine::{AnalyzeRequest, Engine, Level};
use reversi_eval::Weights;
use reversi_eval::human::HumanPolicy;

use super::agreement::{Agreement, Tested};
use super::games::Played;
use super::positions::{Choice, Choices, Counted};
use super::ratings::{RatedGames, Ratings};
use super::train_policy::{NO_YEAR, of_years};
use crate::chances::least;
use crate::parallel;

/// Compares opponents with people of their rating at the same positions of games between people.
///
/// Prints what a move loses by a search at a level, how often corners that win are not taken, and how often
/// opponents and plain levels choose what people of a rating have played. Of each game it takes one
/// position for each of these. An opponent counts by the chances of all its moves. Forced moves and the
/// first move of a game do not count.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    rated: RatedGames,
    /// Years of the positions.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range)]
    years: RangeInclusive<u32>,
    /// Ratings. People count who are within 100 of one.
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1000, 1200, 1400, 1600, 1800])]
    ratings: Vec<u32>,
    /// Ratings of people whose moves are compared with the policy and with plain levels.
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1500])]
    agreement: Vec<u32>,
    /// Years of which every fourth game, which the policy has not seen, fits the mistakes of each rating.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range)]
    held_out: Option<RangeInclusive<u32>>,
    /// The most positions of a rating, for losses and for corners each.
    #[arg(long, value_name = "N", default_value_t = 400)]
    positions: usize,
    /// The most positions for the agreement.
    #[arg(long, value_name = "N", default_value_t = 4000)]
    agreement_positions: usize,
    /// Plain levels.
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', default_values_t = [1, 2, 4, 6, 8, 10])]
    levels: Vec<u32>,
}

/// The level that judges moves.
const JUDGE: u32 = 8;
/// A move that loses so many discs is a blunder.
const BLUNDER: i32 = 8;
/// A corner wins if it is better than all other moves by so many discs.
const WON: i32 = 4;

pub(crate) fn run(args: &Args) -> Result<()> {
    ensure!(args.ratings.iter().chain(&args.agreement).all(|rating| Opponent::RATINGS.contains(rating)));
    let games = args.rated.sources.read()?;
    let ratings = Ratings::fitted(&of_years(&games, &args.rated.fit, &NO_YEAR, false), &args.rated.assumed);
    if let Some(years) = &args.held_out {
        return fitted(args, &of_years(&games, &args.rated.fit, years, true), &ratings);
    }
    let sample = of_years(&games, &args.years, &NO_YEAR, false);
    ensure!(!sample.is_empty(), "no games of these years");
    let choices = Choices::of(&sample, &ratings, &Weights::small()?, Counted::Chosen, |_, _| true);
    let judge = Level::new(JUDGE)?;
    println!("| Rating | Positions | People: loss | blunders (%) | Opponent: loss | blunders (%) |");
    println!("|--:|--:|--:|--:|--:|--:|");
    for &rating in &args.ratings {
        let in_the_middle = |choice: &Choice| (10..50).contains(&choice.board.empties().len());
        let sample = of_rating(&choices, rating, args.positions, in_the_middle);
        let judged = judged(&sample, rating, judge)?;
        let share = |of: &dyn Fn(&Judged) -> f64| Mean::of(judged.iter().map(of));
        let blunders = |loss: &i32| f64::from(u8::from(*loss >= BLUNDER));
        println!(
            "| {rating} | {} | {} | {:.1} | {} | {:.1} |",
            judged.len(),
            share(&|judged| f64::from(judged.losses[judged.played])),
            100.0 * share(&|judged| blunders(&judged.losses[judged.played])).mean,
            share(&|judged| judged.expected(|loss| f64::from(*loss))),
            100.0 * share(&|judged| judged.expected(blunders)).mean,
        );
    }
    println!(
        "\n| Rating | Corners that win | People leave (%) | The opponent leaves (%) |\n|--:|--:|--:|--:|"
    );
    for &rating in &args.ratings {
        let has_corner = |choice: &Choice| !(choice.board.legal_moves() & CORNERS).is_empty();
        let mut judged = judged(&of_rating(&choices, rating, args.positions, has_corner), rating, judge)?;
        judged.retain(Judged::corner_wins);
        let left = |of: &dyn Fn(&Judged) -> f64| Mean::of(judged.iter().map(of)).percent();
        println!(
            "| {rating} | {} | {} | {} |",
            judged.len(),
            left(&|judged| f64::from(u8::from(!judged.corners[judged.played]))),
            left(&Judged::leaves_corner),
        );
    }
    args.agreement.iter().try_for_each(|&rating| agreement(args, rating, &choices))
}

/// A move as an opponent sees it: the chance by the policy, the discs by which it is worse than the best,
/// and whether it is a corner that is best.
type Seen = (f64, i32, bool);

/// Prints the mistakes of each rating under which the moves of people are likeliest, by the searches of its
/// opponent.
fn fitted(args: &Args, games: &[&Played], ratings: &Ratings) -> Result<()> {
    let choices = Choices::of(games, ratings, &Weights::small()?, Counted::Chosen, |_, _| true);
    println!(
        "| Rating | Positions | Share | Disc | Corner | Log-likelihood | Of the policy | Of the opponent |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|");
    for &rating in &args.ratings {
        let near = choices.all.iter().filter(|choice| choice.rating.abs_diff(rating) <= 100);
        let mut sample: Vec<Choice> = near.cloned().collect();
        Rng::with_seed(1).shuffle(&mut sample);
        sample.truncate(args.agreement_positions);
        let opponent = Opponent::rated(rating, 1);
        let found = parallel::of_all(&sample, 8, |engine, choice| {
            let analysis = engine.analyze(&choice.board, opponent.request().lines(usize::MAX))?;
            let human = analysis.human().context("no policy")?;
            let best = analysis.value().score().context("no score")?;
            let seen = |square: Square| -> Result<Seen> {
                let mv = Move::from(square);
                let line = analysis.lines().iter().find(|line| line.best_move() == Some(mv));
                let loss = best - line.and_then(|line| line.value().score()).context("no score")?;
                Ok((human.chance(mv).max(5e-5), loss, loss == 0 && CORNERS.contains(square)))
            };
            let moves: Vec<Seen> = choice.board.legal_moves().into_iter().map(seen).collect::<Result<_>>()?;
            let of_opponent = opponent.chances(&analysis);
            let played = Move::from(choice.square());
            let played = of_opponent.iter().find(|(mv, _)| *mv == played).map_or(0.0, |&(_, chance)| chance);
            Ok((moves, usize::from(choice.played), played))
        })?;
        let surprise = |&[share, disc, corner]: &[f64; 3]| {
            let of = |(moves, played, _): &(Vec<Seen>, usize, f64)| {
                let power = |&(chance, loss, is_corner): &Seen| {
                    (share * chance.log2() - disc * f64::from(loss) + corner * f64::from(u8::from(is_corner)))
                        .exp2()
                };
                -(power(&moves[*played]) / moves.iter().map(power).sum::<f64>()).max(0.001).ln()
            };
            found.iter().map(of).sum::<f64>() / found.len() as f64
        };
        let best = least(surprise, [0.8, 0.1, 0.0], [0.1, 0.05, 0.2]);
        let of_opponent =
            found.iter().map(|(.., played)| played.max(0.001).ln()).sum::<f64>() / found.len() as f64;
        println!(
            "| {rating} | {} | {:.3} | {:.3} | {:.3} | {:.4} | {:.4} | {of_opponent:.4} |",
            found.len(),
            best[0],
            best[1],
            best[2],
            -surprise(&best),
            -surprise(&[1.0, 0.0, 0.0]),
        );
    }
    Ok(())
}

/// How often opponents, the policy and plain levels choose what people have played.
fn agreement(args: &Args, rating: u32, choices: &Choices) -> Result<()> {
    let sample = of_rating(choices, rating, args.agreement_positions, |_| true);
    println!(
        "\n| People of {} to {} | Positions | First choice (%) | Within three (%) | Log-likelihood |",
        rating - 100,
        rating + 100
    );
    println!("|---|--:|--:|--:|--:|");
    let opponent = Opponent::rated(rating, 1);
    let chances = parallel::of_all(&sample, 8, |engine, choice| opponent_chances(engine, &opponent, choice))?;
    let policy = HumanPolicy::embedded()?;
    let of_policy = |choice: &Choice| {
        let mut chances = policy.probabilities(&choice.board, rating);
        chances.sort_unstable_by_key(|&(mv, _)| mv);
        chances.into_iter().map(|(_, chance)| chance.into()).collect()
    };
    let by_policy: Vec<Vec<f64>> = sample.iter().map(of_policy).collect();
    let tested = |(choice, chances): (&Choice, &Vec<f64>)| Tested {
        // What it never plays must not be all that counts.
        chances: chances.iter().map(|&chance| chance.max(0.001) as f32).collect(),
        agreeing: choice.agreeing,
        game: choice.game,
    };
    for (name, chances) in [("policy", &by_policy), ("opponent", &chances)] {
        let of: Vec<Tested> = sample.iter().zip(chances).map(tested).collect();
        println!("| the {name}'s likeliest move | {}", Agreement::of(&of));
    }
    let played = sample.iter().zip(&chances).map(|(choice, chances)| chances[usize::from(choice.played)]);
    println!("| the opponent, as it draws | {} | {} | | |", sample.len(), Mean::of(played).percent());
    for &level in &args.levels {
        let level = Level::new(level)?;
        let right = parallel::of_all(&sample, 8, |engine, choice| {
            let analysis =
                engine.analyze(&choice.board, AnalyzeRequest::level(level).book(BookUse::Never))?;
            Ok(f64::from(u8::from(analysis.best_move() == Some(choice.square().into()))))
        })?;
        println!("| level {level} | {} | {} | | |", sample.len(), Mean::of(right.into_iter()).percent());
    }
    Ok(())
}

/// One position of each game where one of the rating chose, as many as wanted, in random order.
fn of_rating(
    choices: &Choices,
    rating: u32,
    most: usize,
    is_wanted: impl Fn(&Choice) -> bool,
) -> Vec<Choice> {
    let mut rng = Rng::with_seed(1);
    let mut sample = Vec::new();
    for game in choices.all.chunk_by(|a, b| a.game == b.game) {
        let wanted = game.iter().filter(|choice| choice.rating.abs_diff(rating) <= 100 && is_wanted(choice));
        let wanted: Vec<&Choice> = wanted.collect();
        if !wanted.is_empty() {
            sample.push(wanted[rng.usize(..wanted.len())].clone());
        }
    }
    rng.shuffle(&mut sample);
    sample.truncate(most);
    sample
}

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// The moves of a position, in the order of the squares.
struct Judged {
    /// What each loses in discs.
    losses: Vec<i32>,
    corners: Vec<bool>,
    /// How likely the opponent is to choose it.
    chances: Vec<f64>,
    played: usize,
}

impl Judged {
    /// The mean of something over the moves of the opponent.
    fn expected(&self, of: impl Fn(&i32) -> f64) -> f64 {
        self.losses.iter().zip(&self.chances).map(|(loss, chance)| of(loss) * chance).sum()
    }

    /// Whether a corner is much better than all other moves.
    fn corner_wins(&self) -> bool {
        let best = |corner: bool| {
            let moves = self.losses.iter().zip(&self.corners);
            moves.filter(|&(_, &is_corner)| is_corner == corner).map(|(&loss, _)| loss).min()
        };
        best(true) == Some(0) && best(false).is_some_and(|loss| loss >= WON)
    }

    fn leaves_corner(&self) -> f64 {
        let moves = self.chances.iter().zip(&self.corners);
        moves.filter(|&(_, &is_corner)| !is_corner).map(|(chance, _)| chance).sum()
    }
}

/// The positions, with the chances of the opponent of this rating.
fn judged(sample: &[Choice], rating: u32, judge: Level) -> Result<Vec<Judged>> {
    let opponent = Opponent::rated(rating, 1);
    parallel::of_all(sample, 8, |engine, choice| {
        let chances = opponent_chances(engine, &opponent, choice)?;
        engine.clear_hash();
        let request = AnalyzeRequest::level(judge).lines(usize::MAX).book(BookUse::Never);
        let analysis = engine.analyze(&choice.board, request)?;
        let score = |mv: Option<Move>| {
            let line = analysis.lines().iter().find(|line| line.best_move() == mv);
            line.and_then(|line| line.value().score()).context("a move without a score")
        };
        let best = score(analysis.best_move())?;
        let loss = |&square: &Square| Ok(best - score(Some(square.into()))?);
        let squares: Vec<Square> = choice.board.legal_moves().into_iter().collect();
        Ok(Judged {
            losses: squares.iter().map(loss).collect::<Result<_>>()?,
            corners: squares.iter().map(|&square| CORNERS.contains(square)).collect(),
            chances,
            played: choice.played.into(),
        })
    })
}

/// How likely an opponent is to choose each move, in the order of the squares.
fn opponent_chances(engine: &mut Engine, opponent: &Opponent, choice: &Choice) -> Result<Vec<f64>> {
    let analysis = engine.analyze(&choice.board, opponent.request())?;
    let chances = opponent.chances(&analysis);
    let chance = |square: Square| chances.iter().find(|(mv, _)| *mv == square.into()).map_or(0.0, |of| of.1);
    Ok(choice.board.legal_moves().into_iter().map(chance).collect())
}

/// A mean with its error (95 %).
struct Mean {
    mean: f64,
    error: f64,
}

impl Mean {
    fn of(values: impl Iterator<Item = f64>) -> Mean {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for value in values {
            (count, sum, squares) = (count + 1.0, sum + value, squares + value * value);
        }
        let mean = sum / f64::max(count, 1.0);
        let variance = f64::max(squares / f64::max(count, 1.0) - mean * mean, 0.0);
        Mean { mean, error: 1.96 * (variance / f64::max(count, 1.0)).sqrt() }
    }

    fn percent(&self) -> String {
        format!("{:.1} ± {:.1}", 100.0 * self.mean, 100.0 * self.error)
    }
}

/// In discs.
impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2} ± {:.2}", self.mean, self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_win_if_all_else_is_much_worse() {
        let of = |losses: &[i32], corners: &[bool]| Judged {
            losses: losses.to_vec(),
            corners: corners.to_vec(),
            chances: vec![0.5, 0.25, 0.25],
            played: 0,
        };
        let won = of(&[0, 4, 20], &[true, false, false]);
        assert!(won.corner_wins() && won.leaves_corner() == 0.5);
        assert_eq!(won.expected(|loss| f64::from(*loss)), 6.0);
        assert!(!of(&[0, 3, 20], &[true, false, false]).corner_wins(), "not by much");
        assert!(!of(&[4, 0, 9], &[true, false, false]).corner_wins(), "not the best");
        assert!(of(&[0, 0, 9], &[true, true, false]).corner_wins(), "either corner");
        assert!(!of(&[0, 0, 9], &[true, true, true]).corner_wins(), "nothing else");
    }

    #[test]
    fn means_have_errors() {
        let mean = Mean::of([0.0, 1.0, 0.0, 1.0].into_iter());
        assert_eq!((mean.to_string(), mean.percent()), ("0.50 ± 0.49".to_owned(), "50.0 ± 49.0".to_owned()));
        assert_eq!(Mean::of(std::iter::empty()).to_string(), "0.00 ± 0.00");
    }
}
