//! Training of a network from labelled positions.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use rayon::prelude::*;
use reversi_eval::network::{HEADS, HIDDEN, Head, INPUTS, Network, WIDTH};
use reversi_eval::pattern::{CONSTANT_SLOT, Shape};
use serde::Serialize;
use serde_json::json;

use crate::manifest;
use crate::record::Record;
use crate::samples::{self, FIRST_SLOTS, Samples, Slots};

/// Trains a network on labelled positions, by stochastic gradient descent (Adam) on squared errors.
///
/// The result does not depend on the number of threads.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    /// Labelled positions to learn from.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// Labelled positions of other games, to measure the error by.
    #[arg(long, required_unless_present = "hold_out", value_name = "FILE")]
    validation: Vec<PathBuf>,
    /// Measures by every Nth game of those to learn from, too, and does not learn from these.
    #[arg(long, value_name = "N")]
    hold_out: Option<NonZeroU32>,
    /// Labelled positions to test with later. None of these with an exact score, nor of those to measure by, is
    /// learnt from, wherever else it occurs.
    #[arg(long, value_name = "FILE")]
    test: Vec<PathBuf>,
    /// The network to write.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
    /// How often each position is seen.
    #[arg(long, default_value_t = 6)]
    epochs: usize,
    /// How far a step goes at most; it falls to nothing along a cosine.
    #[arg(long, default_value_t = 0.003)]
    rate: f32,
    /// Rows move by gradients relative to their running size plus this, so that what few positions look up moves less.
    #[arg(long, default_value_t = 2e-4)]
    damping: f32,
    /// A position this many discs from even counts half as much as an even one; `inf` for all the same.
    #[arg(long, value_name = "DISCS", default_value_t = 80.0)]
    halve_at: f32,
    /// Seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the network comes from, in words that stay with it.
    #[arg(long, value_name = "TEXT", default_value = "reversi-train learn")]
    provenance: String,
}

/// Positions for a step.
const BATCH: usize = 8192;
/// Positions that a thread takes at once.
const PIECE: usize = 1024;
/// Steps until the first rate is reached.
const WARM_UP: f32 = 200.0;
/// A network computes in units of so many discs.
const DISCS: f32 = 16.0;

/// The greatest numbers that a file can hold.
const MAX_ROW: f32 = 127.0 / ROW_UNIT;
const MAX_HIDDEN: f32 = 127.0 / 65.0;
const MAX_OUTPUT: f32 = 32767.0 / 8400.0;
/// The units of a file: see the definition in `reversi_eval::network`.
const ROW_UNIT: f32 = 254.0;
const SQUARE_ONE: f32 = 127.0 * 127.0 / 128.0;

struct Position {
    slots: Slots,
    ply: u8,
    label: f32,
    weight: f32,
}

/// The numbers of a head, one after the other.
type Layers = [f32; LAYERS];
const BIAS: usize = 0;
const WEIGHTS: usize = BIAS + WIDTH;
const HIDDEN_BIAS: usize = WEIGHTS + INPUTS * HIDDEN;
const OUTPUT: usize = HIDDEN_BIAS + HIDDEN;
const DIRECT: usize = OUTPUT + HIDDEN;
const CONSTANT: usize = DIRECT + INPUTS;
const LAYERS: usize = CONSTANT + 1;

type Row = [f32; WIDTH];

/// The plies that have layers of their own: before them there are too few positions.
const FIRST_PLY: usize = 8;

fn layers_of(ply: u8) -> usize {
    match usize::from(ply) {
        ply if ply < FIRST_PLY => FIRST_PLY + (ply + FIRST_PLY) % 2,
        ply => ply,
    }
}

/// What is learnt, in units in which activations go from 0 to 1.
struct Parameters {
    rows: Vec<Row>,
    layers: Vec<Layers>,
}

/// What a position's value was computed from.
struct Trace {
    sums: Row,
    input: [f32; INPUTS],
    hidden: [f32; HIDDEN],
    value: f32,
}

impl Parameters {
    fn random(rng: &mut Rng) -> Parameters {
        let mut centred = |width: f32| (rng.f32() - 0.5) * width;
        let rows = vec![[0.0; WIDTH]; CONSTANT_SLOT];
        let mut layers = [0.0; LAYERS];
        layers[BIAS..WEIGHTS].fill(0.3);
        layers[WEIGHTS..HIDDEN_BIAS].fill_with(|| centred(0.5));
        layers[HIDDEN_BIAS..OUTPUT].fill(0.3);
        layers[OUTPUT..DIRECT].fill_with(|| centred(0.2));
        Parameters { rows, layers: vec![layers; HEADS] }
    }

