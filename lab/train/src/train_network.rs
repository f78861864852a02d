//! Training of a network from labelled positions.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use rayon::prelude::*;
use reversi_eval::Evaluator;
use reversi_eval::network::{HEADS, HIDDEN, Head, Network, ROW_GROUPS, ROWS};
use serde::Serialize;
use serde_json::json;

use crate::record::{Kind, Reader};
use crate::samples::{FIRST_SLOTS, Samples, Sets, Slots, Sources};
use crate::{manifest, progress, samples};

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
    #[arg(long, value_enum, default_value_t = Width::Of32)]
    width: Width,
    /// Leave out the rows that the fewest training positions look up, until the file has at most so many
    /// bytes.
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

/// The widths of networks that the engine reads.
#[derive(clap::ValueEnum, Clone, Copy, Serialize)]
enum Width {
    #[value(name = "8")]
    #[serde(rename = "8")]
    Of8,
    #[value(name = "16")]
    #[serde(rename = "16")]
    Of16,
    #[value(name = "32")]
    #[serde(rename = "32")]
    Of32,
    #[value(name = "64")]
    #[serde(rename = "64")]
    Of64,
}

/// Positions of a batch.
const BATCH: usize = 8192;
/// Positions of a unit of parallel work.
const CHUNK: usize = 1024;
/// Steps of the linear warm-up of the learning rate.
const WARM_UP: f32 = 200.0;
/// The unit of labels and values, in discs.
const DISCS: f32 = 16.0;

/// Limits of the parameters that a file can represent.
const MAX_ROW: f32 = 127.0 / ROW_UNIT;
const MAX_HIDDEN: f32 = 127.0 / 65.0;
const MAX_OUTPUT: f32 = 32767.0 / 8400.0;
/// The fixed-point units of a file, defined in `reversi_eval::network`.
const ROW_UNIT: f32 = 254.0;
const SQUARE_ONE: f32 = 127.0 * 127.0 / 128.0;

#[derive(Clone, Copy)]
struct Position {
    slots: Slots,
    ply: u8,
    label: f32,
    weight: f32,
}

/// The layers of one ply as one array: bias, weights and bias of the first layer, output, direct, constant.
type Layers = Vec<f32>;

/// The plies that have layers of their own. Earlier plies have too few positions, later ones have none.
const FIRST_PLY: usize = 8;
const LAST_PLY: usize = 59;

/// The index of the layers of a ply. Other plies share those of the nearest ply of their parity.
fn layers_of(ply: u8) -> usize {
    match usize::from(ply) {
        ply if ply < FIRST_PLY => FIRST_PLY + (ply + FIRST_PLY) % 2,
        ply if ply > LAST_PLY => LAST_PLY - (ply + LAST_PLY) % 2,
        ply => ply,
    }
}

/// The parameters of a network whose rows have `W` numbers, in units in which activations range from 0 to 1.
#[derive(Clone)]
struct Parameters<const W: usize> {
    rows: Vec<[f32; W]>,
    layers: Vec<Layers>,
}

/// The value of a position and the activations that it was computed from.
struct Activations<const W: usize> {
    sums: [f32; W],
    /// The limited sums and their squares.
    input: [[f32; W]; 2],
    hidden: [f32; HIDDEN],
    value: f32,
}

/// Where the parts of [`Layers`] begin. The first of them is the bias.
impl<const W: usize> Parameters<W> {
    const WEIGHTS: usize = W;
    const HIDDEN_BIAS: usize = Self::WEIGHTS + 2 * W * HIDDEN;
    const OUTPUT: usize = Self::HIDDEN_BIAS + HIDDEN;
    const DIRECT: usize = Self::OUTPUT + HIDDEN;
    const CONSTANT: usize = Self::DIRECT + 2 * W;
    const LAYERS: usize = Self::CONSTANT + 1;
}

impl<const W: usize> Parameters<W> {
    fn zero() -> Parameters<W> {
        Parameters { rows: vec![[0.0; W]; ROWS], layers: vec![vec![0.0; Self::LAYERS]; HEADS] }
    }

