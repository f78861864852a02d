//! Flip: the discs that a move turns. The contract is [`Primitives::flip`](super::Primitives::flip).

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
pub(crate) mod portable;
