//! Items for `reversi-gallery`. They are not part of the interface.

use crate::PatternTable;
pub use crate::features::{EMPTY_BOARD, INCREMENTS, LANE_OFFSETS, LANES, PASS_SUM, inner_offset};
pub use crate::weights::TABLE_LEN;

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