    fn random(rng: &mut Rng) -> Parameters<W> {
        let mut centred = |width: f32| (rng.f32() - 0.5) * width;
        let mut layers = vec![0.0; Self::LAYERS];
        layers[..Self::WEIGHTS].fill(0.3);
        layers[Self::WEIGHTS..Self::HIDDEN_BIAS].fill_with(|| centred(0.5));
        layers[Self::HIDDEN_BIAS..Self::OUTPUT].fill(0.3);
        layers[Self::OUTPUT..Self::DIRECT].fill_with(|| centred(0.2));
        Parameters { layers: vec![layers; HEADS], ..Self::zero() }
    }

    /// The weights of the first layer: for each output those of the sums and those of their squares.
    #[inline(always)]
    fn weights(layers: &Layers) -> &[[f32; W]] {
        layers[Self::WEIGHTS..Self::HIDDEN_BIAS].as_chunks::<W>().0
    }

    #[inline(always)]
    fn forward(&self, position: &Position) -> Activations<W> {
        let layers = &self.layers[layers_of(position.ply)];
        let mut sums: [f32; W] = layers[..Self::WEIGHTS].try_into().expect("a bias for each sum");
        for (&slot, first) in position.slots.iter().zip(FIRST_SLOTS) {
            let row = &self.rows[first + usize::from(slot)];
            for i in 0..W {
                sums[i] += row[i];
            }
        }
        let plain = sums.map(|sum| sum.clamp(0.0, 1.0));
        let input = [plain, plain.map(|input| input * input)];
        let weights = Self::weights(layers).as_chunks::<2>().0;
        let mut hidden = [0.0; HIDDEN];
        for (h, hidden) in hidden.iter_mut().enumerate() {
            *hidden = layers[Self::HIDDEN_BIAS + h] + dot(&weights[h], &input);
        }
        let direct = layers[Self::DIRECT..Self::CONSTANT].as_chunks::<W>().0;
        let direct: &[[f32; W]; 2] = direct.first_chunk().expect("weights of all inputs");
        let mut value = layers[Self::CONSTANT] + dot(direct, &input);
        for h in 0..HIDDEN {
            value += layers[Self::OUTPUT + h] * hidden[h].clamp(0.0, 1.0);
        }
        Activations { sums, input, hidden, value }
    }

    /// Returns the gradient with respect to the sums, times `slope`. Adds the gradient with respect to the
    /// layers to `gradient`.
    #[inline(always)]
    fn gradient(
        &self,
        position: &Position,
        activations: &Activations<W>,
        slope: f32,
        gradient: &mut Layers,
    ) -> [f32; W] {
        let layers = &self.layers[layers_of(position.ply)];
        let mut by_input = [[0.0; W]; 2];
        gradient[Self::CONSTANT] += slope;
        let parts = by_input.iter_mut().zip(&activations.input);
        for (part, (by_input, input)) in parts.enumerate() {
            let at = Self::DIRECT + part * W;
            let gradient: &mut [f32; W] = gradient[at..].first_chunk_mut().expect("a part");
            let layers: &[f32; W] = layers[at..].first_chunk().expect("a part");
            for i in 0..W {
                gradient[i] += slope * input[i];
                by_input[i] = slope * layers[i];
            }
        }
        for h in 0..HIDDEN {
            gradient[Self::OUTPUT + h] += slope * activations.hidden[h].clamp(0.0, 1.0);
            if activations.hidden[h] > 0.0 && activations.hidden[h] < 1.0 {
                let slope = slope * layers[Self::OUTPUT + h];
                gradient[Self::HIDDEN_BIAS + h] += slope;
                let parts = by_input.iter_mut().zip(&activations.input);
                for (part, (by_input, input)) in parts.enumerate() {
                    let at = Self::WEIGHTS + (2 * h + part) * W;
                    let gradient: &mut [f32; W] = gradient[at..].first_chunk_mut().expect("a part");
                    let layers: &[f32; W] = layers[at..].first_chunk().expect("a part");
                    for i in 0..W {
                        gradient[i] += slope * input[i];
                        by_input[i] += slope * layers[i];
                    }
                }
            }
        }
        let by_sums: [f32; W] = std::array::from_fn(|i| {
            let inside = activations.sums[i] > 0.0 && activations.sums[i] < 1.0;
            if inside { by_input[0][i] + 2.0 * activations.sums[i] * by_input[1][i] } else { 0.0 }
        });
        gradient.iter_mut().zip(by_sums).for_each(|(gradient, by_sum)| *gradient += by_sum);
        by_sums
    }

