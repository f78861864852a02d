//! The figures of one part, measured in one session, and their file in `lab/figures`.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use reversi_bitboard::CpuLevel;
use serde::{Deserialize, Serialize};
use xshell::{Shell, cmd};

use super::Part;
use super::documents::LEVEL_TIMES;

/// One part measured: where, when, by which command, and what came out.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Session {
    pub(crate) command: String,
    /// The last commit that changed the code, with `-dirty` if the code differs from it.
    pub(crate) commit: String,
    pub(crate) date: String,
    pub(crate) cpu: String,
    /// The best level of that CPU.
    pub(crate) level: String,
    pub(crate) compiler: String,
    #[serde(skip)]
    pub(crate) figures: Vec<Figure>,
    /// Earlier sessions on other CPUs, the newest first, with the figures of the levels that this one lacks.
    #[serde(skip)]
    pub(crate) kept: Vec<Session>,
}

/// A measured quantity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figure {
    pub(crate) table: String,
    /// The cells that name its row, such as kernel, level and technique.
    pub(crate) row: Vec<String>,
    /// The column, which is the unit as well.
    pub(crate) column: String,
    /// What the documents show: the least time of a kernel, otherwise the median.
    pub(crate) value: f64,
    /// The spread over the rounds.
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Figure {
    /// From one value a round.
    pub(crate) fn median(table: &str, row: &[&str], column: &str, rounds: &[f64]) -> Figure {
        let mut sorted = rounds.to_vec();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        let value =
            if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 };
        Figure::new(table, row, column, value, &sorted)
    }

    /// From one value a round, of which the least has suffered least from other processes.
    pub(crate) fn least(table: &str, row: &[&str], column: &str, rounds: &[f64]) -> Figure {
        let least = rounds.iter().copied().fold(f64::INFINITY, f64::min);
        Figure::new(table, row, column, least, rounds)
    }

    fn new(table: &str, row: &[&str], column: &str, value: f64, rounds: &[f64]) -> Figure {
        Figure {
            table: table.to_owned(),
            row: row.iter().map(|&cell| cell.to_owned()).collect(),
            column: column.to_owned(),
            value: rounded(value),
            least: rounded(rounds.iter().copied().fold(f64::INFINITY, f64::min)),
            most: rounded(rounds.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
        }
    }
}

/// To five significant digits: more of them say nothing about a time.
fn rounded(value: f64) -> f64 {
    format!("{value:.4e}").parse().expect("a number in scientific notation")
}

impl Session {
    /// The present session, without figures.
    pub(crate) fn begin(root: &Path, command: String) -> anyhow::Result<Session> {
        let shell = Shell::new()?;
        shell.change_dir(root);
        // Neither figures nor documents change what is measured.
        let level_times = format!(":!{LEVEL_TIMES}");
        let code = [".", ":!lab/figures", ":!*.md", &level_times];
        let mut commit = cmd!(shell, "git log --max-count=1 --abbrev=9 --format=%h -- {code...}").read()?;
        if !cmd!(shell, "git status --porcelain -- {code...}").read()?.is_empty() {
            commit += "-dirty";
        }
        let date = cmd!(shell, "date --utc +%Y-%m-%d").read()?;
        let compiler = cmd!(shell, "rustc --version").read()?;
        let level = reversi_bitboard::Cpu::detect().level().to_string();
        Ok(Session { command, commit, date, cpu: cpu(), level, compiler, ..Session::default() })
    }

    /// Whether the same code was measured on the same kind of machine.
    pub(crate) fn repeats(&self, other: &Session) -> bool {
        let what =
            |session: &Session| (session.commit.clone(), session.cpu.clone(), session.compiler.clone());
        what(self) == what(other) && !self.commit.ends_with("-dirty")
    }

    /// The file of a part. `None` if the part was never measured.
    pub(crate) fn read(root: &Path, part: &str) -> anyhow::Result<Option<Session>> {
        let path = path(root, part);
        let Ok(text) = fs::read_to_string(&path) else { return Ok(None) };
        let mut lines = text.lines().map(str::trim_end);
        let mut session: Session = serde_json::from_str(lines.next().unwrap_or_default())
            .with_context(|| format!("{}: the first line is no session", path.display()))?;
        for (number, line) in (2..).zip(lines) {
            let place = || format!("{}:{number}", path.display());
            if line.starts_with(SESSION) {
                session.kept.push(serde_json::from_str(line).with_context(place)?);
                continue;
            }
            let figure = serde_json::from_str(line).with_context(place)?;
            let figures = match session.kept.last_mut() {
                Some(kept) => &mut kept.figures,
                None => &mut session.figures,
            };
            figures.push(figure);
        }
        Ok(Some(session))
    }

    /// JSON lines: the session, then a figure a line, so that a diff shows the figures that have changed. The
    /// kept sessions follow in the same form.
    pub(crate) fn write(&self, root: &Path, part: &str) -> anyhow::Result<()> {
        let path = path(root, part);
        let mut text = Vec::new();
        for session in std::iter::once(self).chain(&self.kept) {
            writeln!(text, "{}", serde_json::to_string(session)?)?;
            for figure in &session.figures {
                writeln!(text, "{}", serde_json::to_string(figure)?)?;
            }
        }
        let written = fs::create_dir_all(root.join(FOLDER)).and_then(|()| fs::write(&path, text));
        written.with_context(|| path.display().to_string())
    }

