//! The chances of people to win, draw and lose: a fit on the results of games, and its calibration.

use std::collections::HashSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use plotters::prelude::*;
use reversi_bitboard::notation::read_wtb;
use reversi_bitboard::{Board, Color as Side};
use reversi_search::{AnalyzeRequest, Chances, Engine, Level, SolveRequest, Value, value_error};

use crate::{parallel, progress, selfplay};

/// Fits the chances to win, draw and lose on the results of games between people, and reports how often the
/// stated chances come true in games of other years.
///
/// The final score is taken to be distributed around the value as a logistic distribution whose scale grows
/// with the empty squares and with the error of the value. A position of each game is searched, for the fit
/// to one of several depths or exactly, for the test at one level.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// WTHOR files (.wtb).
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// A file with the numbers of players that are no people. Their games are left out.
    #[arg(long, value_name = "FILE")]
    programs: Option<PathBuf>,
    /// Years of the fit.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "1977..2010")]
    fit: RangeInclusive<u32>,
    /// Years of the test.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2011..2012")]
    test: RangeInclusive<u32>,
    /// Positions to fit on.
    #[arg(long, value_name = "N", default_value_t = 40_000)]
    positions: usize,
    /// Positions of each game of the test.
    #[arg(long, value_name = "N", default_value_t = 3)]
    of_test: usize,
    /// The level of the test.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=60))]
    level: u32,
    /// The Rust source file to write.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Plot stated against measured chances of the test.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Seed of the choice of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The depths of the fit. Positions with few empties are solved half of the time.
const DEPTHS: [u32; 4] = [1, 3, 6, 9];

/// Up to this number of empties.
const SOLVED: u32 = 16;

/// A position of a game, and the final score from its side to move.
struct Position {
    board: Board,
    result: i32,
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
    let mut rng = Rng::with_seed(args.seed);
    let mut fit = positions(args, &args.fit, 1, &mut rng)?;
    let test = positions(args, &args.test, args.of_test, &mut rng)?;
    ensure!(!fit.is_empty() && !test.is_empty(), "no games of these years");
    rng.shuffle(&mut fit);
    fit.truncate(args.positions);
    println!("{} positions to fit on, {} to test on", fit.len(), test.len());
    let values = values(&fit, |engine, i, board| {
        if board.empties().len() <= SOLVED && i % 2 == 0 {
            return Ok(engine.solve(board, SolveRequest::exact())?.value());
        }
        let depth = DEPTHS[i / 2 % DEPTHS.len()];
        Ok(engine.analyze(board, AnalyzeRequest::depth(depth))?.value())
    })?;
    let model = fitted(&samples(&fit, &values));
    println!("spread {:.3?}, of the error {:.3}", &model[..3], model[3]);
    if let Some(path) = &args.output {
        fs::write(path, source(&model)).with_context(|| format!("{}", path.display()))?;
    }
    let level = Level::new(args.level)?;
    let values = self::values(&test, |engine, _, board| {
        Ok(engine.analyze(board, AnalyzeRequest::level(level))?.value())
    })?;
    let test: Vec<(Chances, i32)> = test
        .iter()
        .zip(&values)
        .map(|(position, &value)| (Chances::of(value, position.board.empties().len()), position.result))
        .collect();
    println!("{}", report("wins", &tenths(&test, |chances| chances.win, |result| result > 0)));
    println!("{}", report("draws", &tenths(&test, |chances| chances.draw, |result| result == 0)));
    let wins = tenths(&test, |chances| chances.win, |result| result > 0);
    args.plot.as_ref().map_or(Ok(()), |path| plot(path, &wins))
}

/// Positions of games of these years, some of each, chosen at random. Games without a result are left out.
fn positions(
    args: &Args,
    years: &RangeInclusive<u32>,
    of_each: usize,
    rng: &mut Rng,
) -> Result<Vec<Position>> {
    let programs: HashSet<u16> = match &args.programs {
        None => HashSet::new(),
        Some(path) => {
            let text = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.flat_map(str::split_whitespace).map(str::parse).collect::<Result<_, _>>()?
        }
    };
    let mut found = Vec::new();
    for path in &args.games {
        let bytes = fs::read(path).with_context(|| format!("{}", path.display()))?;
        let (header, games) = read_wtb(&bytes).with_context(|| format!("{}", path.display()))?;
        if !years.contains(&u32::from(header.year)) {
            continue;
        }
        for played in games.flatten() {
            let is_of_people = [played.black, played.white].iter().all(|player| !programs.contains(player));
            let turns: Vec<_> = played.game.turns().filter(|(at, _)| !at.board.must_pass()).collect();
            if !is_of_people || turns.len() < 40 {
                continue;
            }
            for _ in 0..of_each {
                let (at, _) = turns[rng.usize(..turns.len())];
                let result = if at.side == Side::Black { played.score() } else { -played.score() };
                found.push(Position { board: at.board, result });
            }
        }
    }
    Ok(found)
}

/// The values of positions, each by a search with an empty table.
fn values(
    positions: &[Position],
    search: impl Fn(&mut Engine, usize, &Board) -> Result<Value> + Sync,
) -> Result<Vec<Value>> {
    let bar = progress::bar(positions.len() as u64, "positions");
    let mut values = Vec::with_capacity(positions.len());
    let work = |engine: &mut Engine, i: u32| {
        engine.clear_hash();
        search(engine, i as usize, &positions[i as usize].board)
    };
    parallel::in_order(selfplay::engines(None, 1)?, 0..positions.len() as u32, work, |value| {
        values.push(value);
        bar.inc(1);
        Ok(std::ops::ControlFlow::Continue(()))
    })?;
    bar.finish_and_clear();
    Ok(values)
}

