//! What arguments stand for, and standard input line by line.

use std::io::{self, BufRead, Read as _};
use std::path::Path;

/// What an argument stands for.
pub(crate) enum Source<'a> {
    /// The argument itself.
    Text(&'a str),
    /// A file, or standard input for `-`.
    Content { name: &'a str, bytes: Vec<u8> },
}

impl Source<'_> {
    pub(crate) fn of(argument: &str) -> Result<Source<'_>, String> {
        let path = Path::new(argument);
        let (name, bytes) = if argument == "-" {
            let mut bytes = Vec::new();
            ("standard input", io::stdin().read_to_end(&mut bytes).map(|_| bytes))
        } else if path.exists() {
            (argument, std::fs::read(path))
        } else {
            return Ok(Source::Text(argument));
        };
        Ok(Source::Content { name, bytes: bytes.map_err(|error| format!("{name}: {error}"))? })
    }
}

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