    #[inline(always)]
    fn trace(&self, position: &Position) -> Trace {
        let layers = &self.layers[layers_of(position.ply)];
        let mut sums: Row = layers[BIAS..WEIGHTS].try_into().expect("a bias for each sum");
        for (&slot, first) in position.slots.iter().zip(FIRST_SLOTS) {
            let row = &self.rows[first + usize::from(slot)];
            for i in 0..WIDTH {
                sums[i] += row[i];
            }
        }
        let mut input = [0.0; INPUTS];
        for i in 0..WIDTH {
            input[i] = sums[i].clamp(0.0, 1.0);
            input[WIDTH + i] = input[i] * input[i];
        }
        let mut hidden = [0.0; HIDDEN];
        for (h, hidden) in hidden.iter_mut().enumerate() {
            let weights = &layers[WEIGHTS + h * INPUTS..][..INPUTS];
            *hidden = layers[HIDDEN_BIAS + h] + dot(weights, &input);
        }
        let mut value = layers[CONSTANT] + dot(&layers[DIRECT..CONSTANT], &input);
        for h in 0..HIDDEN {
            value += layers[OUTPUT + h] * hidden[h].clamp(0.0, 1.0);
        }
        Trace { sums, input, hidden, value }
    }

    /// The gradient by the sums, times `slope`; that by the layers is added to `gradient`.
    #[inline(always)]
    fn gradient(&self, position: &Position, trace: &Trace, slope: f32, gradient: &mut Layers) -> Row {
        let layers = &self.layers[layers_of(position.ply)];
        let mut by_input = [0.0; INPUTS];
        gradient[CONSTANT] += slope;
        for i in 0..INPUTS {
            gradient[DIRECT + i] += slope * trace.input[i];
            by_input[i] = slope * layers[DIRECT + i];
        }
        for h in 0..HIDDEN {
            gradient[OUTPUT + h] += slope * trace.hidden[h].clamp(0.0, 1.0);
            if trace.hidden[h] > 0.0 && trace.hidden[h] < 1.0 {
                let slope = slope * layers[OUTPUT + h];
                gradient[HIDDEN_BIAS + h] += slope;
                let at = WEIGHTS + h * INPUTS;
                for i in 0..INPUTS {
                    gradient[at + i] += slope * trace.input[i];
                    by_input[i] += slope * layers[at + i];
                }
            }
        }
        std::array::from_fn(|i| {
            let inside = trace.sums[i] > 0.0 && trace.sums[i] < 1.0;
            let by_sum = if inside { by_input[i] + 2.0 * trace.sums[i] * by_input[WIDTH + i] } else { 0.0 };
            gradient[BIAS + i] += by_sum;
            by_sum
        })
    }

    /// In the integers of a file.
    fn network(&self, provenance: &str) -> Result<Network> {
        let byte = |value: f32| value.round().clamp(-127.0, 127.0) as i8;
        let rows = self.rows.iter().map(|row| row.map(|number| byte(ROW_UNIT * number))).collect();
        let input_one = |i: usize| if i < WIDTH { 127.0 } else { SQUARE_ONE };
        let short = |value: f32| value.round() as i16;
        let value_unit = DISCS * 128.0 * 512.0;
        let head = |ply: usize| {
            let layers = &self.layers[layers_of(ply as u8)];
            Head {
                bias: std::array::from_fn(|i| short((ROW_UNIT * layers[BIAS + i]).clamp(-16384.0, 16384.0))),
                hidden: std::array::from_fn(|h| {
                    std::array::from_fn(|i| {
                        byte(64.0 * 127.0 / input_one(i) * layers[WEIGHTS + h * INPUTS + i])
                    })
                }),
                hidden_bias: std::array::from_fn(|h| {
                    (64.0 * 127.0 * layers[HIDDEN_BIAS + h]).round() as i32 + 32
                }),
                output: std::array::from_fn(|h| short(value_unit / 127.0 * layers[OUTPUT + h])),
                direct: std::array::from_fn(|i| short(value_unit / input_one(i) * layers[DIRECT + i])),
                constant: (value_unit * layers[CONSTANT]).round() as i32 + 256,
            }
        };
        Ok(Network::new(rows, (0..HEADS).map(head).collect(), provenance)?)
    }
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32; INPUTS]) -> f32 {
    let mut sums = [0.0; 8];
    for i in 0..INPUTS {
        sums[i % 8] += a[i] * b[i];
    }
    sums.iter().sum()
}

