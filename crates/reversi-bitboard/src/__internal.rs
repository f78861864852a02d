//! For the other crates of the workspace, and for the macros of this one: no part of the interface.

pub use crate::cpu::Token;
#[cfg(feature = "std")]
pub use crate::cpu::large_table;
#[cfg(feature = "__internal")]
pub use crate::cpu::{Substitute, With};
pub use crate::kernel::{below, flip, hash, last_flip, lines, mobility, rays, stability, symmetry};
