//! The chapter of techniques: what was measured of each of them. The column "Effect" of a table has the
//! ratios of times, the line "Figure" of a section has all of it.

use super::documents::{Find, shown};
use super::session::Figure;

/// The figures of the parts that name techniques.
pub(super) struct Recorded {
    pub(super) kernels: Vec<Figure>,
    pub(super) in_solver: Vec<Figure>,
    pub(super) last_plies: Vec<Figure>,
    pub(super) variants: Vec<Figure>,
}

impl Recorded {
    pub(super) fn read(find: Find<'_>) -> anyhow::Result<Recorded> {
        let figures = |part: &str| {
            let (_, session) = find(part)?;
            anyhow::Ok(session.all_figures().into_iter().cloned().collect())
        };
        Ok(Recorded {
            kernels: figures("kernels")?,
            in_solver: figures("in-solver")?,
            last_plies: figures("last-plies")?,
            variants: figures("variants")?,
        })
    }
}

/// Whether the text has tables of techniques.
pub(super) fn has_column(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("| Id |") && line.contains("| Effect |"))
}

/// The text with the column "Effect" of its tables and the lines "Figure" of its sections filled. An effect
/// stays if nothing was measured of its technique.
pub(super) fn fill(text: &str, recorded: &Recorded) -> String {
    let (mut column, mut section) = (None, "");
    let lines = text.lines().map(|line| {
        if let Some(title) = line.strip_prefix("### ") {
            section = title.trim();
        }
        if line.starts_with(FIGURE) {
            return format!("{FIGURE}{}", figure(section, recorded));
        }
        let Some(row) = line.strip_prefix('|').and_then(|row| row.strip_suffix('|')) else {
            column = None;
            return line.to_owned();
        };
        let mut cells: Vec<String> = row.split('|').map(|cell| cell.trim().to_owned()).collect();
        if cells[0] == "Id" {
            column = cells.iter().position(|cell| cell == "Effect");
        } else if let Some(column) = column.filter(|&column| column < cells.len())
            && let Some(id) = cells[0].strip_prefix('[').and_then(|rest| rest.split(']').next())
        {
            if let Some(effect) = effect(&figure(id, recorded)) {
                cells[column] = effect;
            }
        } else {
            return line.to_owned();
        }
        format!("| {} |", cells.join(" | "))
    });
    lines.map(|line| line + "\n").collect()
}

/// The beginning of the line of a section that has what was measured.
const FIGURE: &str = "* Figure: ";

/// The least and the most ratio of a [`figure`] over all levels, for each table, marked if all of them are
/// in the noise. Of the variants of the solver the first, without its suite.
fn effect(figure: &str) -> Option<String> {
    let mut variants = 0;
    let parts = figure.split("; ").filter_map(|part| {
        let (table, levels) = part.rsplit_once(": ")?;
        if SUITES.iter().any(|suite| table.starts_with(suite)) {
            variants += 1;
            let (_, what) = table.split_once(", ")?;
            return (variants == 1).then(|| format!("{what}: {levels}"));
        }
        if table.contains(" empties, ") {
            return None; // another search of the same table
        }
        let ratios = levels.split(", ").filter(|level| !level.starts_with("chain "));
        let ratios = ratios.filter_map(|level| {
            let word = level.rsplit(' ').next()?.trim_matches(['(', ')']);
            Some((word.trim_start_matches(IN_THE_NOISE).parse::<f64>().ok()?, word))
        });
        let ratios: Vec<(f64, &str)> = ratios.collect();
        let (_, least) = ratios.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let (_, most) = ratios.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let all_noise = ratios.iter().all(|(_, word)| word.starts_with(IN_THE_NOISE));
        let mark = if all_noise { IN_THE_NOISE } else { "" };
        let [least, most] = [least, most].map(|word| word.trim_start_matches(IN_THE_NOISE));
        let table = match table {
            _ if table.starts_with(IN_SOLVER) || table.contains(" empties") => table,
            _ if table.contains("squares of ") => "on its squares",
            _ if table.ends_with(LAST_FOUR) => "last four",
            _ => "alone",
        };
        let range = if least == most { least.to_owned() } else { format!("{least}-{most}") };
        Some(format!("{table} {mark}{range}"))
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Before a ratio that says nothing.
const IN_THE_NOISE: &str = "≈";

/// A ratio of times. Times of the same code differ by 3 %: closer to 1 it is marked, but for that of the
/// fastest kernel to itself.
fn of_times(ratio: f64) -> String {
    let shown = format!("{ratio:.2}");
    let close = ["0.97", "0.98", "0.99", "1.00", "1.01", "1.02", "1.03"].contains(&&*shown);
    if close && ratio != 1.0 { format!("{IN_THE_NOISE}{shown}") } else { shown }
}

/// What was measured of a technique, or a dash.
fn figure(id: &str, recorded: &Recorded) -> String {
    let mut parts: Vec<String> = kernel(id, &recorded.kernels).into_iter().collect();
    parts.extend(in_last_four(id, &recorded.kernels));
    parts.extend(last_plies(id, &recorded.last_plies));
    parts.extend(solver(id, &recorded.in_solver));
    parts.extend(variants(id, &recorded.variants));
    if parts.is_empty() { "–".to_owned() } else { parts.join("; ") }
}

/// Whether a figure is of a technique or a variant of it, such as FLIP-16a.
fn is_of(figure: &Figure, id: &str) -> bool {
    let is_variant = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_lowercase());
    figure.row[0].split(' ').any(|part| part.strip_prefix(id).is_some_and(is_variant))
}

/// Whether a kernel is of a technique first of all, and no variant of it with a name, such as "FLIP-39 512".
fn is_plainly_of(figure: &Figure, id: &str) -> bool {
    let mut words = figure.row[0].split(' ');
    words.next() == Some(id) && words.all(|word| word.contains('-'))
}

/// The table of a technique: the first that has a kernel plainly of it, otherwise the first with any of it.
fn table<'a>(figures: &'a [Figure], id: &str) -> Option<&'a str> {
    let first = |is_it: fn(&Figure, &str) -> bool| figures.iter().find(|figure| is_it(figure, id));
    first(is_plainly_of).or_else(|| first(is_of)).map(|figure| figure.table.as_str())
}

