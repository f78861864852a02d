//! Checks the chapter of techniques: every id has one row and one section, every path leads to an item, what
//! an engine uses is in a published crate, every technique has a figure or a reason why not, a figure that
//! was written by hand has its command or a link, and no row is long.

mod items;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};
use items::{Kind, leads};

/// The families of ids, each numbered from 01. All but the last are those of the catalogue.
const FAMILIES: [(&str, usize); 11] = [
    ("BB", 11),
    ("MOB", 6),
    ("FULL", 9),
    ("EDGE", 9),
    ("FLIP", 45),
    ("LAST", 27),
    ("END", 24),
    ("HASH", 7),
    ("EVAL", 16),
    ("GRA", 6),
    ("ALSO", 6),
];

/// The code of a technique that was tried and removed.
const NOT_KEPT: &str = "not kept";

/// The test of a technique where a mistake costs only time.
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

/// The document, from the root of the repository.
const FILE: &str = "lab/docs/src/techniques.md";

/// The most characters of a row, so that it can be read without being rendered.
const MAX_ROW: usize = 200;

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
    let problems = problems(&read(FILE).with_context(|| format!("{FILE} cannot be read"))?, read);
    ensure!(problems.is_empty(), "the table and the code differ\n{}", problems.join("\n"));
    println!("{FILE} agrees with the code.");
    Ok(())
}

/// The problems of `text`. `read` returns a file of the repository.
fn problems(text: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut problems = Vec::new();
    let mut rows: BTreeMap<String, usize> = FAMILIES
        .iter()
        .flat_map(|&(family, count)| (1..=count).map(move |n| (format!("{family}-{n:02}"), 0)))
        .collect();
    let sections = sections(text);

    for (line, text) in (1..).zip(text.lines()) {
        let Some(row) = text.strip_prefix('|').and_then(|row| row.strip_suffix('|')) else { continue };
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if cells[0] == "Id" || cells[0].starts_with('-') {
            continue;
        }
        let (id, anchor) = linked(cells[0]);
        let mut report = |problem: String| problems.push(format!("{FILE}:{line}: {id}: {problem}"));
        let length = text.chars().count();
        if length > MAX_ROW {
            report(format!("a row of {length} characters, more than {MAX_ROW}"));
        }
        match rows.get_mut(id) {
            Some(seen) => *seen += 1,
            None => report("no such technique".to_owned()),
        }
        let &[_, _, uses, effect] = &cells[..] else {
            report(format!("{} cells instead of 4", cells.len()));
            continue;
        };
        if anchor != Some(&id.to_lowercase()) {
            report("no link to its section".to_owned());
        }
        if is_empty(effect) {
            report("no effect".to_owned());
        }
        let of_id: Vec<&Section<'_>> = sections.iter().filter(|section| section.id == id).collect();
        let &[section] = &of_id[..] else {
            report(format!("{} sections instead of one", of_id.len()));
            continue;
        };
        section.problems(uses, &read, &mut report);
    }

    let unknown = sections.iter().filter(|section| !rows.contains_key(section.id));
    problems
        .extend(unknown.map(|Section { line, id, .. }| format!("{FILE}:{line}: {id}: no such technique")));
    problems.extend(rows.into_iter().filter(|&(_, seen)| seen != 1).map(|(id, seen)| match seen {
        0 => format!("{FILE}: {id} is missing"),
        _ => format!("{FILE}: {id} has {seen} rows"),
    }));
    problems
}

/// What is said of a technique below the table of its group.
struct Section<'a> {
    id: &'a str,
    /// The line of its heading, from 1.
    line: usize,
    /// Its points, such as `* Code: ...`, each in one line.
    points: Vec<String>,
}

