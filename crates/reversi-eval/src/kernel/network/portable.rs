use super::for_each_row;
use crate::network::{
    HIDDEN_SHIFT, Layers, NetworkTable, ONE, SQUARE_SHIFT, SUM_SHIFT, VALUE_SHIFT, WideTable, any_width,
};
use crate::{Features, Quadrants};

/// Loops that compilers vectorise.
#[inline(always)]
pub fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32 {
    any_width!(table.0, table => value(table.layers, sums(features, quadrants, table)))
}

#[inline(always)]
fn sums<const W: usize, const FOURS: usize>(
    features: &Features,
    quadrants: &Quadrants,
    table: WideTable<'_, W, FOURS>,
) -> [i16; W] {
    let mut sums = table.layers.bias;
    for_each_row!(features, quadrants, table, |_, row| {
        for (sum, &number) in sums.iter_mut().zip(row) {
            *sum += i16::from(number);
        }
    });
    sums
}

/// The value for these sums of the rows and the bias.
#[inline(always)]
pub(crate) fn value<const W: usize, const FOURS: usize>(layers: &Layers<W, FOURS>, sums: [i16; W]) -> i32 {
    let plain = sums.map(|sum| (sum >> SUM_SHIFT).clamp(0, ONE));
    let inputs = [plain, plain.map(|input| (input * input) >> SQUARE_SHIFT)];
    let mut hidden = layers.hidden_bias;
    for (inputs, weights) in inputs.as_flattened().as_chunks::<4>().0.iter().zip(&layers.hidden) {
        for (hidden, weights) in hidden.iter_mut().zip(weights) {
            for i in 0..4 {
                *hidden += i32::from(weights[i]) * i32::from(inputs[i]);
            }
        }
    }
    let mut value = layers.constant;
    for (weight, hidden) in layers.output.iter().zip(hidden) {
        value += i32::from(*weight) * (hidden >> HIDDEN_SHIFT).clamp(0, ONE.into());
    }
    for (weight, input) in layers.direct.as_flattened().iter().zip(inputs.as_flattened()) {
        value += i32::from(*weight) * i32::from(*input);
    }
    value >> VALUE_SHIFT
}
