//! The error model of Multi-ProbCut: how well shallow searches predict deep ones.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use reversi_engine::{AnalyzeRequest, Engine, SolveRequest};
use reversi_eval::{Evaluator, Weights, to_discs};

use crate::record::{Reader, Record};
use crate::{progress, selfplay};

/// Searches positions to every depth, fits a model to the differences of the scores, and compares the model
/// with the measured differences.
///
/// In the model, each further ply adds to the variance of a search: a polynomial of degree two in the number
/// of empty squares at that ply, divided by the number of the ply plus one. A constant is added, and the sum
/// of a search to the end of the game is multiplied by a factor of its own. The widths of the margins are
/// counted, because the errors have longer tails than a normal distribution.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions to search.
    positions: PathBuf,
    /// The Rust source file to write.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Weights to search with [default: the embedded ones].
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

/// Maximum depth of the searches.
const DEPTH: u32 = 10;
/// Positions of at most this many empties are solved too.
const SOLVED: u32 = 18;

/// Two searches of one position, to the depths `shallow` and `depth`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    empties: u32,
    shallow: u32,
    depth: u32,
}

impl Pair {
    fn is_to_the_end(self) -> bool {
        self.depth == self.empties
    }
}

/// The errors of the shallow search of a pair: by how many discs the deeper one scores higher.
type Errors = BTreeMap<Pair, Vec<i32>>;

fn mean_square(errors: &[i32]) -> f64 {
    let square = |&error: &i32| f64::from(error.abs().min(MAX_ERROR).pow(2));
    errors.iter().map(square).sum::<f64>() / errors.len() as f64
}

/// The degrees of the polynomial, then the constant.
const TERMS: usize = 4;

/// Larger errors count as this many discs, so that a few blunders do not widen all margins.
const MAX_ERROR: i32 = 40;

/// Confidences of the margins.
const SHARES: [f64; 5] = [0.73, 0.87, 0.95, 0.98, 0.99];

/// The fitted model, from which margins follow.
#[derive(Clone, Copy, Debug)]
struct Model {
    coefficients: [f64; TERMS],
    to_the_end: f64,
    /// Standard deviations on either side that hold each of [`SHARES`].
    quantiles: [f64; 5],
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let records = Reader::open(&args.positions)?.collect::<Result<Vec<_>>>()?;
    let errors = errors(&records, args)?;
    ensure!(errors.len() > TERMS, "too few positions to fit anything");
    let model = fit(&errors);
    report(&errors, &model);
    calibration(&errors, &model);
    if let Some(path) = &args.output {
        std::fs::write(path, source(&model)).with_context(|| format!("{}", path.display()))?;
    }
    Ok(())
}

/// The differences of all pairs of searches whose depths have the same parity.
fn errors(records: &[Record], args: &Args) -> Result<Errors> {
    let weights = selfplay::weights(args.weights.as_deref())?;
    let bar = progress::bar(records.len() as u64, "positions");
    let share = records.len().div_ceil(rayon::current_num_threads()).max(1);
    let scores = records
        .par_chunks(share)
        .map(|records| {
            let mut engine = Engine::builder().hash_mib(16).weights(weights.clone()).build()?;
            let scores = records.iter().map(|record| {
                bar.inc(1);
                Ok((record.empties(), scores(&mut engine, &weights, record)?))
            });
            scores.collect::<Result<Vec<_>>>()
        })
        .collect::<Result<Vec<_>>>()?;
    bar.finish_and_clear();
    let mut errors = Errors::new();
    for &(empties, ref scores) in scores.iter().flatten() {
        for &(depth, deep) in scores {
            for &(shallow, score) in scores.iter().filter(|s| s.0 < depth && (depth - s.0) % 2 == 0) {
                errors.entry(Pair { empties, shallow, depth }).or_default().push(deep - score);
            }
        }
    }
    Ok(errors)
}

/// The score of the searches to each depth, from 0 on.
fn scores(engine: &mut Engine, weights: &Weights, record: &Record) -> Result<Vec<(u32, i32)>> {
    let (board, empties) = (record.board, record.empties());
    if board.must_pass() || board.is_game_over() {
        return Ok(Vec::new());
    }
    let mut scores = vec![(0, to_discs(weights.evaluate_128(&board)))];
    for depth in 1..=DEPTH.min(empties) {
        let value = engine.analyze(&board, AnalyzeRequest::depth(depth))?.value();
        scores.extend(value.score().map(|score| (depth, score)));
    }
    if (DEPTH + 1..=SOLVED).contains(&empties) {
        let value = engine.solve(&board, SolveRequest::exact())?.value();
        scores.extend(value.score().map(|score| (empties, score)));
    }
    Ok(scores)
}