    /// Quantizes the parameters to the integers of a file.
    fn network(&self, provenance: &str) -> Result<Network> {
        let byte = |value: f32| value.round().clamp(-127.0, 127.0) as i8;
        let short = |value: f32| value.round() as i16;
        let rows = self.rows.iter().flatten().map(|number| byte(ROW_UNIT * number)).collect();
        // Of all inputs: the sums, then their squares.
        let ones = [[127.0; W], [SQUARE_ONE; W]].concat();
        let value_unit = DISCS * 128.0 * 512.0;
        let head = |ply: usize| {
            let layers = &self.layers[layers_of(ply as u8)];
            let bias = layers[..Self::WEIGHTS].iter();
            let weights = layers[Self::WEIGHTS..Self::HIDDEN_BIAS].iter().zip(ones.iter().cycle());
            let direct = layers[Self::DIRECT..Self::CONSTANT].iter().zip(&ones);
            Head {
                bias: bias.map(|bias| short((ROW_UNIT * bias).clamp(-16384.0, 16384.0))).collect(),
                hidden: weights.map(|(weight, one)| byte(64.0 * 127.0 / one * weight)).collect(),
                hidden_bias: std::array::from_fn(|h| {
                    (64.0 * 127.0 * layers[Self::HIDDEN_BIAS + h]).round() as i32 + 32
                }),
                output: std::array::from_fn(|h| short(value_unit / 127.0 * layers[Self::OUTPUT + h])),
                direct: direct.map(|(weight, one)| short(value_unit / one * weight)).collect(),
                constant: (value_unit * layers[Self::CONSTANT]).round() as i32 + 256,
            }
        };
        Ok(Network::new(rows, (0..HEADS).map(head).collect(), provenance)?)
    }
}

#[inline(always)]
fn dot<const W: usize>(a: &[[f32; W]; 2], b: &[[f32; W]; 2]) -> f32 {
    let mut sums = [0.0; 16];
    for (a, b) in a.iter().zip(b) {
        for i in 0..W {
            sums[i % 16] += a[i] * b[i];
        }
    }
    sums.iter().sum()
}

/// Adam (Kingma and Ba, 2014): steps scaled by running means of gradients and of their squares.
struct Adam<const W: usize> {
    mean: Parameters<W>,
    square: Parameters<W>,
    step: i32,
    epsilon: f32,
}

/// The share of the old mean in a new one: of the gradients, and of their squares.
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;

/// The parameters of the update of a single number.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    mean_share: f32,
    square_share: f32,
    epsilon: f32,
}

impl Step {
    #[inline(always)]
    fn apply(self, x: &mut f32, [mean, square]: [&mut f32; 2], gradient: f32, limit: f32) {
        *mean += (1.0 - MEAN) * (gradient - *mean);
        *square += (1.0 - SQUARE) * (gradient * gradient - *square);
        let step =
            self.rate * (*mean / self.mean_share) / ((*square / self.square_share).sqrt() + self.epsilon);
        *x = (*x - step).clamp(-limit, limit);
    }
}

impl<const W: usize> Adam<W> {
    fn new(epsilon: f32) -> Adam<W> {
        Adam { mean: Parameters::zero(), square: Parameters::zero(), step: 0, epsilon }
    }

