//! Regression of pattern weights on labelled positions.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use rayon::prelude::*;
use reversi_eval::pattern::PACKED_LEN;
use serde::Serialize;
use serde_json::json;

use crate::manifest;
use crate::model::{Knots, Model, table};
use crate::samples::{Samples, Sets, Sources};

/// Fits pattern weights to labelled positions by least squares, with a ridge and with ties between knots.
///
/// The normal equations are solved by conjugate gradients, preconditioned by their diagonal. The fit stops
/// early when the error on the validation positions no longer falls, and keeps the best weights.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    #[command(flatten)]
    #[serde(flatten)]
    sources: Sources,
    /// The model to write.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
    /// Plies with a table of their own. Other plies are interpolated between the nearest knots of their
    /// parity, because the parity decides which side moves last.
    #[arg(long, value_delimiter = ',', value_name = "PLIES",
        default_values_t = [2, 3, 6, 7, 10, 11, 18, 19, 26, 27, 34, 35, 42, 43, 50, 51])]
    knots: Vec<u8>,
    /// Strength of the ridge, which pulls each weight towards 0, in positions.
    #[arg(long, default_value_t = 2.0)]
    ridge: f32,
    /// Strength of the ties, which pull each weight towards those of the neighbouring knots, in positions. It
    /// applies to knots one ply apart and is divided by the distance of others.
    #[arg(long, default_value_t = 200.0)]
    smooth: f32,
    /// A position this many discs from even has half the weight of an even one. With `inf` all weights are
    /// equal.
    #[arg(long, value_name = "DISCS", default_value_t = 40.0)]
    #[serde(serialize_with = "manifest::text")] // JSON has no infinity
    half_weight_at: f32,
    /// Maximum number of iterations.
    #[arg(long, default_value_t = 60)]
    iterations: usize,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let start = Instant::now();
    ensure!(args.knots.is_sorted_by(|a, b| a < b), "the knots must ascend: {:?}", args.knots);
    let Sets { training, validation, counts } = args.sources.load(args.half_weight_at)?;
    let (ridge, smooth) = (args.ridge, args.smooth);
    let problem = Problem { samples: training, knots: Knots(args.knots.clone()), ridge, smooth };

    let mut best = (f64::INFINITY, 0, Vec::new());
    let mut curve = Vec::new();
    problem.minimise(args.iterations, |iteration, tables| {
        if iteration % 5 != 0 && iteration != args.iterations {
            return true;
        }
        let error = rmse(&validation, &problem.knots, tables);
        curve.push(json!({ "iteration": iteration, "validation_rmse": error }));
        println!("iteration {iteration:3}: RMSE {error:.4} on validation, {:.0?}", start.elapsed());
        if error < best.0 {
            best = (error, iteration, tables.to_vec());
        }
        iteration - best.1 < 15
    });
    println!("kept iteration {} with RMSE {:.4}", best.1, best.0);
    Model { knots: problem.knots, tables: best.2 }.write(&args.output)?;
    let counts = json!({
        "training_positions": counts[0], "validation_positions": counts[1],
        "iteration": best.1, "validation_rmse": best.0, "curve": curve,
    });
    manifest::write(&args.output, "fit-patterns", args, &args.sources.files(), counts)
}

