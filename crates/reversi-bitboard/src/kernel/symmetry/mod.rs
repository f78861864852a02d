//! Transpose and mirror; with the byte swap of a word they make all eight symmetries.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod ssse3;
