//! The errors of weights against exact scores.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use plotters::prelude::*;
use reversi_bitboard::Board;
use reversi_eval::{Evaluator, Weights};

use crate::coverage;
use crate::model::Model;
use crate::record::{Kind, Reader};
use crate::samples::{self, Samples};

/// Reports the errors of weights against exact scores by number of empties, compares weights with each other,
/// and reports the coverage of the patterns.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Models, networks, or files of pattern weights in our own format or in Edax's layout.
    #[arg(long, required_unless_present = "coverage", value_name = "FILE")]
    weights: Vec<PathBuf>,
    /// Labelled positions.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// Include interpolated labels.
    #[arg(long)]
    interpolated: bool,
    /// Plot the errors by number of empties.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Report how often the positions look up each weight, by phase and shape.
    #[arg(long)]
    coverage: bool,
}

/// Balanced positions are at most this many discs from even. They are also reported separately.
const BALANCED: i8 = 12;

/// An evaluation in discs.
enum Values {
    /// The weights of each ply.
    Model(Vec<Vec<f32>>),
    Weights(Weights),
}

impl Values {
    fn read(path: &Path) -> Result<Values> {
        let read = || -> Result<Values> {
            let bytes = std::fs::read(path)?;
            if Model::is_model(&bytes) {
                return Ok(Values::Model(Model::from_bytes(&bytes)?.plies(61)));
            }
            Ok(Values::Weights(Weights::read(&*bytes)?))
        };
        read().with_context(|| format!("{}", path.display()))
    }

    fn of(&self, board: &Board, ply: usize) -> f32 {
        match self {
            Values::Model(plies) => Samples::value(&samples::slots(*board), &plies[ply]),
            Values::Weights(weights) => weights.evaluate_128(board) as f32 / 128.0,
        }
    }
}

#[derive(Clone, Default)]
struct Errors {
    count: usize,
    absolute: f64,
    square: f64,
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.absolute += error.abs();
        self.square += error * error;
    }

    fn mean(&self) -> f64 {
        self.absolute / self.count as f64
    }

    fn rmse(&self) -> f64 {
        (self.square / self.count as f64).sqrt()
    }
}

/// For one number of empties, the errors of each file of weights on all and on balanced positions.
type Row = Vec<[Errors; 2]>;

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.coverage {
        print!("{}", coverage::table(&args.positions)?);
    }
    if args.weights.is_empty() {
        return Ok(());
    }
    let weights = args.weights.iter().map(|path| Values::read(path)).collect::<Result<Vec<_>>>()?;
    let mut rows: BTreeMap<u32, Row> = BTreeMap::new();
    let mut comparisons = vec![Comparison::default(); weights.len() - 1];
    for (file, path) in args.positions.iter().enumerate() {
        for record in Reader::open(path)? {
            let record = record?;
            let least = if args.interpolated { Kind::Interpolated } else { Kind::Exact };
            let Some(ply) = samples::ply(record.empties()) else { continue };
            if record.kind < least || record.off_line {
                continue;
            }
            let error = |weights: &Values| {
                let value = weights.of(&record.board, ply);
                f64::from(value.clamp(-64.0, 64.0)) - f64::from(record.label)
            };
            let errors: Vec<f64> = weights.iter().map(error).collect();
            let row = rows.entry(record.empties()).or_insert_with(|| vec![Default::default(); weights.len()]);
            for (&error, [all, balanced]) in errors.iter().zip(row) {
                all.add(error);
                if record.label.abs() <= BALANCED {
                    balanced.add(error);
                }
            }
            for (comparison, &error) in comparisons.iter_mut().zip(&errors[1..]) {
                comparison.add((file, record.game), errors[0], error);
            }
        }
    }
    ensure!(!rows.is_empty(), "no labelled positions to report on in {:?}", args.positions);
    print!("{}", table(args, &rows));
    for (i, comparison) in comparisons.iter().enumerate() {
        println!("{}", comparison.describe(name(i + 1)));
    }
    match &args.plot {
        Some(path) => plot(path, args, &rows).with_context(|| format!("{}", path.display())),
        None => Ok(()),
    }
}

/// The letter of a file of weights: A, B, C ...
fn name(weights: usize) -> char {
    (b'A' + weights as u8) as char
}

fn table(args: &Args, rows: &BTreeMap<u32, Row>) -> String {
    let mut text = format!(
        "MAE / RMSE in discs against exact scores, on all positions and on balanced ones (within {BALANCED} discs)\n"
    );
    for (i, path) in args.weights.iter().enumerate() {
        let _ = writeln!(text, "{}: {}", name(i), path.display());
    }
    text.push_str("empties positions balanced");
    for i in 0..args.weights.len() {
        let _ = write!(text, "   {0}: all          {0}: balanced  ", name(i));
    }
    for (empties, row) in rows {
        let _ = write!(text, "\n{empties:7} {:9} {:8}", row[0][0].count, row[0][1].count);
        for errors in row.iter().flatten() {
            let _ = write!(text, "   {:5.2} / {:5.2}", errors.mean(), errors.rmse());
        }
    }
    text.push('\n');
    text
}