    /// One update with the mean gradient of a batch.
    fn descend(&mut self, parameters: &mut Parameters<W>, batch: &[Position], rate: f32) {
        self.step += 1;
        let step = Step {
            rate,
            mean_share: 1.0 - MEAN.powi(self.step),
            square_share: 1.0 - SQUARE.powi(self.step),
            epsilon: 1e-8,
        };
        let (by_sums, by_layers) = gradients(parameters, batch);
        let share = 1.0 / batch.len() as f32;
        let weights = Parameters::<W>::WEIGHTS..Parameters::<W>::HIDDEN_BIAS;
        let outputs = Parameters::<W>::OUTPUT..Parameters::<W>::CONSTANT;
        let layers = parameters.layers.iter_mut().zip(&mut self.mean.layers).zip(&mut self.square.layers);
        for (((layers, mean), square), gradient) in layers.zip(&by_layers) {
            for i in 0..layers.len() {
                let limit = match i {
                    i if weights.contains(&i) => MAX_HIDDEN,
                    i if outputs.contains(&i) => MAX_OUTPUT,
                    _ => 15.0,
                };
                step.apply(&mut layers[i], [&mut mean[i], &mut square[i]], share * gradient[i], limit);
            }
        }
        // Groups share no rows, so they are updated in parallel.
        let step = Step { epsilon: self.epsilon, ..step };
        let rows = by_group(&mut parameters.rows).into_par_iter();
        let rows = rows.zip(by_group(&mut self.mean.rows)).zip(by_group(&mut self.square.rows));
        rows.zip(places()).for_each(|(((rows, mean), square), places)| {
            let mut gradient = vec![[0.0; W]; rows.len()];
            let mut touched = vec![false; rows.len()];
            for (position, by_sums) in batch.iter().zip(&by_sums) {
                for &slot in &position.slots[places.clone()] {
                    let slot = usize::from(slot);
                    touched[slot] = true;
                    for i in 0..W {
                        gradient[slot][i] += by_sums[i];
                    }
                }
            }
            for slot in (0..rows.len()).filter(|&slot| touched[slot]) {
                for i in 0..W {
                    let gradient = share * gradient[slot][i];
                    let means = [&mut mean[slot][i], &mut square[slot][i]];
                    step.apply(&mut rows[slot][i], means, gradient, MAX_ROW);
                }
            }
        });
    }
}

/// Splits the rows by group.
fn by_group<const W: usize>(mut rows: &mut [[f32; W]]) -> Vec<&mut [[f32; W]]> {
    ROW_GROUPS.iter().map(|group| rows.split_off_mut(..group.rows).expect("rows for all groups")).collect()
}

/// The places of each group.
fn places() -> Vec<Range<usize>> {
    let mut end = 0;
    let places = ROW_GROUPS.iter().map(|group| {
        end += group.places;
        end - group.places..end
    });
    places.collect()
}

