use core::arch::wasm32::*;

use super::for_each_row;
use crate::features::{Features, Quadrants};
use crate::kernel::zip;
use crate::network::{
    HIDDEN, HIDDEN_SHIFT, MAX_WIDTH, NetworkTable, ONE, SQUARE_SHIFT, SUM_SHIFT, TableOfWidth, VALUE_SHIFT,
    any_width,
};

/// The number of vectors of eight numbers in the widest row.
const MAX: usize = MAX_WIDTH / 8;

/// Computes the value. It is out of line, because a search evaluates in several places and the code of all
/// widths is long.
#[target_feature(enable = "simd128")]
#[inline(never)]
pub fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32 {
    any_width!(TableByWidth, table.0, table => value(features, quadrants, table))
}

/// Computes the value. Eight numbers of a row are widened when they are loaded. The first layer widens its
/// weights in the same way, because only products of 16 bits are summed in pairs.
#[target_feature(enable = "simd128")]
#[inline]
fn value<const W: usize>(features: &Features, quadrants: &Quadrants, table: TableOfWidth<'_, W>) -> i32 {
    let (layers, zero) = (table.layers, i32x4_splat(0));
    let mut sums = [zero; MAX];
    for (sum, bias) in zip(&mut sums, layers.bias.as_chunks::<8>().0) {
        *sum = load(bias);
    }
    for_each_row!(features, quadrants, table, |_, row| {
        for (sum, numbers) in zip(&mut sums, row.as_chunks::<8>().0) {
            *sum = i16x8_add(*sum, load_widened(numbers));
        }
    });

    // The limited sums, then their squares.
    let mut inputs = [zero; 2 * MAX];
    for i in 0..W / 8 {
        let plain = limited(i16x8_shr(sums[i], SUM_SHIFT));
        inputs[i] = plain;
        inputs[W / 8 + i] = u16x8_shr(i16x8_mul(plain, plain), SQUARE_SHIFT);
    }

    // For each output, the sum over the first two inputs of each four beside the sum over the other two.
    let mut halves = [zero; HIDDEN / 2];
    for (input, [first, second]) in zip(&inputs, layers.groups().as_chunks::<2>().0) {
        let (first_four, second_four) =
            (i64x2_shuffle::<0, 0>(*input, *input), i64x2_shuffle::<1, 1>(*input, *input));
        let weights = zip(first.as_flattened().as_chunks::<8>().0, second.as_flattened().as_chunks::<8>().0);
        for (halves, (first, second)) in zip(&mut halves, weights) {
            *halves = i32x4_add(*halves, i32x4_dot_i16x8(load_widened(first), first_four));
            *halves = i32x4_add(*halves, i32x4_dot_i16x8(load_widened(second), second_four));
        }
    }

    let mut products = zero;
    for (input, weights) in zip(&inputs, layers.direct.as_flattened().as_chunks::<8>().0) {
        products = i32x4_add(products, i32x4_dot_i16x8(*input, load(weights)));
    }
    let mut hidden = [zero; HIDDEN / 4];
    let sums = zip(halves.as_chunks::<2>().0, layers.hidden_bias.as_chunks::<4>().0);
    for (hidden, (&[low, high], bias)) in zip(&mut hidden, sums) {
        let sum = i32x4_add(i32x4_shuffle::<0, 2, 4, 6>(low, high), i32x4_shuffle::<1, 3, 5, 7>(low, high));
        *hidden = i32x4_shr(i32x4_add(load(bias), sum), HIDDEN_SHIFT);
    }
    for ([low, high], weights) in zip(hidden.as_chunks::<2>().0, layers.output.as_chunks::<8>().0) {
        let hidden = limited(i16x8_narrow_i32x4(*low, *high));
        products = i32x4_add(products, i32x4_dot_i16x8(hidden, load(weights)));
    }
    let sum = i32x4_add(products, i64x2_shuffle::<1, 0>(products, products));
    (layers.constant + i32x4_extract_lane::<0>(sum) + i32x4_extract_lane::<1>(sum)) >> VALUE_SHIFT
}

/// Limits numbers of 16 bits to activations.
#[target_feature(enable = "simd128")]
#[inline]
fn limited(values: v128) -> v128 {
    i16x8_min(i16x8_max(values, i16x8_splat(0)), i16x8_splat(ONE))
}

/// Loads a vector.
#[target_feature(enable = "simd128")]
#[inline]
fn load<T>(values: &T) -> v128 {
    const { assert!(size_of::<T>() == 16) }
    // SAFETY: there are 16 bytes to read.
    unsafe { v128_load(std::ptr::from_ref(values).cast()) }
}

/// Loads eight numbers of eight bits as numbers of 16 bits.
#[target_feature(enable = "simd128")]
#[inline]
fn load_widened(numbers: &[i8; 8]) -> v128 {
    // SAFETY: there are eight bytes to read.
    unsafe { i16x8_load_extend_i8x8(numbers.as_ptr()) }
}
