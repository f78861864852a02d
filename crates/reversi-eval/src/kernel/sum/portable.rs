use crate::features::{CONSTANT_LANE, Features, LANE_OFFSETS};
use crate::weights::PatternTable;

/// Sums the weights by one look-up after the other (EVAL-10).
#[inline(always)]
pub fn sum(features: &Features, table: PatternTable<'_>) -> i32 {
    let shift = if table.odd { 0 } else { 16 };
    sum_by(features, |index| weight(table.table[index], shift))
}

/// Sums the weights at the indices of all lanes.
#[inline(always)]
pub fn sum_by(features: &Features, weight: impl Fn(usize) -> i32) -> i32 {
    // Each section has a constant offset, so no look-up needs a bounds check.
    section::<0, 4>(features, &weight)
        + section::<4, 8>(features, &weight)
        + section::<8, 12>(features, &weight)
        + section::<12, 16>(features, &weight)
        + section::<16, 30>(features, &weight)
        + section::<30, CONSTANT_LANE>(features, &weight)
        + weight(0)
}

#[inline(always)]
fn section<const FIRST: usize, const END: usize>(features: &Features, weight: impl Fn(usize) -> i32) -> i32 {
    let mut sum = 0;
    for lane in FIRST..END {
        sum += weight(const { LANE_OFFSETS.0[FIRST] as usize } + usize::from(features.0[lane]));
    }
    sum
}

/// Returns the weight of a ply: the low half for the even ply, the high half for the odd one.
#[inline(always)]
pub fn weight(element: u32, shift: u32) -> i32 {
    (element << shift) as i32 >> 16
}
