//! How each part is measured. Everything that is compared is measured in turn, in several rounds.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use reversi_bitboard::{Board, Cpu, CpuLevel, perft_on};
use reversi_engine::{AnalyzeRequest, Engine, Level, Selectivity};
use reversi_notation::read_obf;
use serde::Deserialize;
use serde_json::Value;
use xshell::{Shell, cmd};

use super::session::Figure;
use crate::suite::{self, Total};
use crate::{solver, variants};

/// A row that a bench prints as a JSON line.
#[derive(Deserialize)]
struct Row {
    table: String,
    row: Vec<String>,
    columns: Vec<(String, Vec<f64>)>,
}

/// The figures of a bench.
pub(super) fn bench(root: &Path, name: &str, args: &[&str]) -> anyhow::Result<Vec<Figure>> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let output =
        cmd!(shell, "cargo bench --quiet --manifest-path lab/Cargo.toml --bench {name} -- --json {args...}");
    let mut figures = Vec::new();
    for line in output.quiet().read()?.lines() {
        let Row { table, row, columns } =
            serde_json::from_str(line).with_context(|| format!("the bench {name}"))?;
        let row: Vec<&str> = row.iter().map(String::as_str).collect();
        figures.extend(columns.iter().map(|(column, rounds)| Figure::least(&table, &row, column, rounds)));
    }
    Ok(figures)
}

/// All kernels of all primitives, with the [`ratio`] of each time.
pub(super) fn kernels(root: &Path) -> anyhow::Result<Vec<Figure>> {
    let times = bench(root, "kernel_times", &[])?;
    let with_ratio = |time: &Figure| {
        let row: Vec<&str> = time.row.iter().map(String::as_str).collect();
        let column = time.column.replace("ns", "ratio");
        [time.clone(), Figure::least(&time.table, &row, &column, &[ratio(&times, time)])]
    };
    Ok(times.iter().flat_map(with_ratio).collect())
}

/// The time of a kernel relative to the fastest one of the same column that a CPU of its level runs.
fn ratio(times: &[Figure], time: &Figure) -> f64 {
    let same = times.iter().filter(|other| {
        other.table == time.table && other.column == time.column && runs(&time.row[1], &other.row[1])
    });
    time.value / same.map(|other| other.value).fold(f64::INFINITY, f64::min)
}

/// Whether a CPU of the first level runs kernels of the second.
fn runs(level: &str, other: &str) -> bool {
    let x86 = |level| ["portable", "x86-v2", "x86-v3", "x86-v4"].iter().position(|&name| name == level);
    other == "portable"
        || other == level
        || x86(level).is_some() && x86(other).is_some_and(|_| x86(other) <= x86(level))
}

/// Single calls of public methods, beside portable code and a level that is found once.
pub(super) fn calls(root: &Path) -> anyhow::Result<Vec<Figure>> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let criterion = solver::target(root).join("criterion");
    let _old = shell.remove_path(&criterion);
    cmd!(shell, "cargo bench --quiet -p reversi-benches --bench calls").quiet().ignore_stdout().run()?;
    let mut figures = Vec::new();
    for folder in ["flips", "legal_moves", "evaluate"] {
        for way in shell.read_dir(criterion.join(folder))? {
            let read = |name: &str| std::fs::read_to_string(way.join("new").join(name));
            let (Ok(benchmark), Ok(estimates)) = (read("benchmark.json"), read("estimates.json")) else {
                continue; // the report of the group
            };
            let [benchmark, estimates] = [&benchmark, &estimates].map(|text| serde_json::from_str(text));
            let (benchmark, estimates): (Value, Value) = (benchmark?, estimates?);
            let number = |of: &Value, pointer: &str| of.pointer(pointer).and_then(Value::as_f64);
            let calls = number(&benchmark, "/throughput/Elements");
            let bounds =
                ["confidence_interval/lower_bound", "point_estimate", "confidence_interval/upper_bound"];
            let ns = bounds.map(|bound| Some(number(&estimates, &format!("/median/{bound}"))? / calls?));
            let [Some(least), Some(median), Some(most)] = ns else { bail!("{}: no times", way.display()) };
            let row = ["group_id", "function_id"].map(|key| benchmark[key].as_str().unwrap_or_default());
            figures.push(Figure::median("calls", &row, "ns", &[least, median, most]));
        }
    }
    Ok(figures)
}

const ROUNDS: usize = 5;

