//! The error model of Multi-ProbCut: how well shallow searches predict deep ones.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use reversi_eval::{Evaluator, Weights, to_discs};
use reversi_search::{AnalyzeRequest, Engine, SolveRequest};

use crate::record::{Reader, Record};
use crate::{progress, selfplay};

/// Searches positions to every depth, fits a model to the differences of the scores, and compares the model
/// with the measured differences.
///
/// In the model, each further ply adds to the variance of a search. The addend is a polynomial of degree two
/// in the number of empty squares at that ply, divided by the number of the ply plus one.
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
    /// Maximum depth of the searches.
    #[arg(long, value_name = "PLIES", default_value_t = 10)]
    depth: u32,
    /// Also solve positions of at most this many empties.
    #[arg(long, value_name = "EMPTIES", default_value_t = 18)]
    solve: u32,
}

/// Two searches of one position, to the depths `shallow` and `depth`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    empties: u32,
    shallow: u32,
    depth: u32,
}

#[derive(Clone, Copy, Default)]
struct Squares {
    count: f64,
    sum: f64,
}

impl Squares {
    fn mean(self) -> f64 {
        self.sum / self.count
    }
}

const TERMS: usize = 3;

/// Larger errors count as this many discs, so that a few blunders do not widen all margins.
const MAX_ERROR: i32 = 40;

pub(crate) fn run(args: &Args) -> Result<()> {
    let records = Reader::open(&args.positions)?.collect::<Result<Vec<_>>>()?;
    let squares = squares(&records, args)?;
    ensure!(squares.len() > TERMS, "too few positions to fit anything");
    let model = fit(&squares);
    report(&squares, &model);
    if let Some(path) = &args.output {
        std::fs::write(path, source(&model)).with_context(|| format!("{}", path.display()))?;
    }
    Ok(())
}

/// The squared differences of all pairs of searches whose depths have the same parity.
fn squares(records: &[Record], args: &Args) -> Result<BTreeMap<Pair, Squares>> {
    let weights = selfplay::weights(args.weights.as_deref())?;
    let bar = progress::bar(records.len() as u64, "positions");
    let share = records.len().div_ceil(rayon::current_num_threads()).max(1);
    let scores = records
        .par_chunks(share)
        .map(|records| {
            let mut engine = Engine::builder().hash_mib(16).weights(weights.clone()).build()?;
            let scores = records.iter().map(|record| {
                bar.inc(1);
                Ok((record.empties(), scores(&mut engine, &weights, record, args)?))
            });
            scores.collect::<Result<Vec<_>>>()
        })
        .collect::<Result<Vec<_>>>()?;
    bar.finish_and_clear();
    let mut squares = BTreeMap::<Pair, Squares>::new();
    for (empties, scores) in scores.iter().flatten() {
        for &(depth, deep) in scores {
            for &(shallow, score) in scores.iter().filter(|s| s.0 < depth && (depth - s.0) % 2 == 0) {
                let error = f64::from((deep - score).abs().min(MAX_ERROR));
                let entry = squares.entry(Pair { empties: *empties, shallow, depth }).or_default();
                entry.count += 1.0;
                entry.sum += error * error;
            }
        }
    }
    Ok(squares)
}

/// The score of the searches to each depth, from 0 on.
fn scores(engine: &mut Engine, weights: &Weights, record: &Record, args: &Args) -> Result<Vec<(u32, i32)>> {
    let (board, empties) = (record.board, record.empties());
    if board.must_pass() || board.is_game_over() {
        return Ok(Vec::new());
    }
    let mut scores = vec![(0, to_discs(weights.evaluate_128(&board)))];
    for depth in 1..=args.depth.min(empties) {
        let value = engine.analyze(&board, AnalyzeRequest::depth(depth))?.value();
        scores.extend(value.score().map(|score| (depth, score)));
    }
    if (args.depth + 1..=args.solve).contains(&empties) {
        let value = engine.solve(&board, SolveRequest::exact())?.value();
        scores.extend(value.score().map(|score| (empties, score)));
    }
    Ok(scores)
}

