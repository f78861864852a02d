//! The command `rated-games`.

use anyhow::{Context as _, Result};
use fastrand::Rng;
use reversi_bitboard::{Color, Game, Move};
use reversi_engine::play::{Opponent, Review};
use reversi_engine::search::BookUse;
use reversi_engine::{AnalyzeRequest, Engine, Level};
use reversi_eval::HumanRating;

use crate::parallel;

/// Rates opponents by reviews of their games, and prints what their moves lose.
///
/// Opponents play against others of their rating, and of 200 points less and more. The losses are those that
/// rate a side beside its choices: of moves with a choice, at 50 empties or fewer, of 10 discs at most.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games of opponents of each rating.
    #[arg(long, value_name = "N", default_value_t = 60)]
    of_each: usize,
    /// Games that are rated together.
    #[arg(long, value_name = "N", default_value_t = 10)]
    together: usize,
    /// The level of the reviews.
    #[arg(long, value_name = "LEVEL", default_value_t = 14)]
    level: u32,
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The ratings of opponents.
const OPPONENTS: std::ops::RangeInclusive<u32> = 400..=2400;
const STEP: usize = 200;

/// A side of a game that was reviewed.
struct Side {
    opponent: u32,
    rating: HumanRating,
    losses: Vec<f64>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut rng = Rng::with_seed(args.seed);
    let mut pairs = Vec::new();
    for own in OPPONENTS.step_by(STEP) {
        for i in 0..args.of_each {
            let other = (own as i32 + [-200, 0, 200][i % 3]).clamp(400, 2400) as u32;
            let sides = if i % 2 == 0 { [own, other] } else { [other, own] };
            pairs.push((sides, rng.u64(..)));
        }
    }
    let level = Level::new(args.level)?;
    let reviewed =
        parallel::of_all(&pairs, 1, |engine, &(sides, seed)| reviewed(engine, sides, seed, level))?;
    let sides: Vec<Side> = reviewed.into_iter().flatten().collect();
    println!(
        "| Opponent | Moves | Mean loss | Variance | Times {} games | Mean rating | Root of mean square error | \
         Within the interval (%) | Its width |",
        args.together
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for opponent in OPPONENTS.step_by(STEP) {
        let own: Vec<&Side> = sides.iter().filter(|side| side.opponent == opponent).collect();
        let losses: Vec<f64> = own.iter().flat_map(|side| side.losses.iter().copied()).collect();
        let (loss, variance) = spread(&losses, None);
        let of = |games: &[&Side]| {
            HumanRating::together(&games.iter().map(|side| side.rating).collect::<Vec<_>>())
        };
        let found: Vec<HumanRating> = own.chunks_exact(args.together).map(of).collect();
        let ratings: Vec<f64> = found.iter().map(|found| found.rating.into()).collect();
        let within = found.iter().filter(|found| (found.low..=found.high).contains(&opponent)).count();
        let width: u32 = found.iter().map(|found| found.high - found.low).sum();
        println!(
            "| {opponent} | {} | {loss:.2} | {variance:.1} | {} | {:.0} | {:.0} | {:.0} | {:.0} |",
            losses.len(),
            found.len(),
            spread(&ratings, None).0,
            spread(&ratings, Some(opponent.into())).1.sqrt(),
            100.0 * within as f64 / found.len().max(1) as f64,
            f64::from(width) / found.len().max(1) as f64,
        );
    }
    Ok(())
}

/// The mean, and the mean of the squares around it or around another number.
fn spread(numbers: &[f64], around: Option<f64>) -> (f64, f64) {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let middle = around.unwrap_or(mean);
    (mean, numbers.iter().map(|number| (number - middle).powi(2)).sum::<f64>() / count)
}

/// Plays a game of two opponents, black first, and reviews it.
fn reviewed(engine: &mut Engine, sides: [u32; 2], seed: u64, level: Level) -> Result<[Side; 2]> {
    let game = played(engine, sides, seed)?;
    engine.clear_hash();
    let request = AnalyzeRequest::level(level).book(BookUse::Never);
    let review = Review::by(engine, &game, request)?;
    let side = |color, opponent| -> Result<Side> {
        let counted = review.moves.iter().filter(|mv| {
            mv.side() == color
                && mv.judged
                && mv.position.board.empties().len() <= HumanRating::JUDGED_EMPTIES
        });
        let loss = |mv: &reversi_engine::play::ReviewedMove| {
            let [best, own] = [mv.best_value, mv.value].map(|value| value.score().unwrap_or_default());
            f64::from((best - own).clamp(0, HumanRating::MOST_LOST as i32))
        };
        let rating = review.sides.of(color).rating.context("no policy")?;
        Ok(Side { opponent, rating, losses: counted.map(loss).collect() })
    };
    Ok([side(Color::Black, sides[0])?, side(Color::White, sides[1])?])
}

fn played(engine: &mut Engine, sides: [u32; 2], seed: u64) -> Result<Game> {
    let mut players = [0, 1].map(|i| Opponent::rated(sides[i], seed.wrapping_add(i as u64)));
    let mut game = Game::new();
    while !game.is_over() {
        if game.must_pass() {
            game.play(Move::Pass)?;
        }
        let player = &mut players[usize::from(game.side_to_move() == Color::White)];
        let analysis = engine.analyze(&game.board(), player.request().book(BookUse::Never))?;
        game.play(player.choose(&analysis).context("no move")?)?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_around_the_mean_or_another_number() {
        assert_eq!(spread(&[1.0, 3.0], None), (2.0, 1.0));
        assert_eq!(spread(&[1.0, 3.0], Some(1.0)), (2.0, 2.0));
        assert_eq!(spread(&[], None), (0.0, 0.0));
    }

    #[test]
    fn both_sides_of_a_game_are_rated() -> Result<()> {
        let mut engine = Engine::builder().hash_mib(1).build()?;
        let sides = reviewed(&mut engine, [400, 1800], 1, Level::new(6)?)?;
        assert_eq!(sides.each_ref().map(|side| side.opponent), [400, 1800]);
        let mean = |side: &Side| spread(&side.losses, None).0;
        assert!(mean(&sides[0]) > mean(&sides[1]) && sides[0].rating.rating < sides[1].rating.rating);
        assert!(sides.iter().all(|side| side.losses.len() >= 10));
        Ok(())
    }
}