/// Depth 11 from the start.
pub(super) fn perft() -> Vec<Figure> {
    let cpus: Vec<Cpu> = CpuLevel::available().filter_map(|level| Cpu::new(level).ok()).collect();
    let mut rounds = vec![Vec::new(); cpus.len()];
    for _ in 0..ROUNDS {
        for (cpu, rounds) in cpus.iter().zip(&mut rounds) {
            let start = Instant::now();
            let leaves = perft_on(*cpu, black_box(&Board::START), black_box(11));
            rounds.push(leaves as f64 / start.elapsed().as_secs_f64() / 1e6);
        }
    }
    let row = |(cpu, rounds): (&Cpu, &Vec<f64>)| {
        Figure::median("depth 11", &[&cpu.level().to_string()], "M leaves/s", rounds)
    };
    cpus.iter().zip(&rounds).map(row).collect()
}

/// One thread on every level, and on the harder problems, of which the hardest take minutes.
pub(super) fn solver(root: &Path) -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    let levels: Vec<String> = CpuLevel::available().map(|level| level.to_string()).collect();
    let best = std::slice::from_ref(levels.last().expect("every machine has a level"));
    let suites = [
        ("ffo-20-39", &levels[..], "64", ROUNDS),
        ("ffo-40-49", best, "256", ROUNDS),
        ("ffo-40-59", best, "256", 1),
    ];
    for (name, levels, hash_mib, rounds) in suites {
        let options: Vec<_> =
            levels.iter().map(|level| vec![("--cpu-level", &**level), ("--hash-mib", hash_mib)]).collect();
        for (level, total) in levels.iter().zip(suite::totals(root, name, &options, rounds)?) {
            figures.extend(of_run("solver", &[name, level], [&total, &total], &["M nodes", "seconds"]));
        }
    }
    Ok(figures)
}

/// The same search on other evaluations, which order its moves and bound its preparation.
pub(super) fn evaluations(root: &Path) -> anyhow::Result<Vec<Figure>> {
    let evaluations = [
        ("network", ("--evaluator", "network")),
        ("pattern weights", ("--weights", "crates/reversi-eval/src/weights/patterns.weights")),
        ("classical", ("--evaluator", "classical")),
    ];
    let options = evaluations.map(|(_, option)| vec![option]);
    let totals = suite::totals(root, "ffo-20-39", &options, 3)?;
    let columns = ["M nodes", "seconds", "ratio of time"];
    let of_one = |((name, _), total): (&(&str, _), &Total)| {
        of_run("ffo-20-39", &[name], [total, &totals[0]], &columns)
    };
    Ok(evaluations.iter().zip(&totals).flat_map(of_one).collect())
}

/// Returns these columns of a run through a suite. Ratios are to another run.
fn of_run(table: &str, row: &[&str], [run, base]: [&Total; 2], columns: &[&str]) -> Vec<Figure> {
    let figure = |&column: &&str| {
        let rounds = match column {
            "M nodes" => vec![run.nodes as f64 / 1e6],
            "ratio of nodes" => vec![run.nodes as f64 / base.nodes as f64],
            "ratio of time" => run.seconds.iter().zip(&base.seconds).map(|(a, b)| a / b).collect(),
            _ => run.seconds.clone(),
        };
        Figure::median(table, row, column, &rounds)
    };
    columns.iter().map(figure).collect()
}

/// All threads on each position.
pub(super) fn threads(root: &Path) -> anyhow::Result<Vec<Figure>> {
    let options = ["1", "2"].map(|threads| vec![("--threads", threads)]);
    let totals = suite::totals(root, "ffo-40-49", &options, 3)?;
    let columns = ["seconds", "ratio of time", "ratio of nodes"];
    let of_one = |(threads, total)| of_run("ffo-40-49", &[threads], [total, &totals[0]], &columns);
    Ok(["1", "2"].into_iter().zip(&totals).flat_map(of_one).collect())
}

/// An empty table for each position.
pub(super) fn analysis(root: &Path) -> anyhow::Result<Vec<Figure>> {
    let selective = |depth| AnalyzeRequest::depth(depth).selectivity(Selectivity::P73);
    let searches = [
        ("depth 16 at 73 %, 40 empties", "midgame-40.obf", selective(16)),
        ("depth 16 at 73 %, 30 empties", "midgame-30.obf", selective(16)),
        ("depth 10 at 100 %, 40 empties", "midgame-40.obf", AnalyzeRequest::depth(10)),
    ];
    let mut figures = Vec::new();
    let mut engine = Engine::builder().build()?;
    for (name, file, request) in searches {
        let boards = positions(root, file)?;
        let (mut nodes, mut seconds) = (0, Vec::new());
        for _ in 0..ROUNDS {
            (nodes, _) = (0, seconds.push(0.0));
            for board in &boards {
                engine.clear_hash();
                let analysis = engine.analyze(board, request.clone())?;
                nodes += analysis.nodes();
                *seconds.last_mut().expect("this round") += analysis.elapsed().as_secs_f64();
            }
        }
        let positions = boards.len() as f64;
        let ms: Vec<f64> = seconds.iter().map(|seconds| 1e3 * seconds / positions).collect();
        let speed: Vec<f64> = seconds.iter().map(|seconds| nodes as f64 / seconds / 1e6).collect();
        let nodes = vec![nodes as f64 / positions / 1e3];
        let columns = [("k nodes a position", nodes), ("ms a position", ms), ("M nodes/s", speed)];
        figures.extend(columns.map(|(column, rounds)| Figure::median("analysis", &[name], column, &rounds)));
    }
    Ok(figures)
}

