//! The command `ratings`.

use std::fmt::Write as _;
use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use super::games::{Played, Sources};
use super::history::{Assumed, History, UNIT};

/// Rates the players of tournament games by year, from the results alone.
///
/// Prints how well the ratings predict the results of later years, beside other predictions.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    rated: RatedGames,
    /// Years whose results are predicted.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2011..2012")]
    test: RangeInclusive<u32>,
    /// The table of ratings to write, with tabs: player, year, rating, error (95 %) and games of the year.
    #[arg(short, long, value_name = "FILE.tsv")]
    output: Option<PathBuf>,
}

/// Games, and the ratings of their players.
#[derive(clap::Args, Serialize)]
pub(super) struct RatedGames {
    #[command(flatten)]
    #[serde(flatten)]
    pub(super) sources: Sources,
    #[command(flatten)]
    #[serde(flatten)]
    pub(super) assumed: Assumed,
    /// Years to rate and to learn from.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "1977..2010")]
    pub(super) fit: RangeInclusive<u32>,
}

/// The rating of the median player.
pub(crate) const MEDIAN: f64 = 1500.0;
/// Players who count for the median: those with as many games...
const GAMES: usize = 20;
/// ...in the last years.
const YEARS: u16 = 5;

pub(crate) fn run(args: &Args) -> Result<()> {
    let RatedGames { sources, assumed, fit } = &args.rated;
    let games = sources.read()?;
    let of = |years: &RangeInclusive<u32>| -> Vec<&Played> {
        games.iter().filter(|played| years.contains(&u32::from(played.year))).collect()
    };
    let fit = of(fit);
    ensure!(!fit.is_empty(), "no games of these years");
    let ratings = Ratings::fitted(&fit, assumed);
    println!(
        "{} games, {} players, black has {:+.0} Elo, {} players count for the median",
        fit.len(),
        ratings.history.players().count(),
        ratings.history.black * UNIT,
        ratings.counted,
    );
    for year in args.test.clone() {
        let year = of(&(year..=year));
        if !year.is_empty() {
            println!("{}", ratings.report(&year, &fit, assumed));
        }
    }
    let Some(path) = &args.output else { return Ok(()) };
    fs::write(path, ratings.table()).with_context(|| format!("{}", path.display()))
}

/// Ratings on their scale.
pub(crate) struct Ratings {
    pub(crate) history: History,
    pub(crate) scale: Scale,
    /// How many players count for the median.
    counted: usize,
}

/// Elo, and where its zero is.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// The rating of a player with the mean of all in the last year of the fit.
    mean: f64,
    last: u16,
    drift: f64,
}

impl Scale {
    fn rating(&self, logarithm: f64, year: u16) -> f64 {
        self.mean + UNIT * logarithm + self.drift * f64::from(i32::from(year) - i32::from(self.last))
    }
}

impl Ratings {
    pub(crate) fn fitted(games: &[&Played], assumed: &Assumed) -> Ratings {
        let history = History::fitted(games, assumed);
        let last = games.iter().map(|played| played.year).max().unwrap_or_default();
        let mut scale = Scale { mean: 0.0, last, drift: assumed.drift };
        let mut recent: Vec<f64> = history
            .players()
            .filter_map(|(_, nodes)| {
                let late = || nodes.iter().filter(|node| node.year + YEARS > last);
                let games: usize = late().map(|node| node.games.len()).sum();
                let node = &nodes[nodes.len() - 1];
                (games >= GAMES).then(|| scale.rating(node.rating, node.year))
            })
            .collect();
        recent.sort_by(f64::total_cmp);
        scale.mean = MEDIAN - recent.get(recent.len() / 2).copied().unwrap_or_default();
        Ratings { history, scale, counted: recent.len() }
    }

    /// The rating of a player in a year. Players who are not known have the mean.
    pub(crate) fn of(&self, player: u16, year: u16) -> f64 {
        self.scale.rating(self.history.rating(player, year).unwrap_or_default(), year)
    }

    fn table(&self) -> String {
        let mut text = "player\tyear\trating\terror\tgames\n".to_owned();
        for (player, nodes) in self.history.players() {
            for node in nodes {
                let rating = self.scale.rating(node.rating, node.year);
                let error = 1.96 * UNIT * node.error;
                let games = node.games.len();
                writeln!(text, "{player}\t{}\t{rating:.0}\t{error:.0}\t{games}", node.year)
                    .expect("a text grows");
            }
        }
        text
    }

    /// How likely the results of a year were, the mean of their logarithms, beside other predictions.
    fn report(&self, year: &[&Played], fit: &[&Played], assumed: &Assumed) -> String {
        let constant = History::fitted(fit, &Assumed { walk: 1.0, ..*assumed });
        let known = |played: &&&Played| {
            [played.black, played.white].iter().all(|&p| self.history.rating(p, played.year).is_some())
        };
        let both: Vec<&Played> = year.iter().filter(known).copied().collect();
        let of = |games: &[&Played]| {
            format!(
                "{} games: {:.4} by year, {:.4} by one rating for all years, {:.4} by chance",
                games.len(),
                likelihood(games, |played| self.history.expects(played)),
                likelihood(games, |played| constant.expects(played)),
                likelihood(games, |_| 0.5),
            )
        };
        format!("{}: {}; both players known, {}", year[0].year, of(year), of(&both))
    }
}

/// The mean of the logarithms of the chances of the results. A draw is half a win and half a loss.
fn likelihood(games: &[&Played], expects: impl Fn(&Played) -> f64) -> f64 {
    let of = |played: &&Played| {
        let (p, points) = (expects(played), f64::from(played.score.signum() + 1) / 2.0);
        points * p.ln() + (1.0 - points) * (1.0 - p).ln()
    };
    games.iter().map(of).sum::<f64>() / games.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_those_who_play_much_is_1500() {
        let assumed = Assumed::TEST;
        let mut games = Vec::new();
        for i in 0..60 {
            for (better, other) in [(1, 2), (2, 3), (1, 3)] {
                let score = if i % 3 == 0 { -2 } else { 2 };
                games.push(match i % 2 {
                    0 => Played::of(2010, better, other, score),
                    _ => Played::of(2010, other, better, -score),
                });
            }
            games.push(Played::of(1990, 9, 1, 2)); // too long ago
        }
        let fit: Vec<&Played> = games.iter().collect();
        let ratings = Ratings::fitted(&fit, &assumed);
        assert_eq!(ratings.counted, 3);
        let of = |player| ratings.of(player, 2010);
        assert!((of(2) - MEDIAN).abs() < 1e-6 && of(1) > 1560.0 && of(3) < 1440.0, "{} {}", of(1), of(3));
        let drifting = Ratings::fitted(&fit, &Assumed { drift: 5.0, ..assumed });
        for (player, year) in [(1, 2010), (1, 2012), (4, 1990)] {
            let drift = 5.0 * (f64::from(year) - 2010.0);
            assert!((drifting.of(player, year) - ratings.of(player, year) - drift).abs() < 1e-6);
        }
        let table = ratings.table();
        assert_eq!(table.lines().count(), 1 + 5);
        assert!(table.contains("2\t2010\t1500\t"), "{table}");
        let later = [Played::of(2011, 1, 3, 2), Played::of(2011, 3, 1, 0)];
        let later: Vec<&Played> = later.iter().collect();
        let [good, none] = [likelihood(&later, |p| ratings.history.expects(p)), likelihood(&later, |_| 0.5)];
        assert!(good > none && (none - 0.5_f64.ln()).abs() < 1e-12);
        assert!(ratings.report(&later, &fit, &assumed).starts_with("2011: 2 games: -0.5"));
    }
}
