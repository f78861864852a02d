//! The command `rate-play`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use rayon::prelude::*;
use reversi_bitboard::{Board, Color, Move, Position};
use reversi_engine::{AnalyzeRequest, Engine, Level};
use reversi_eval::HumanRating;

use super::games::Played;
use super::ratings::{RatedGames, Ratings};
use super::train_policy::{NO_YEAR, TestYears, of_years, read_policy};

/// Rates people by their moves under a policy, and compares with their ratings by results.
///
/// Players with games enough in the years of the test are rated by the moves of their first games there.
/// Their ratings by results are those of the last of these years, from the results of all years.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    rated: RatedGames,
    #[command(flatten)]
    tested: TestYears,
    /// The policy.
    #[arg(long, value_name = "FILE")]
    policy: PathBuf,
    /// Leave out players with fewer games in these years.
    #[arg(long, value_name = "N", default_value_t = 20)]
    at_least: usize,
    /// Games of each player.
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1, 3, 10])]
    of_each: Vec<usize>,
    /// Rate by the losses of the moves too, searched at this level.
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let RatedGames { sources, assumed, fit } = &args.rated;
    let games = sources.read()?;
    // On the scale of the policy, which is that of the years it learnt from.
    let scale = Ratings::fitted(&of_years(&games, fit, &NO_YEAR, false), assumed).scale;
    let mut ratings = Ratings::fitted(&games.iter().collect::<Vec<_>>(), assumed);
    ratings.scale = scale;
    let policy = read_policy(&args.policy)?;
    let last = *args.tested.held_out.as_ref().unwrap_or(&args.tested.test).end() as u16;
    let tested = args.tested.games(&games, fit);
    let mut of_player: BTreeMap<u16, Vec<&Played>> = BTreeMap::new();
    for played in tested {
        of_player.entry(played.black).or_default().push(played);
        of_player.entry(played.white).or_default().push(played);
    }
    of_player.retain(|_, games| games.len() >= args.at_least);
    ensure!(!of_player.is_empty(), "no players with {} games in these years", args.at_least);
    println!(
        "\n| Games of each of {} players | Median error | Of a guess | Mean difference | Within the interval (%) | Its width | Correlation |\n\
         |---|--:|--:|--:|--:|--:|--:|",
        of_player.len()
    );
    for &count in &args.of_each {
        let rated: Vec<Rated> = of_player
            .par_iter()
            .map(|(&player, games)| {
                let games = games.iter().take(count);
                let of_game = |played: &&Played| {
                    let (count, mean) =
                        args.level.map_or((0, 0.0), |level| losses(moves(played, player), level));
                    policy.rating_with_losses(moves(played, player), count, mean)
                };
                let found = HumanRating::together(&games.map(of_game).collect::<Vec<_>>());
                let truth = ratings.of(player, last);
                Rated { truth, found: f64::from(found.rating), range: [found.low, found.high].map(f64::from) }
            })
            .collect();
        println!("| {count} | {}", report(&rated));
    }
    Ok(())
}

/// The moves of a player in a game.
fn moves(played: &Played, player: u16) -> impl Iterator<Item = (Board, Move)> {
    let own = move |side| player == if side == Color::Black { played.black } else { played.white };
    played.game.turns().filter(move |(at, _)| own(at.side)).map(|(at, mv)| (at.board, mv))
}

/// The number of moves with a choice, and their mean loss, as a review counts them.
fn losses(moves: impl Iterator<Item = (Board, Move)>, level: Level) -> (u32, f64) {
    let mut engine = Engine::builder().hash_mib(4).build().expect("there is memory for a small table");
    let mut lost = Vec::new();
    for (board, mv) in moves {
        let empties = board.empties().len();
        if !board.has_choice() || empties > HumanRating::JUDGED_EMPTIES {
            continue;
        }
        let (at, request) = (Position { board, side: Color::Black }, AnalyzeRequest::level(level));
        let found = engine.analyze_moves(at, &[mv], request, |_| ControlFlow::Continue(()));
        lost.extend(found.expect("the moves are legal").iter().map(|turn| turn.loss()));
    }
    let sum: u32 = lost.iter().map(|&loss| loss.min(HumanRating::MOST_LOST)).sum();
    (lost.len() as u32, f64::from(sum) / lost.len().max(1) as f64)
}

struct Rated {
    truth: f64,
    found: f64,
    range: [f64; 2],
}

/// The end of a row: the median of the errors, that of the best single guess for all players, and so on.
fn report(rated: &[Rated]) -> String {
    let median = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    let count = rated.len() as f64;
    let mean = |of: &dyn Fn(&Rated) -> f64| rated.iter().map(of).sum::<f64>() / count;
    let guess = median(rated.iter().map(|rated| rated.truth).collect());
    let error = median(rated.iter().map(|rated| (rated.found - rated.truth).abs()).collect());
    let of_guess = median(rated.iter().map(|rated| (rated.truth - guess).abs()).collect());
    let within =
        |rated: &Rated| f64::from(u8::from((rated.range[0]..=rated.range[1]).contains(&rated.truth)));
    let [mean_truth, mean_found] = [mean(&|rated| rated.truth), mean(&|rated| rated.found)];
    let product = mean(&|rated| (rated.truth - mean_truth) * (rated.found - mean_found));
    let spread = |of: fn(&Rated) -> f64, middle: f64| mean(&|rated| (of(rated) - middle).powi(2)).sqrt();
    let spreads = spread(|rated| rated.truth, mean_truth) * spread(|rated| rated.found, mean_found);
    format!(
        "{error:.0} | {of_guess:.0} | {:+.0} | {:.0} | {:.0} | {:.2} |",
        mean_found - mean_truth,
        100.0 * mean(&within),
        mean(&|rated| rated.range[1] - rated.range[0]),
        product / spreads.max(1e-9)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_intervals_and_correlation() {
        let of = |truth, found| Rated { truth, found, range: [found - 50.0, found + 50.0] };
        let rated = [of(1300.0, 1310.0), of(1500.0, 1560.0), of(1700.0, 1720.0)];
        assert_eq!(report(&rated), "20 | 200 | +30 | 67 | 100 | 0.99 |");
        let played = Played { year: 2011, black: 1, white: 2, score: 2, game: "f5d6c3".parse().unwrap() };
        let squares =
            |player| moves(&played, player).map(|(_, mv)| mv.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!([1, 2, 3].map(squares), ["f5 c3", "d6", ""]);
    }
}
