//! The version of the library.

use std::ffi::c_char;

/// The version of the functions and structs of this header. A program may compare it with
/// `reversi_abi_version`. It changes when a program has to be compiled again: when a struct without a size
/// changes, above all.
pub const REVERSI_ABI_VERSION: u32 = 2;

/// Returns the version of the library, such as `0.2.0`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns the `REVERSI_ABI_VERSION` of the library that the program runs with.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_abi_version() -> u32 {
    REVERSI_ABI_VERSION
}