/// The factor of each coefficient in the variance of a pair.
fn terms(pair: Pair) -> [f64; TERMS] {
    let mut terms = [0.0; TERMS];
    terms[TERMS - 1] = 1.0;
    for ply in pair.shallow + 1..=pair.depth {
        let left = f64::from(pair.empties - ply) / 60.0;
        for (power, term) in terms[..TERMS - 1].iter_mut().enumerate() {
            *term += left.powi(power as i32) / f64::from(ply + 1);
        }
    }
    terms
}

fn plain_variance(coefficients: &[f64; TERMS], pair: Pair) -> f64 {
    coefficients.iter().zip(terms(pair)).map(|(coefficient, term)| coefficient * term).sum()
}

impl Model {
    fn variance(&self, pair: Pair) -> f64 {
        let factor = if pair.is_to_the_end() { self.to_the_end } else { 1.0 };
        factor * plain_variance(&self.coefficients, pair)
    }
}

/// Fits the variances by least squares. The error of a measured variance is proportional to the variance
/// itself, so each round weights the measurements by the prediction of the round before. Searches to the end
/// of the game have the same polynomial and their own factor.
fn fit(errors: &Errors) -> Model {
    let mut coefficients = [1.0, 0.0, 0.0, 0.0];
    for _ in 0..20 {
        let mut normal = [[0.0; TERMS + 1]; TERMS];
        for (&pair, errors) in errors.iter().filter(|(pair, _)| !pair.is_to_the_end()) {
            let terms = terms(pair);
            let weight = errors.len() as f64 / plain_variance(&coefficients, pair).max(0.1).powi(2);
            for i in 0..TERMS {
                for j in 0..TERMS {
                    normal[i][j] += weight * terms[i] * terms[j];
                }
                normal[i][TERMS] += weight * terms[i] * mean_square(errors);
            }
        }
        coefficients = solve(normal);
    }
    let (mut ratios, mut count) = (0.0, 0.0);
    for (&pair, errors) in errors.iter().filter(|(pair, _)| pair.is_to_the_end()) {
        ratios += errors.len() as f64 * mean_square(errors) / plain_variance(&coefficients, pair);
        count += errors.len() as f64;
    }
    let to_the_end = if count > 0.0 { ratios / count } else { 1.0 };
    let mut model = Model { coefficients, to_the_end, quantiles: [0.0; 5] };
    model.quantiles = quantiles(errors, &model);
    model
}