/// The table of the moves whose function has the trick, which may vary another trick.
fn own_squares<'a>(kernels: &'a [Figure], id: &str) -> Option<&'a str> {
    let tricks = |figure: &'a Figure| figure.table.strip_prefix("flip, squares of ");
    let with = |is_it: &dyn Fn(&str) -> bool| kernels.iter().find(|figure| tricks(figure).is_some_and(is_it));
    let own =
        with(&|tricks| tricks == id).or_else(|| with(&|tricks| tricks.split(' ').any(|trick| trick == id)));
    own.map(|figure| figure.table.as_str())
}

/// For each level the [`best`] kernel, on the squares of the technique if it was measured on these alone.
/// Ratios are to the fastest kernel that the level runs, on its own squares to the kernel without a trick.
fn kernel(id: &str, kernels: &[Figure]) -> Option<String> {
    let own = own_squares(kernels, id);
    let name = own.or_else(|| table(kernels, id))?;
    let table: Vec<&Figure> = kernels.iter().filter(|figure| figure.table == name).collect();
    let base = |figure: &Figure| match own {
        Some(_) => {
            let is_plain = |other: &&&Figure| {
                other.row[..2] == [PLAIN.to_owned(), figure.row[1].clone()] && other.column == figure.column
            };
            table.iter().find(is_plain).map_or(f64::NAN, |plain| figure.value / plain.value)
        }
        None => ratio(&table, figure),
    };
    let best = |level: &str, column: &str| {
        let best = best(&table, id, level, column)?;
        Some(format!("{} ({})", shown(best.value), of_times(base(best))))
    };
    let levels = levels(&table, id).into_iter().filter_map(|level| {
        let alone = format!("{level} {}", best(level, "ns")?);
        Some(match best(level, "ns in a chain") {
            Some(chain) => format!("{alone}, chain {chain}"),
            None => alone,
        })
    });
    Some(format!("{name}: {}", levels.collect::<Vec<_>>().join(", ")))
}

/// The recorded ratio of a time.
fn ratio(table: &[&Figure], time: &Figure) -> f64 {
    let column = time.column.replace("ns", "ratio");
    let is_it = |figure: &&&Figure| figure.row == time.row && figure.column == column;
    table.iter().find(is_it).unwrap_or_else(|| panic!("no ratio is recorded of {time:?}")).value
}

/// The end of the tables of moves in the last four plies, and of those in the opening.
const LAST_FOUR: &str = ", last four";
const OPENING: &str = ", opening";

