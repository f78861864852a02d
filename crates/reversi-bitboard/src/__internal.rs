//! Items for the macros of this crate and for the other crates of the workspace. They are not part of the
//! interface.

pub use crate::cpu::Token;
#[cfg(feature = "std")]
pub use crate::cpu::large_table;
#[cfg(feature = "__internal")]
pub use crate::cpu::{Substitute, With};
pub use crate::kernel::{below, flip, hash, last_flip, lines, mobility, rays, stability, symmetry};
