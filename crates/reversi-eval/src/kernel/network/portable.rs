use super::for_each_row;
use crate::features::{Features, Quadrants};
use crate::network::{NetworkTable, TableOfWidth, any_width};

/// Loops that compilers vectorise. Out of line, because a search evaluates in several places and the code of all
/// widths is long.
#[inline(never)]
pub fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32 {
    any_width!(TableByWidth, table.0, table => table.layers.value(sums(features, quadrants, table)))
}

#[inline(always)]
fn sums<const W: usize>(features: &Features, quadrants: &Quadrants, table: TableOfWidth<'_, W>) -> [i16; W] {
    let mut sums = table.layers.bias;
    for_each_row!(features, quadrants, table, |_, row| {
        for (sum, &number) in sums.iter_mut().zip(row) {
            *sum += i16::from(number);
        }
    });
    sums
}
