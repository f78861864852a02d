use crate::features::{CONSTANT_LANE, LANE_OFFSETS};
use crate::{Features, PlyTable};

/// One look-up after the other (EVAL-10).
#[inline]
pub(crate) fn sum(features: &Features, table: PlyTable<'_>) -> i32 {
    // Sections of constant offset: no look-up needs a bounds check.
    let shift = if table.odd { 0 } else { 16 };
    section::<0, 4>(features, table, shift)
        + section::<4, 8>(features, table, shift)
        + section::<8, 12>(features, table, shift)
        + section::<12, 16>(features, table, shift)
        + section::<16, 30>(features, table, shift)
        + section::<30, CONSTANT_LANE>(features, table, shift)
        + weight(table.table[0], shift)
}

#[inline(always)]
fn section<const FIRST: usize, const END: usize>(
    features: &Features,
    table: PlyTable<'_>,
    shift: u32,
) -> i32 {
    let mut sum = 0;
    for lane in FIRST..END {
        let offset = const { LANE_OFFSETS.0[FIRST] } as usize;
        sum += weight(table.table[offset + usize::from(features.0[lane])], shift);
    }
    sum
}

/// The weight of the even ply is in the low half, that of the odd one in the high half.
#[inline(always)]
pub(crate) fn weight(element: u32, shift: u32) -> i32 {
    (element << shift) as i32 >> 16
}
