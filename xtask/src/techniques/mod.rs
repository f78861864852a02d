//! Checks TECHNIQUES.md: every id has one row, every path leads to an item, what an engine uses is in a
//! published crate, and every row has a figure or a reason.

mod items;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};
use items::{Kind, leads};

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

/// The first words of a use, and the crates that have the code of it.
const USES: [(&str, &[&str]); 2] = [
    (
        "engine",
        &[
            "crates/reversi-bitboard/",
            "crates/reversi-eval/",
            "crates/reversi-search/",
            "crates/reversi-engine/",
        ],
    ),
    ("gallery", &["lab/gallery/"]),
];

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
        let &[_, _, uses, code, test, figure, note] = &cells[..] else {
            report(format!("{} cells instead of 7", cells.len()));
            continue;
        };
        let is_empty = |cell| ["", "–"].contains(&cell);
        if is_empty(note) && is_empty(figure) {
            report("neither a figure nor a note".to_owned());
        } else if is_empty(note) && code == NOT_KEPT {
            report("not kept, and no reason".to_owned());
        }
        let has_test = test == SPEED_ONLY || references(test).next().is_some();
        if code != NOT_KEPT && (references(code).next().is_none() || !has_test) {
            report("neither \"not kept\" nor with code and a test, as `path::name`".to_owned());
        } else if code != NOT_KEPT {
            for (_, crates) in USES.iter().filter(|(word, _)| uses.starts_with(word)) {
                let in_crate = |path: &str| crates.iter().any(|folder| path.starts_with(folder));
                if !references(code).any(in_crate) {
                    report(format!("use \"{uses}\", but no code below {}", crates.join(", ")));
                }
            }
        }
        for reference in references(code) {
            if let Some(problem) = problem(reference, Kind::Item, &read) {
                report(problem);
            }
        }
        for reference in references(test) {
            if let Some(problem) = problem(reference, Kind::Test, &read) {
                report(problem);
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

/// What is wrong with a `path::name`, if anything. Code may be a whole file.
fn problem(reference: &str, kind: Kind, read: &impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut names: Vec<&str> = reference.split("::").collect();
    let path = names.remove(0);
    let Some(source) = read(path) else { return Some(format!("no file {path}")) };
    if names.is_empty() {
        return (kind == Kind::Test).then(|| format!("{reference} names no test"));
    }
    match syn::parse_file(&source) {
        Ok(file) if leads(&file.items, &names, kind) => None,
        Ok(_) if kind == Kind::Test => Some(format!("no test {} in {path}", names.join("::"))),
        Ok(_) => Some(format!("no {} in {path}", names.join("::"))),
        Err(error) => Some(format!("{path}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A correct table, apart from the given first row.
    fn table_with(bb01: &str) -> String {
        let others = FAMILIES.iter().flat_map(|&(family, count)| {
            (1..=count)
                .map(move |n| format!("| {family}-{n:02} | name | tried | not kept | – | – | slower |\n"))
        });
        let header =
            "| Id | Technique | Use | Where | Test | Figure | Note |\n|---|---|---|---|---|---|---|\n";
        format!("Text.\n\n{header}{bb01}\n") + &others.skip(1).collect::<String>()
    }

    fn problems_of(bb01: &str) -> Vec<String> {
        let read = |path: &str| {
            let source = "struct Ray; impl Ray { fn flip() {} } fn helper() {} #[test] fn test_flip() {}";
            let paths = ["crates/reversi-bitboard/a.rs", "lab/gallery/a.rs"];
            match path {
                "crates/reversi-eval/broken.rs" => Some("fn fn".to_owned()),
                _ => paths.contains(&path).then(|| source.to_owned()),
            }
        };
        problems(&table_with(bb01), read)
    }

    #[test]
    fn there_are_152_techniques() {
        let [catalogue @ .., _] = FAMILIES;
        assert_eq!(catalogue.iter().map(|(_, count)| count).sum::<usize>(), 152);
    }

    const ENGINE: &str = "crates/reversi-bitboard/a.rs";
    const GALLERY: &str = "lab/gallery/a.rs";

    #[test]
    fn right_rows_pass() {
        for row in [
            "| BB-01 | name | tried | not kept | – | – | slower |".to_owned(),
            "| BB-01 | name | tried | not kept | – | 1.2 ns | slower |".to_owned(),
            format!("| BB-01 | name | engine | `{ENGINE}` | –, speed only | 3 % faster | |"),
            format!(
                "| BB-01 | name | engine (portable), gallery | `{ENGINE}::Ray::flip`, `{GALLERY}` | `{ENGINE}::test_flip` | – | why |"
            ),
            format!("| BB-01 | name | gallery | `{GALLERY}::Ray` | `{ENGINE}::test_flip` | 1.2 ns | – |"),
            format!("| BB-01 | name | aside | `{GALLERY}::Ray` | `{ENGINE}::test_flip` | 1.2 ns | – |"),
        ] {
            assert_eq!(problems_of(&row), [""; 0], "{row}");
        }
    }

    #[test]
    fn wrong_rows_are_named_with_their_line() {
        let published =
            "crates/reversi-bitboard/, crates/reversi-eval/, crates/reversi-search/, crates/reversi-engine/";
        let neither = "neither \"not kept\" nor with code and a test, as `path::name`";
        for (cells, expected) in [
            (
                format!("engine | `{ENGINE}`, `src/gone.rs::flip` | –, speed only | 1 | –"),
                "no file src/gone.rs".to_owned(),
            ),
            (
                format!("engine | `{ENGINE}::flip` | `{ENGINE}::test_flip` | 1 | –"),
                format!("no flip in {ENGINE}"),
            ),
            (
                format!("engine | `{ENGINE}::Ray::turn` | `{ENGINE}::test_flip` | 1 | –"),
                format!("no Ray::turn in {ENGINE}"),
            ),
            (
                format!("engine | `{ENGINE}` | `{ENGINE}::test_gone` | 1 | –"),
                format!("no test test_gone in {ENGINE}"),
            ),
            (
                format!("engine | `{ENGINE}` | `{ENGINE}::helper` | 1 | –"),
                format!("no test helper in {ENGINE}"),
            ),
            (format!("engine | `{ENGINE}` | `{ENGINE}` | 1 | –"), format!("{ENGINE} names no test")),
            (format!("engine | `{ENGINE}` | – | 1 | –"), neither.to_owned()),
            ("engine | somewhere | – | 1 | –".to_owned(), neither.to_owned()),
            (
                format!("engine | `{GALLERY}` | –, speed only | 1 | –"),
                format!("use \"engine\", but no code below {published}"),
            ),
            (
                format!("gallery (NEON) | `{ENGINE}` | –, speed only | 1 | –"),
                "use \"gallery (NEON)\", but no code below lab/gallery/".to_owned(),
            ),
            (format!("engine | `{ENGINE}` | –, speed only | – |"), "neither a figure nor a note".to_owned()),
            ("tried | not kept | – | – | –".to_owned(), "neither a figure nor a note".to_owned()),
            ("tried | not kept | – | 1 | –".to_owned(), "not kept, and no reason".to_owned()),
            ("tried | –".to_owned(), "4 cells instead of 7".to_owned()),
            (
                "eval | `crates/reversi-eval/broken.rs::flip` | –, speed only | 1 | –".to_owned(),
                "crates/reversi-eval/broken.rs: expected identifier, found keyword `fn`".to_owned(),
            ),
        ] {
            let row = format!("| BB-01 | name | {cells} |");
            assert_eq!(problems_of(&row), [format!("TECHNIQUES.md:5: BB-01: {expected}")], "{row}");
        }
    }

    #[test]
    fn every_id_has_one_row() {
        let row = |id: &str| format!("| {id} | name | tried | not kept | – | – | slower |");
        assert_eq!(problems_of(""), ["TECHNIQUES.md: BB-01 is missing"]);
        assert_eq!(
            problems_of(&row("BB-02")),
            ["TECHNIQUES.md: BB-01 is missing", "TECHNIQUES.md: BB-02 has 2 rows"]
        );
        assert_eq!(
            problems_of(&row("BB-1")),
            ["TECHNIQUES.md:5: BB-1: no such technique", "TECHNIQUES.md: BB-01 is missing"]
        );
    }
}
