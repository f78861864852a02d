use crate::features::{CONSTANT_LANE, Features, LANE_OFFSETS, Quadrants};
use crate::network::{NetworkTable, TableOfWidth, any_width};

/// Computes the value by loops that compilers vectorise. It is out of line, because a search evaluates in
/// several places and the code of all widths is long.
#[inline(never)]
pub fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32 {
    any_width!(TableByWidth, table.0, table => table.layers.value(sums(features, quadrants, table)))
}

/// Sums the bias and the rows.
#[inline(always)]
pub(crate) fn sums<const W: usize>(
    features: &Features,
    quadrants: &Quadrants,
    table: TableOfWidth<'_, W>,
) -> [i16; W] {
    let mut sums = table.layers.bias;
    let lanes = features.0.iter().zip(LANE_OFFSETS.0);
    let mut places = [0; CONSTANT_LANE];
    places.iter_mut().zip(lanes).for_each(|(place, (&lane, offset))| *place = u32::from(lane) + offset);
    add_rows(&mut sums, table.rows, &places);
    add_rows(&mut sums, table.quadrants.counts, &quadrants.counts.map(u32::from));
    for (rows, sets) in table.quadrants.moves.iter().zip(quadrants.moves) {
        add_rows(&mut sums, rows, &sets.map(u32::from));
    }
    sums
}

/// Adds the rows. A compiler that sees how many places there are unrolls the loop: 2 % fewer instructions of
/// a search, but 9 KB more of a web page.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn add_rows<const W: usize>(sums: &mut [i16; W], rows: &[[i8; W]], places: &[u32]) {
    let mut added = *sums;
    for &place in places {
        for (sum, &number) in added.iter_mut().zip(&rows[place as usize]) {
            *sum += i16::from(number);
        }
    }
    *sums = added;
}
