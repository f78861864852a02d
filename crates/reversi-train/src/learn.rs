//! Training of a network from labelled positions.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use rayon::prelude::*;
use reversi_eval::network::{HEADS, HIDDEN, Head, INPUTS, Network, WIDTH};
use reversi_eval::pattern::{CONSTANT_SLOT, Shape};
use serde::Serialize;
use serde_json::json;

use crate::samples::{FIRST_SLOTS, Samples, Sets, Slots, Sources};
use crate::{manifest, progress};

/// Trains a network on labelled positions, by stochastic gradient descent (Adam) on squared errors.
///
/// Writes the network after each epoch that makes the error on the validation positions less, so that the best one
/// stays. It never stops early: the rate falls to nothing towards the end, and much is gained there.
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
    /// How often each position is seen.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How far a step goes at most; it falls to nothing along a cosine.
    #[arg(long, default_value_t = 0.003)]
    #[serde(serialize_with = "manifest::text")]
    rate: f32,
    /// Rows move by gradients relative to their running size plus this, so that what few positions look up moves less.
    #[arg(long, default_value_t = 2e-4)]
    #[serde(serialize_with = "manifest::text")]
    damping: f32,
    /// A position this many discs from even counts half as much as an even one; `inf` for all the same.
    #[arg(long, value_name = "DISCS", default_value_t = 80.0)]
    #[serde(serialize_with = "manifest::text")] // JSON has no infinity
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

/// The plies that have layers of their own: before them there are too few positions, after them none.
const FIRST_PLY: usize = 8;
const LAST_PLY: usize = 59;

