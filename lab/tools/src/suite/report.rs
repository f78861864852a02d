//! The results as tables and as JSON.

use std::fmt;

use indicatif::HumanCount;
use serde::Serialize;

use super::engine::{Answer, Engine};
use super::neighbour;
use super::problems::Problem;

/// All results. Ratios are relative to the first engine.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    /// Whether a neighbour thrashed the caches.
    pub(super) neighbour: bool,
    engines: Vec<Totals<'a>>,
    positions: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    index: usize,
    position: String,
    empties: u32,
    expected: Option<i32>,
    /// In the order of the engines.
    results: Vec<Cell>,
}

/// One engine on one position.
#[derive(Serialize)]
struct Cell {
    score: i32,
    best_move: Option<String>,
    /// Whether every answer agrees with the known scores of the position and with the first engine.
    correct: bool,
    nodes: u64,
    /// The median of `seconds`.
    median_seconds: f64,
    ratio: f64,
    /// One time a round.
    seconds: Vec<f64>,
}

/// One engine on all positions.
#[derive(Serialize)]
struct Totals<'a> {
    name: char,
    #[serde(flatten)]
    engine: &'a Engine,
    nodes: u64,
    /// The medians of the positions, added up.
    seconds: f64,
    ratio: f64,
    /// The least and the greatest ratio of the times of single rounds.
    ratio_range: [f64; 2],
    /// The geometric mean of the ratios of the positions.
    geometric_mean: f64,
}

impl<'a> Report<'a> {
    /// From the answers as `[problem][engine][round]`.
    pub(super) fn new(
        engines: &'a [Engine],
        problems: &[Problem],
        answers: &[Vec<Vec<Answer>>],
    ) -> Report<'a> {
        let positions: Vec<Row> =
            problems.iter().zip(answers).map(|(problem, answers)| Row::new(problem, answers)).collect();
        let engines =
            engines.iter().enumerate().map(|(i, engine)| Totals::new(i, engine, &positions)).collect();
        Report { neighbour: false, engines, positions }
    }

    pub(super) fn all_correct(&self) -> bool {
        self.positions.iter().flat_map(|row| &row.results).all(|cell| cell.correct)
    }
}

impl Row {
    fn new(problem: &Problem, answers: &[Vec<Answer>]) -> Row {
        let first = &answers[0];
        Row {
            index: problem.index,
            position: problem.line.position.to_string(),
            empties: problem.line.position.board.empties().len(),
            expected: problem.line.best_score(),
            results: answers.iter().map(|answers| Cell::new(answers, first)).collect(),
        }
    }
}

impl Cell {
    fn new(answers: &[Answer], first: &[Answer]) -> Cell {
        let is_wrong = |answer: &&Answer| answer.correct == Some(false) || answer.score != first[0].score;
        let shown = answers.iter().find(is_wrong).unwrap_or(&answers[0]);
        let median_of = |value: fn(&Answer) -> f64, answers: &[Answer]| median(answers.iter().map(value));
        let seconds = median_of(|answer| answer.seconds, answers);
        Cell {
            score: shown.score,
            best_move: shown.best_move.clone(),
            correct: !is_wrong(&shown),
            nodes: median_of(|answer| answer.nodes as f64, answers) as u64,
            median_seconds: seconds,
            ratio: seconds / median_of(|answer| answer.seconds, first),
            seconds: answers.iter().map(|answer| answer.seconds).collect(),
        }
    }
}

