//! The places of the documents that show figures.
//!
//! * A block between `<!-- figures: PART, TABLE -->` and `<!-- end of figures -->` has the recorded table,
//!   or all tables of the part if no table is named, and the session they are from.
//! * Between `<!-- figure: PART / TABLE / ROW / COLUMN -->` and `<!-- end -->` stands one figure, for
//!   example in a cell of a hand-made table.
//! * [`LEVEL_TIMES`] has the times of the levels as code.
//! * The chapter of techniques has what was measured of each technique (`effects.rs`).

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};

use super::effects::{self, Recorded};
use super::session::{Figure, Session};
use super::{Part, recorded};

/// The documents with figures.
const DOCUMENTS: [&str; 4] =
    ["README.md", "docs/src/figures.md", "lab/docs/src/kernels.md", "lab/docs/src/techniques.md"];

/// The file of the times of the levels.
pub(super) const LEVEL_TIMES: &str = "crates/reversi-search/src/api/level_times.rs";

const BLOCK: [&str; 3] = ["<!-- figures: ", " -->\n", "<!-- end of figures -->"];
const INLINE: [&str; 3] = ["<!-- figure: ", " -->", "<!-- end -->"];

/// Brings the documents up to date, or only compares them. Returns the lines that were not, with their
/// document.
pub(super) fn update(root: &Path, write: bool) -> anyhow::Result<Vec<String>> {
    let mut stale = Vec::new();
    let mut replace = |document: &str, old: &str, new: &str| {
        stale.extend(differences(document, old, new));
        if write && old != new {
            fs::write(root.join(document), new).with_context(|| document.to_owned())?;
        }
        anyhow::Ok(())
    };
    for document in DOCUMENTS {
        let old = fs::read_to_string(root.join(document)).with_context(|| document.to_owned())?;
        let find = |name: &str| recorded(root, name).with_context(|| document.to_owned());
        let mut new = replaced(&old, BLOCK, |key| block(key, &find))?;
        new = replaced(&new, INLINE, |key| inline(key, &find))?;
        if effects::has_column(&new) {
            new = effects::fill(&new, &Recorded::read(&find)?);
        }
        replace(document, &old, &new)?;
    }
    let (_, levels) = recorded(root, "levels")?;
    let old = fs::read_to_string(root.join(LEVEL_TIMES)).context(LEVEL_TIMES)?;
    replace(LEVEL_TIMES, &old, &level_times(&levels)?)?;
    Ok(stale)
}

fn differences(document: &str, old: &str, new: &str) -> Vec<String> {
    let kept: BTreeSet<&str> = new.lines().collect();
    let changed = (1..).zip(old.lines()).filter(|(_, line)| !kept.contains(line));
    let mut lines: Vec<String> =
        changed.map(|(number, line)| format!("{document}:{number}: {:.60}", line.trim())).collect();
    if lines.is_empty() && old != new {
        lines.push(format!("{document}: lines are missing"));
    }
    lines
}

/// The text with everything between the second and the third marker replaced. What stands between the first
/// two is the key.
fn replaced(
    text: &str,
    [start, middle, end]: [&str; 3],
    new: impl Fn(&str) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(start) {
        let (key, after) = after.split_once(middle).with_context(|| format!("{start}has no end"))?;
        let (_, after) = after.split_once(end).with_context(|| format!("{start}{key}: no {end}"))?;
        out.extend([before, start, key, middle, &new(key)?, end]);
        rest = after;
    }
    Ok(out + rest)
}

pub(super) type Find<'a> = &'a dyn Fn(&str) -> anyhow::Result<(Part, Session)>;

/// Tables, and the session they are from.
fn block(key: &str, find: Find<'_>) -> anyhow::Result<String> {
    let (name, table) = key.split_once(", ").map_or((key, None), |(name, table)| (name, Some(table)));
    let (part, session) = find(name)?;
    let mut figures = session.all_figures();
    figures.retain(|figure| table.is_none_or(|table| table == figure.table));
    ensure!(!figures.is_empty(), "{key}: no such table");
    let Session { command, commit, date, cpu, level, compiler, kept, .. } = &session;
    let mut out = format!("\n`{command}`, commit {commit}, {date}, {cpu} ({level}), {compiler}.");
    for Session { commit, date, cpu, compiler, .. } in kept {
        write!(out, "\nWhat that session lacks: commit {commit}, {date}, {cpu}, {compiler}.")?;
    }
    out += "\n\n";
    let tables = figures.chunk_by(|a, b| a.table == b.table);
    let several = tables.clone().nth(1).is_some();
    for figures in tables {
        if several {
            write!(out, "### {}\n\n", figures[0].table)?;
        }
        write_table(&mut out, part, figures)?;
        out.push('\n');
    }
    Ok(out)
}

/// Rows in the order of the figures. Of kernels the least time is shown alone.
fn write_table(out: &mut String, part: Part, figures: &[&Figure]) -> std::fmt::Result {
    let mut rows: Vec<&[String]> = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    for figure in figures {
        if !rows.contains(&&*figure.row) {
            rows.push(&figure.row);
        }
        if !columns.contains(&figure.column.as_str()) {
            columns.push(&figure.column);
        }
    }
    let headings: Vec<&str> = part.headings().iter().chain(&columns).copied().collect();
    writeln!(out, "| {} |", headings.join(" | "))?;
    writeln!(out, "|{}{}", "---|".repeat(part.headings().len()), "--:|".repeat(columns.len()))?;
    for row in rows {
        write!(out, "| {} |", row.join(" | "))?;
        for &column in &columns {
            match figures.iter().find(|figure| figure.row == row && figure.column == column) {
                Some(figure) if part == Part::Kernels => write!(out, " {} |", shown(figure.value))?,
                Some(figure) => write!(out, " {} |", with_spread(figure))?,
                None => write!(out, " – |")?,
            }
        }
        out.push('\n');
    }
    Ok(())
}

