//! The value of a board under a network: the sum of the rows of 46 patterns, then two small layers.
//! [`network`](crate::network) has the definition. The vectors fit every width of the rows that is a multiple
//! of theirs.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
#[cfg(target_arch = "x86_64")]
pub mod sse4;

use crate::Features;
use crate::features::{CONSTANT_LANE, LANE_OFFSETS};
use crate::network::{Row, RowTable};

/// Calls `add` with the row of each of the 46 patterns, and with its number.
#[inline(always)]
pub fn for_each_row(features: &Features, rows: &RowTable, mut add: impl FnMut(usize, &Row)) {
    // The lanes of a section share an offset into the table, so no look-up needs a bounds check.
    section::<0, 4>(features, rows, &mut add);
    section::<4, 8>(features, rows, &mut add);
    section::<8, 12>(features, rows, &mut add);
    section::<12, 16>(features, rows, &mut add);
    section::<16, 30>(features, rows, &mut add);
    section::<30, CONSTANT_LANE>(features, rows, &mut add);
}

#[inline(always)]
fn section<const FIRST: usize, const END: usize>(
    features: &Features,
    rows: &RowTable,
    mut add: impl FnMut(usize, &Row),
) {
    for lane in FIRST..END {
        add(lane, &rows[const { LANE_OFFSETS.0[FIRST] as usize } + usize::from(features.0[lane])]);
    }
}
