//! How far weights are from exact scores.

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

/// Compares weights with exact scores, by empties, and with each other; tells how much of the patterns positions cover.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Models, networks, or files of weights in our format or in Edax's layout.
    #[arg(long, required_unless_present = "coverage", value_name = "FILE")]
    weights: Vec<PathBuf>,
    /// Labelled positions.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// Counts labels that are near exact ones, too.
    #[arg(long)]
    near: bool,
    /// Counts variants of games instead of the games.
    #[arg(long)]
    variants: bool,
    /// Draws the errors by empties.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Tells how often the positions look up each weight, in all phases and shapes.
    #[arg(long)]
    coverage: bool,
}

/// Positions at most so many discs from even are reported once more on their own.
const CLOSE: i8 = 12;

/// What tells the value of a board in discs.
enum Values {
    /// The weights of every ply.
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

/// The errors of each weights at one number of empties, on all and on close positions.
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
    let mut rivals = vec![Rival::default(); weights.len() - 1];
    for (file, path) in args.positions.iter().enumerate() {
        for record in Reader::open(path)? {
            let record = record?;
            let least = if args.near { Kind::Near } else { Kind::Exact };
            let Some(ply) = samples::ply(record.empties()) else { continue };
            if record.kind < least || record.variant != args.variants {
                continue;
            }
            let error = |weights: &Values| {
                let value = weights.of(&record.board, ply);
                f64::from(value.clamp(-64.0, 64.0)) - f64::from(record.label)
            };
            let errors: Vec<f64> = weights.iter().map(error).collect();
            let row = rows.entry(record.empties()).or_insert_with(|| vec![Default::default(); weights.len()]);
            for (&error, [all, close]) in errors.iter().zip(row) {
                all.add(error);
                if record.label.abs() <= CLOSE {
                    close.add(error);
                }
            }
            for (rival, &error) in rivals.iter_mut().zip(&errors[1..]) {
                rival.add((file, record.game), errors[0], error);
            }
        }
    }
    ensure!(!rows.is_empty(), "no labelled positions to report on in {:?}", args.positions);
    print!("{}", table(args, &rows));
    for (i, rival) in rivals.iter().enumerate() {
        println!("{}", rival.describe(name(i + 1)));
    }
    match &args.plot {
        Some(path) => plot(path, args, &rows).with_context(|| format!("{}", path.display())),
        None => Ok(()),
    }
}

/// A, B, C ...
fn name(weights: usize) -> char {
    (b'A' + weights as u8) as char
}

fn table(args: &Args, rows: &BTreeMap<u32, Row>) -> String {
    let mut text = format!(
        "MAE / RMSE in discs against exact scores, of all positions and of those within {CLOSE} discs\n"
    );
    for (i, path) in args.weights.iter().enumerate() {
        let _ = writeln!(text, "{}: {}", name(i), path.display());
    }
    text.push_str("empties positions   close");
    for i in 0..args.weights.len() {
        let _ = write!(text, "   {0}: all          {0}: close   ", name(i));
    }
    for (empties, row) in rows {
        let _ = write!(text, "\n{empties:7} {:9} {:7}", row[0][0].count, row[0][1].count);
        for errors in row.iter().flatten() {
            let _ = write!(text, "   {:5.2} / {:5.2}", errors.mean(), errors.rmse());
        }
    }
    text.push('\n');
    text
}

/// Weights compared with the first ones, on the same positions.
#[derive(Clone, Default)]
struct Rival {
    positions: f64,
    absolute: [f64; 2],
    closer: f64,
    /// The square of the difference between the values.
    apart: f64,
    /// By game how many positions, and by how much the absolute errors differ: positions of one game are alike, so games
    /// are what the error of a mean is counted by.
    games: BTreeMap<(usize, u32), (f64, f64)>,
}

impl Rival {
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

    /// The mean difference of the absolute errors, and what to add and subtract for 95 % certainty.
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

/// Mean absolute errors by empties, those on close positions in a lighter shade.
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
    let close = format!("mean absolute error in discs (thin: within {CLOSE} discs)");
    chart.configure_mesh().x_desc("empties").y_desc(close).draw()?;
    for (i, weights) in args.weights.iter().enumerate() {
        let color = Palette99::pick(i).filled();
        let style = move |width| ShapeStyle { stroke_width: width, ..color };
        let line = |close: usize| {
            let points = rows.iter().map(move |(&empties, row)| (empties, row[i][close].mean()));
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
    fn rivals_are_compared_by_games() {
        let mut rival = Rival::default();
        for game in 0..4 {
            // One game is as good as its only position, however many of the same it has.
            let own = if game % 2 == 0 { 3.0 } else { 5.0 };
            (0..100).for_each(|_| rival.add((0, game), -6.0, own));
        }
        let [mean, error] = rival.difference();
        assert!((mean + 2.0).abs() < 1e-9 && (error - 1.96 * 0.5).abs() < 1e-9, "{mean} {error}");
        assert!(rival.describe('B').starts_with("B against A, all 400 positions: MAE -33.33 %"));
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
            near: false,
            variants: false,
            plot: None,
            coverage: false,
        };
        plot(&path, &args, &rows)?;
        let svg = std::fs::read_to_string(&path)?;
        assert!(svg.contains("A: first.bin") && svg.contains("B: second.bin") && svg.contains("<polyline"));
        assert!(table(&args, &rows).contains("      8         1       0    2.00 /  2.00"));
        Ok(std::fs::remove_file(path)?)
    }
}