/// The same on moves of the last four plies, where most of a solver's moves are, if the moves of its
/// [`kernel`] are those of the opening.
fn in_last_four(id: &str, kernels: &[Figure]) -> Option<String> {
    if own_squares(kernels, id).is_some() || !table(kernels, id)?.ends_with(OPENING) {
        return None;
    }
    let of_last_four = kernels.iter().filter(|figure| figure.table.ends_with(LAST_FOUR));
    kernel(id, &of_last_four.cloned().collect::<Vec<_>>())
}

/// The least figure of a technique in a column, of a variant only if there is nothing else.
fn best<'a>(table: &[&'a Figure], id: &str, level: &str, column: &str) -> Option<&'a Figure> {
    let of_level =
        table.iter().filter(|figure| is_of(figure, id) && figure.row[1] == level && figure.column == column);
    let of_level = of_level.map(|&figure| (!is_plainly_of(figure, id), figure));
    let (_, best) = of_level.min_by(|(a, x), (b, y)| a.cmp(b).then(x.value.total_cmp(&y.value)))?;
    Some(best)
}

/// The kernel that computes every ray by itself.
const PLAIN: &str = "FLIP-30";

/// For each table: nodes and times of a call, and the ratio to the first search of its level. They are those
/// of all searches that are named after the technique first; if there is none, of one that has it.
fn last_plies(id: &str, searches: &[Figure]) -> Vec<String> {
    let mut tables: Vec<&str> = searches.iter().map(|figure| figure.table.as_str()).collect();
    tables.dedup();
    let of_table = |name: &&str| {
        let table: Vec<&Figure> = searches.iter().filter(|figure| figure.table == *name).collect();
        let mut rows: Vec<[&str; 2]> = Vec::new();
        for figure in table.iter().filter(|figure| is_of(figure, id)) {
            let row = [&*figure.row[0], &figure.row[2]];
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        let named = |row: &&[&str; 2]| row[0].split(' ').next() == Some(id);
        let first = rows.iter().filter(named).count();
        rows.retain(|row| first == 0 || named(&row));
        rows.truncate(if first == 0 { 1 } else { rows.len() });
        let shown = rows.iter().enumerate().filter_map(|(i, row)| last_plies_of(name, &table, row, i == 0));
        shown.collect::<Vec<_>>()
    };
    tables.iter().flat_map(of_table).collect()
}

/// The figures of one search of a table.
fn last_plies_of(name: &str, table: &[&Figure], [id, what]: &[&str; 2], first: bool) -> Option<String> {
    let row: Vec<&Figure> =
        table.iter().copied().filter(|figure| figure.row[0] == *id && figure.row[2] == *what).collect();
    let cell = |level: &str, column: &str| {
        let is_it = |figure: &&&Figure| figure.row[1] == level && figure.column == column;
        row.iter().find(is_it).map(|figure| figure.value)
    };
    let mut levels: Vec<&str> = row.iter().map(|figure| figure.row[1].as_str()).collect();
    levels.dedup();
    let nodes = shown(cell(levels.first()?, "nodes")?);
    let times = levels.iter().filter_map(|level| {
        Some(format!("{level} {} ns ({})", shown(cell(level, "ns")?), of_times(cell(level, "ratio")?)))
    });
    let times = times.collect::<Vec<_>>().join(", ");
    let title = match (id.ends_with(" without"), first) {
        (true, _) => format!("{name} without it"),
        (false, true) => name.to_owned(),
        (false, false) => format!("{name}, {what}"),
    };
    Some(format!("{title}: {nodes} nodes, {times}"))
}

/// The suites of the variants begin so in a figure.
const SUITES: [&str; 2] = ["FFO ", "lopsided"];

/// For each variant of the solver that is named after the technique: nodes and time relative to the solver
/// as it is. A time is in the noise if rounds lie on both sides of 1.
fn variants(id: &str, variants: &[Figure]) -> Vec<String> {
    let nodes = variants.iter().filter(|figure| is_named(figure, id) && figure.column == "ratio of nodes");
    let of_variant = |nodes: &Figure| {
        let is_it = |other: &&Figure| {
            other.table == nodes.table && other.row == nodes.row && other.column == "ratio of time"
        };
        let time = variants.iter().find(is_it).map(|time| {
            let mark = if time.least <= 1.0 && 1.0 <= time.most { IN_THE_NOISE } else { "" };
            format!(", time {mark}{:.2}", time.value)
        });
        let (suite, what) = (nodes.table.replace("ffo-", "FFO "), &nodes.row[1]);
        format!("{suite}, {what}: nodes {}{}", relative(nodes.value), time.unwrap_or_default())
    };
    nodes.map(of_variant).collect()
}

/// A ratio of nodes has no noise: with three decimals where two say nothing.
fn relative(ratio: f64) -> String {
    if (ratio - 1.0).abs() < 0.02 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}

/// Whether the first word of the figure's row is this id.
fn is_named(figure: &Figure, id: &str) -> bool {
    figure.row[0].split(' ').next() == Some(id)
}

const IN_SOLVER: &str = "in the solver";

/// The ratio of the solver's time with the [`best`] kernel of each level to the solver as it is.
fn solver(id: &str, solvers: &[Figure]) -> Option<String> {
    let name = table(solvers, id)?;
    let table: Vec<&Figure> = solvers.iter().filter(|figure| figure.table == name).collect();
    let column =
        table.iter().map(|figure| figure.column.as_str()).find(|column| column.starts_with("ratio"))?;
    let levels = levels(&table, id)
        .into_iter()
        .filter_map(|level| Some(format!("{level} {}", of_times(best(&table, id, level, column)?.value))));
    Some(format!("{IN_SOLVER}: {}", levels.collect::<Vec<_>>().join(", ")))
}

/// The levels with a figure of a technique.
fn levels<'a>(figures: &[&'a Figure], id: &str) -> Vec<&'a str> {
    let mut levels: Vec<&str> = Vec::new();
    for figure in figures.iter().filter(|figure| is_of(figure, id)) {
        if !levels.contains(&figure.row[1].as_str()) {
            levels.push(&figure.row[1]);
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A time and its ratio, alone and in a chain.
    fn kernel(table: &str, id: &str, alone: [f64; 2], chain: [f64; 2]) -> [Figure; 4] {
        let figure = |column, value| Figure::least(table, &[id, "x86-v2", "a kernel"], column, &[value]);
        [
            figure("ns", alone[0]),
            figure("ratio", alone[1]),
            figure("ns in a chain", chain[0]),
            figure("ratio in a chain", chain[1]),
        ]
    }

    fn recorded() -> Recorded {
        let row = ["END-07", "portable", "by a shuffle"];
        Recorded {
            kernels: [
                kernel("flip", "FLIP-01 FLIP-02", [4.0, 4.0], [8.0, 1.6]),
                kernel("flip", "FLIP-02", [2.0, 2.0], [9.0, 1.8]),
                kernel("flip", "FLIP-02 512", [1.0, 1.0], [7.0, 1.4]),
                kernel("flip", "FLIP-10", [5.0, 5.0], [5.0, 1.0]),
                kernel("flip, squares of FLIP-10", "FLIP-10", [3.0, 1.0], [4.0, 1.0]),
                kernel("flip, squares of FLIP-10", "FLIP-30", [4.0, 1.33], [4.0, 1.0]),
                kernel("moves, opening", "MOB-01", [6.0, 1.0], [8.0, 1.0]),
                kernel("moves, last four", "MOB-01", [3.0, 1.0], [4.0, 1.0]),
            ]
            .concat(),
            in_solver: vec![Figure::median("flip", &["FLIP-02", "x86-v2", "a kernel"], "ratio", &[1.1])],
            variants: vec![
                Figure::median("ffo-20-39", &["END-22 without", "without it"], "ratio of nodes", &[1.012]),
                Figure::median("ffo-20-39", &["END-22 without", "without it"], "ratio of time", &[1.03]),
                Figure::median("ffo-20-39", &["END-22 published", "published"], "ratio of nodes", &[1.25]),
            ],
            last_plies: vec![
                Figure::median("four empties", &row, "nodes", &[9.5]),
                Figure::least("four empties", &row, "ns", &[80.0]),
                Figure::least("four empties", &row, "ratio", &[1.02]),
            ],
        }
    }

    #[test]
    fn a_figure_that_was_edited_by_hand_is_replaced() {
        let text = "| Id | Effect |\n|---|---|\n| [FLIP-01](#flip-01) | 3.99 |\n| [FLIP-09](#flip-09) | b |\n\n\
            ### FLIP-01\n\n* Figure: 3.99\n* Note: a\n\n### FLIP-09\n\n* Figure: 1\n";
        let new = fill(text, &recorded());
        let expected = "| Id | Effect |\n|---|---|\n| [FLIP-01](#flip-01) | alone 4.00 |\n| [FLIP-09](#flip-09) | b |\n\n\
            ### FLIP-01\n\n* Figure: flip: x86-v2 4.00 (4.00), chain 8.00 (1.60)\n* Note: a\n\n\
            ### FLIP-09\n\n* Figure: –\n";
        assert_eq!(new, expected);
        assert_eq!(fill(&new, &recorded()), new);
    }

    #[test]
    fn effects_are_the_ratios_of_times() {
        for (figure, expected) in [
            ("flip, squares of FLIP-10: x86-v2 3.00 (0.75), chain 4.00 (1.00)", "on its squares 0.75"),
            (
                "flip, opening: x86-v2 3.00 (1.50), chain 4.00 (1.00); flip, last four: x86-v2 2.00 (1.25), chain 4.00 (1.00)",
                "alone 1.50, last four 1.25",
            ),
            (
                "last move: count: x86-v2 2.00 (2.00), chain 9.00 (1.80); in the solver: x86-v2 1.10, x86-v3 0.90",
                "alone 2.00, in the solver 0.90-1.10",
            ),
            (
                "four empties: 9.50 nodes, portable 80.0 ns (≈1.02), x86-v2 70.0 ns (1.04)",
                "four empties 1.02-1.04",
            ),
            ("in the solver: x86-v2 ≈1.02, x86-v3 ≈0.99", "in the solver ≈0.99-1.02"),
            ("hash: x86-v2 1.00 (≈1.01), chain 2.00 (1.50)", "alone ≈1.01"),
        ] {
            assert_eq!(effect(figure).as_deref(), Some(expected));
        }
        assert_eq!(effect("–"), None);
    }

    #[test]
    fn ratios_in_the_noise_are_marked() {
        let marked = |ratio: f64| of_times(ratio);
        assert_eq!([0.964, 0.966, 1.0, 1.001].map(marked), ["0.96", "≈0.97", "1.00", "≈1.00"]);
        assert_eq!([1.034, 1.036].map(marked), ["≈1.03", "1.04"]);
        let variant = |rounds: &[f64]| {
            let figure = |column, rounds| Figure::median("ffo-20-39", &["END-22", "a"], column, rounds);
            variants("END-22", &[figure("ratio of nodes", &[0.5]), figure("ratio of time", rounds)])
        };
        assert_eq!(variant(&[1.02, 0.99, 1.03]), ["FFO 20-39, a: nodes 0.50, time ≈1.02"]);
        assert_eq!(variant(&[1.02, 1.01, 1.03]), ["FFO 20-39, a: nodes 0.50, time 1.02"]);
        let lopsided = Figure::median("lopsided wld", &["END-22", "a"], "ratio of nodes", &[0.5]);
        let lopsided = variants("END-22", &[lopsided]).join("; ");
        assert_eq!(lopsided, "lopsided wld, a: nodes 0.50");
        assert_eq!(effect(&lopsided).as_deref(), Some("a: nodes 0.50"));
        assert_eq!(variant(&[0.98, 0.97, 0.99]), ["FFO 20-39, a: nodes 0.50, time 0.98"]);
    }

    #[test]
    fn the_squares_of_a_trick_the_solver_and_the_last_plies_are_shown() {
        let figure = |id| figure(id, &recorded());
        assert_eq!(figure("FLIP-10"), "flip, squares of FLIP-10: x86-v2 3.00 (0.75), chain 4.00 (1.00)");
        assert_eq!(
            figure("FLIP-02"),
            "flip: x86-v2 2.00 (2.00), chain 9.00 (1.80); in the solver: x86-v2 1.10"
        );
        assert_eq!(
            figure("MOB-01"),
            "moves, opening: x86-v2 6.00 (1.00), chain 8.00 (1.00); moves, last four: x86-v2 3.00 (1.00), chain 4.00 (1.00)"
        );
        assert_eq!(figure("END-07"), "four empties: 9.50 nodes, portable 80.0 ns (≈1.02)");
        let variants = figure("END-22");
        assert_eq!(
            variants,
            "FFO 20-39, without it: nodes 1.012, time 1.03; FFO 20-39, published: nodes 1.25"
        );
        assert_eq!(effect(&variants).as_deref(), Some("without it: nodes 1.012, time 1.03"));
    }
}
