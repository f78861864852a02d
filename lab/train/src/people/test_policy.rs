//! The command `test-policy`.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use reversi_engine::{AnalyzeRequest, Level};
use reversi_eval::Weights;
use reversi_eval::human::HumanPolicy;

use super::agreement::{Agreement, Tested, more, tenths};
use super::positions::{Choice, Choices, Counted};
use super::ratings::{MEDIAN, RatedGames, Ratings};
use super::train_policy::{NO_YEAR, TestYears, of_years, read_policy};
use crate::parallel;

/// Reports how well a policy predicts the moves of people, alone and together with a search.
///
/// Forced moves and the first move of a game do not count without `--all-moves`. Of all positions it
/// reports the policy; of one position of each game also searches at a level, and both together: the
/// chances p^a q^(1-a), where q are the exponentials of the scores, divided by a number of discs, so that
/// they add up to 1.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    rated: RatedGames,
    #[command(flatten)]
    tested: TestYears,
    /// The policy.
    #[arg(long, value_name = "FILE")]
    policy: PathBuf,
    /// A policy that was trained without ratings, for comparison.
    #[arg(long, value_name = "FILE")]
    blind: Option<PathBuf>,
    /// Count all moves, forced ones and the first too, and mirror images of the move on the same board.
    #[arg(long)]
    all_moves: bool,
    /// Levels to search at.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    levels: Vec<u32>,
    /// Search for the best N moves alone. The others count as 2 discs worse than the last of them.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..))]
    lines: Option<u32>,
    /// Search positions of N games alone, chosen at random.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Shares of the policy in the chances of both.
    #[arg(long, value_delimiter = ',', default_values_t = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])]
    shares: Vec<f32>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let RatedGames { sources, assumed, fit } = &args.rated;
    let games = sources.read()?;
    let rated = of_years(&games, fit, args.tested.held_out.as_ref().unwrap_or(&NO_YEAR), false);
    let ratings = Ratings::fitted(&rated, assumed);
    let tested = args.tested.games(&games, fit);
    ensure!(!tested.is_empty(), "no games of these years");
    let counted = if args.all_moves { Counted::All } else { Counted::Chosen };
    let choices = Choices::of(&tested, &ratings, &Weights::small()?, counted, |_, _| true);
    let human = read_policy(&args.policy)?;
    let of = |policy: &HumanPolicy, rating: Option<u32>| -> Vec<Tested> {
        let tested = |choice: &Choice| of_policy(policy, choice, rating.unwrap_or(choice.rating));
        choices.all.iter().map(tested).collect()
    };
    let all = of(&human, None);
    let head = "| Positions | First choice (%) | Within three (%) | Log-likelihood |\n|---|--:|--:|--:|--:|";
    println!("\n| All positions of {} games {head}", tested.len());
    println!("| the policy | {}", Agreement::of(&all));
    println!("| told 1500 of everybody | {}", Agreement::of(&of(&human, Some(MEDIAN as u32))));
    if let Some(path) = &args.blind {
        let blind = of(&read_policy(path)?, Some(MEDIAN as u32));
        println!("| trained without ratings | {}", Agreement::of(&blind));
    }
    parts(&choices, &all);
    println!("\n| Chance | Moves | Stated (%) | Played (%) | Difference |\n|---|--:|--:|--:|--:|");
    for (i, (count, stated, played)) in tenths(&all).into_iter().enumerate() {
        let (from, to) = (10 * i, 10 * i + 10);
        println!("| {from} to {to} % | {count} | {stated:.1} | {played:.1} | {:+.1} |", played - stated);
    }
    if args.levels.is_empty() {
        return Ok(());
    }
    let sample = one_of_each_game(&choices, args.sample);
    let policy: Vec<Tested> = sample.iter().map(|choice| of_policy(&human, choice, choice.rating)).collect();
    println!("\n| One position of each game {head}");
    println!("| the policy | {}", Agreement::of(&policy));
    for &level in &args.levels {
        let search = searched(&sample, Level::new(level)?, args)?;
        println!("| level {level} | {}", Agreement::of(&search));
        println!("| more than level {level} | {}", more(&policy, &search));
        for &share in &args.shares {
            let both: Vec<Tested> = policy.iter().zip(&search).map(|(p, q)| blended(p, q, share)).collect();
            println!("| with level {level}, a = {share} | {}", Agreement::of(&both));
            println!("| more than level {level}, a = {share} | {}", more(&both, &search));
        }
    }
    Ok(())
}

/// What the policy says of a position.
fn of_policy(policy: &HumanPolicy, choice: &Choice, rating: u32) -> Tested {
    let chances = policy.probabilities(&choice.board, rating).into_iter().map(|(_, chance)| chance).collect();
    Tested { chances, agreeing: choice.agreeing, game: choice.game }
}