fn samples(positions: &[Position], values: &[Value]) -> Vec<Sample> {
    let sample = |(position, &value): (&Position, &Value)| {
        let empties = position.board.empties().len();
        let score = f64::from(value.score().unwrap_or_default());
        Sample { score, empties, error: value_error(value, empties), result: position.result }
    };
    positions.iter().zip(values).map(sample).collect()
}

/// A polynomial in sixtieths of the empties, and what the square of the error adds.
type Model = [f64; 4];

fn scale(model: &Model, empties: u32, error: f64) -> f64 {
    let left = f64::from(empties) / 60.0;
    let people = (model[0] + left * (model[1] + left * model[2])).max(0.05);
    (people * people + model[3].max(0.0) * error * error).sqrt()
}

/// The mean of the logarithms of the chances of what happened, with the sign changed.
fn surprise(model: &Model, samples: &[Sample]) -> f64 {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let of = |sample: &Sample| {
        let scale = scale(model, sample.empties, sample.error);
        let (win, loss) = (logistic((sample.score - 1.0) / scale), logistic((-sample.score - 1.0) / scale));
        let chance = match sample.result {
            1.. => win,
            0 => 1.0 - win - loss,
            _ => loss,
        };
        -chance.max(1e-4).ln() // people do lose what cannot be lost
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

/// The model with the least surprise: one number after the other is changed by a step, up and down, and the
/// steps get smaller when nothing helps.
fn fitted(samples: &[Sample]) -> Model {
    let mut model = [1.0, 10.0, 0.0, 0.3];
    let mut best = surprise(&model, samples);
    let mut steps = [0.4, 4.0, 4.0, 0.2];
    while steps[1] > 0.002 {
        let before = best;
        for i in 0..model.len() {
            for step in [steps[i], -steps[i]] {
                let mut other = model;
                other[i] += step;
                let found = surprise(&other, samples);
                if found < best {
                    (model, best) = (other, found);
                }
            }
        }
        if best > before - 1e-7 {
            steps = steps.map(|step| step / 2.0);
        }
    }
    model
}

/// A tenth of the chances: how many positions, the mean of what was stated, and the share that came true.
#[derive(Clone, Copy, Default)]
struct Tenth {
    count: f64,
    stated: f64,
    measured: f64,
}

fn tenths(test: &[(Chances, i32)], stated: fn(&Chances) -> f64, came_true: fn(i32) -> bool) -> [Tenth; 10] {
    let mut sums = [Tenth::default(); 10];
    for (chances, result) in test {
        let tenth = &mut sums[((stated(chances) * 10.0) as usize).min(9)];
        tenth.count += 1.0;
        tenth.stated += stated(chances);
        tenth.measured += f64::from(u8::from(came_true(*result)));
    }
    sums.map(|Tenth { count, stated, measured }| Tenth {
        count,
        stated: stated / count,
        measured: measured / count,
    })
}

fn report(what: &str, tenths: &[Tenth; 10]) -> String {
    let mut text = format!(
        "\n| Chances of {what} | Positions | Stated | Measured | Difference |\n|---|--:|--:|--:|--:|\n"
    );
    for (i, tenth) in tenths.iter().enumerate().filter(|(_, tenth)| tenth.count > 0.0) {
        let [stated, measured] = [tenth.stated, tenth.measured].map(|share| share * 100.0);
        text += &format!(
            "| {} to {} % | {} | {stated:.1} % | {measured:.1} % | {:+.1} |\n",
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
         /// How far the results of people are from the value: the scale of a logistic distribution in discs, a\n\
         /// polynomial in sixtieths of the empty squares.\n\
         pub(super) const SPREAD: [f64; 3] = {:.3?};\n\n\
         /// What the error of the value adds: the square of the scale grows by this times the square of the error.\n\
         pub(super) const SPREAD_OF_ERROR: f64 = {:.3};\n",
        &model[..3],
        model[3].max(0.0)
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
    for tenth in tenths.iter().filter(|tenth| tenth.count > 0.0) {
        let (stated, measured) = (100.0 * tenth.stated, 100.0 * tenth.measured);
        // Twice the standard error of the share.
        let error = 200.0 * (tenth.measured * (1.0 - tenth.measured) / tenth.count).sqrt();
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
        let truth = [0.5, 9.0, 4.0, 0.5];
        let mut rng = Rng::with_seed(7);
        let samples: Vec<Sample> = (0..30_000)
            .map(|i| {
                let (empties, error) = (1 + i % 58, f64::from(i / 58 % 4) * 2.0);
                let score = f64::from(rng.i32(-12..=12));
                let uniform = rng.f64().clamp(1e-9, 1.0 - 1e-9);
                let noise = (uniform / (1.0 - uniform)).ln() * scale(&truth, empties, error);
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
        let of = |score| Chances::of(Value::Exact(score), 20);
        let test = [(of(0), 2), (of(0), -2), (of(64), 2), (of(64), 2)];
        let wins = tenths(&test, |chances| chances.win, |result| result > 0);
        let filled: Vec<_> = wins.iter().filter(|tenth| tenth.count > 0.0).collect();
        assert_eq!(filled.len(), 2);
        assert_eq!((filled[0].measured, filled[1].measured), (0.5, 1.0));
        assert_eq!(report("wins", &wins).lines().count(), 5);
    }
}