/// The gradients of half the squared errors: with respect to the sums for each position, and with respect to
/// the layers for the whole batch.
fn gradients<const W: usize>(parameters: &Parameters<W>, batch: &[Position]) -> (Vec<[f32; W]>, Vec<Layers>) {
    let chunks: Vec<(Vec<[f32; W]>, Vec<Layers>)> = batch
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut by_layers = vec![vec![0.0; Parameters::<W>::LAYERS]; HEADS];
            let by_sums = chunk.iter().map(|position| {
                let activations = parameters.forward(position);
                let slope = position.weight * (activations.value - position.label / DISCS);
                parameters.gradient(position, &activations, slope, &mut by_layers[layers_of(position.ply)])
            });
            (by_sums.collect(), by_layers)
        })
        .collect();
    // Added up in order, so that the sum does not depend on the number of threads.
    let mut all = (Vec::with_capacity(batch.len()), vec![vec![0.0; Parameters::<W>::LAYERS]; HEADS]);
    for (by_sums, by_layers) in chunks {
        all.0.extend(by_sums);
        for (sum, layers) in all.1.iter_mut().flatten().zip(by_layers.iter().flatten()) {
            *sum += layers;
        }
    }
    all
}

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
    match args.width {
        Width::Of8 => train::<8>(args),
        Width::Of16 => train::<16>(args),
        Width::Of32 => train::<32>(args),
        Width::Of64 => train::<64>(args),
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

/// How often the positions look up each row.
fn lookups(positions: &[Position]) -> Vec<u32> {
    let mut lookups = vec![0; ROWS];
    for position in positions {
        position
            .slots
            .iter()
            .zip(FIRST_SLOTS)
            .for_each(|(&slot, first)| lookups[first + usize::from(slot)] += 1);
    }
    lookups
}

/// The network in a file of at most so many bytes: without its least common rows, as few as possible.
fn at_most(bytes: usize, network: Network, lookups: &[u32]) -> Result<Network> {
    let mut by_lookups: Vec<usize> = (0..ROWS).collect();
    by_lookups.sort_by_key(|&row| lookups[row]);
    let without = |count: usize| -> Result<Network> {
        let mut rows: Vec<i8> = network.rows().flatten().copied().collect();
        for &row in &by_lookups[..count] {
            rows[network.width() * row..][..network.width()].fill(0);
        }
        Ok(Network::new(rows, network.heads().to_vec(), network.provenance())?)
    };
    let fits = |network: &Network| -> Result<bool> {
        let mut file = Vec::new();
        network.write(&mut file)?;
        Ok(file.len() <= bytes)
    };
    ensure!(fits(&without(ROWS)?)?, "--at-most {bytes}: the layers alone take more");
    let (mut too_few, mut enough) = (0, ROWS);
    if fits(&network)? {
        return Ok(network);
    }
    while enough - too_few > 1 {
        let middle = usize::midpoint(too_few, enough);
        *(if fits(&without(middle)?)? { &mut enough } else { &mut too_few }) = middle;
    }
    without(enough)
}

/// The network with its errors on the positions of this file removed from the first plies, on average over
/// each ply.
fn with_first_plies(network: Network, path: Option<&Path>) -> Result<Network> {
    let Some(path) = path else { return Ok(network) };
    let mut errors = [(0_i64, 0_i64); FIRST_PLY];
    for record in Reader::open(path)? {
        let record = record?;
        if record.kind > Kind::None
            && let Some((sum, count)) = samples::ply(record.empties()).and_then(|ply| errors.get_mut(ply))
        {
            *sum += i64::from(128 * i32::from(record.label) - network.evaluate_128(&record.board));
            *count += 1;
        }
    }
    let mut heads = network.heads().to_vec();
    for (head, (sum, count)) in heads.iter_mut().zip(errors) {
        head.constant += (512 * sum / count.max(1)) as i32;
    }
    let rows = network.rows().flatten().copied().collect();
    Ok(Network::new(rows, heads, network.provenance())?)
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

#[cfg(test)]
mod tests {
    use reversi_bitboard::Board;
    use reversi_eval::Weights;

    use super::*;
    use crate::parse_args;
    use crate::record::{Record, Writer};
    use crate::selfplay;

    /// Boards after random moves.
    fn boards(count: usize, seed: u64) -> Vec<Board> {
        let mut rng = Rng::with_seed(seed);
        let mut board = || selfplay::opening(4..=55, &mut rng, |_| Ok(true)).expect("a game").board();
        (0..count).map(|_| board()).collect()
    }

    /// An artificial label that a network can learn.
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

    /// Parameters for which some activations are clamped and most are not.
    fn parameters() -> Parameters<32> {
        let mut rng = Rng::with_seed(7);
        let mut parameters = Parameters::random(&mut rng);
        for number in parameters.rows.as_flattened_mut() {
            *number = 0.2 * (rng.f32() - 0.5);
        }
        for number in parameters.layers.iter_mut().flatten() {
            *number += 0.2 * (rng.f32() - 0.5);
        }
        parameters
    }

    /// The activations that are not clamped.
    fn free(activations: &Activations<32>) -> Vec<bool> {
        activations
            .sums
            .iter()
            .chain(&activations.hidden)
            .map(|&number| number > 0.0 && number < 1.0)
            .collect()
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
            let row = (0..32).map(|i| (None, i, often as f32 * by_sums[0][i]));
            let head = (0..Parameters::<32>::LAYERS).map(|i| (Some(layers), i, by_layers[layers][i]));
            for (layers, i, gradient) in row.chain(head).collect::<Vec<_>>() {
                let mut after = |step: f32| {
                    match layers {
                        Some(layers) => parameters.layers[layers][i] += step,
                        None => parameters.rows[slot][i] += step,
                    }
                    let activations = parameters.forward(&position);
                    let error = f64::from(activations.value - position.label / DISCS);
                    (0.5 * f64::from(position.weight) * error * error, free(&activations))
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
        let mut parameters = Parameters::<16>::random(&mut Rng::with_seed(3));
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
        let weights = Weights::from_network(&parameters.network("")?)?;
        let errors = boards(1000, 4).into_iter().map(|board| {
            let value = DISCS * parameters.forward(&position(&board)).value;
            f64::from(weights.evaluate_128(&board)) / 128.0 - f64::from(value)
        });
        let errors: Vec<f64> = errors.collect();
        let mean =
            |f: fn(f64) -> f64| errors.iter().map(|&error| f(error)).sum::<f64>() / errors.len() as f64;
        let (bias, rms) = (mean(|error| error), mean(|error| error * error).sqrt());
        assert!(bias.abs() < 0.02 && rms < 0.12, "{bias} {rms}");
        Ok(())
    }

    #[test]
    fn a_small_file_has_the_common_rows() -> Result<()> {
        let rows = (0..ROWS).flat_map(|row| [(row % 100) as i8 - 50; 8]).collect();
        let network = Network::new(rows, vec![Head::zero(8); HEADS], "")?;
        let lookups: Vec<u32> = (0..ROWS as u32).map(|row| row.wrapping_mul(0x9e37_79b9)).collect();
        let len = |network: &Network| {
            let mut file = Vec::new();
            network.write(&mut file).map(|()| file.len())
        };
        let all = len(&network)?;
        assert_eq!(at_most(all, network.clone(), &lookups)?, network);
        let small = at_most(all / 2, network.clone(), &lookups)?;
        let size = len(&small)?;
        assert!(size <= all / 2 && size > all / 2 - 8, "{size} of {all}");
        let is_left_out =
            |row: usize| small.rows().nth(row).is_some_and(|numbers| numbers == [0; 8]) && row % 100 != 50;
        let rarest = (0..ROWS).min_by_key(|&row| lookups[row]).expect("a row");
        let commonest = (0..ROWS).max_by_key(|&row| lookups[row]).expect("a row");
        assert!(is_left_out(rarest) && !is_left_out(commonest));
        assert!(at_most(100, network, &lookups).is_err());
        Ok(())
    }

    #[test]
    fn small_and_large_are_what_they_claim() -> Result<()> {
        for (name, width, at_most) in [("small", 8, 500_000), ("large", 64, 64_000_000)] {
            let path = format!("{}/data/{name}.network", env!("CARGO_MANIFEST_DIR"));
            let file = std::fs::read(&path)?;
            assert!(file.len() <= at_most, "{name}: {} bytes", file.len());
            let network = Network::read(&file[..])?;
            assert_eq!(network.width(), width);
            let weights = Weights::from_network(&network)?;
            for board in boards(100, 9) {
                assert_eq!(weights.evaluate_128(&board), network.evaluate_128(&board), "{name}: {board}");
            }
            assert!(weights.evaluate(&Board::START).abs() < 3.0, "{name}");
        }
        Ok(())
    }

    #[test]
    fn first_plies_are_right_on_average() -> Result<()> {
        let path = std::env::temp_dir().join(format!("reversi-train-first-plies-{}", std::process::id()));
        let mut writer = Writer::create(&path)?;
        let boards = [Board::START, Board::START.play("f5".parse()?), self::boards(1, 6)[0]];
        let record = |board, label| {
            let (game, year, kind, white_to_move, off_line) = (0, 0, Kind::Search, false, false);
            Record { board, game, year, label, kind, white_to_move, off_line }
        };
        for (board, label) in [(boards[0], 3), (boards[0], 6), (boards[1], -60)] {
            writer.write(&record(board, label))?;
        }
        writer.flush()?;
        let before = parameters().network("")?;
        let after = with_first_plies(before.clone(), Some(&path))?;
        assert_eq!([0, 1].map(|i| after.evaluate_128(&boards[i])), [576, -60 * 128]);
        assert_eq!(after.evaluate_128(&boards[2]), before.evaluate_128(&boards[2]));
        assert_eq!(after.heads()[2..], before.heads()[2..]);
        Ok(std::fs::remove_file(path)?)
    }

    #[test]
    fn the_number_of_threads_does_not_matter() -> Result<()> {
        let directory =
            std::env::temp_dir().join(format!("reversi-train-train-network-{}", std::process::id()));
        std::fs::create_dir_all(&directory)?;
        let path = |name: &str| directory.join(name).to_str().expect("a path of text").to_owned();
        let (input, output) = (path("positions.bin"), path("network"));
        let mut writer = Writer::create(input.as_ref())?;
        for (board, game) in boards(4 * CHUNK, 5).into_iter().zip(0..) {
            let (label, kind) = (label(&board) as i8, Kind::Exact);
            let (year, white_to_move, off_line) = (0, false, false);
            writer.write(&Record { board, game, year, label, kind, white_to_move, off_line })?;
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
        let diverging: Args = parse_args(arguments.into_iter().chain(["--learning-rate", "nan"]));
        assert!(run(&diverging).unwrap_err().to_string().contains("try a lower --learning-rate"));
        Ok(std::fs::remove_dir_all(directory)?)
    }
}