/// Parts of the positions: by empty squares and by rating.
fn parts(choices: &Choices, all: &[Tested]) {
    println!(
        "\n| | Positions | First choice (%) | Within three (%) | Log-likelihood |\n|---|--:|--:|--:|--:|"
    );
    let part = |name: String, is_in: &dyn Fn(&Choice) -> bool| {
        let part = choices.all.iter().zip(all).filter(|(choice, _)| is_in(choice));
        println!("| {name} | {}", Agreement::of(part.map(|(_, tested)| tested)));
    };
    for tens in 0..6 {
        let is_in = |choice: &Choice| choice.board.empties().len() / 10 == tens;
        part(format!("{} to {} empties", 10 * tens, 10 * tens + 9), &is_in);
    }
    for from in [0, 1200, 1300, 1400, 1500, 1600, 1700, 1800] {
        let to = if from == 0 { 1200 } else { from + 100 };
        let is_in = |choice: &Choice| (from..to).contains(&choice.rating);
        part(format!("rating {from} to {}", to - 1), &is_in);
    }
}

/// A position of each game, chosen at random, or of so many games.
fn one_of_each_game(choices: &Choices, games: Option<usize>) -> Vec<Choice> {
    let mut rng = Rng::with_seed(1);
    let of_game = choices.all.chunk_by(|a, b| a.game == b.game);
    let mut sample: Vec<Choice> = of_game.map(|game| game[rng.usize(..game.len())].clone()).collect();
    if let Some(games) = games {
        rng.shuffle(&mut sample);
        sample.truncate(games);
    }
    sample
}

/// The scale of the searches' chances, in discs: a move that loses this number is played e times as rarely.
const UNIT: f32 = 2.0;

/// The score of a move that the search left out, below that of the last one.
const WORSE: i32 = 2;

/// The chances of all moves by searches at a level.
fn searched(sample: &[Choice], level: Level, args: &Args) -> Result<Vec<Tested>> {
    parallel::of_all(sample, 8, |engine, choice| {
        let moves = choice.board.legal_moves();
        let lines = args.lines.map_or(moves.len(), |lines| lines.min(moves.len()));
        let request = AnalyzeRequest::level(level).lines(lines as usize);
        let analysis = engine.analyze(&choice.board, request)?;
        let scores =
            || analysis.lines().iter().filter_map(|line| Some((line.best_move()?, line.value().score()?)));
        let others = scores().map(|(_, score)| score).min().unwrap_or_default() - WORSE;
        let score = |square| {
            let found = scores().find(|(best, _)| *best == square);
            found.map_or(others, |(_, score)| score) as f32 / UNIT
        };
        let mut scores: Vec<f32> = moves.into_iter().map(|square| score(square.into())).collect();
        // Of equal scores the engine's own choice comes first.
        let best = moves.into_iter().position(|square| analysis.best_move() == Some(square.into()));
        scores[best.unwrap_or_default()] += 1e-3;
        let chances = reversi_eval::human::softmax(&scores);
        Ok(Tested { chances, agreeing: choice.agreeing, game: choice.game })
    })
}

/// The chances p^a q^(1-a).
fn blended(p: &Tested, q: &Tested, share: f32) -> Tested {
    let logarithm = |chance: f32| chance.max(1e-9).ln();
    let pairs = p.chances.iter().zip(&q.chances);
    let scores: Vec<f32> =
        pairs.map(|(&p, &q)| share * logarithm(p) + (1.0 - share) * logarithm(q)).collect();
    Tested { chances: reversi_eval::human::softmax(&scores), ..*p }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::games::Played;
    use crate::people::history::Assumed;

    #[test]
    fn chances_of_both_lie_between_them() {
        let of = |chances: [f32; 2]| Tested { chances: chances.to_vec(), agreeing: 2, game: 3 };
        let (p, q) = (of([0.9, 0.1]), of([0.1, 0.9]));
        let both = blended(&p, &q, 0.5);
        assert!((both.chances[0] - 0.5).abs() < 1e-6 && (both.agreeing, both.game) == (2, 3));
        assert!((blended(&p, &q, 1.0).chances[0] - 0.9).abs() < 1e-5);
        assert!(blended(&p, &q, 0.2).chances[1] > 0.5);
    }

    #[test]
    fn moves_that_are_not_searched_are_two_discs_worse_than_the_last() -> Result<()> {
        let game = |moves: &str| -> Result<Played> {
            Ok(Played { year: 2000, black: 1, white: 2, score: 2, game: moves.parse()? })
        };
        let games = [game("f5d6c3d3c4f4c5b3c2e3")?, game("f5d6c4d3c3")?, game("f5f6e6f4")?];
        let games: Vec<&Played> = games.iter().collect();
        let ratings = Ratings::fitted(&games, &Assumed::TEST);
        let last = |game: usize, i: usize| (game, i) == (0, 8) || game > 0;
        let choices = Choices::of(&games, &ratings, &Weights::small()?, Counted::Chosen, last);
        assert_eq!(one_of_each_game(&choices, None).len(), 3);
        assert_eq!(one_of_each_game(&choices, Some(2)).len(), 2);
        let args: Args = crate::parse_args(["", "games.wtb", "--policy", "p", "--lines", "3"]);
        let sample = &choices.all[..1];
        let mut chances = searched(sample, Level::of::<1>(), &args)?.swap_remove(0).chances;
        chances.sort_by(|a, b| b.total_cmp(a));
        assert!(chances.len() > 5 && chances[3..].iter().all(|&chance| chance == chances[3]), "{chances:?}");
        assert!((chances[2] / chances[3] - 1_f32.exp()).abs() < 0.01, "{chances:?}");
        Ok(())
    }
}