/// The factor of each coefficient in the variance of a pair.
fn terms(pair: Pair) -> [f64; TERMS] {
    let mut terms = [0.0; TERMS];
    for ply in pair.shallow + 1..=pair.depth {
        let left = f64::from(pair.empties - ply) / 60.0;
        for (power, term) in terms.iter_mut().enumerate() {
            *term += left.powi(power as i32) / f64::from(ply + 1);
        }
    }
    terms
}

fn variance(model: &[f64; TERMS], pair: Pair) -> f64 {
    model.iter().zip(terms(pair)).map(|(coefficient, term)| coefficient * term).sum()
}

/// Fits the variances by least squares. The error of a measured variance is proportional to the variance
/// itself, so each round weights the measurements by the prediction of the round before.
fn fit(squares: &BTreeMap<Pair, Squares>) -> [f64; TERMS] {
    let mut model = [1.0, 0.0, 0.0];
    for _ in 0..20 {
        let mut normal = [[0.0; TERMS + 1]; TERMS];
        for (&pair, squares) in squares {
            let terms = terms(pair);
            let weight = squares.count / variance(&model, pair).max(0.1).powi(2);
            for i in 0..TERMS {
                for j in 0..TERMS {
                    normal[i][j] += weight * terms[i] * terms[j];
                }
                normal[i][TERMS] += weight * terms[i] * squares.mean();
            }
        }
        model = solve(normal);
    }
    model
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

/// Prints measured and predicted standard deviations by ranges of empties.
fn report(squares: &BTreeMap<Pair, Squares>, model: &[f64; TERMS]) {
    println!("model: {model:.1?}");
    println!("| Empties | Searches | Pairs | Actual | Predicted |\n|---|---|--:|--:|--:|");
    for (low, high) in [(8, 12), (13, 18), (19, 30), (31, 40), (41, 60)] {
        let mut rows = BTreeMap::<(bool, u32, u32), (Squares, f64)>::new();
        for (&pair, squares) in squares.iter().filter(|(pair, _)| (low..=high).contains(&pair.empties)) {
            let to_the_end = pair.depth == pair.empties;
            let depth = if to_the_end { u32::MAX } else { pair.depth };
            let (row, predicted) = rows.entry((to_the_end, pair.shallow, depth)).or_default();
            row.count += squares.count;
            row.sum += squares.sum;
            *predicted += squares.count * variance(model, pair);
        }
        for ((to_the_end, shallow, depth), (row, predicted)) in rows {
            let listed = [(0, 2), (0, 4), (1, 3), (1, 5), (2, 8), (3, 9), (2, 10), (6, 10), (8, 10)];
            if row.count >= 50.0 && (listed.contains(&(shallow, depth)) || to_the_end && shallow <= 8) {
                let depth = if to_the_end { "end".to_owned() } else { depth.to_string() };
                let (actual, predicted) = (row.mean().sqrt(), (predicted / row.count).sqrt());
                println!(
                    "| {low}-{high} | {shallow}, {depth} | {} | {actual:.2} | {predicted:.2} |",
                    row.count
                );
            }
        }
    }
}

fn source(model: &[f64; TERMS]) -> String {
    format!(
        "//! Made by `reversi-train probcut`: see docs/src/training.md.\n\n\
         /// The variance that a further ply adds to a search, times the number of the ply plus one: a polynomial in\n\
         /// sixtieths of the empty squares at that ply.\n\
         pub(super) const PLY: [f32; {TERMS}] = {model:.1?};\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_recovered_from_its_predictions() {
        let truth = [60.0, -150.0, 110.0];
        let mut squares = BTreeMap::new();
        for empties in 8..54 {
            for depth in 1..=empties.min(10) {
                for shallow in (depth % 2..depth).step_by(2) {
                    let pair = Pair { empties, shallow, depth };
                    squares.insert(pair, Squares { count: 3.0, sum: 3.0 * variance(&truth, pair) });
                }
            }
        }
        for (found, truth) in fit(&squares).into_iter().zip(truth) {
            assert!((found - truth).abs() < 1e-6, "{found} {truth}");
        }
    }
}
