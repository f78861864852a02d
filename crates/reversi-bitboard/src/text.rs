//! Text in columns.

use alloc::string::String;
use core::fmt::{Formatter, Result, Write};

/// Writes a text with the width, the fill and the alignment that the formatter asks for, as `str` does.
pub fn pad(f: &mut Formatter<'_>, write: impl Fn(&mut dyn Write) -> Result) -> Result {
    if f.width().is_none() && f.precision().is_none() {
        return write(f);
    }
    let mut text = String::new();
    write(&mut text)?;
    f.pad(&text)
}
