//! The moves of both sides by quadrant, as indices into the rows of a network.
//! [`Quadrants`](crate::features::Quadrants) has the definition.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;
