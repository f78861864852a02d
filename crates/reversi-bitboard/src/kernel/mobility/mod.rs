//! Mobility: all legal moves at once. The contract is [`Primitives::moves`](super::Primitives::moves).

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;

/// Opponent's discs off these files cannot be turned along a row or diagonal, which also stops wrap-around.
pub(crate) const FILES_B_TO_G: u64 = 0x7e7e_7e7e_7e7e_7e7e;
