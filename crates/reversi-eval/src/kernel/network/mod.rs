//! The value of a board under a network: the sum of the rows of 46 patterns, then two small layers.
//! [`network`](crate::network) has the definition.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;

use crate::features::{CONSTANT_LANE, LANE_OFFSETS};

/// The first lane of each section, and the end of the last section. The lanes of a section share an offset
/// into the table, so no look-up needs a bounds check.
pub const SECTIONS: [usize; 7] = [0, 4, 8, 12, 16, 30, CONSTANT_LANE];

/// The index at which the look-ups of a section start.
pub const fn offset(section: usize) -> usize {
    LANE_OFFSETS.0[SECTIONS[section]] as usize
}
