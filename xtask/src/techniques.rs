//! Checks TECHNIQUES.md: every id occurs once, and every path and name exists in the code.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};

/// The families of ids, each numbered from 01. All but the last are those of the catalogue.
const FAMILIES: [(&str, usize); 11] = [
    ("BB", 10),
    ("MOB", 6),
    ("FULL", 9),
    ("EDGE", 8),
    ("FLIP", 43),
    ("LAST", 26),
    ("END", 22),
    ("HASH", 7),
    ("EVAL", 15),
    ("GRA", 6),
    ("ALSO", 4),
];

/// The cell of code that was tried and removed.
const NOT_KEPT: &str = "not kept";

/// The cell of a test where a mistake costs only time.
const SPEED_ONLY: &str = "–, speed only";

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
    let problems = problems(&read("TECHNIQUES.md").context("TECHNIQUES.md cannot be read")?, read);
    ensure!(problems.is_empty(), "the table and the code differ\n{}", problems.join("\n"));
    println!("TECHNIQUES.md agrees with the code.");
    Ok(())
}

/// The problems of `table`. `read` returns a file of the repository.
fn problems(table: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut problems = Vec::new();
    let mut rows: BTreeMap<String, usize> = FAMILIES
        .iter()
        .flat_map(|&(family, count)| (1..=count).map(move |n| (format!("{family}-{n:02}"), 0)))
        .collect();

    for (line, text) in table.lines().enumerate().map(|(i, text)| (i + 1, text)) {
        let Some(row) = text.strip_prefix('|').and_then(|row| row.strip_suffix('|')) else { continue };
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if cells[0] == "Id" || cells[0].starts_with('-') {
            continue;
        }
        let mut report =
            |problem: String| problems.push(format!("TECHNIQUES.md:{line}: {}: {problem}", cells[0]));
        match rows.get_mut(cells[0]) {
            Some(seen) => *seen += 1,
            None => report("no such technique".to_owned()),
        }
        let &[_, _, _, code, test, effect] = &cells[..] else {
            report(format!("{} cells instead of 6", cells.len()));
            continue;
        };
        let has_test = test == SPEED_ONLY || references(test).next().is_some();
        if code == NOT_KEPT && effect == "–" {
            report("not kept, and no reason".to_owned());
        }
        if code != NOT_KEPT && (references(code).next().is_none() || !has_test) {
            report("neither \"not kept\" nor with code and a test, as `path::name`".to_owned());
        }
        for reference in references(code) {
            let mut parts = reference.split("::");
            let path = parts.next().expect("a split has a first part");
            match read(path) {
                Some(source) => parts
                    .filter(|name| !has_word(&source, name))
                    .for_each(|name| report(format!("no {name} in {path}"))),
                None => report(format!("no file {path}")),
            }
        }
        for reference in references(test) {
            match reference.split_once("::").map(|(path, name)| (path, name, read(path))) {
                Some((_, name, Some(source))) if has_test_named(&source, name) => {}
                Some((path, name, Some(_))) => report(format!("no test {name} in {path}")),
                Some((path, _, None)) => report(format!("no file {path}")),
                None => report(format!("{reference} names no test")),
            }
        }
    }

    problems.extend(rows.into_iter().filter(|&(_, seen)| seen != 1).map(|(id, seen)| match seen {
        0 => format!("TECHNIQUES.md: {id} is missing"),
        _ => format!("TECHNIQUES.md: {id} has {seen} rows"),
    }));
    problems
}

