//! Scaling: the speedup and the nodes of several threads.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;

use indicatif::HumanCount;
use xshell::{Shell, cmd};

use super::engine::{Answer, Engine};
use super::problems::{self, Problem};
use super::report::{median, write_table};
use super::{measure, solver};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// ffo-1-19, ffo-20-39, ffo-40-49, ffo-40-59 or an OBF file.
    #[arg(value_name = "SUITE", default_value = "ffo-40-49")]
    suites: Vec<String>,

    /// Maximum number of threads [default: the number of cores]. More threads than cores show the nodes, but
    /// not the speedup.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Number of times that each position is solved with each number of threads.
    #[arg(long, value_name = "N", default_value = "3")]
    rounds: NonZeroUsize,
}

/// Runs and prints the measurement. Returns whether all scores are correct.
pub(crate) fn run(root: &Path, args: &Args) -> anyhow::Result<bool> {
    let problems = problems::load(root, &args.suites)?;
    let cores = reversi_engine::search::or_cores(0, usize::MAX);
    let most = args.threads.map_or(cores, NonZeroUsize::get);
    let solver = Engine::new(&solver::build(root)?)?;
    let engines: Vec<_> =
        (1..=most).map(|threads| solver.clone().option("--threads", &threads.to_string())).collect();
    let answers = measure(&engines, &problems, args.rounds.get())?;
    let report = Report::new(cores, &problems, &answers);
    print!("{report}");
    print!("\n{}", sharing(root, &problems, most)?);
    let is_right = |answer: &Answer| answer.correct != Some(false);
    Ok(answers.iter().flatten().flatten().all(is_right))
}

/// Runs the program that counts the cost of several threads of an engine.
fn sharing(root: &Path, problems: &[Problem], most_threads: usize) -> anyhow::Result<Sharing> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let most = most_threads.to_string();
    let boards: String = problems.iter().map(|problem| format!("{}\n", problem.line)).collect();
    let run = cmd!(
        shell,
        "cargo run --release --quiet --manifest-path lab/Cargo.toml --package reversi-exchange --example sharing -- {most}"
    );
    Ok(Sharing(run.quiet().stdin(boards).read()?))
}

/// A table in Markdown, from rows with tabs between their cells.
struct Sharing(String);

impl fmt::Display for Sharing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = self.0.lines().map(|row| row.split('\t').map(String::from).collect::<Vec<_>>());
        let header = rows.next().unwrap_or_default();
        write_table(f, &header, &rows.collect::<Vec<_>>())
    }
}

struct Report {
    /// The number of hardware threads of the machine.
    cores: usize,
    total: Vec<Cell>,
    positions: Vec<Row>,
}

struct Row {
    index: usize,
    empties: u32,
    /// With one thread, two, three, ...
    by_threads: Vec<Cell>,
}

/// One number of threads on one position, or on all of them.
struct Cell {
    threads: usize,
    /// The median of the rounds, for all positions the sum of their medians.
    seconds: f64,
    nodes: u64,
    /// The time of one thread divided by this one.
    speedup: f64,
    /// The nodes divided by those of one thread.
    nodes_ratio: f64,
    /// One time a round.
    rounds: Vec<f64>,
}

impl Cell {
    /// From seconds, nodes and the times of the rounds with one thread, with two, ...
    fn row(measured: impl Iterator<Item = (f64, u64, Vec<f64>)>) -> Vec<Cell> {
        let mut one = None;
        let cell = |(threads, (seconds, nodes, rounds)): (usize, (f64, u64, Vec<f64>))| {
            let (one_seconds, one_nodes) = *one.get_or_insert((seconds, nodes));
            let nodes_ratio = nodes as f64 / one_nodes as f64;
            Cell { threads, seconds, nodes, speedup: one_seconds / seconds, nodes_ratio, rounds }
        };
        (1..).zip(measured).map(cell).collect()
    }

    /// The maximum speedup with as many cores: all of them are busy all the time.
    fn ceiling(&self) -> f64 {
        self.threads as f64 / self.nodes_ratio
    }
}

