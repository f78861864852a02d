//! Text of any length that the library hands over: answers in JSON.

use std::ffi::c_char;

use crate::failure::Failure;
use crate::pointer::Out;
use crate::status::calls;

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

impl Out<ReversiText> {
    /// Hands over the text that `make` returns, or no text if it fails.
    pub(crate) fn hand_over(
        self,
        name: &'static str,
        make: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<(), Failure> {
        self.write(name, ReversiText { data: std::ptr::null_mut(), length: 0 })?;
        let text = make()?;
        let length = text.len();
        let bytes: Box<[u8]> = text.into_bytes().into_iter().chain([0]).collect();
        self.write(name, ReversiText { data: Box::into_raw(bytes).cast(), length })
    }
}

calls!(
    /// Frees `text` and makes its fields zero. Does nothing for text that is NULL or was freed before. No
    /// other thread may use the text meanwhile.
    fn reversi_text_free(text: Out<ReversiText>) {
        let mut text = text;
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
    }
);