/// Adam (Kingma and Ba, 2014): steps scaled by running means of gradients and of their squares.
struct Adam {
    mean: Parameters,
    square: Parameters,
    step: i32,
    damping: f32,
}

/// How a single number moves.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    mean_share: f32,
    square_share: f32,
    damping: f32,
}

impl Step {
    #[inline(always)]
    fn go(self, x: &mut f32, [mean, square]: [&mut f32; 2], gradient: f32, limit: f32) {
        *mean += (1.0 - Adam::MEAN) * (gradient - *mean);
        *square += (1.0 - Adam::SQUARE) * (gradient * gradient - *square);
        let step =
            self.rate * (*mean / self.mean_share) / ((*square / self.square_share).sqrt() + self.damping);
        *x = (*x - step).clamp(-limit, limit);
    }
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    fn new(damping: f32) -> Adam {
        let zero =
            || Parameters { rows: vec![[0.0; WIDTH]; CONSTANT_SLOT], layers: vec![[0.0; LAYERS]; HEADS] };
        Adam { mean: zero(), square: zero(), step: 0, damping }
    }

    /// One step down the mean gradient of a batch.
    fn descend(&mut self, parameters: &mut Parameters, batch: &[Position], rate: f32) {
        self.step += 1;
        let step = Step {
            rate,
            mean_share: 1.0 - Adam::MEAN.powi(self.step),
            square_share: 1.0 - Adam::SQUARE.powi(self.step),
            damping: 1e-8,
        };
        let (by_sums, by_layers) = gradients(parameters, batch);
        let share = 1.0 / batch.len() as f32;
        let layers = parameters.layers.iter_mut().zip(&mut self.mean.layers).zip(&mut self.square.layers);
        for (((layers, mean), square), gradient) in layers.zip(&by_layers) {
            for i in 0..LAYERS {
                let limit = match i {
                    WEIGHTS..HIDDEN_BIAS => MAX_HIDDEN,
                    OUTPUT..CONSTANT => MAX_OUTPUT,
                    _ => 15.0,
                };
                step.go(&mut layers[i], [&mut mean[i], &mut square[i]], share * gradient[i], limit);
            }
        }
        // Shapes share no rows, so each is a task of its own.
        let step = Step { damping: self.damping, ..step };
        let shapes = by_shape(&mut parameters.rows)
            .into_iter()
            .zip(by_shape(&mut self.mean.rows))
            .zip(by_shape(&mut self.square.rows));
        shapes.enumerate().par_bridge().for_each(|(shape, ((rows, mean), square))| {
            let shape = Shape::ALL[shape];
            let places = shape.first_place()..shape.first_place() + shape.places();
            let mut gradient = vec![[0.0; WIDTH]; rows.len()];
            let mut touched = vec![false; rows.len()];
            for (position, by_sums) in batch.iter().zip(&by_sums) {
                for &slot in &position.slots[places.clone()] {
                    let slot = usize::from(slot);
                    touched[slot] = true;
                    for i in 0..WIDTH {
                        gradient[slot][i] += by_sums[i];
                    }
                }
            }
            for slot in (0..rows.len()).filter(|&slot| touched[slot]) {
                for i in 0..WIDTH {
                    let gradient = share * gradient[slot][i];
                    let means = [&mut mean[slot][i], &mut square[slot][i]];
                    step.go(&mut rows[slot][i], means, gradient, MAX_ROW);
                }
            }
        });
    }
}

/// The rows of each shape.
fn by_shape(mut rows: &mut [Row]) -> Vec<&mut [Row]> {
    Shape::ALL.iter().map(|shape| rows.split_off_mut(..shape.slots()).expect("rows for all shapes")).collect()
}

