//! CRC32C of a board (HASH-01): the contract is [`Primitives::hash`](super::Primitives::hash).

#[cfg(target_arch = "aarch64")]
pub mod armv8;
pub mod portable;
#[cfg(target_arch = "x86_64")]
pub mod sse4;
