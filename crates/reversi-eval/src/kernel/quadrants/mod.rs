//! The moves of both sides by quadrant, as indices into the rows of a network.
//! [`quadrants`](crate::quadrants) has the definition.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;