/// The comparison of weights with the first ones on the same positions.
#[derive(Clone, Default)]
struct Comparison {
    positions: f64,
    absolute: [f64; 2],
    closer: f64,
    /// Sum of the squared differences between the two values.
    apart: f64,
    /// The number of positions of each game, and the sum of the differences of the absolute errors. Positions
    /// of one game are correlated, so the error of the mean is computed from games.
    games: BTreeMap<(usize, u32), (f64, f64)>,
}

impl Comparison {
    fn add(&mut self, game: (usize, u32), first: f64, own: f64) {
        let difference = own.abs() - first.abs();
        self.positions += 1.0;
        self.absolute[0] += first.abs();
        self.absolute[1] += own.abs();
        self.closer += if difference < 0.0 { 1.0 } else { 0.0 };
        self.apart += (own - first).powi(2);
        let game = self.games.entry(game).or_default();
        *game = (game.0 + 1.0, game.1 + difference);
    }

    /// The mean difference of the absolute errors, and half the width of its 95 % confidence interval.
    fn difference(&self) -> [f64; 2] {
        let mean = (self.absolute[1] - self.absolute[0]) / self.positions;
        let variance: f64 = self.games.values().map(|game| (game.1 - game.0 * mean).powi(2)).sum();
        [mean, 1.96 * variance.sqrt() / self.positions]
    }

    fn describe(&self, name: char) -> String {
        let [mean, error] = self.difference();
        let percent = 100.0 / (self.absolute[0] / self.positions);
        format!(
            "{name} against A, all {} positions: MAE {:+.2} % (within {:.2} % with 95 %), closer on {:.1} %, values {:.2} \
             discs apart (RMS)",
            self.positions,
            mean * percent,
            error * percent,
            100.0 * self.closer / self.positions,
            (self.apart / self.positions).sqrt()
        )
    }
}

/// Plots mean absolute errors by number of empties, with a thin line for balanced positions.
fn plot(path: &Path, args: &Args, rows: &BTreeMap<u32, Row>) -> Result<()> {
    let most = rows.values().flatten().flatten().map(Errors::mean).filter(|mean| mean.is_finite());
    let top = most.fold(1.0, f64::max) * 1.1;
    let (Some(&low), Some(&high)) = (rows.keys().next(), rows.keys().next_back()) else { return Ok(()) };
    let root = SVGBackend::new(path, (900, 540)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(low..high.max(low + 1), 0.0..top)?;
    let y_label = "mean absolute error in discs (thin: balanced positions)";
    chart.configure_mesh().x_desc("empties").y_desc(y_label).draw()?;
    for (i, weights) in args.weights.iter().enumerate() {
        let color = Palette99::pick(i).filled();
        let style = move |width| ShapeStyle { stroke_width: width, ..color };
        let line = |set: usize| {
            let points = rows.iter().map(move |(&empties, row)| (empties, row[i][set].mean()));
            points.filter(|point| point.1.is_finite())
        };
        chart.draw_series(LineSeries::new(line(1), style(1)))?;
        chart
            .draw_series(LineSeries::new(line(0), style(3)))?
            .label(format!("{}: {}", name(i), weights.display()))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style(3)));
    }
    let place = SeriesLabelPosition::LowerMiddle;
    chart.configure_series_labels().position(place).border_style(BLACK).background_style(WHITE).draw()?;
    Ok(root.present()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_are_by_games() {
        let mut comparison = Comparison::default();
        for game in 0..4 {
            // Repeating the only position of a game adds no information.
            let own = if game % 2 == 0 { 3.0 } else { 5.0 };
            (0..100).for_each(|_| comparison.add((0, game), -6.0, own));
        }
        let [mean, error] = comparison.difference();
        assert!((mean + 2.0).abs() < 1e-9 && (error - 1.96 * 0.5).abs() < 1e-9, "{mean} {error}");
        assert!(comparison.describe('B').starts_with("B against A, all 400 positions: MAE -33.33 %"));
    }

    #[test]
    fn errors_are_drawn() -> Result<()> {
        let path = std::env::temp_dir().join(format!("reversi-train-plot-{}.svg", std::process::id()));
        let mut row = vec![<[Errors; 2]>::default(); 2];
        row[0][0].add(2.0);
        row[1][0].add(-3.0);
        let rows = BTreeMap::from([(8, row.clone()), (10, row)]);
        let args = Args {
            weights: vec!["first.bin".into(), "second.bin".into()],
            positions: Vec::new(),
            interpolated: false,
            plot: None,
            coverage: false,
        };
        plot(&path, &args, &rows)?;
        let svg = std::fs::read_to_string(&path)?;
        assert!(svg.contains("A: first.bin") && svg.contains("B: second.bin") && svg.contains("<polyline"));
        assert!(table(&args, &rows).contains("      8         1        0    2.00 /  2.00"));
        Ok(std::fs::remove_file(path)?)
    }
}
