use super::for_each_row;
use crate::Features;
use crate::network::{HIDDEN_SHIFT, INPUTS, NetworkTable, ONE, SQUARE_SHIFT, SUM_SHIFT, VALUE_SHIFT, WIDTH};

/// Loops that compilers vectorise.
#[inline(always)]
pub fn network(features: &Features, table: NetworkTable<'_>) -> i32 {
    let layers = table.layers;
    let mut sums = layers.bias;
    for_each_row!(features, table.rows, |_, row| {
        for (sum, number) in sums.iter_mut().zip(row.0) {
            *sum += i16::from(number);
        }
    });

    let mut input = [0i16; INPUTS];
    for i in 0..WIDTH {
        input[i] = (sums[i] >> SUM_SHIFT).clamp(0, ONE);
        input[WIDTH + i] = (input[i] * input[i]) >> SQUARE_SHIFT;
    }
    let mut hidden = layers.hidden_bias;
    for (inputs, weights) in input.as_chunks::<4>().0.iter().zip(&layers.hidden) {
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
    for (weight, input) in layers.direct.iter().zip(input) {
        value += i32::from(*weight) * i32::from(input);
    }
    value >> VALUE_SHIFT
}
