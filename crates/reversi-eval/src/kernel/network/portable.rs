use crate::features::{CONSTANT_LANE, Features, LANE_OFFSETS, Quadrants};
use crate::kernel::zip;
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
    let mut places = [0; CONSTANT_LANE];
    for (place, (&lane, offset)) in zip(&mut places, zip(&features.0, &LANE_OFFSETS.0)) {
        *place = u32::from(lane) + offset;
    }
    add_rows(&mut sums, table.rows, &places);
    let widened = |[a, b, c, d]: [u16; 4]| [a.into(), b.into(), c.into(), d.into()];
    add_rows(&mut sums, table.quadrants.counts, &widened(quadrants.counts));
    for (rows, &sets) in zip(table.quadrants.moves, &quadrants.moves) {
        add_rows(&mut sums, rows, &widened(sets));
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
        for (sum, &number) in zip(&mut added, &rows[place as usize]) {
            *sum += i16::from(number);
        }
    }
    *sums = added;
}
