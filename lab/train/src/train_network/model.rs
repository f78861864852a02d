//! The network in floating point: its parameters, its value of a position, and their gradient.

use fastrand::Rng;
use reversi_eval::network::{HEADS, HIDDEN, ROWS};

use crate::samples::{FIRST_SLOTS, Slots};

/// The unit of labels and values, in discs. It brings them to the magnitude of the activations.
pub(super) const DISCS: f32 = 16.0;

#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) slots: Slots,
    pub(super) ply: u8,
    pub(super) label: f32,
    pub(super) weight: f32,
}

/// The plies that have layers of their own. Earlier plies have too few positions, later ones have none.
pub(super) const FIRST_PLY: usize = 8;
const LAST_PLY: usize = 59;

/// The index of the layers of a ply. Other plies share those of the nearest ply of their parity.
pub(super) fn layers_of(ply: u8) -> usize {
    match usize::from(ply) {
        ply if ply < FIRST_PLY => FIRST_PLY + (ply + FIRST_PLY) % 2,
        ply if ply > LAST_PLY => LAST_PLY - (ply + LAST_PLY) % 2,
        ply => ply,
    }
}

/// A number for each input: for the limited sums, and for their squares.
pub(super) type Inputs<const W: usize> = [[f32; W]; 2];

/// The layers of one ply. A gradient with respect to them has the same form.
#[derive(Clone)]
pub(super) struct Layers<const W: usize> {
    /// Added to the sums of the rows.
    pub(super) bias: [f32; W],
    pub(super) hidden: [Inputs<W>; HIDDEN],
    pub(super) hidden_bias: [f32; HIDDEN],
    pub(super) output: [f32; HIDDEN],
    /// From the inputs to the value, past the hidden numbers.
    pub(super) direct: Inputs<W>,
    pub(super) constant: f32,
}

/// The first biases lie inside of 0 to 1, the range of an activation: outside of it, no gradient passes.
const FIRST_BIAS: f32 = 0.3;
/// The widths of the ranges around zero of the first weights: so small that few hidden numbers are limited.
const FIRST_HIDDEN: f32 = 0.5;
const FIRST_OUTPUT: f32 = 0.2;

impl<const W: usize> Layers<W> {
    pub(super) const ZERO: Layers<W> = Layers {
        bias: [0.0; W],
        hidden: [[[0.0; W]; 2]; HIDDEN],
        hidden_bias: [0.0; HIDDEN],
        output: [0.0; HIDDEN],
        direct: [[0.0; W]; 2],
        constant: 0.0,
    };

    fn random(rng: &mut Rng) -> Layers<W> {
        let mut layers = Layers { bias: [FIRST_BIAS; W], hidden_bias: [FIRST_BIAS; HIDDEN], ..Layers::ZERO };
        let mut centred = |width: f32| (rng.f32() - 0.5) * width;
        layers.hidden.as_flattened_mut().as_flattened_mut().fill_with(|| centred(FIRST_HIDDEN));
        layers.output.fill_with(|| centred(FIRST_OUTPUT));
        layers
    }

    /// All numbers, in the order of the fields.
    pub(super) fn parts(&self) -> [&[f32]; 6] {
        let Layers { bias, hidden, hidden_bias, output, direct, constant } = self;
        let hidden = hidden.as_flattened().as_flattened();
        [bias, hidden, hidden_bias, output, direct.as_flattened(), std::slice::from_ref(constant)]
    }

    pub(super) fn parts_mut(&mut self) -> [&mut [f32]; 6] {
        let Layers { bias, hidden, hidden_bias, output, direct, constant } = self;
        let hidden = hidden.as_flattened_mut().as_flattened_mut();
        [bias, hidden, hidden_bias, output, direct.as_flattened_mut(), std::slice::from_mut(constant)]
    }