impl Section<'_> {
    fn point(&self, name: &str) -> &str {
        let mut points = self.points.iter().filter_map(|point| point.split_once(": "));
        points.find(|&(found, _)| found == name).map_or("", |(_, text)| text)
    }

    /// Reports what is wrong with it. `uses` is the cell of the row.
    fn problems(&self, uses: &str, read: &impl Fn(&str) -> Option<String>, report: &mut impl FnMut(String)) {
        let [code, test, figure, note] = ["Code", "Test", "Figure", "Note"].map(|name| self.point(name));
        let long_use = self.point("Use");
        if !long_use.starts_with(uses) && !long_use.is_empty() {
            report(format!("use \"{uses}\" in the table, \"{long_use}\" in the section"));
        }
        if is_empty(note) && is_empty(figure) {
            report("neither a figure nor a note".to_owned());
        } else if is_empty(figure) && code != NOT_KEPT && !gives_reason(note) {
            report("no figure, and no reason that begins \"No figure\"".to_owned());
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
        if let Some(sentence) = own_figures(note).next()
            && !has_source(note)
        {
            report(format!("a figure without a command or a link: \"{sentence}\""));
        }
        if note.contains("introduced") {
            report("an effect of an earlier solver: it belongs in the notebook".to_owned());
        }
        for reference in references(code) {
            if let Some(problem) = problem(reference, Kind::Item, read) {
                report(problem);
            }
        }
        for reference in references(test) {
            if let Some(problem) = problem(reference, Kind::Test, read) {
                report(problem);
            }
        }
    }
}

/// Whether a note says why there is no figure, or has one itself.
fn gives_reason(note: &str) -> bool {
    note.to_lowercase().contains("no figure") || note.contains(INLINE_FIGURE)
}

/// A figure that `cargo lab figures` writes.
const INLINE_FIGURE: &str = "<!-- figure:";

/// The sentences of a note with a measured quantity that is not the source's.
fn own_figures(note: &str) -> impl Iterator<Item = &str> {
    const UNITS: [&str; 5] = [" %", " times", " of the nodes", " of the time", " ns"];
    let has_quantity = |sentence: &&str| {
        let follows_digit = |(at, _): (usize, &str)| sentence[..at].ends_with(|c: char| c.is_ascii_digit());
        UNITS.iter().any(|unit| sentence.match_indices(unit).any(follows_digit))
    };
    note.split(". ").filter(|sentence| !sentence.starts_with("Source")).filter(has_quantity)
}

/// Whether a note names a command, links to where its figures are from, or has them written by a command.
fn has_source(note: &str) -> bool {
    ["`", "](", INLINE_FIGURE].iter().any(|source| note.contains(source))
}

/// The sections of all techniques. A point goes on in indented lines.
fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut open = false;
    for (line, text) in (1..).zip(text.lines()) {
        if let Some(id) = text.strip_prefix("### ") {
            sections.push(Section { id: id.trim(), line, points: Vec::new() });
            open = true;
        } else if text.starts_with('#') {
            open = false;
        } else if let Some(section) = sections.last_mut().filter(|_| open) {
            match (text.strip_prefix("* "), section.points.last_mut()) {
                (Some(point), _) => section.points.push(point.trim().to_owned()),
                (None, Some(point)) if text.starts_with("  ") => {
                    point.push(' ');
                    point.push_str(text.trim());
                }
                _ => {}
            }
        }
    }
    sections
}

/// The id of a row and the anchor that it links to, if it is a link.
fn linked(cell: &str) -> (&str, Option<&str>) {
    let link = cell
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|rest| rest.split_once("](#"));
    link.map_or((cell, None), |(id, anchor)| (id, Some(anchor)))
}