/// The texts between backquotes.
fn references(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn has_word(source: &str, name: &str) -> bool {
    source.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

/// Whether there is a `fn name` with `#[test]` among its attributes.
fn has_test_named(source: &str, name: &str) -> bool {
    let mut is_test = false;
    for line in source.lines().map(str::trim_start) {
        match line.strip_prefix("fn ") {
            Some(item) if is_test && item.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')) => {
                return true;
            }
            _ => is_test = line == "#[test]" || is_test && line.starts_with(['#', '/']),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A correct table, apart from the given first row.
    fn table_with(bb01: &str) -> String {
        let others = FAMILIES.iter().flat_map(|&(family, count)| {
            (1..=count)
                .map(move |n| format!("| {family}-{n:02} | name | gallery | not kept | – | slower |\n"))
        });
        let header = "| Id | Technique | Use | Where | Test | Effect here |\n|---|---|---|---|---|---|\n";
        format!("Text.\n\n{header}{bb01}\n") + &others.skip(1).collect::<String>()
    }

    fn problems_of(bb01: &str) -> Vec<String> {
        let read = |path: &str| {
            let source = "struct Ray;\nfn flip() {}\nfn helper() {}\n    #[test]\n    #[ignore]\n    fn test_flip() {\n";
            (path == "src/flip.rs").then(|| source.to_owned())
        };
        problems(&table_with(bb01), read)
    }

    #[test]
    fn there_are_152_techniques() {
        let [catalogue @ .., _] = FAMILIES;
        assert_eq!(catalogue.iter().map(|(_, count)| count).sum::<usize>(), 152);
    }

    #[test]
    fn right_rows_pass() {
        for row in [
            "| BB-01 | name | tried | not kept | – | slower |",
            "| BB-01 | name | engine | `src/flip.rs` | –, speed only | – |",
            "| BB-01 | name | engine | `src/flip.rs::Ray::flip`, `src/flip.rs` | `src/flip.rs::test_flip` | 3 % faster |",
        ] {
            assert_eq!(problems_of(row), [""; 0], "{row}");
        }
    }

    #[test]
    fn wrong_rows_are_named_with_their_line() {
        for (row, expected) in [
            (
                "| BB-01 | name | engine | `src/gone.rs::flip` | –, speed only | – |",
                "TECHNIQUES.md:5: BB-01: no file src/gone.rs",
            ),
            (
                "| BB-01 | name | engine | `src/flip.rs::fli` | `src/flip.rs::test_flip` | – |",
                "TECHNIQUES.md:5: BB-01: no fli in src/flip.rs",
            ),
            (
                "| BB-01 | name | engine | `src/flip.rs` | `src/flip.rs::test_gone` | – |",
                "TECHNIQUES.md:5: BB-01: no test test_gone in src/flip.rs",
            ),
            (
                "| BB-01 | name | engine | `src/flip.rs` | `src/flip.rs::helper` | – |",
                "TECHNIQUES.md:5: BB-01: no test helper in src/flip.rs",
            ),
            (
                "| BB-01 | name | engine | `src/flip.rs` | `src/flip.rs` | – |",
                "TECHNIQUES.md:5: BB-01: src/flip.rs names no test",
            ),
            (
                "| BB-01 | name | engine | `src/flip.rs` | – | – |",
                "TECHNIQUES.md:5: BB-01: neither \"not kept\" nor with code and a test, as `path::name`",
            ),
            (
                "| BB-01 | name | engine | somewhere | – | – |",
                "TECHNIQUES.md:5: BB-01: neither \"not kept\" nor with code and a test, as `path::name`",
            ),
            (
                "| BB-01 | name | tried | not kept | – | – |",
                "TECHNIQUES.md:5: BB-01: not kept, and no reason",
            ),
            ("| BB-01 | name | tried | – |", "TECHNIQUES.md:5: BB-01: 4 cells instead of 6"),
            ("", "TECHNIQUES.md: BB-01 is missing"),
        ] {
            assert_eq!(problems_of(row), [expected], "{row}");
        }
        assert_eq!(
            problems_of("| BB-02 | name | tried | not kept | – | slower |"),
            ["TECHNIQUES.md: BB-01 is missing", "TECHNIQUES.md: BB-02 has 2 rows"]
        );
        assert_eq!(
            problems_of("| BB-1 | name | tried | not kept | – | slower |"),
            ["TECHNIQUES.md:5: BB-1: no such technique", "TECHNIQUES.md: BB-01 is missing"]
        );
    }
}
