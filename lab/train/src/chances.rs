//! The chances of people to win, draw and lose: a fit on the results of games, and its calibration.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use plotters::prelude::*;
use reversi_bitboard::{Board, Color as Side};
use reversi_engine::play::value_error;
use reversi_engine::{Level, Value};

use crate::people::games::{Played, Sources};
use crate::values::{Search, values};

/// Fits the chances to win, draw and lose on the results of games between people, and reports how often the
/// stated chances come true in games of other years.
///
/// The final score is taken to be distributed around the value as Student's distribution with two degrees
/// of freedom, whose scale grows with the empty squares and with the error of the value. Positions of the
/// games are searched, for the fit one of each at one of several levels, for the test at one level.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    sources: Sources,
    /// Years of the fit.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2003..2010")]
    fit: RangeInclusive<u32>,
    /// Years of the test.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2011..2012")]
    test: RangeInclusive<u32>,
    /// Keep the values of the searches in this file, and take those from it that it has.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// The Rust source file to write.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Plot stated against measured chances of the test.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// Positions to fit on.
const POSITIONS: usize = 10_000;

/// Positions of each game of the test, and their level.
const OF_TEST: usize = 4;
const LEVEL: u32 = 8;

/// The levels of the fit, of one position after the other.
const LEVELS: [u32; 3] = [4, 8, 12];

/// A position of a game, and the final score from its side to move.
struct Position {
    board: Board,
    result: i32,
    /// Positions of one game have the same number: their results go together.
    game: usize,
}

/// What the fit knows of a position.
#[derive(Clone, Copy)]
struct Sample {
    score: f64,
    empties: u32,
    /// The standard error of the value.
    error: f64,
    result: i32,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut rng = Rng::with_seed(1);
    let games = args.sources.read()?;
    let mut fit = positions(&games, &args.fit, 1, &mut rng);
    let test = positions(&games, &args.test, OF_TEST, &mut rng);
    ensure!(!fit.is_empty() && !test.is_empty(), "no games of these years");
    rng.shuffle(&mut fit);
    fit.truncate(POSITIONS);
    println!("{} positions to fit on, {} to test on", fit.len(), test.len());
    let levels = LEVELS.into_iter().map(Level::new).collect::<Result<Vec<_>, _>>()?;
    let searches: Vec<Search> =
        fit.iter().zip(levels.iter().cycle()).map(|(position, &level)| (position.board, level)).collect();
    let model = fitted(&samples(&fit, &values(&searches, args.values.as_deref())?));
    println!("spread {:.3?}, of the error {:.3}, draw {:.3}", &model[..4], model[4], model[5]);
    if let Some(path) = &args.output {
        fs::write(path, source(&model)).with_context(|| format!("{}", path.display()))?;
    }
    let level = Level::new(LEVEL)?;
    let searches: Vec<Search> = test.iter().map(|position| (position.board, level)).collect();
    let samples = samples(&test, &values(&searches, args.values.as_deref())?);
    let tested = |stated: fn(f64, f64) -> f64, came_true: fn(i32) -> bool| {
        let of = |(sample, position): (&Sample, &Position)| {
            let (win, loss) = chances(&model, sample);
            Tested { stated: stated(win, loss), came_true: came_true(sample.result), game: position.game }
        };
        tenths(&samples.iter().zip(&test).map(of).collect::<Vec<_>>())
    };
    let wins = tested(|win, _| win, |result| result > 0);
    println!("{}", report("wins", &wins));
    println!("{}", report("draws", &tested(|win, loss| 1.0 - win - loss, |result| result == 0)));
    args.plot.as_ref().map_or(Ok(()), |path| plot(path, &wins))
}

/// Positions of games of these years, some of each, chosen at random. Short games are left out.
fn positions(games: &[Played], years: &RangeInclusive<u32>, of_each: usize, rng: &mut Rng) -> Vec<Position> {
    let (mut found, mut game) = (Vec::new(), 0);
    for played in games.iter().filter(|played| years.contains(&u32::from(played.year))) {
        let turns: Vec<_> = played.game.turns().filter(|(at, _)| !at.board.must_pass()).collect();
        if turns.len() < 40 {
            continue;
        }
        game += 1;
        for _ in 0..of_each {
            let (at, _) = turns[rng.usize(..turns.len())];
            let result = if at.side == Side::Black { played.score } else { -played.score };
            found.push(Position { board: at.board, result, game });
        }
    }
    found
}