/// The positions of a file of examples.
fn positions(root: &Path, file: &str) -> anyhow::Result<Vec<Board>> {
    let text = std::fs::read_to_string(root.join("examples/data").join(file))?;
    let lines = read_obf(&text).collect::<Result<Vec<_>, _>>().with_context(|| file.to_owned())?;
    ensure!(!lines.is_empty(), "{file}: no position");
    Ok(lines.iter().map(|line| line.position.board).collect())
}

/// Mean times of the levels, with an empty table for each position.
pub(super) fn levels(root: &Path) -> anyhow::Result<Vec<Figure>> {
    const EMPTIES: [u32; 3] = [40, 30, 20];
    /// More of them take more than five minutes.
    const POSITIONS: usize = 10;

    let mut engine = Engine::builder().build()?;
    let mut sums = [[0.0; EMPTIES.len()]; MOST_LEVEL as usize + 1];
    for (column, empties) in EMPTIES.into_iter().enumerate() {
        let boards = positions(root, &format!("midgame-{empties}.obf"))?;
        for board in &boards[..POSITIONS] {
            for (sums, seconds) in sums.iter_mut().zip(seconds_by_level(&mut engine, board)?) {
                sums[column] += seconds;
            }
        }
    }
    let mut figures = Vec::new();
    for (level, sums) in sums.iter().enumerate() {
        for (empties, sum) in EMPTIES.iter().zip(sums) {
            let (level, column) = (level.to_string(), format!("ms at {empties} empties"));
            let mean = 1e3 * sum / POSITIONS as f64;
            figures.push(Figure::median("levels", &[&level], &column, &[mean]));
        }
    }
    Ok(figures)
}

/// The highest level that is measured: those above take minutes.
const MOST_LEVEL: u32 = 30;

/// Up to this level the time is the least of some rounds, because it is short.
const MOST_LEVEL_OF_ROUNDS: u32 = 16;

/// The time of each level, with an empty table.
fn seconds_by_level(engine: &mut Engine, board: &Board) -> anyhow::Result<Vec<f64>> {
    let mut seconds = vec![f64::INFINITY; MOST_LEVEL as usize + 1];
    for round in 0..ROUNDS {
        // The highest level first: the first search that writes to a new table waits for its pages.
        for level in (0..=MOST_LEVEL).rev() {
            if level <= MOST_LEVEL_OF_ROUNDS || round == 0 {
                engine.clear_hash();
                let analysis = engine.analyze(board, AnalyzeRequest::level(Level::new(level)?))?;
                let least = &mut seconds[level as usize];
                *least = least.min(analysis.elapsed().as_secs_f64());
            }
        }
    }
    Ok(seconds)
}

/// Nodes and times of each variant of the solver, relative to this build.
pub(super) fn variants(root: &Path) -> anyhow::Result<Vec<Figure>> {
    /// Five take two hours.
    const ROUNDS: usize = 3;

    const COLUMNS: [&str; 4] = ["M nodes", "ratio of nodes", "seconds", "ratio of time"];
    let of_row = |variants::Row { suite, id, name, base, total }| {
        of_run(&suite, &[&id, &name], [&total, &base], &COLUMNS)
    };
    Ok(variants::all(root, ROUNDS)?.into_iter().flat_map(of_row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_to_the_fastest_kernel_that_the_level_runs() {
        let at = |level, value| Figure::least("flip", &["FLIP-01", level, "rays"], "ns", &[value]);
        let all = [at("portable", 4.0), at("portable", 2.0), at("x86-v2", 3.0), at("x86-v4", 1.0)];
        assert_eq!(all.iter().map(|time| ratio(&all, time)).collect::<Vec<_>>(), [2.0, 1.0, 1.5, 1.0]);
        let neon = [at("portable", 2.0), at("x86-v2", 1.0), at("neon", 3.0)];
        assert_eq!(ratio(&neon, &neon[2]), 1.5);
        let chain = Figure::least("flip", &["FLIP-01", "portable", "rays"], "ns in a chain", &[8.0]);
        assert_eq!(ratio(&[all[1].clone(), chain.clone()], &chain), 1.0);
    }
}
