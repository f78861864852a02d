//! The network as the integers of a file, which `reversi_eval::network` defines.

use std::path::Path;

use anyhow::{Result, ensure};
use reversi_eval::Evaluator;
use reversi_eval::network::{HEADS, Head, Network, ROWS};

use super::model::{DISCS, FIRST_PLY, Parameters, Position, layers_of};
use crate::record::{Kind, Reader};
use crate::samples::{self, FIRST_SLOTS};

/// The integers that an activation of 1 becomes: in a sum, which is halved; as an input or a hidden number;
/// as the square of an input.
const SUM_ONE: f32 = 254.0;
const ONE: f32 = 127.0;
const SQUARE_ONE: f32 = 127.0 * 127.0 / 128.0;
/// The divisors of a hidden number and of the value. They round down: half of each is added before.
const HIDDEN_DIVISOR: f32 = 64.0;
const VALUE_DIVISOR: f32 = 512.0;
/// A value of 1, in 1/128 disc, before the division.
const VALUE_ONE: f32 = DISCS * 128.0 * VALUE_DIVISOR;

/// The limits of the parameters that a file can represent. A row is bytes.
pub(super) const MAX_ROW: f32 = 127.0 / SUM_ONE;
/// Bytes: 64.5 is a weight of 1 of a squared input, rounded up.
const MAX_HIDDEN: f32 = 127.0 / 65.0;
/// Integers of 16 bits: 8322 is a weight of 1 of a squared input, rounded up.
const MAX_OUTPUT: f32 = 32767.0 / 8400.0;
/// A file has constants up to 2^24, which is 16 times [`VALUE_ONE`]. The other biases keep far from theirs.
const MAX_BIAS: f32 = 15.0;
/// Of the parts of `Layers`.
pub(super) const LAYER_LIMITS: [f32; 6] = [MAX_BIAS, MAX_HIDDEN, MAX_BIAS, MAX_OUTPUT, MAX_OUTPUT, MAX_BIAS];

impl<const W: usize> Parameters<W> {
    /// Quantizes the parameters to the integers of a file.
    pub(super) fn network(&self, provenance: &str) -> Result<Network> {
        let byte = |value: f32| value.round().clamp(-127.0, 127.0) as i8;
        let short = |value: f32| value.round() as i16;
        let half = |divisor: f32| (divisor / 2.0) as i32;
        let rows = self.rows.iter().flatten().map(|number| byte(SUM_ONE * number)).collect();
        // Of all inputs: the sums, then their squares.
        let ones = [[ONE; W], [SQUARE_ONE; W]].concat();
        let head = |ply: usize| {
            let layers = &self.layers[layers_of(ply as u8)];
            let hidden = layers.hidden.as_flattened().as_flattened().iter().zip(ones.iter().cycle());
            let direct = layers.direct.as_flattened().iter().zip(&ones);
            let mut head = Head::zero(W);
            head.bias = layers.bias.map(|bias| short((SUM_ONE * bias).clamp(-16384.0, 16384.0))).into();
            head.hidden = hidden.map(|(weight, one)| byte(HIDDEN_DIVISOR * ONE / one * weight)).collect();
            head.hidden_bias = layers
                .hidden_bias
                .map(|bias| (HIDDEN_DIVISOR * ONE * bias).round() as i32 + half(HIDDEN_DIVISOR));
            head.output = layers.output.map(|weight| short(VALUE_ONE / ONE * weight));
            head.direct = direct.map(|(weight, one)| short(VALUE_ONE / one * weight)).collect();
            head.constant = (VALUE_ONE * layers.constant).round() as i32 + half(VALUE_DIVISOR);
            head
        };
        Ok(Network::new(rows, (0..HEADS).map(head).collect(), provenance)?)
    }
}

/// How often the positions look up each row.
pub(super) fn lookups(positions: &[Position]) -> Vec<u32> {
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

/// The network in a file of at most `bytes` bytes: without its least common rows, as few as possible.
pub(super) fn at_most(bytes: usize, network: Network, lookups: &[u32]) -> Result<Network> {
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
pub(super) fn with_first_plies(network: Network, path: Option<&Path>) -> Result<Network> {
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
