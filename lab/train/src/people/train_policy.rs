//! The command `train-policy`.

use std::fs;
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use reversi_eval::Weights;
use reversi_eval::human::{HumanPolicy, ROWS};
use serde::Serialize;
use serde_json::json;

use super::games::Played;
use super::learner::Learner;
use super::positions::{Choices, Counted};
use super::ratings::{RatedGames, Ratings};
use crate::manifest;

/// Trains the policy of people on the moves of tournament games.
///
/// Positions come in random order, one after the other. Training goes on where it stopped or was killed,
/// from the file `FILE.state` beside the policy: run the same command again.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    #[command(flatten)]
    #[serde(flatten)]
    rated: RatedGames,
    /// Years of which every fourth game is left out, for `test-policy --held-out`.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2009..2010")]
    held_out: RangeInclusive<u32>,
    /// Learn from every Nth game alone.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// How often each position is seen.
    #[arg(long, value_name = "N", default_value_t = 1)]
    epochs: usize,
    /// Learning rate of the rows at the start. It falls to 0 along a straight line.
    #[arg(long, default_value_t = 0.03)]
    rows_rate: f32,
    /// Learning rate of the layers at the start.
    #[arg(long, default_value_t = 0.003)]
    head_rate: f32,
    /// Rows learn that so many moves of one position in four have.
    #[arg(long, value_name = "N", default_value_t = 20)]
    least: u32,
    /// Take all players for those of the median, for comparison.
    #[arg(long)]
    blind: bool,
    /// The policy to write.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
}

/// Every so many games of the held-out years are left out.
const HELD_OUT: usize = 4;
/// The state is stored after so many positions.
const STORED: usize = 200_000;

/// Held-out years that no game is of.
pub(super) const NO_YEAR: RangeInclusive<u32> = 0..=0;

/// The years of a test.
#[derive(clap::Args)]
pub(super) struct TestYears {
    /// Years of the test.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2011..2012")]
    pub(super) test: RangeInclusive<u32>,
    /// Every fourth game of these years in place of `--test`: those that training has left out.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range)]
    pub(super) held_out: Option<RangeInclusive<u32>>,
}

impl TestYears {
    /// The games of the test. `fit` are the years of training.
    pub(super) fn games<'a>(&self, games: &'a [Played], fit: &RangeInclusive<u32>) -> Vec<&'a Played> {
        match &self.held_out {
            Some(years) => of_years(games, fit, years, true),
            None => of_years(games, &self.test, &NO_YEAR, false),
        }
    }
}

/// Reads a policy.
pub(super) fn read_policy(path: &Path) -> Result<HumanPolicy> {
    let context = || format!("{}", path.display());
    HumanPolicy::read(fs::File::open(path).with_context(context)?).with_context(context)
}

/// The games of years, and of those `held_out` the ones that training leaves out, or all others.
pub(crate) fn of_years<'a>(
    games: &'a [Played],
    years: &RangeInclusive<u32>,
    held_out: &RangeInclusive<u32>,
    left_out: bool,
) -> Vec<&'a Played> {
    let in_years = games.iter().filter(|played| years.contains(&u32::from(played.year))).enumerate();
    let is_left_out = |number: usize, played: &Played| {
        number.is_multiple_of(HELD_OUT) && held_out.contains(&u32::from(played.year))
    };
    in_years.filter(|&(i, played)| is_left_out(i, played) == left_out).map(|(_, played)| played).collect()
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let start = Instant::now();
    manifest::begin(&args.output, "train-policy", args)?;
    // A state is gone on with by the same settings alone.
    let state = state(&args.output);
    manifest::begin(&state, "train-policy", args)?;
    let games = args.rated.sources.read()?;
    let fit = of_years(&games, &args.rated.fit, &args.held_out, false);
    ensure!(!fit.is_empty(), "no games of these years");
    let ratings = Ratings::fitted(&fit, &args.rated.assumed);
    let keep = |game: usize, _| game.is_multiple_of(args.every);
    let mut choices = Choices::of(&fit, &ratings, &Weights::small()?, Counted::Chosen, keep);
    if args.blind {
        choices.all.iter_mut().for_each(|choice| choice.rating = 1500);
    }
    let weights = weights(choices.all.iter().map(|choice| choice.rating));
    println!("{} positions, read in {:.0?}", choices.all.len(), start.elapsed());

    let of_state = || format!("{}", state.display());
    let mut learner = match fs::read(&state) {
        Ok(bytes) => Learner::from_bytes(&bytes).with_context(of_state)?,
        Err(error) if error.kind() == ErrorKind::NotFound => Learner::new(opened(&choices, args.least)),
        Err(error) => return Err(error).with_context(of_state),
    };
    let total = args.epochs * choices.all.len();
    let (mut surprise, mut norm) = (0.0, 0.0);
    for epoch in learner.seen / choices.all.len()..args.epochs {
        let mut order: Vec<u32> = (0..choices.all.len() as u32).collect();
        fastrand::Rng::with_seed(epoch as u64).shuffle(&mut order);
        for &number in &order[learner.seen - epoch * order.len()..] {
            let choice = &choices.all[number as usize];
            let weight = weights(choice.rating);
            let left = 1.0 - learner.seen as f32 / total as f32;
            let (played, rates) = (choice.played.into(), [args.rows_rate, args.head_rate].map(|r| r * left));
            let chance = learner.learn(&choices.inputs(choice), choice.rating, played, weight, rates);
            surprise -= f64::from(weight) * f64::from(chance.max(1e-9)).ln();
            norm += f64::from(weight);
            if learner.seen.is_multiple_of(STORED) || learner.seen == total {
                store(&state, &learner.to_bytes())?;
                println!("{} of {total}: {:.4}, {:.0?}", learner.seen, -surprise / norm, start.elapsed());
                (surprise, norm) = (0.0, 0.0);
            }
        }
    }
    let provenance =
        format!("reversi-train train-policy: WTHOR {:?}, {} positions", args.rated.fit, choices.all.len());
    let mut bytes = Vec::new();
    learner.policy(&provenance)?.write(&mut bytes)?;
    store(&args.output, &bytes)?;
    println!("{} bytes, {:.0?}", bytes.len(), start.elapsed());
    let counts = json!({ "games": fit.len(), "positions": choices.all.len() });
    manifest::write(&args.output, "train-policy", args, &args.rated.sources.files(), counts)?;
    fs::remove_file(&state).and_then(|()| fs::remove_file(manifest::path(&state))).with_context(of_state)
}

