//! Items for `reversi-gallery`. They are not part of the interface.

use crate::features::Quadrants;
pub use crate::features::lanes::{LANE_OFFSETS, LANES, TABLE_LEN, inner_offset};
pub use crate::features::{EMPTY_BOARD, INCREMENTS, PASS_SUM, by_digit, first};
use crate::weights::PatternTable;

pub mod network {
    pub use crate::kernel::network::*;
}
pub mod quadrants {
    pub use crate::kernel::quadrants::*;
}
pub mod sum {
    pub use crate::kernel::sum::*;
}
pub mod update {
    pub use crate::kernel::update::*;
}

/// Returns the elements of a table, and whether its weights are in their high halves.
#[inline(always)]
pub fn elements(table: PatternTable<'_>) -> (&[u32; TABLE_LEN], bool) {
    (table.table, table.odd)
}

/// Returns the counts, the mover's moves and the opponent's, by quadrant.
#[inline(always)]
pub fn numbers(quadrants: Quadrants) -> [[u16; 4]; 3] {
    let [own, other] = quadrants.moves;
    [quadrants.counts, own, other]
}
