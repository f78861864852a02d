//! Text of any length that the library hands over: answers in JSON.

use std::ffi::c_char;

use crate::failure::Failure;
use crate::pointer::Out;
use crate::status::{ReversiStatus, guard};

/// Text that the library has allocated: UTF-8 with a final NUL.
///
/// `reversi_text_free` gives the memory back and makes both fields zero, so a second call does nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiText {
    /// The text, or NULL.
    pub data: *mut c_char,
    /// The bytes of the text, without the NUL.
    pub length: usize,
}

/// Hands text over.
pub(crate) fn hand_over(text: String, out: Out<ReversiText>, name: &'static str) -> Result<(), Failure> {
    out.check(name)?;
    let length = text.len();
    let bytes: Box<[u8]> = text.into_bytes().into_iter().chain([0]).collect();
    out.write(name, ReversiText { data: Box::into_raw(bytes).cast(), length })
}

/// Frees `text` and makes its fields zero. Does nothing for text that is NULL or was freed before.
///
/// * Ownership: the memory goes back to the library. The struct itself stays the caller's.
/// * Threads: any thread, but no other one uses this text.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` if `text` is misaligned.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_text_free(mut text: Out<ReversiText>) -> ReversiStatus {
    guard(|| {
        if text.is_null() {
            return Ok(());
        }
        let place = &mut text.slice(1, "text")?[0];
        // SAFETY: the caller has a struct there that is zero or was filled by `hand_over`.
        let old = unsafe { place.assume_init_read() };
        place.write(ReversiText { data: std::ptr::null_mut(), length: 0 });
        if !old.data.is_null() {
            let bytes = std::ptr::slice_from_raw_parts_mut(old.data.cast::<u8>(), old.length + 1);
            // SAFETY: `hand_over` has allocated it with this length, and it was not freed before: then the
            // struct would be zero.
            drop(unsafe { Box::from_raw(bytes) });
        }
        Ok(())
    })
}