fn samples(positions: &[Position], values: &[Value]) -> Vec<Sample> {
    let sample = |(position, &value): (&Position, &Value)| {
        let empties = position.board.empties().len();
        let score = f64::from(value.score().unwrap_or_default());
        Sample { score, empties, error: value_error(value, empties), result: position.result }
    };
    positions.iter().zip(values).map(sample).collect()
}

/// A polynomial in sixtieths of the empties, what the square of the error adds, and the width of a draw.
type Model = [f64; 6];

fn scale(model: &Model, empties: u32, error: f64) -> f64 {
    let left = f64::from(empties) / 60.0;
    let people = model[..4].iter().rfold(0.0, |sum, factor| sum * left + factor).max(0.05);
    (people * people + model[4].max(0.0) * error * error).sqrt()
}

/// The chances to win and to lose, as those of the engine with these numbers.
fn chances(model: &Model, sample: &Sample) -> (f64, f64) {
    let (scale, draw) = (scale(model, sample.empties, sample.error), model[5].max(0.01));
    let distribution = |x: f64| (1.0 + x / (1.0 + x * x).sqrt()) / 2.0;
    (distribution((sample.score - draw) / scale), distribution((-sample.score - draw) / scale))
}

/// The mean of the logarithms of the chances of what happened, with the sign changed.
fn surprise(model: &Model, samples: &[Sample]) -> f64 {
    let of = |sample: &Sample| {
        let (win, loss) = chances(model, sample);
        let chance = match sample.result {
            1.. => win,
            0 => 1.0 - win - loss,
            _ => loss,
        };
        -chance.max(1e-4).ln() // people do lose what cannot be lost
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

/// The model with the least surprise.
fn fitted(samples: &[Sample]) -> Model {
    let steps = [1.0, 8.0, 8.0, 8.0, 0.2, 0.1];
    least(|model| surprise(model, samples), [0.0, 40.0, 0.0, 0.0, 0.3, 0.9], steps)
}

/// The numbers with the least result, by the method of Hooke and Jeeves: one number after the other is
/// changed by a step, up and down. What helped is repeated as a whole, because the factors of a polynomial
/// go together. The steps get smaller when nothing helps.
pub(crate) fn least<const N: usize>(
    of: impl Fn(&[f64; N]) -> f64,
    mut numbers: [f64; N],
    mut steps: [f64; N],
) -> [f64; N] {
    let mut best = of(&numbers);
    let end = steps.map(|step| step / 4000.0);
    while steps[0] > end[0] {
        let (start, before) = (numbers, best);
        for i in 0..N {
            for step in [steps[i], -steps[i]] {
                let mut other = numbers;
                other[i] += step;
                let found = of(&other);
                if found < best {
                    (numbers, best) = (other, found);
                }
            }
        }
        loop {
            let other = std::array::from_fn(|i| 2.0 * numbers[i] - start[i]);
            let found = of(&other);
            if found >= best {
                break;
            }
            (numbers, best) = (other, found);
        }
        if best > before - 1e-8 {
            steps = steps.map(|step| step / 2.0);
        }
    }
    numbers
}

/// A stated chance, and what came of it.
pub(crate) struct Tested {
    pub(crate) stated: f64,
    pub(crate) came_true: bool,
    pub(crate) game: usize,
}

/// A tenth of the chances: how many positions, the mean of what was stated, and the share that came true.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tenth {
    count: usize,
    stated: f64,
    measured: f64,
    /// The standard error of the difference, if positions of one game count as one.
    error: f64,
}

pub(crate) fn tenths(test: &[Tested]) -> [Tenth; 10] {
    std::array::from_fn(|i| {
        let here = || test.iter().filter(|tested| ((tested.stated * 10.0) as usize).min(9) == i);
        let truth = |tested: &Tested| f64::from(u8::from(tested.came_true));
        let count = here().count().max(1) as f64;
        let stated = here().map(|tested| tested.stated).sum::<f64>() / count;
        let measured = here().map(truth).sum::<f64>() / count;
        let mut of_games: BTreeMap<usize, f64> = BTreeMap::new();
        for tested in here() {
            *of_games.entry(tested.game).or_default() += truth(tested) - tested.stated - (measured - stated);
        }
        let error = of_games.values().map(|sum| sum * sum).sum::<f64>().sqrt() / count;
        Tenth { count: here().count(), stated, measured, error }
    })
}

pub(crate) fn report(what: &str, tenths: &[Tenth; 10]) -> String {
    let mut text = format!(
        "\n| Chances of {what} | Positions | Stated | Measured | Difference | Standard error |\n\
         |---|--:|--:|--:|--:|--:|\n"
    );
    for (i, tenth) in tenths.iter().enumerate().filter(|(_, tenth)| tenth.count > 0) {
        let [stated, measured, error] =
            [tenth.stated, tenth.measured, tenth.error].map(|share| share * 100.0);
        text += &format!(
            "| {} to {} % | {} | {stated:.1} % | {measured:.1} % | {:+.1} | {error:.1} |\n",
            10 * i,
            10 * i + 10,
            tenth.count,
            measured - stated
        );
    }
    text
}

fn source(model: &Model) -> String {
    format!(
        "//! Made by `reversi-train chances`: see docs/src/reviewing.md.\n\n\
         /// How far the results of people are from the value: the scale of their distribution in discs, a\n\
         /// polynomial in sixtieths of the empty squares.\n\
         pub(super) const SPREAD: [f64; 4] = {:.3?};\n\n\
         /// The square of the scale grows by this times the square of the error of the value.\n\
         pub(super) const SPREAD_OF_ERROR: f64 = {:.3};\n\n\
         /// A result that is closer to 0 than this is a draw, in discs.\n\
         pub(super) const DRAW: f64 = {:.3};\n",
        &model[..4],
        model[4].max(0.0),
        model[5].max(0.01)
    )
}

/// Measured against stated chances, with the band of 3 points around equal ones.
fn plot(path: &Path, tenths: &[Tenth; 10]) -> Result<()> {
    let root = SVGBackend::new(path, (640, 560)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(52)
        .build_cartesian_2d(0.0..100.0, 0.0..100.0)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("stated chance to win, per cent")
        .y_desc("games that were won, per cent")
        .draw()?;
    let band = vec![(0.0, -3.0), (100.0, 97.0), (100.0, 103.0), (0.0, 3.0)];
    chart.draw_series([Polygon::new(band, RGBColor(31, 97, 160).mix(0.15).filled())])?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (100.0, 100.0)], BLACK.mix(0.4)))?;
    for tenth in tenths.iter().filter(|tenth| tenth.count > 0) {
        let (stated, measured) = (100.0 * tenth.stated, 100.0 * tenth.measured);
        let error = 200.0 * tenth.error; // twice the standard error
        chart.draw_series(LineSeries::new(
            [(stated, measured - error), (stated, measured + error)],
            BLUE.stroke_width(2),
        ))?;
        chart.draw_series([Circle::new((stated, measured), 5, BLUE.filled())])?;
    }
    root.present().with_context(|| format!("{}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_recovered_from_its_results() {
        let truth = [0.5, 9.0, 4.0, 2.0, 0.5, 1.0];
        let mut rng = Rng::with_seed(7);
        let samples: Vec<Sample> = (0..30_000)
            .map(|i| {
                let (empties, error) = (1 + i % 58, f64::from(i / 58 % 4) * 2.0);
                let score = f64::from(rng.i32(-12..=12));
                let centred = 2.0 * rng.f64().clamp(1e-9, 1.0 - 1e-9) - 1.0;
                let noise = centred / (1.0 - centred * centred).sqrt() * scale(&truth, empties, error);
                // The even score that is next.
                let result = 2 * ((score + noise) / 2.0).round() as i32;
                Sample { score, empties, error, result }
            })
            .collect();
        let model = fitted(&samples);
        for (empties, error) in [(5, 0.0), (20, 2.0), (50, 4.0)] {
            let ratio = scale(&model, empties, error) / scale(&truth, empties, error);
            assert!((ratio - 1.0).abs() < 0.06, "{model:?}: {ratio} at {empties}");
        }
        assert!(surprise(&model, &samples) <= surprise(&truth, &samples));
    }

    #[test]
    fn tenths_compare_what_was_stated_with_what_came_true() {
        let of = |(stated, came_true, game)| Tested { stated, came_true, game };
        let test = [(0.5, true, 1), (0.5, false, 2), (1.0, true, 3), (1.0, true, 3)].map(of);
        let wins = tenths(&test);
        let filled: Vec<_> = wins.iter().filter(|tenth| tenth.count > 0).collect();
        assert_eq!(filled.len(), 2);
        assert_eq!((filled[0].measured, filled[1].measured), (0.5, 1.0));
        assert!((filled[0].error - 0.5 / 2_f64.sqrt()).abs() < 1e-9 && filled[1].error == 0.0);
        assert_eq!(report("wins", &wins).lines().count(), 5);
        // The same results once more from the same two games say no more.
        let twice = [(0.5, true, 1), (0.5, false, 2), (0.5, true, 1), (0.5, false, 2)].map(of);
        assert!((tenths(&twice)[5].error - filled[0].error).abs() < 1e-9);
    }
}
