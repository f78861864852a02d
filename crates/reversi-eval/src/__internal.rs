//! Items for `reversi-gallery`. They are not part of the interface.

pub use crate::features::lanes::{LANE_OFFSETS, LANES, TABLE_LEN, inner_offset};
pub use crate::features::{EMPTY_BOARD, INCREMENTS, PASS_SUM, by_digit, first};
use crate::weights::PatternTable;

pub mod sum {
    pub use crate::kernel::sum::*;
}
pub mod update {
    pub use crate::kernel::update::*;
}

/// The elements of a table, and whether its weights are in their high halves.
#[inline(always)]
pub fn elements(table: PatternTable<'_>) -> (&[u32; TABLE_LEN], bool) {
    (table.table, table.odd)
}
