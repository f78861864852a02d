//! Transpose and mirror; with the byte swap of a word they make all eight symmetries.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;
#[cfg(target_arch = "x86_64")]
pub mod ssse3;
