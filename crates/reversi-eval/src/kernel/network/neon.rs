use core::arch::aarch64::*;

use super::for_each_row;
use crate::features::{Features, Quadrants};
use crate::kernel::zip;
use crate::network::{
    HIDDEN, HIDDEN_SHIFT, MAX_WIDTH, NetworkTable, ONE, SQUARE_SHIFT, SUM_SHIFT, TableOfWidth, VALUE_SHIFT,
    any_width,
};

/// The number of vectors of eight numbers in the widest row.
const MAX: usize = MAX_WIDTH / 8;

#[target_feature(enable = "neon")]
#[inline]
pub fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32 {
    any_width!(TableByWidth, table.0, table => value(features, quadrants, table))
}

/// Computes the value. An addition widens the numbers of a row. The first layer takes eight inputs at a time,
/// four in each of two products.
#[target_feature(enable = "neon")]
#[inline]
fn value<const W: usize>(features: &Features, quadrants: &Quadrants, table: TableOfWidth<'_, W>) -> i32 {
    let layers = table.layers;
    let mut sums = [vdupq_n_s16(0); MAX];
    for (sum, bias) in zip(&mut sums, layers.bias.as_chunks::<8>().0) {
        *sum = load_i16(bias);
    }
    for_each_row!(features, quadrants, table, |_, row| {
        for (sums, numbers) in zip(sums.as_chunks_mut::<2>().0, row.as_chunks::<16>().0) {
            let numbers = load_i8(numbers);
            *sums = [vaddw_s8(sums[0], vget_low_s8(numbers)), vaddw_high_s8(sums[1], numbers)];
        }
        if W == 8 {
            let numbers = row.first_chunk().expect("eight numbers");
            // SAFETY: there are eight numbers to read.
            sums[0] = vaddw_s8(sums[0], unsafe { vld1_s8(std::ptr::from_ref::<[i8; 8]>(numbers).cast()) });
        }
    });

    // The limited sums, then their squares.
    let mut inputs = [vdupq_n_s16(0); 2 * MAX];
    for i in 0..W / 8 {
        let plain = limited(vshrq_n_s16::<{ SUM_SHIFT as i32 }>(sums[i]));
        inputs[i] = plain;
        inputs[W / 8 + i] = vshrq_n_s16::<{ SQUARE_SHIFT as i32 }>(vmulq_s16(plain, plain));
    }

    // For each output, the sum over the first two inputs of each four, and the sum over the other two.
    let mut hidden = [[vdupq_n_s32(0); 2]; HIDDEN / 4];
    for (input, [first, second]) in zip(&inputs, layers.groups().as_chunks::<2>().0) {
        // The instruction saturates, although nothing is out of range. After a plain instruction the compiler
        // knows that no input is negative, and replaces the products of bytes by longer code.
        let input = vreinterpret_s32_s8(vqmovn_s16(*input));
        let first_four = vreinterpretq_s8_s32(vdupq_lane_s32::<0>(input));
        let second_four = vreinterpretq_s8_s32(vdupq_lane_s32::<1>(input));
        let weights =
            zip(first.as_flattened().as_chunks::<16>().0, second.as_flattened().as_chunks::<16>().0);
        for ([low, high], (first, second)) in zip(&mut hidden, weights) {
            // Inputs are at most 127, so the sum of two products fits into 16 bits.
            let (first, second) = (load_i8(first), load_i8(second));
            let products = vmull_s8(vget_low_s8(first), vget_low_s8(first_four));
            *low = vpadalq_s16(*low, vmlal_s8(products, vget_low_s8(second), vget_low_s8(second_four)));
            let products = vmull_high_s8(first, first_four);
            *high = vpadalq_s16(*high, vmlal_high_s8(products, second, second_four));
        }
    }

    let mut products = vdupq_n_s32(0);
    for (input, weights) in zip(&inputs, layers.direct.as_flattened().as_chunks::<8>().0) {
        products = add_products(products, *input, load_i16(weights));
    }
    let sums = zip(&hidden, layers.hidden_bias.as_chunks::<4>().0);
    let mut hidden = [vdupq_n_s32(0); HIDDEN / 4];
    for (hidden, (&[low, high], bias)) in zip(&mut hidden, sums) {
        // SAFETY: there are four numbers to read.
        let bias = unsafe { vld1q_s32(bias.as_ptr()) };
        *hidden = vshrq_n_s32::<{ HIDDEN_SHIFT as i32 }>(vaddq_s32(bias, vpaddq_s32(low, high)));
    }
    for ([low, high], weights) in zip(hidden.as_chunks::<2>().0, layers.output.as_chunks::<8>().0) {
        let hidden = vcombine_s16(vqmovn_s32(*low), vqmovn_s32(*high));
        products = add_products(products, limited(hidden), load_i16(weights));
    }
    (layers.constant + vaddvq_s32(products)) >> VALUE_SHIFT
}

/// Limits numbers of 16 bits to activations.
#[target_feature(enable = "neon")]
#[inline]
fn limited(values: int16x8_t) -> int16x8_t {
    vminq_s16(vmaxq_s16(values, vdupq_n_s16(0)), vdupq_n_s16(ONE))
}

/// Adds eight products to the sums.
#[target_feature(enable = "neon")]
#[inline]
fn add_products(sums: int32x4_t, a: int16x8_t, b: int16x8_t) -> int32x4_t {
    vmlal_high_s16(vmlal_s16(sums, vget_low_s16(a), vget_low_s16(b)), a, b)
}

#[target_feature(enable = "neon")]
#[inline]
fn load_i8(numbers: &[i8; 16]) -> int8x16_t {
    // SAFETY: there are 16 numbers to read.
    unsafe { vld1q_s8(numbers.as_ptr()) }
}

#[target_feature(enable = "neon")]
#[inline]
fn load_i16(numbers: &[i16; 8]) -> int16x8_t {
    // SAFETY: there are eight numbers to read.
    unsafe { vld1q_s16(numbers.as_ptr()) }
}