/// The others share those of the nearest ply of their parity.
fn layers_of(ply: u8) -> usize {
    match usize::from(ply) {
        ply if ply < FIRST_PLY => FIRST_PLY + (ply + FIRST_PLY) % 2,
        ply if ply > LAST_PLY => LAST_PLY - (ply + LAST_PLY) % 2,
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
        let rows = by_shape(&mut parameters.rows).into_par_iter();
        let rows = rows.zip(by_shape(&mut self.mean.rows)).zip(by_shape(&mut self.square.rows));
        rows.zip(Shape::ALL).for_each(|(((rows, mean), square), shape)| {
            let mut gradient = vec![[0.0; WIDTH]; rows.len()];
            let mut touched = vec![false; rows.len()];
            for (position, by_sums) in batch.iter().zip(&by_sums) {
                for &slot in &position.slots[shape.first_place()..][..shape.places()] {
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

/// The positions of sets, so many in all: a vector that grew would take twice the memory for a while.
fn positions(sets: Vec<Vec<Samples>>, count: usize) -> Vec<Position> {
    let mut positions = Vec::with_capacity(count);
    for (ply, samples) in sets.into_iter().flat_map(|set| set.into_iter().enumerate()) {
        let position = |(slots, (label, weight))| Position { slots, ply: ply as u8, label, weight };
        positions.extend(samples.slots.into_iter().zip(samples.labels).map(position));
    }
    positions
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
    let Sets { learnt_from, validation, counts } = args.sources.load(args.halve_at)?;
    let (mut learnt_from, validation) =
        (positions(vec![learnt_from], counts[0]), positions(validation, counts[1]));
    let mut rng = Rng::with_seed(args.seed);
    let mut parameters = Parameters::random(&mut rng);
    let mut adam = Adam::new(args.damping);
    let steps = args.epochs as usize * learnt_from.len().div_ceil(BATCH);
    let bar = progress::bar(steps as u64, "steps");
    let (mut curve, mut best) = (Vec::new(), (f64::INFINITY, 0));
    for epoch in 1..=args.epochs {
        rng.shuffle(&mut learnt_from);
        for batch in learnt_from.chunks(BATCH) {
            adam.descend(&mut parameters, batch, rate(args.rate, adam.step, steps));
            bar.inc(1);
        }
        let [error, learnt] = [rmse(&parameters, &validation), rmse(&parameters, &learnt_from)];
        curve.push(json!({ "epoch": epoch, "rmse": error, "rmse_learnt_from": learnt }));
        let line =
            format!("epoch {epoch:2}: RMSE {error:.4} on validation, {learnt:.4} on what it learns from");
        let elapsed = bar.elapsed(); // not inside of the next call, where the bar is locked
        bar.suspend(|| println!("{line}, {elapsed:.0?}"));
        if error < best.0 {
            best = (error, epoch);
            write(&args.output, &parameters.network(&args.provenance)?)?;
        }
    }
    bar.finish_and_clear();
    ensure!(best.1 > 0, "the error grew beyond all bounds: try a lower rate");
    println!("kept epoch {} with RMSE {:.4}", best.1, best.0);
    let counts = json!({
        "learnt_from": counts[0], "validated": counts[1], "epoch": best.1, "rmse": best.0, "curve": curve,
    });
    manifest::write(&args.output, "learn", args, &args.sources.files(), counts)
}

/// The rate after so many of all steps: up along a line, down along a cosine.
fn rate(most: f32, done: i32, steps: usize) -> f32 {
    let (share, warm) = (done as f32 / steps as f32, (done + 1) as f32 / WARM_UP);
    most * (0.5 + 0.5 * (share * std::f32::consts::PI).cos()) * warm.min(1.0)
}

fn write(path: &Path, network: &Network) -> Result<()> {
    let write = || network.write(std::fs::File::create(path)?);
    write().with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::Board;
    use reversi_eval::{Evaluator, Weights};

    use super::*;
    use crate::parse_args;
    use crate::record::{Kind, Record, Writer};
    use crate::{samples, selfplay};

    /// Boards after random moves.
    fn boards(count: usize, seed: u64) -> Vec<Board> {
        let mut rng = Rng::with_seed(seed);
        let mut board = || selfplay::opening(4..=55, &mut rng, |_| Ok(true)).expect("a game").board();
        (0..count).map(|_| board()).collect()
    }

    /// What the boards are worth: something that can be learnt.
    fn label(board: &Board) -> i32 {
        let corners =
            |discs: reversi_bitboard::Bitboard| (discs.0 & 0x8100_0000_0000_0081).count_ones() as i32;
        let moves = board.legal_moves().len() as i32;
        (8 * (corners(board.player()) - corners(board.opponent())) + moves - 8).clamp(-64, 64)
    }

    fn position(board: &Board) -> Position {
        let ply = samples::ply(board.empties().len()).expect("a board of a game") as u8;
        Position { slots: samples::slots(*board), ply, label: label(board) as f32, weight: 1.0 }
    }

    /// Parameters such that some activations are limited and most are not.
    fn parameters() -> Parameters {
        let mut rng = Rng::with_seed(7);
        let mut parameters = Parameters::random(&mut rng);
        for number in parameters.rows.as_flattened_mut() {
            *number = 0.2 * (rng.f32() - 0.5);
        }
        for number in parameters.layers.as_flattened_mut() {
            *number += 0.2 * (rng.f32() - 0.5);
        }
        parameters
    }

    /// Which activations are not limited.
    fn free(trace: &Trace) -> Vec<bool> {
        trace.sums.iter().chain(&trace.hidden).map(|&number| number > 0.0 && number < 1.0).collect()
    }

    #[test]
    fn gradients_are_those_of_the_error() {
        const STEP: f32 = 1e-3;
        let mut parameters = parameters();
        let mut checked = 0;
        for board in boards(6, 1) {
            let position = Position { weight: 0.5, ..position(&board) };
            let (by_sums, by_layers) = gradients(&parameters, std::slice::from_ref(&position));
            let layers = layers_of(position.ply);
            let slot = FIRST_SLOTS[3] + usize::from(position.slots[3]);
            let often = (0..FIRST_SLOTS.len())
                .filter(|&place| FIRST_SLOTS[place] + usize::from(position.slots[place]) == slot)
                .count();
            let row = (0..WIDTH).map(|i| (None, i, often as f32 * by_sums[0][i]));
            let head = (0..LAYERS).map(|i| (Some(layers), i, by_layers[layers][i]));
            for (layers, i, gradient) in row.chain(head).collect::<Vec<_>>() {
                let mut after = |step: f32| {
                    match layers {
                        Some(layers) => parameters.layers[layers][i] += step,
                        None => parameters.rows[slot][i] += step,
                    }
                    let trace = parameters.trace(&position);
                    let error = f64::from(trace.value - position.label / DISCS);
                    (0.5 * f64::from(position.weight) * error * error, free(&trace))
                };
                let ((high, above), (low, below)) = (after(STEP), after(-2.0 * STEP));
                after(STEP);
                if below == above {
                    let difference = ((high - low) / f64::from(2.0 * STEP)) as f32;
                    let close = 1e-3 * gradient.abs().max(1.0);
                    assert!((difference - gradient).abs() < close, "{layers:?} {i}: {difference} {gradient}");
                    checked += usize::from(gradient != 0.0);
                }
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    #[test]
    fn every_ply_has_layers_that_learn() {
        assert_eq!([0, 1, 7, 8, 33, 59, 60].map(layers_of), [8, 9, 9, 8, 33, 59, 58]);
    }

    #[test]
    fn a_small_problem_is_learnt() {
        let positions: Vec<Position> = boards(1500, 2).iter().map(position).collect();
        let mut parameters = Parameters::random(&mut Rng::with_seed(3));
        let mut adam = Adam::new(1e-8);
        let before = rmse(&parameters, &positions);
        for step in 0..40 {
            adam.descend(&mut parameters, &positions, 0.02 * (1.0 - step as f32 / 40.0));
        }
        let after = rmse(&parameters, &positions);
        assert!(after < 0.35 * before, "{before} {after}");
    }

    #[test]
    fn the_integers_of_a_file_say_the_same() -> Result<()> {
        let parameters = parameters();
        let weights = Weights::from_network(&parameters.network("")?);
        let errors = boards(1000, 4).into_iter().map(|board| {
            let value = DISCS * parameters.trace(&position(&board)).value;
            f64::from(weights.evaluate_128(&board)) / 128.0 - f64::from(value)
        });
        let errors: Vec<f64> = errors.collect();
        let mean =
            |f: fn(f64) -> f64| errors.iter().map(|&error| f(error)).sum::<f64>() / errors.len() as f64;
        let (bias, rms) = (mean(|error| error), mean(|error| error * error).sqrt());
        assert!(bias.abs() < 0.02 && rms < 0.08, "{bias} {rms}");
        Ok(())
    }

    #[test]
    fn the_number_of_threads_does_not_matter() -> Result<()> {
        let directory = std::env::temp_dir().join(format!("reversi-train-learn-{}", std::process::id()));
        std::fs::create_dir_all(&directory)?;
        let path = |name: &str| directory.join(name).to_str().expect("a path of text").to_owned();
        let (input, output) = (path("positions.bin"), path("network"));
        let mut writer = Writer::create(input.as_ref())?;
        for (board, game) in boards(4 * PIECE, 5).into_iter().zip(0..) {
            let (label, kind) = (label(&board) as i8, Kind::Exact);
            let (year, white_to_move, variant) = (0, false, false);
            writer.write(&Record { board, game, year, label, kind, white_to_move, variant })?;
        }
        writer.flush()?;
        let arguments = ["", &input, "--hold-out", "9", "--epochs", "2", "-o", &output];
        let args: Args = parse_args(arguments);
        let with_threads = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
            pool.install(|| run(&args))?;
            anyhow::Ok(std::fs::read(&output)?)
        };
        assert!(with_threads(1)? == with_threads(3)?);
        let diverging: Args = parse_args(arguments.into_iter().chain(["--rate", "nan"]));
        assert!(run(&diverging).unwrap_err().to_string().contains("try a lower rate"));
        Ok(std::fs::remove_dir_all(directory)?)
    }
}
