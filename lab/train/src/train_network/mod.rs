//! Training of a network from labelled positions.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command: epochs, learning rate, the best network |
//! | [`model`] | the parameters, the value of a position, its gradient |
//! | [`adam`] | the update with a batch |
//! | [`quantise`] | the integers of a file, its size, the first plies |

mod adam;
mod model;
mod quantise;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use adam::{Adam, CHUNK};
use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use model::{DISCS, Parameters, Position};
use quantise::{at_most, lookups, with_first_plies};
use rayon::prelude::*;
use reversi_eval::network::Network;
use serde::Serialize;
use serde_json::json;

use crate::samples::{Samples, Sets, Sources};
use crate::{manifest, progress};

/// Trains a network on labelled positions, by stochastic gradient descent (Adam) on squared errors.
///
/// Writes the network after each epoch that reduces the error on the validation positions, so that the file
/// holds the best one. Training never stops early: the learning rate falls to zero towards the end, where the
/// error falls most.
///
/// The result does not depend on the number of threads.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    #[command(flatten)]
    #[serde(flatten)]
    sources: Sources,
    /// The network to write.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
    /// Number of passes over the training positions.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Maximum learning rate. After a warm-up it falls to zero along a cosine.
    #[arg(long, default_value_t = 0.003)]
    #[serde(serialize_with = "manifest::text")]
    learning_rate: f32,
    /// Adam's epsilon for the rows. A larger one slows the rows that few positions look up.
    #[arg(long, default_value_t = 2e-4)]
    #[serde(serialize_with = "manifest::text")]
    epsilon: f32,
    /// A position this many discs from even has half the weight of an even one. With `inf` all weights are
    /// equal.
    #[arg(long, value_name = "DISCS", default_value_t = 80.0)]
    #[serde(serialize_with = "manifest::text")] // JSON has no infinity
    half_weight_at: f32,
    /// Numbers in a row.
    #[arg(long, value_parser = ["8", "16", "32", "64"], default_value = "32")]
    width: String,
    /// Leave out the rows that the fewest training positions look up, until the file has at most
    /// this size.
    #[arg(long, value_name = "BYTES")]
    at_most: Option<usize>,
    /// Labelled positions of the first plies, which games begin with and random openings skip. The constants
    /// of the heads before ply 8 are fitted to them when the training is over.
    #[arg(long, value_name = "FILE")]
    first_plies: Option<PathBuf>,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The origin of the network, which is stored in the file.
    #[arg(long, value_name = "TEXT", default_value = "reversi-train train-network")]
    provenance: String,
}

/// Positions of a batch. A step clears the gradients of all rows; many positions share that cost.
const BATCH: usize = 8192;
/// Steps of the linear warm-up of the learning rate. The first means of squares are of few gradients, and
/// their steps point anywhere.
const WARM_UP: f32 = 200.0;

/// The positions of the sets, `count` in total. Reserving them avoids the doubled memory of a growing vector.
fn positions(sets: Vec<Vec<Samples>>, count: usize) -> Vec<Position> {
    let mut positions = Vec::with_capacity(count);
    for (ply, samples) in sets.into_iter().flat_map(|set| set.into_iter().enumerate()) {
        let position = |(slots, (label, weight))| Position { slots, ply: ply as u8, label, weight };
        positions.extend(samples.slots.into_iter().zip(samples.labels).map(position));
    }
    positions
}

/// The root mean squared error in discs.
fn rmse<const W: usize>(parameters: &Parameters<W>, positions: &[Position]) -> f64 {
    let sums: Vec<f64> = (positions.par_chunks(CHUNK))
        .map(|chunk| {
            let error = |position| f64::from(DISCS * parameters.forward(position).value - position.label);
            chunk.iter().map(|position: &Position| error(position).powi(2)).sum()
        })
        .collect();
    (sums.iter().sum::<f64>() / positions.len() as f64).sqrt()
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match args.width.as_str() {
        "8" => train::<8>(args),
        "16" => train::<16>(args),
        "64" => train::<64>(args),
        _ => train::<32>(args),
    }
}

fn train<const W: usize>(args: &Args) -> Result<()> {
    let Sets { training, validation, counts } = args.sources.load(args.half_weight_at)?;
    let (mut training, validation) = (positions(vec![training], counts[0]), positions(validation, counts[1]));
    let common = args.at_most.map(|bytes| (bytes, lookups(&training)));
    let mut rng = Rng::with_seed(args.seed);
    let mut parameters = Parameters::<W>::random(&mut rng);
    let mut adam = Adam::new(args.epsilon);
    let steps = args.epochs as usize * training.len().div_ceil(BATCH);
    let bar = progress::bar(steps as u64, "steps");
    let (mut curve, mut best) = (Vec::new(), (f64::INFINITY, 0));
    for epoch in 1..=args.epochs {
        rng.shuffle(&mut training);
        for batch in training.chunks(BATCH) {
            adam.descend(&mut parameters, batch, rate(args.learning_rate, adam.step, steps));
            bar.inc(1);
        }
        let [validation_rmse, training_rmse] = [rmse(&parameters, &validation), rmse(&parameters, &training)];
        curve.push(
            json!({ "epoch": epoch, "validation_rmse": validation_rmse, "training_rmse": training_rmse }),
        );
        let line = format!(
            "epoch {epoch:2}: RMSE {validation_rmse:.4} on validation, {training_rmse:.4} on training positions"
        );
        let elapsed = bar.elapsed(); // outside of the next call, which locks the bar
        bar.suspend(|| println!("{line}, {elapsed:.0?}"));
        if validation_rmse < best.0 {
            best = (validation_rmse, epoch);
            let mut network = parameters.network(&args.provenance)?;
            if let Some((bytes, lookups)) = &common {
                network = at_most(*bytes, network, lookups)?;
            }
            write(&args.output, &with_first_plies(network, args.first_plies.as_deref())?)?;
        }
    }
    bar.finish_and_clear();
    ensure!(best.1 > 0, "the error diverged: try a lower --learning-rate");
    println!("kept epoch {} with RMSE {:.4}", best.1, best.0);
    let counts = json!({
        "training_positions": counts[0], "validation_positions": counts[1],
        "epoch": best.1, "validation_rmse": best.0, "curve": curve,
    });
    let mut files = args.sources.files();
    files.extend(args.first_plies.clone());
    manifest::write(&args.output, "train-network", args, &files, counts)
}

/// The learning rate after `done` of `steps`: a linear warm-up, then a cosine.
fn rate(most: f32, done: i32, steps: usize) -> f32 {
    let (share, warm) = (done as f32 / steps as f32, (done + 1) as f32 / WARM_UP);
    most * (0.5 + 0.5 * (share * std::f32::consts::PI).cos()) * warm.min(1.0)
}

fn write(path: &Path, network: &Network) -> Result<()> {
    let write = || network.write(std::fs::File::create(path)?);
    write().with_context(|| path.display().to_string())
}
