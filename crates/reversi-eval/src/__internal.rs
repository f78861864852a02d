//! Items for the other crates of the workspace. They are not part of the interface.

pub use crate::features::{
    CONSTANT_LANE, EMPTY_BOARD, INCREMENTS, LANE_OFFSETS, LANES, PASS_SUM, PerLane, inner_offset,
};
pub use crate::kernel::{network, sum, update};
