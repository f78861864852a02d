//! Standard input, line by line.

use std::io::{self, BufRead, Read as _};

/// Reads a line as text and replaces invalid UTF-8. Returns `None` at the end of the input. Only the first
/// MiB of a line is kept, because no command is longer.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    const MOST: usize = 1 << 20;
    let mut line = Vec::new();
    let read = input.by_ref().take(MOST as u64).read_until(b'\n', &mut line)?;
    if read == MOST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}
