//! Suites by name or by file.

use std::path::Path;

use anyhow::Context as _;
use reversi_notation::{ObfLine, read_obf};

/// A position to solve, with its known scores.
pub(super) struct Problem {
    /// Its number in its collection.
    pub(super) index: usize,
    pub(super) line: ObfLine,
}

/// Named suites: the name, the file, the number of the first position, and the number of positions.
const NAMED: [(&str, &str, usize, usize); 5] = [
    ("ffo-1-19", "ffo-1-19.obf", 1, 19),
    ("ffo-20-39", "ffo-20-39.obf", 20, 20),
    ("ffo-40-49", "ffo-40-59.obf", 40, 10),
    ("ffo-40-59", "ffo-40-59.obf", 40, 20),
    ("lopsided", "lopsided.obf", 1, 20),
];

/// Loads the positions of all suites, numbered from 1 in each file.
pub(super) fn load(root: &Path, suites: &[String]) -> anyhow::Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for suite in suites {
        match NAMED.iter().find(|(name, ..)| name == suite) {
            Some(&(_, file, first, count)) => {
                problems.extend(read(&root.join("examples/data").join(file), first)?.into_iter().take(count));
            }
            None => problems.extend(read(Path::new(suite), 1)?),
        }
    }
    Ok(problems)
}

fn read(path: &Path, first: usize) -> anyhow::Result<Vec<Problem>> {
    let place = || path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(place)?;
    let lines = read_obf(&text).collect::<Result<Vec<_>, _>>().with_context(place)?;
    anyhow::ensure!(!lines.is_empty(), "{}: no position to solve", place());
    Ok((first..).zip(lines).map(|(index, line)| Problem { index, line }).collect())
}