/// The least time of a level in milliseconds: a rounded time is never 0.
const LEAST: f64 = 0.01;

/// The times of the levels as code, as the documents show them.
fn level_times(session: &Session) -> anyhow::Result<String> {
    let rows: Vec<&[Figure]> = session.figures.chunk_by(|a, b| a.row == b.row).collect();
    let mut out = format!(
        "//! How long the levels take. `cargo lab figures levels` writes this file.\n\n\
        /// Mean milliseconds of a move with 40, 30 and 20 empties on one core, by level.\n\
        #[rustfmt::skip]\n\
        pub(super) const MILLISECONDS: [[f64; 3]; {}] = [\n",
        rows.len()
    );
    for row in rows {
        let times: Vec<f64> =
            row.iter().map(|figure| shown(figure.value.max(LEAST)).parse()).collect::<Result<_, _>>()?;
        writeln!(out, "    {times:?}, // {}", row[0].row.join(" "))?;
    }
    Ok(out + "];\n")
}

/// One figure, found by its table, a cell of its row, and its column.
fn inline(key: &str, find: Find<'_>) -> anyhow::Result<String> {
    let parts: Vec<&str> = key.split(" / ").collect();
    let &[name, table, row, column] = &parts[..] else {
        anyhow::bail!("{key}: not `PART / TABLE / ROW / COLUMN`");
    };
    let (_, session) = find(name)?;
    let is_it =
        |figure: &&Figure| figure.table == table && figure.row.join(", ") == row && figure.column == column;
    let figures = session.all_figures();
    let figure = figures.into_iter().find(is_it).with_context(|| format!("{key}: no such figure"))?;
    Ok(shown(figure.value))
}

/// Three significant digits.
pub(super) fn shown(value: f64) -> String {
    let decimals = if value >= 99.95 {
        0
    } else if value >= 9.995 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}")
}

fn with_spread(figure: &Figure) -> String {
    let Figure { value, least, most, .. } = figure;
    let [value, least, most] = [value, least, most].map(|&value| shown(value));
    if least == most { value } else { format!("{value} ({least}-{most})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(row: [&str; 3], column: &str, value: f64) -> Figure {
        Figure::least("flip", &row, column, &[value])
    }

    fn kernels() -> (Part, Session) {
        let (a, b) = (["FLIP-01 FLIP-02", "portable", "rays"], ["FLIP-02", "portable", "tables"]);
        let figures = vec![
            kernel(a, "ns", 4.0),
            kernel(a, "ratio", 2.0),
            kernel(b, "ns", 2.0),
            kernel(b, "ratio", 1.0),
        ];
        let session =
            |commit: &str, figures| Session { commit: commit.to_owned(), figures, ..Session::default() };
        let mut present = session("new", figures);
        let c = ["FLIP-39", "simd128", "ternary"];
        present.kept = vec![session("old", vec![kernel(c, "ns", 1.0), kernel(c, "ratio", 3.0)])];
        (Part::Kernels, present)
    }

    #[test]
    fn blocks_and_figures_are_replaced_and_the_rest_stays() {
        let find = |_: &str| Ok(kernels());
        let text = "a\n<!-- figures: kernels -->\nold\n<!-- end of figures -->\nb\n";
        let new = replaced(text, BLOCK, |key| block(key, &find)).unwrap();
        let table = "``, commit new, ,  (), .\nWhat that session lacks: commit old, , , .\n\n\
            | Kernel | Level | Technique | ns | ratio |\n|---|---|---|--:|--:|\n\
            | FLIP-01 FLIP-02 | portable | rays | 4.00 | 2.00 |\n\
            | FLIP-02 | portable | tables | 2.00 | 1.00 |\n\
            | FLIP-39 | simd128 | ternary | 1.00 | 3.00 |\n";
        assert!(new.contains(table) && new.starts_with("a\n") && new.ends_with("figures -->\nb\n"), "{new}");
        assert_eq!(replaced(&new, BLOCK, |key| block(key, &find)).unwrap(), new);

        let key = "kernels / flip / FLIP-02, portable, tables / ns";
        let text = format!("| <!-- figure: {key} -->1<!-- end --> ns |");
        let new = replaced(&text, INLINE, |key| inline(key, &find)).unwrap();
        assert_eq!(new, format!("| <!-- figure: {key} -->2.00<!-- end --> ns |"));
        assert!(inline("kernels / flip / FLIP-03 / ns", &find).is_err());
    }

    #[test]
    fn a_figure_that_was_edited_by_hand_is_reported() {
        let (old, new) = ("a\n| FLIP-01 | 3.99 |\nb\n", "a\n| FLIP-01 | 4.00 |\nb\n");
        assert_eq!(differences("T.md", old, new), ["T.md:2: | FLIP-01 | 3.99 |"]);
        assert_eq!(differences("T.md", "a\n", "a\nb\n"), ["T.md: lines are missing"]);
        assert!(differences("T.md", old, old).is_empty());
    }

    #[test]
    fn three_digits_are_shown() {
        assert_eq!([0.5, 9.994, 9.996, 99.96, 1234.5].map(shown), ["0.50", "9.99", "10.0", "100", "1234"]);
    }
}