/// The root mean squared error over all sets, each a list of plies.
fn rmse(sets: &[Vec<Samples>], knots: &Knots, tables: &[f32]) -> f64 {
    let plies = sets.par_iter().flat_map(|samples| samples.par_iter().enumerate());
    let sums = plies.map(|(ply, samples)| {
        let weights = knots.at(ply, tables);
        let errors = samples.slots.iter().zip(&samples.labels);
        let sum =
            errors.map(|(slots, &(label, _))| f64::from(Samples::value(slots, &weights) - label).powi(2));
        (sum.sum::<f64>(), samples.labels.len())
    });
    // Added up in order, so that the sum does not depend on the number of threads.
    let sums: Vec<(f64, usize)> = sums.collect();
    let (sum, count) = sums.iter().fold((0.0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    (sum / count as f64).sqrt()
}

struct Problem {
    samples: Vec<Samples>,
    knots: Knots,
    ridge: f32,
    smooth: f32,
}

impl Problem {
    fn len(&self) -> usize {
        self.knots.0.len() * PACKED_LEN
    }

    /// Adds `f(value under the weights, (label, weight of the position))` of every position to each slot that
    /// it looks up.
    fn gather(&self, weights: &[f32], f: impl Fn(f32, (f32, f32)) -> f32 + Sync) -> Vec<f32> {
        let plies: Vec<Vec<f32>> = (self.samples.par_iter().enumerate())
            .map(|(ply, samples)| {
                let weights = self.knots.at(ply, weights);
                let mut sum = vec![0.0; PACKED_LEN];
                for (slots, &label) in samples.slots.iter().zip(&samples.labels) {
                    let amount = f(Samples::value(slots, &weights), label);
                    Samples::add(slots, amount, &mut sum);
                }
                sum
            })
            .collect();
        self.to_knots(&plies, |share| share)
    }

    /// Distributes sums over the plies to the knots.
    fn to_knots(&self, plies: &[Vec<f32>], factor: impl Fn(f32) -> f32 + Sync) -> Vec<f32> {
        let mut sum = vec![0.0; self.len()];
        sum.par_chunks_mut(PACKED_LEN).enumerate().for_each(|(knot, sum)| {
            for (ply, values) in plies.iter().enumerate() {
                for (_, share) in self.knots.shares(ply).into_iter().filter(|share| share.0 == knot) {
                    let factor = factor(share);
                    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += factor * value);
                }
            }
        });
        sum
    }

    /// The strengths of the ties of a knot to the previous and the next one.
    fn ties(&self, knot: usize) -> [f32; 2] {
        let tie = |knot: usize| match self.knots.0.get(knot..knot + 2) {
            Some(&[from, to]) => self.smooth / f32::from(to - from),
            _ => 0.0,
        };
        [knot.checked_sub(1).map_or(0.0, tie), tie(knot)]
    }

    /// Adds the gradient of the ridge and of the ties at `weights`.
    fn add_pull(&self, weights: &[f32], sum: &mut [f32]) {
        let last = self.knots.0.len() - 1;
        sum.par_chunks_mut(PACKED_LEN).enumerate().for_each(|(knot, sum)| {
            let own = table(weights, knot);
            let before = table(weights, knot.saturating_sub(1));
            let after = table(weights, (knot + 1).min(last));
            let ties = self.ties(knot);
            for (i, sum) in sum.iter_mut().enumerate() {
                *sum += self.ridge * own[i] + ties[0] * (own[i] - before[i]) + ties[1] * (own[i] - after[i]);
            }
        });
    }

    /// The diagonal of the normal equations.
    fn diagonal(&self) -> Vec<f32> {
        let plies: Vec<Vec<f32>> = (self.samples.par_iter())
            .map(|samples| {
                let mut sum = vec![0.0; PACKED_LEN];
                for (slots, &(_, weight)) in samples.slots.iter().zip(&samples.labels) {
                    Samples::add(slots, weight, &mut sum);
                }
                sum
            })
            .collect();
        let mut diagonal = self.to_knots(&plies, |share| share * share);
        for (knot, table) in diagonal.chunks_exact_mut(PACKED_LEN).enumerate() {
            let pull = self.ridge + self.ties(knot).iter().sum::<f32>();
            table.iter_mut().for_each(|value| *value += pull.max(1e-3)); // a weight without positions stays 0
        }
        diagonal
    }

    /// Runs conjugate gradients from zero until `go_on` returns false.
    fn minimise(&self, iterations: usize, mut go_on: impl FnMut(usize, &[f32]) -> bool) {
        let mut x = vec![0.0; self.len()];
        let scale: Vec<f32> = self.diagonal().iter().map(|value| value.recip()).collect();
        let mut residual = self.gather(&x, |_, (label, weight)| weight * label);
        let scaled = |residual: &[f32]| -> Vec<f32> {
            residual.par_iter().zip(&scale).map(|(r, scale)| r * scale).collect()
        };
        let mut z = scaled(&residual);
        let mut direction = z.clone();
        let mut rz = dot(&residual, &z);
        for iteration in 1..=iterations {
            let mut image = self.gather(&direction, |value, (_, weight)| weight * value);
            self.add_pull(&direction, &mut image);
            let length = (rz / dot(&direction, &image)) as f32;
            x.par_iter_mut().zip(&direction).for_each(|(x, d)| *x += length * d);
            residual.par_iter_mut().zip(&image).for_each(|(r, i)| *r -= length * i);
            if !go_on(iteration, &x) {
                return;
            }
            z = scaled(&residual);
            let before = std::mem::replace(&mut rz, dot(&residual, &z));
            let keep = (rz / before) as f32;
            direction.par_iter_mut().zip(&z).for_each(|(d, z)| *d = z + keep * *d);
        }
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    // In chunks of fixed size, so that the sum does not depend on the number of threads.
    let pieces = a.par_chunks(PACKED_LEN).zip(b.par_chunks(PACKED_LEN));
    let sums: Vec<f64> =
        pieces.map(|(a, b)| a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()).collect();
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    /// Positions of random games whose labels depend on the 3x3 corners alone.
    fn problem() -> Problem {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut samples: Vec<Samples> = (0..samples::PLIES).map(|_| Samples::default()).collect();
        let truth: Vec<f32> =
            (0..PACKED_LEN).map(|i| if i < 1000 { (i % 7) as f32 - 3.0 } else { 0.0 }).collect();
        for _ in 0..200 {
            for (reversi_bitboard::Position { board, .. }, _) in
                reversi_testkit::random_game(&mut rng).turns()
            {
                let slots = samples::slots(board);
                let ply = 60 - board.empties().len() as usize;
                samples[ply].slots.push(slots);
                samples[ply].labels.push((Samples::value(&slots, &truth), 1.0));
            }
        }
        Problem { samples, knots: Knots(vec![10, 11, 40, 41]), ridge: 1e-3, smooth: 0.0 }
    }

    #[test]
    fn weights_are_recovered_from_their_values() {
        let problem = problem();
        let error = |tables: &[f32]| {
            let samples = &problem.samples;
            let errors = samples.iter().enumerate().flat_map(|(ply, samples)| {
                let weights = problem.knots.at(ply, tables);
                let errors = samples.slots.iter().zip(&samples.labels);
                errors
                    .map(move |(slots, label)| (Samples::value(slots, &weights) - label.0).powi(2))
                    .collect::<Vec<_>>()
            });
            let errors: Vec<f32> = errors.collect();
            (errors.iter().sum::<f32>() / errors.len() as f32).sqrt()
        };
        let before = error(&vec![0.0; problem.len()]);
        let mut after = f32::INFINITY;
        problem.minimise(60, |_, tables| {
            after = error(tables);
            true
        });
        assert!(before > 0.5 && after < 0.05 * before, "{before} {after}");
    }

    #[test]
    fn the_number_of_threads_does_not_matter() -> Result<()> {
        let problem = problem();
        let fit = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
            let mut last = Vec::new();
            pool.install(|| {
                problem.minimise(5, |_, tables| {
                    last = tables.iter().map(|weight| weight.to_bits()).collect::<Vec<_>>();
                    true
                })
            });
            anyhow::Ok(last)
        };
        assert!(fit(1)? == fit(3)?);
        Ok(())
    }
}