/// The gradients of half the squared errors: for each position by its sums, and altogether by the layers.
fn gradients(parameters: &Parameters, batch: &[Position]) -> (Vec<Row>, Vec<Layers>) {
    let pieces: Vec<(Vec<Row>, Vec<Layers>)> = batch
        .par_chunks(PIECE)
        .map(|piece| {
            let mut by_layers = vec![[0.0; LAYERS]; HEADS];
            let by_sums = piece.iter().map(|position| {
                let trace = parameters.trace(position);
                let slope = position.weight * (trace.value - position.label / DISCS);
                parameters.gradient(position, &trace, slope, &mut by_layers[layers_of(position.ply)])
            });
            (by_sums.collect(), by_layers)
        })
        .collect();
    // Added up in order: sums must not depend on how the work is shared out.
    let mut all = (Vec::with_capacity(batch.len()), vec![[0.0; LAYERS]; HEADS]);
    for (by_sums, by_layers) in pieces {
        all.0.extend(by_sums);
        for (sum, layers) in all.1.as_flattened_mut().iter_mut().zip(by_layers.as_flattened()) {
            *sum += layers;
        }
    }
    all
}

fn positions(samples: Vec<Samples>, halve_at: f32) -> Vec<Position> {
    let of_ply = |(ply, samples): (usize, Samples)| {
        let position = move |(slots, (label, weight)): (Slots, (f32, f32))| Position {
            slots,
            ply: ply as u8,
            label,
            weight: weight / (1.0 + (label / halve_at).powi(2)),
        };
        samples.slots.into_iter().zip(samples.labels).map(position)
    };
    samples.into_iter().enumerate().flat_map(of_ply).collect()
}

/// The root of the mean squared error in discs.
fn rmse(parameters: &Parameters, positions: &[Position]) -> f64 {
    let sums: Vec<f64> = (positions.par_chunks(PIECE))
        .map(|piece| {
            let error = |position| f64::from(DISCS * parameters.trace(position).value - position.label);
            piece.iter().map(|position: &Position| error(position).powi(2)).sum()
        })
        .collect();
    (sums.iter().sum::<f64>() / positions.len() as f64).sqrt()
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let start = Instant::now();
    let held_out = |record: &Record| args.hold_out.is_some_and(|n| record.game % n == 0);
    let mut kept_apart = samples::exact(&[args.validation.as_slice(), &args.test].concat(), |_| true)?;
    kept_apart.extend(samples::exact(&args.positions, held_out)?);
    let mut learnt_from =
        positions(samples::load(&args.positions, &kept_apart, |record| !held_out(record))?, args.halve_at);
    let mut validation = Vec::new();
    if !args.validation.is_empty() {
        validation =
            positions(samples::load(&args.validation, &Default::default(), |_| true)?, f32::INFINITY);
    }
    if args.hold_out.is_some() {
        let held_out = samples::load(&args.positions, &Default::default(), held_out)?;
        validation.extend(positions(held_out, f32::INFINITY));
    }
    println!(
        "{} distinct positions to learn from, {} to validate, read in {:.0?}",
        learnt_from.len(),
        validation.len(),
        start.elapsed()
    );

    ensure!(!learnt_from.is_empty(), "nothing is left to learn from");
    let mut rng = Rng::with_seed(args.seed);
    let mut parameters = Parameters::random(&mut rng);
    let mut adam = Adam::new(args.damping);
    let steps = args.epochs * learnt_from.len().div_ceil(BATCH);
    let mut curve = Vec::new();
    for epoch in 1..=args.epochs {
        rng.shuffle(&mut learnt_from);
        for batch in learnt_from.chunks(BATCH) {
            let (done, warm) = (adam.step as f32 / steps as f32, (adam.step + 1) as f32 / WARM_UP);
            let rate = args.rate * (0.5 + 0.5 * (done * std::f32::consts::PI).cos()) * warm.min(1.0);
            adam.descend(&mut parameters, batch, rate);
        }
        let errors = [rmse(&parameters, &validation), rmse(&parameters, &learnt_from)];
        curve.push(json!({ "epoch": epoch, "rmse": errors[0], "rmse_learnt_from": errors[1] }));
        println!(
            "epoch {epoch:2}: RMSE {:.4} on validation, {:.4} on what it learns from, {:.0?}",
            errors[0],
            errors[1],
            start.elapsed()
        );
    }
    let file = std::fs::File::create(&args.output).with_context(|| args.output.display().to_string())?;
    parameters.network(&args.provenance)?.write(file)?;
    let counts = json!({ "learnt_from": learnt_from.len(), "validated": validation.len(), "curve": curve });
    let inputs = [args.positions.as_slice(), &args.validation, &args.test].concat();
    manifest::write(&args.output, "learn", args, &inputs, counts)
}