fn state(output: &Path) -> PathBuf {
    manifest::beside(output, ".state")
}

/// Replaces a file as a whole.
pub(super) fn store(path: &Path, bytes: &[u8]) -> Result<()> {
    let temporary = path.with_extension("tmp");
    let stored = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    stored.with_context(|| format!("{}", path.display()))
}

/// The weight of a rating, so that weak and strong players both count: the root of what would give each
/// hundred the same, at most 3.
fn weights(ratings: impl Iterator<Item = u32>) -> impl Fn(u32) -> f32 {
    let hundred = |rating: u32| (rating / 100).min(31) as usize;
    let mut counts = [0_u32; 32];
    ratings.for_each(|rating| counts[hundred(rating)] += 1);
    let most = counts.iter().copied().max().unwrap_or_default() as f32;
    move |rating| (most / counts[hundred(rating)].max(1) as f32).sqrt().min(3.0)
}

/// The rows that occur often enough.
fn opened(choices: &Choices, least: u32) -> impl Fn(usize) -> bool + use<> {
    let mut counts = vec![0_u32; ROWS];
    for choice in choices.all.iter().step_by(4) {
        for inputs in choices.inputs(choice) {
            inputs.rows().iter().for_each(|&row| counts[row as usize] += 1);
        }
    }
    println!("{} rows", counts.iter().filter(|&&count| count >= least).count());
    move |row| counts[row] >= least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_ratings_have_more_weight_and_games_are_held_out() {
        let games: Vec<Played> = (2000..2010)
            .flat_map(|year| (0..8).map(move |i| (year, i)))
            .map(|(year, i)| Played::of(year, i, i + 1, 0))
            .collect();
        let (years, held_out) = (2000..=2009, 2008..=2009);
        let [out, fit] = [true, false].map(|left_out| of_years(&games, &years, &held_out, left_out));
        assert_eq!((out.len(), fit.len()), (4, 76));
        assert!(out.iter().all(|played| played.year >= 2008));
        let weights = weights((0..110).map(|i| if i < 100 { 1500 } else { 1200 }));
        assert_eq!([1500, 1200, 1900].map(&weights), [1.0, 10_f32.sqrt().min(3.0), 3.0]);
    }

    #[test]
    fn a_training_goes_on_only_as_it_began() {
        let output = std::env::temp_dir().join(format!("reversi-train-policy-{}", std::process::id()));
        let path = output.to_str().unwrap();
        let args = |more: &[&str]| -> Args {
            let given = ["x", "none.wtb", "--programs", "none.txt", "-o", path];
            crate::parse_args(given.iter().chain(more))
        };
        manifest::begin(&state(&output), "train-policy", &args(&[])).unwrap();
        fs::write(state(&output), "a state").unwrap();
        let message = |more: &[&str]| format!("{:#}", run(&args(more)).unwrap_err());
        assert!(message(&["--blind"]).contains("begun with different settings"), "{}", message(&["--blind"]));
        assert!(message(&[]).contains("none"), "{}", message(&[])); // it gets as far as the games
        for file in [state(&output), manifest::path(&state(&output)), manifest::path(&output)] {
            fs::remove_file(file).unwrap();
        }
    }
}