    pub(super) fn add(&mut self, other: &Layers<W>) {
        for (sums, numbers) in self.parts_mut().into_iter().zip(other.parts()) {
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
    }
}

/// The parameters of a network whose rows have `W` numbers, in units in which activations range from 0 to 1.
#[derive(Clone)]
pub(super) struct Parameters<const W: usize> {
    pub(super) rows: Vec<[f32; W]>,
    /// For each ply.
    pub(super) layers: Vec<Layers<W>>,
}

/// The value of a position and the activations that it was computed from.
pub(super) struct Activations<const W: usize> {
    pub(super) sums: [f32; W],
    /// The limited sums and their squares.
    input: Inputs<W>,
    pub(super) hidden: [f32; HIDDEN],
    pub(super) value: f32,
}

impl<const W: usize> Parameters<W> {
    pub(super) fn zero() -> Parameters<W> {
        Parameters { rows: vec![[0.0; W]; ROWS], layers: vec![Layers::ZERO; HEADS] }
    }

    pub(super) fn random(rng: &mut Rng) -> Parameters<W> {
        Parameters { layers: vec![Layers::random(rng); HEADS], ..Self::zero() }
    }

    #[inline(always)]
    pub(super) fn forward(&self, position: &Position) -> Activations<W> {
        let layers = &self.layers[layers_of(position.ply)];
        let mut sums = layers.bias;
        for (&slot, first) in position.slots.iter().zip(FIRST_SLOTS) {
            let row = &self.rows[first + usize::from(slot)];
            for i in 0..W {
                sums[i] += row[i];
            }
        }
        let plain = sums.map(|sum| sum.clamp(0.0, 1.0));
        let input = [plain, plain.map(|input| input * input)];
        let hidden: [f32; HIDDEN] =
            std::array::from_fn(|h| layers.hidden_bias[h] + dot(&layers.hidden[h], &input));
        let mut value = layers.constant + dot(&layers.direct, &input);
        for (weight, hidden) in layers.output.iter().zip(hidden) {
            value += weight * hidden.clamp(0.0, 1.0);
        }
        Activations { sums, input, hidden, value }
    }

    /// Returns the gradient with respect to the sums, times `slope`. Adds the gradient with respect to the
    /// layers to `gradient`.
    #[inline(always)]
    pub(super) fn backward(
        &self,
        position: &Position,
        activations: &Activations<W>,
        slope: f32,
        gradient: &mut Layers<W>,
    ) -> [f32; W] {
        let layers = &self.layers[layers_of(position.ply)];
        let mut by_input = [[0.0; W]; 2];
        gradient.constant += slope;
        pass_back(slope, &activations.input, &layers.direct, &mut gradient.direct, &mut by_input);
        for h in 0..HIDDEN {
            let hidden = activations.hidden[h];
            gradient.output[h] += slope * hidden.clamp(0.0, 1.0);
            if hidden > 0.0 && hidden < 1.0 {
                let slope = slope * layers.output[h];
                gradient.hidden_bias[h] += slope;
                let (weights, gradient) = (&layers.hidden[h], &mut gradient.hidden[h]);
                pass_back(slope, &activations.input, weights, gradient, &mut by_input);
            }
        }
        let by_sums: [f32; W] = std::array::from_fn(|i| {
            let sum = activations.sums[i];
            let inside = sum > 0.0 && sum < 1.0;
            if inside { by_input[0][i] + 2.0 * sum * by_input[1][i] } else { 0.0 }
        });
        gradient.bias.iter_mut().zip(by_sums).for_each(|(gradient, by_sum)| *gradient += by_sum);
        by_sums
    }
}

/// The gradients of a weighted sum of the inputs, times `slope`: with respect to its weights and to the
/// inputs, each added to what is there.
#[inline(always)]
fn pass_back<const W: usize>(
    slope: f32,
    input: &Inputs<W>,
    weights: &Inputs<W>,
    gradient: &mut Inputs<W>,
    by_input: &mut Inputs<W>,
) {
    for part in 0..2 {
        for i in 0..W {
            gradient[part][i] += slope * input[part][i];
            by_input[part][i] += slope * weights[part][i];
        }
    }
}

/// The partial sums of a dot product: the numbers of the widest vectors, AVX-512. The order of the additions
/// is then the same on every CPU.
const PARTIAL_SUMS: usize = 16;

#[inline(always)]
fn dot<const W: usize>(a: &Inputs<W>, b: &Inputs<W>) -> f32 {
    let mut sums = [0.0; PARTIAL_SUMS];
    for (a, b) in a.iter().zip(b) {
        for i in 0..W {
            sums[i % PARTIAL_SUMS] += a[i] * b[i];
        }
    }
    sums.iter().sum()
}