impl Report {
    /// From the answers as `[problem][threads - 1][round]`.
    fn new(cores: usize, problems: &[Problem], answers: &[Vec<Vec<Answer>>]) -> Report {
        let row = |(problem, answers): (&Problem, &Vec<Vec<Answer>>)| Row {
            index: problem.index,
            empties: problem.line.position.board.empties().len(),
            by_threads: Cell::row(answers.iter().map(|answers| {
                let rounds: Vec<f64> = answers.iter().map(|answer| answer.seconds).collect();
                let nodes = median(answers.iter().map(|answer| answer.nodes as f64));
                (median(rounds.iter().copied()), nodes as u64, rounds)
            })),
        };
        let positions: Vec<Row> = problems.iter().zip(answers).map(row).collect();
        let rounds = answers[0][0].len();
        let total = Cell::row((0..answers[0].len()).map(|i| {
            let cells = || positions.iter().map(|row| &row.by_threads[i]);
            let of_round = |round: usize| cells().map(|cell| cell.rounds[round]).sum();
            let seconds = cells().map(|cell| cell.seconds).sum();
            (seconds, cells().map(|cell| cell.nodes).sum(), (0..rounds).map(of_round).collect())
        }));
        Report { cores, total, positions }
    }
}

/// Tables in Markdown: one with a row for each position, one with the totals.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut header = ["#", "empties", "nodes", "s"].map(String::from).to_vec();
        for cell in &self.total[1..] {
            header.extend([format!("{} threads", cell.threads), "nodes".to_owned()]);
        }
        let row = |row: &Row| {
            let one = &row.by_threads[0];
            let mut cells = vec![row.index.to_string(), row.empties.to_string()];
            cells.extend([HumanCount(one.nodes).to_string(), format!("{:.4}", one.seconds)]);
            let ratios = row.by_threads[1..].iter();
            cells
                .extend(ratios.flat_map(|cell| [cell.speedup, cell.nodes_ratio].map(|x| format!("{x:.2}x"))));
            cells
        };
        write_table(f, &header, &self.positions.iter().map(row).collect::<Vec<_>>())?;

        let header = ["threads", "nodes", "s", "speedup", "nodes ratio", "at most"].map(String::from);
        let total = |cell: &Cell| {
            let Cell { threads, seconds, nodes, speedup, nodes_ratio, .. } = cell;
            let speedup =
                if *threads <= self.cores { format!("{speedup:.2}x") } else { "too few cores".to_owned() };
            [
                threads.to_string(),
                HumanCount(*nodes).to_string(),
                format!("{seconds:.3}"),
                speedup,
                format!("{nodes_ratio:.3}"),
                format!("{:.2}x", cell.ceiling()),
            ]
            .to_vec()
        };
        writeln!(f)?;
        write_table(f, &header, &self.total.iter().map(total).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{FFO_1, problems};
    use super::*;

    #[test]
    fn rows_of_another_program_become_a_table() {
        let table = Sharing("run\ts\nsolve\t2.5\n".to_owned()).to_string();
        assert_eq!(table, "|   run |   s |\n| ----: | --: |\n| solve | 2.5 |\n");
    }

    #[test]
    fn ratios_are_to_one_thread() {
        let problems = problems(&[FFO_1.to_owned(), FFO_1.to_owned()]);
        let answers = |nodes, seconds: &[f64]| -> Vec<Answer> {
            let answer =
                |&seconds| Answer { score: 18, best_move: None, correct: Some(true), nodes, seconds };
            seconds.iter().map(answer).collect()
        };
        let measured = [
            vec![answers(100, &[3.0, 4.0, 9.0]), answers(110, &[2.0, 1.0, 3.0])],
            vec![answers(300, &[6.0, 6.0, 6.0]), answers(290, &[3.0, 9.0, 3.0])],
        ];
        let report = Report::new(2, &problems, &measured);
        let two = &report.total[1];
        assert_eq!((two.threads, two.seconds, two.nodes), (2, 5.0, 400));
        assert_eq!((two.speedup, two.nodes_ratio, two.ceiling()), (2.0, 1.0, 2.0));
        assert_eq!(two.rounds, [5.0, 10.0, 6.0]);
        let first = &report.positions[0].by_threads[1];
        assert_eq!((first.speedup, first.nodes_ratio), (2.0, 1.1));
        let table = report.to_string();
        assert!(table.contains("2.00x | 1.10x") && !table.contains("too few"), "{table}");
        assert!(Report { cores: 1, ..report }.to_string().contains("too few cores"));
    }
}