/// The standard deviations of the model that hold each of [`SHARES`] of the errors.
fn quantiles(errors: &Errors, model: &Model) -> [f64; 5] {
    let in_deviations = |(&pair, errors): (&Pair, &Vec<i32>)| {
        let deviation = model.variance(pair).sqrt();
        errors.iter().map(|&error| f64::from(error.abs()) / deviation).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = errors.iter().flat_map(in_deviations).collect();
    all.sort_by(f64::total_cmp);
    SHARES.map(|share| all[((share * all.len() as f64) as usize).min(all.len() - 1)])
}

/// Gauss-Jordan elimination of symmetric, positive definite equations; the last column is the right side.
fn solve(mut rows: [[f64; TERMS + 1]; TERMS]) -> [f64; TERMS] {
    for i in 0..TERMS {
        let pivot = rows[i].map(|value| value / rows[i][i]);
        rows[i] = pivot;
        for (_, row) in rows.iter_mut().enumerate().filter(|&(j, _)| j != i) {
            let factor = row[i];
            row.iter_mut().zip(pivot).for_each(|(value, p)| *value -= factor * p);
        }
    }
    rows.map(|row| row[TERMS])
}

/// Prints measured and predicted standard deviations by ranges of empties, and the mean errors.
fn report(errors: &Errors, model: &Model) {
    println!("model: {model:.3?}");
    println!("| Empties | Searches | Pairs | Actual | Predicted | Mean |\n|---|---|--:|--:|--:|--:|");
    for (low, high) in RANGES {
        #[derive(Default)]
        struct Row {
            count: f64,
            squares: f64,
            predicted: f64,
            sum: f64,
        }
        let mut rows = BTreeMap::<(bool, u32, u32), Row>::new();
        for (&pair, errors) in errors.iter().filter(|(pair, _)| (low..=high).contains(&pair.empties)) {
            let depth = if pair.is_to_the_end() { u32::MAX } else { pair.depth };
            let row = rows.entry((pair.is_to_the_end(), pair.shallow, depth)).or_default();
            let count = errors.len() as f64;
            row.count += count;
            row.squares += count * mean_square(errors);
            row.predicted += count * model.variance(pair);
            row.sum += f64::from(errors.iter().sum::<i32>());
        }
        for ((to_the_end, shallow, depth), row) in rows {
            let listed = [(0, 2), (0, 4), (1, 3), (1, 5), (2, 8), (3, 9), (2, 10), (6, 10), (8, 10)];
            if row.count >= 50.0 && (listed.contains(&(shallow, depth)) || to_the_end && shallow <= 8) {
                let depth = if to_the_end { "end".to_owned() } else { depth.to_string() };
                let [actual, predicted] = [row.squares, row.predicted].map(|sum| (sum / row.count).sqrt());
                let mean = row.sum / row.count;
                println!(
                    "| {low}-{high} | {shallow}, {depth} | {} | {actual:.2} | {predicted:.2} | {mean:+.2} |",
                    row.count
                );
            }
        }
    }
}

/// The ranges of empties of the tables.
const RANGES: [(u32, u32); 5] = [(8, 12), (13, 18), (19, 30), (31, 40), (41, 60)];

/// Prints which share of the errors is within the margins of each confidence, above and below apart: stated
/// and measured.
fn calibration(errors: &Errors, model: &Model) {
    println!("\n| Empties | To | Stated | Within | Above | Below |\n|---|---|--:|--:|--:|--:|");
    for (low, high) in RANGES {
        for to_the_end in [false, true] {
            let of_row =
                |pair: &Pair| (low..=high).contains(&pair.empties) && pair.is_to_the_end() == to_the_end;
            for (share, quantile) in SHARES.into_iter().zip(model.quantiles) {
                let mut counts = [0.0_f64; 3];
                for (pair, errors) in errors.iter().filter(|(pair, _)| of_row(pair)) {
                    let margin = (quantile * model.variance(*pair).sqrt()).ceil() as i32;
                    for &error in errors {
                        counts[usize::from(error >= margin) + 2 * usize::from(error <= -margin)] += 1.0;
                    }
                }
                let all: f64 = counts.iter().sum();
                if all >= 50.0 {
                    let [within, above, below] = counts.map(|count| 100.0 * count / all);
                    let to = if to_the_end { "end" } else { "depth" };
                    println!(
                        "| {low}-{high} | {to} | {:.0} | {within:.1} | {above:.1} | {below:.1} |",
                        100.0 * share
                    );
                }
            }
        }
    }
}

fn source(model: &Model) -> String {
    let [a, b, c, offset] = model.coefficients;
    format!(
        "//! Made by `reversi-train probcut`: see lab/docs/src/training.md.\n\n\
         /// The variance that a further ply adds to a search, times the number of the ply plus one: a polynomial in\n\
         /// sixtieths of the empty squares at that ply.\n\
         pub(super) const PLY: [f32; 3] = [{a:.1}, {b:.1}, {c:.1}];\n\n\
         /// The variance of two searches of any depths.\n\
         pub(super) const OFFSET: f32 = {offset:.2};\n\n\
         /// The factor of the variance around a search to the end of the game.\n\
         pub(super) const TO_THE_END: f32 = {:.2};\n\n\
         /// Standard deviations on either side of the mean that hold 73, 87, 95, 98 and 99 % of the errors.\n\
         pub(super) const QUANTILES: [f32; 5] = {:.3?};\n",
        model.to_the_end, model.quantiles
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Errors whose mean square is the variance of the model, to within rounding, and which are spread evenly.
    fn errors_of(truth: &Model) -> Errors {
        let mut errors = Errors::new();
        for empties in 8..54 {
            for depth in 1..=empties.min(10) {
                for shallow in (depth % 2..depth).step_by(2) {
                    let pair = Pair { empties, shallow, depth };
                    let widest = (3.0 * truth.variance(pair)).sqrt(); // of an even spread
                    let spread = |i: i32| (widest * f64::from(i) / 500.0).round() as i32;
                    errors.insert(pair, (-500..=500).map(spread).collect());
                }
            }
        }
        errors
    }

    #[test]
    fn a_model_is_recovered_from_its_errors() {
        let truth =
            Model { coefficients: [600.0, -1500.0, 1100.0, 4.0], to_the_end: 0.6, quantiles: [0.0; 5] };
        let found = fit(&errors_of(&truth));
        for (found, truth) in found.coefficients.into_iter().zip(truth.coefficients) {
            assert!((found - truth).abs() < 0.05 * truth.abs() + 1.0, "{found} {truth}");
        }
        assert!((found.to_the_end - truth.to_the_end).abs() < 0.02, "{}", found.to_the_end);
        // An even spread has 73 % of its errors within 73 % of its widest one.
        for (found, share) in found.quantiles.into_iter().zip(SHARES) {
            assert!((found - share * 3.0_f64.sqrt()).abs() < 0.05, "{found} {share}");
        }
    }
}
