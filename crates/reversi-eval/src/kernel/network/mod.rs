//! The value of a board under a network: rows of 46 places added up, then two small layers.
//! [`network`](crate::network) has the definition.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;

use crate::features::{CONSTANT_LANE, LANE_OFFSETS};

/// The lanes from one on until `END` share an offset into the table, so that no look-up needs a bounds check.
pub const SECTIONS: [usize; 7] = [0, 4, 8, 12, 16, 30, CONSTANT_LANE];

/// Where the look-ups of a section start.
pub const fn offset(section: usize) -> usize {
    LANE_OFFSETS.0[SECTIONS[section]] as usize
}