fn is_empty(cell: &str) -> bool {
    ["", "–"].contains(&cell)
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

    /// A correct document, apart from the given first technique: its cells are those of a row without the
    /// effect, then code, test, figure and note.
    fn document_with(bb01: &str) -> String {
        let ids =
            FAMILIES.iter().flat_map(|&(family, count)| (1..=count).map(move |n| format!("{family}-{n:02}")));
        let others = ids.skip(1).map(|id| format!("| {id} | name | tried | not kept | – | – | slower |"));
        let techniques: Vec<String> =
            Some(bb01.to_owned()).filter(|row| !row.is_empty()).into_iter().chain(others).collect();
        let mut rows = "Text.\n\n| Id | Technique | Use | Effect |\n|---|---|---|---|\n".to_owned();
        let mut sections = "\n".to_owned();
        for technique in techniques {
            let cells: Vec<&str> = technique.trim_matches('|').split('|').map(str::trim).collect();
            let [id, name, uses, code, test, figure, note] = cells[..] else { panic!("{technique}") };
            rows += &format!("| [{id}](#{}) | {name} | {uses} | effect |\n", id.to_lowercase());
            sections += &format!(
                "### {id}\n\n* Code: {code}\n* Test: {test}\n* Figure: {figure}\n* Note:\n  {note}\n\n"
            );
        }
        rows + &sections
    }

    fn problems_of(bb01: &str) -> Vec<String> {
        problems_in(&document_with(bb01))
    }

    fn problems_in(document: &str) -> Vec<String> {
        let read = |path: &str| {
            let source = "struct Ray; impl Ray { fn flip() {} } fn helper() {} #[test] fn test_flip() {}";
            let paths = ["crates/reversi-bitboard/a.rs", "lab/gallery/a.rs"];
            match path {
                "crates/reversi-eval/broken.rs" => Some("fn fn".to_owned()),
                _ => paths.contains(&path).then(|| source.to_owned()),
            }
        };
        problems(document, read)
    }

    #[test]
    fn there_are_160_techniques() {
        let [catalogue @ .., _] = FAMILIES;
        assert_eq!(catalogue.iter().map(|(_, count)| count).sum::<usize>(), 160);
    }

    const ENGINE: &str = "crates/reversi-bitboard/a.rs";
    const GALLERY: &str = "lab/gallery/a.rs";

    /// A row whose cells behind the name are these. `E` is a file of the engine, `G` one of the gallery.
    fn row_of(cells: &str) -> String {
        let cells = cells.trim().replace("`E", &format!("`{ENGINE}")).replace("`G", &format!("`{GALLERY}"));
        format!("| BB-01 | name | {cells} |")
    }

    #[test]
    fn right_rows_pass() {
        let cases = "\
            tried | not kept | – | – | slower
            tried | not kept | – | 1.2 ns | slower
            engine | `E` | –, speed only | 3 % faster |
            engine (portable), gallery | `E::Ray::flip`, `G` | `E::test_flip` | – | No figure: why.
            gallery | `G::Ray` | `E::test_flip` | 1.2 ns | –
            aside | `G` | –, speed only | – | <!-- figure: a / b / c / d -->3 %<!-- end -->
            aside | `G` | –, speed only | 1 | Source: 3 % less. 4 % ([n](n.md)).
            aside | `G` | –, speed only | 1 | 4 % less by `cargo bench`.
            aside | `G::Ray` | `E::test_flip` | 1.2 ns | –";
        for row in cases.lines().map(row_of) {
            assert_eq!(problems_of(&row), [""; 0], "{row}");
        }
    }

    #[test]
    fn wrong_rows_are_named_with_their_line() {
        let published =
            "crates/reversi-bitboard/, crates/reversi-eval/, crates/reversi-search/, crates/reversi-engine/";
        let neither = "neither \"not kept\" nor with code and a test, as `path::name`";
        // The problem follows an arrow.
        let cases = "\
            engine | `E`, `src/gone.rs::flip` | –, speed only | 1 | – -> no file src/gone.rs
            engine | `E::flip` | `E::test_flip` | 1 | – -> no flip in E
            engine | `E::Ray::turn` | `E::test_flip` | 1 | – -> no Ray::turn in E
            engine | `E` | `E::test_gone` | 1 | – -> no test test_gone in E
            engine | `E` | `E::helper` | 1 | – -> no test helper in E
            engine | `E` | `E` | 1 | – -> E names no test
            engine | `E` | – | 1 | – -> NEITHER
            engine | somewhere | – | 1 | – -> NEITHER
            engine | `G` | –, speed only | 1 | – -> use \"engine\", but no code below PUBLISHED
            gallery (NEON) | `E` | –, speed only | 1 | – -> use \"gallery (NEON)\", but no code below lab/gallery/
            engine | `E` | –, speed only | – | – -> neither a figure nor a note
            engine | `E` | –, speed only | – | Hard to time. -> no figure, and no reason that begins \"No figure\"
            engine | `E` | –, speed only | 1 | Source: fast. It saves 4 % here. -> a figure without a command or a link: \"It saves 4 % here.\"
            engine | `E` | –, speed only | 1 | Introduced it, introduced well. -> an effect of an earlier solver: it belongs in the notebook
            tried | not kept | – | – | – -> neither a figure nor a note
            tried | not kept | – | 1 | – -> not kept, and no reason
            eval | `crates/reversi-eval/broken.rs::flip` | –, speed only | 1 | – -> crates/reversi-eval/broken.rs: expected identifier, found keyword `fn`";
        for case in cases.lines() {
            let (cells, expected) = case.split_once(" -> ").unwrap();
            let expected = expected.replace("NEITHER", neither).replace("PUBLISHED", published);
            let expected = expected.replace("E names", &format!("{ENGINE} names"));
            let in_engine = |what| format!("{what} in {ENGINE}");
            let expected = expected.strip_suffix(" in E").map_or(expected.clone(), in_engine);
            let row = row_of(cells);
            assert_eq!(problems_of(&row), [format!("{FILE}:5: BB-01: {expected}")], "{row}");
        }
    }

    #[test]
    fn every_id_has_one_row_and_one_section() {
        let row = |id: &str| format!("| {id} | name | tried | not kept | – | – | slower |");
        let missing = format!("{FILE}: BB-01 is missing");
        assert_eq!(problems_of(""), std::slice::from_ref(&missing));
        let twice = "2 sections instead of one";
        let found = problems_of(&row("BB-02"));
        assert_eq!(found[..2], [5, 6].map(|line| format!("{FILE}:{line}: BB-02: {twice}")));
        assert_eq!(found[2..], [missing.clone(), format!("{FILE}: BB-02 has 2 rows")]);
        let found = problems_of(&row("BB-1"));
        assert_eq!(found[0], format!("{FILE}:5: BB-1: no such technique"));
        assert_eq!(found.last(), Some(&missing));
    }

    #[test]
    fn rows_are_short_and_lead_to_their_sections() {
        let document = document_with("| BB-01 | name | tried | not kept | – | – | slower |");
        let right = "| [BB-01](#bb-01) | name | tried | effect |";
        assert!(document.contains(right) && problems_in(&document).is_empty());
        let long = "n".repeat(MAX_ROW + 4 - right.len());
        let expect = |row: &str, problem: &str| {
            let found = problems_in(&document.replace(right, row));
            assert_eq!(found, [format!("{FILE}:5: BB-01: {problem}")], "{row}");
        };
        expect("| BB-01 | name | tried | effect |", "no link to its section");
        expect("| [BB-01](#bb-02) | name | tried | effect |", "no link to its section");
        expect("| [BB-01](#bb-01) | name | tried | – |", "no effect");
        expect("| [BB-01](#bb-01) | name | tried |", "3 cells instead of 4");
        assert!(problems_in(&document.replace(right, &right.replace("name", &long))).is_empty());
        let longer = right.replace("name", &(long + "n"));
        expect(&longer, "a row of 201 characters, more than 200");
        let without = document.replace("### BB-01\n", "");
        assert_eq!(problems_in(&without), [format!("{FILE}:5: BB-01: 0 sections instead of one")]);
    }
}