impl<'a> Totals<'a> {
    fn new(i: usize, engine: &'a Engine, rows: &[Row]) -> Totals<'a> {
        let seconds_of = |i: usize| rows.iter().map(|row| row.results[i].median_seconds).sum::<f64>();
        let of_round =
            |i: usize, round: usize| rows.iter().map(|row| row.results[i].seconds[round]).sum::<f64>();
        let rounds = rows[0].results[0].seconds.len();
        let ratios = (0..rounds).map(|round| of_round(i, round) / of_round(0, round));
        let logarithms = rows.iter().map(|row| row.results[i].ratio.ln()).sum::<f64>();
        Totals {
            name: char::from(b'A' + i as u8),
            engine,
            nodes: rows.iter().map(|row| row.results[i].nodes).sum(),
            seconds: seconds_of(i),
            ratio: seconds_of(i) / seconds_of(0),
            ratio_range: [ratios.clone().fold(f64::INFINITY, f64::min), ratios.fold(0.0, f64::max)],
            geometric_mean: (logarithms / rows.len() as f64).exp(),
        }
    }
}

pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
}

/// Tables in Markdown: one with a row for each position, one with the totals.
impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Totals { name, engine, .. } in &self.engines {
            writeln!(f, "{name}: {engine}")?;
        }
        if self.neighbour {
            writeln!(f, "Beside a neighbour that reads and writes {} MiB at random.", neighbour::MIB)?;
        }
        let mut header: Vec<String> = ["#", "empties", "score"].map(String::from).to_vec();
        for Totals { name, .. } in &self.engines {
            header.extend([format!("{name} nodes"), format!("{name} s")]);
        }
        header.extend(self.engines[1..].iter().map(|engine| format!("{}/A", engine.name)));
        writeln!(f)?;
        write_table(f, &header, &self.positions.iter().map(Row::cells).collect::<Vec<_>>())?;

        let header = ["engine", "nodes", "s", "Mn/s", "ratio", "range", "geometric mean"].map(String::from);
        writeln!(f)?;
        write_table(f, &header, &self.engines.iter().map(Totals::cells).collect::<Vec<_>>())?;
        self.write_wrong_scores(f)
    }
}

impl Report<'_> {
    fn write_wrong_scores(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.positions {
            for (Totals { name, .. }, cell) in self.engines.iter().zip(&row.results) {
                if !cell.correct {
                    let expected = row.expected.unwrap_or(row.results[0].score);
                    let best = cell.best_move.as_deref().unwrap_or("-");
                    let (index, score) = (row.index, cell.score);
                    writeln!(
                        f,
                        "WRONG: {name} says {score:+} by {best} of position {index}, {expected:+} expected"
                    )?;
                }
            }
        }
        Ok(())
    }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let score = self.expected.unwrap_or(self.results[0].score);
        let mut cells = vec![self.index.to_string(), self.empties.to_string(), format!("{score:+}")];
        for cell in &self.results {
            let mark = if cell.correct { "" } else { " WRONG" };
            cells.extend([HumanCount(cell.nodes).to_string(), format!("{:.4}{mark}", cell.median_seconds)]);
        }
        cells.extend(self.results[1..].iter().map(|cell| format!("{:.3}", cell.ratio)));
        cells
    }
}

impl Totals<'_> {
    fn cells(&self) -> Vec<String> {
        let [least, greatest] = self.ratio_range;
        vec![
            self.name.to_string(),
            HumanCount(self.nodes).to_string(),
            format!("{:.3}", self.seconds),
            format!("{:.1}", self.nodes as f64 / self.seconds.max(1e-9) / 1e6),
            format!("{:.3}", self.ratio),
            format!("{least:.3}-{greatest:.3}"),
            format!("{:.3}", self.geometric_mean),
        ]
    }
}

pub(super) fn write_table(
    f: &mut fmt::Formatter<'_>,
    header: &[String],
    rows: &[Vec<String>],
) -> fmt::Result {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).chain([header[column].len()]).max();
    let widths: Vec<usize> = (0..header.len()).filter_map(width).map(|width| width.max(2)).collect();
    let mut write_row = |cells: &[String]| {
        cells.iter().zip(&widths).try_for_each(|(cell, &width)| write!(f, "| {cell:>width$} "))?;
        writeln!(f, "|")
    };
    write_row(header)?;
    write_row(&widths.iter().map(|width| format!("{}:", "-".repeat(width - 1))).collect::<Vec<_>>())?;
    rows.iter().try_for_each(|row| write_row(row))
}