    /// Keeps what earlier sessions have measured on levels that neither this CPU nor that of a later session
    /// has.
    pub(super) fn keep(&mut self, mut earlier: Session, part: Part) {
        let mut measured: Vec<CpuLevel> = CpuLevel::available().collect();
        let older = std::mem::take(&mut earlier.kept);
        for mut session in std::iter::once(earlier).chain(older) {
            let level = |figure: &Figure| part.level(&figure.row);
            session.figures.retain(|figure| level(figure).is_some_and(|level| !measured.contains(&level)));
            measured.extend(session.figures.iter().filter_map(level));
            if !session.figures.is_empty() {
                self.kept.push(session);
            }
        }
    }

    /// All figures, the kept ones behind the others of their table.
    pub(super) fn all_figures(&self) -> Vec<&Figure> {
        let kept = self.kept.iter().flat_map(|kept| &kept.figures);
        let mut figures: Vec<&Figure> = self.figures.iter().chain(kept).collect();
        let mut tables: Vec<&str> = Vec::new();
        for figure in &figures {
            if !tables.contains(&&*figure.table) {
                tables.push(&figure.table);
            }
        }
        figures.sort_by_key(|figure| tables.iter().position(|&table| table == figure.table));
        figures
    }
}

/// The beginning of the line of a session: its first field.
const SESSION: &str = "{\"command\"";

const FOLDER: &str = "lab/figures";

fn path(root: &Path, part: &str) -> PathBuf {
    root.join(FOLDER).join(part).with_extension("jsonl")
}

fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("unknown", |(_, name)| name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_of_rounds_is_between_two() {
        let figure = Figure::median("t", &["row"], "s", &[4.0, 1.0, 3.0, 2.0]);
        assert_eq!((figure.value, figure.least, figure.most), (2.5, 1.0, 4.0));
        assert_eq!(Figure::least("t", &["row"], "ns", &[2.0, 1.234567, 3.0]).value, 1.2346);
    }

    /// A level of another architecture. Programs for WebAssembly have simd128.
    const ABSENT: &str = if cfg!(target_arch = "x86_64") { "neon" } else { "x86-v4" };

    fn session(commit: &str, figures: Vec<Figure>) -> Session {
        let text = String::new;
        let (command, date, cpu, level, compiler) = (text(), text(), text(), text(), text());
        Session { command, commit: commit.to_owned(), date, cpu, level, compiler, figures, kept: Vec::new() }
    }

    fn at(level: &str, value: f64) -> Figure {
        Figure::least("flip", &["FLIP-02", level], "ns", &[value])
    }

    #[test]
    fn levels_that_a_cpu_lacks_are_kept_and_read_again() {
        let mut present = session("d", vec![at("portable", 1.0)]);
        let mut earlier = session("c", vec![at("portable", 2.0)]);
        earlier.kept = vec![
            session("b", vec![at("simd128", 3.0)]),
            session("a", vec![at("simd128", 4.0), at(ABSENT, 5.0)]),
        ];
        present.keep(earlier, Part::Kernels);

        let root = Shell::new().unwrap().create_temp_dir().unwrap();
        present.write(root.path(), "kernels").unwrap();
        let read: Session = Session::read(root.path(), "kernels").unwrap().unwrap();
        let kept: Vec<_> = read.kept.iter().map(|kept| (&*kept.commit, kept.figures.len())).collect();
        assert_eq!((&*read.commit, &*kept), ("d", &[("b", 1), ("a", 1)][..]));
        assert_eq!(read.all_figures(), [&at("portable", 1.0), &at("simd128", 3.0), &at(ABSENT, 5.0)]);
    }

    #[test]
    fn kept_rows_stand_behind_those_of_their_table() {
        let hash = Figure::least("hash", &["HASH-05", "portable"], "ns", &[5.0]);
        let mut present = session("b", vec![at("portable", 1.0), hash.clone()]);
        present.keep(session("a", vec![at("simd128", 2.0)]), Part::Kernels);
        assert_eq!(present.all_figures(), [&at("portable", 1.0), &at("simd128", 2.0), &hash]);
        present.kept.clear();
        present.keep(session("a", vec![at("portable", 2.0)]), Part::Kernels);
        assert!(present.kept.is_empty());
    }

    #[test]
    fn the_level_of_a_variant_stands_behind_it() {
        let mut present = session("b", Vec::new());
        let variant = |what| Figure::median("ffo-20-39", &["EVAL-13", what], "s", &[1.0]);
        let figures = ["in words (portable)", "four entries (1 MiB)", "one by one (simd128)"].map(variant);
        present.keep(session("a", figures.to_vec()), Part::Variants);
        assert_eq!(present.all_figures(), [&figures[2]]);
    }
}
