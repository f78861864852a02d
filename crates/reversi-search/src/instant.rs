//! The clock of all time limits.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

// In a browser the standard library has no clock: its `Instant::now` panics.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;
