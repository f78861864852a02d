//! Solves positions exactly and checks what is known about them.
//!
//! `cargo run --release --example solve`

mod cli;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, StdoutLock, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use clap::Parser;
use cli::Format;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use reversi_engine::notation::{ObfLine, ParseObfError, read_obf};
use reversi_engine::{
    Cpu, CpuLevel, Engine, EngineBuilder, Limits, Move, Solution, SolveError, SolveRequest, Stop, Weights,
};
use serde::Serialize;

/// Solves positions exactly: score, best move and the whole line of best play.
///
/// Positions come from OBF files: one a line, as `board side; MOVE:score; MOVE:score;`, with `%` before comments. Where
/// a line has scores, the result is checked: the score has to be that of the best move, and the line must not give
/// the move that was found a lower one.
///
/// Exit status: 0 if nothing contradicts a known score, 1 if something does, 2 on bad input or if the output cannot be
/// written, 141 if its reader has gone.
#[derive(Parser)]
struct Args {
    /// OBF files to solve; without one, the FFO problems 20-39.
    ///
    /// Positions are numbered from 1 through all files, those of the built-in table as FFO numbers them. A single `-` is
    /// standard input: each of its positions is answered before the next line is read.
    files: Vec<PathBuf>,

    /// Positions to solve at the same time, each by an engine with one thread.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,

    /// Size of the hash table in MiB, for each thread. It is kept from one position to the next.
    #[arg(long, value_name = "M", default_value_t = Engine::DEFAULT_HASH_MIB)]
    hash_mib: usize,

    /// CPU level to run on, such as portable or x86-v3 [default: the best this machine has].
    #[arg(long, value_name = "LEVEL", value_parser = cli::cpu)]
    cpu: Option<Cpu>,

    /// Weights that order the moves, in our own format or an eval.dat in Edax's layout [default: the embedded ones].
    /// They change the time, never a score.
    #[arg(long, value_name = "FILE", value_parser = cli::weights)]
    weights: Option<Weights>,

    /// Solve the first N positions only.
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,

    /// A table, or one JSON object a line: one for each position, then one with the totals. The seconds of a position
    /// are those of its search, those of the totals the wall-clock time of everything.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => cli::end_with(&*error),
    }
}

/// Solves, prints, and returns the number of mismatches.
fn run(args: &Args) -> Result<usize, Box<dyn Error>> {
    let limit = args.limit.map_or(usize::MAX, NonZeroUsize::get);
    if args.files == [Path::new("-")] {
        if args.threads.get() > 1 {
            return Err("positions of standard input are solved one at a time: leave out --threads".into());
        }
        let engine = settings(args).build()?;
        let report = Report::new(args.format, engine.cpu_level(), ProgressBar::hidden())?;
        return solve_stdin(engine, limit, report);
    }

    let mut problems = load(&args.files)?;
    problems.truncate(limit);
    let engines = (0..args.threads.get().min(problems.len()))
        .map(|_| settings(args).build())
        .collect::<Result<Vec<_>, _>>()?;
    let bar =
        ProgressBar::new(problems.len() as u64) // on stderr, and only if that is a terminal
            .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {elapsed}")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut report = Report::new(args.format, engines[0].cpu_level(), bar)?;
    solve_all(&problems, engines, |problem, solution| report.row(problem, &solution?))?;
    report.totals()
}

fn settings(args: &Args) -> EngineBuilder {
    let mut settings = Engine::builder().hash_mib(args.hash_mib);
    if let Some(cpu) = args.cpu {
        settings = settings.cpu(cpu.level());
    }
    if let Some(weights) = &args.weights {
        settings = settings.weights(weights.clone());
    }
    settings
}

/// A position to solve and its number.
struct Problem {
    index: usize,
    line: ObfLine,
}

fn load(files: &[PathBuf]) -> Result<Vec<Problem>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let before = lines.len();
        for line in read_obf(&text) {
            lines.push(line.map_err(|e| at_place(path.display(), e.line, &e.source))?);
        }
        if lines.len() == before {
            return Err(format!("{}: no position to solve", path.display()).into());
        }
    }
    let first = if files.is_empty() {
        lines = read_obf(include_str!("data/ffo-20-39.obf")).collect::<Result<_, _>>()?;
        20
    } else {
        1
    };
    Ok((first..).zip(lines).map(|(index, line)| Problem { index, line }).collect())
}

/// `file:line:column: what is wrong`, as compilers write it.
fn at_place(file: impl Display, line: usize, error: &ParseObfError) -> String {
    format!("{file}:{line}:{}: {}", error.at + 1, cli::with_causes(&error.kind))
}

/// Solves the positions of standard input, each before the next line is read, for programs that drive this one.
fn solve_stdin(mut engine: Engine, limit: usize, mut report: Report) -> Result<usize, Box<dyn Error>> {
    let mut index = 0;
    for (number, text) in (1..).zip(io::stdin().lines()) {
        let text = text.map_err(|e| format!("standard input: {e}"))?;
        let Some(line) = read_obf(&text).next() else { continue };
        let line = line.map_err(|e| at_place("standard input", number, &e.source))?;
        index += 1;
        let solution = engine.solve(&line.position.board, SolveRequest::exact())?;
        report.row(&Problem { index, line }, &solution)?;
        if index == limit {
            break;
        }
    }
    report.totals()
}

/// Solves every problem, one engine a thread, and hands out the results on this thread, in order.
///
/// If `report` fails the engines stop where they are.
fn solve_all(
    problems: &[Problem],
    engines: Vec<Engine>,
    mut report: impl FnMut(&Problem, Result<Solution, SolveError>) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let next = AtomicUsize::new(0);
    let stop = Stop::new();
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for mut engine in engines {
            let (next, sender) = (&next, sender.clone());
            let request = SolveRequest::exact().limits(Limits::new().stop(&stop));
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(problem) = problems.get(i) else { return };
                    let solution = engine.solve(&problem.line.position.board, request.clone());
                    if sender.send((i, solution)).is_err() {
                        return; // nobody listens any more
                    }
                }
            });
        }
        drop(sender); // the workers have theirs: the results end when the last one has finished

        let mut early = BTreeMap::new();
        let mut due = 0;
        let reported = results.into_iter().try_for_each(|(i, solution)| {
            early.insert(i, solution);
            while let Some(solution) = early.remove(&due) {
                report(&problems[due], solution)?;
                due += 1;
            }
            Ok(())
        });
        stop.set();
        reported
    })
}

/// Prints rows and, at the end, their totals.
struct Report {
    format: Format,
    level: CpuLevel,
    bar: ProgressBar,
    out: StdoutLock<'static>,
    start: Instant,
    totals: Totals,
}

impl Report {
    fn new(format: Format, level: CpuLevel, bar: ProgressBar) -> io::Result<Report> {
        let mut out = io::stdout().lock();
        if format == Format::Table {
            bar.suspend(|| writeln!(out, "{HEADER}"))?;
        }
        Ok(Report { format, level, bar, out, start: Instant::now(), totals: Totals::default() })
    }

    fn row(&mut self, problem: &Problem, solution: &Solution) -> Result<(), Box<dyn Error>> {
        let row = Row::new(problem, solution);
        self.totals.positions += 1;
        self.totals.nodes += row.nodes;
        self.totals.mismatches += usize::from(row.ok == Some(false));
        let text = match self.format {
            Format::Table => row.to_table(),
            Format::Json => serde_json::to_string(&row)?,
        };
        self.bar.suspend(|| writeln!(self.out, "{text}"))?;
        self.bar.inc(1);
        Ok(())
    }

    /// Ends the report; the number of mismatches.
    fn totals(mut self) -> Result<usize, Box<dyn Error>> {
        self.bar.finish_and_clear();
        self.totals.seconds = self.start.elapsed().as_secs_f64();
        match self.format {
            Format::Table => writeln!(self.out, "{}, CPU level {}", self.totals.to_table(), self.level)?,
            Format::Json => writeln!(self.out, "{}", serde_json::to_string(&self.totals)?)?,
        }
        self.out.flush()?;
        Ok(self.totals.mismatches)
    }
}

/// What is printed about a position.
#[derive(Serialize)]
struct Row {
    index: usize,
    empties: u32,
    score: i32,
    best: Option<String>,
    expected: Option<i32>,
    ok: Option<bool>,
    nodes: u64,
    seconds: f64,
    pv: String,
}

impl Row {
    fn new(problem: &Problem, solution: &Solution) -> Row {
        let line = &problem.line;
        let score = solution.value().exact().expect("an exact solve has an exact score");
        let best = solution.best_move();
        let expected = line.best_score();
        let listed = line.moves.iter().find(|scored| Some(scored.mv) == best).map(|scored| scored.score);
        Row {
            index: problem.index,
            empties: line.position.board.empties().len(),
            score,
            best: best.map(|mv| mv.to_string()),
            expected,
            ok: expected.map(|expected| score == expected && listed.is_none_or(|listed| listed >= expected)),
            nodes: solution.nodes(),
            seconds: solution.elapsed().as_secs_f64(),
            pv: solution.pv().iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    fn to_table(&self) -> String {
        const PV_WIDTH: usize = 29; // ten moves
        let expected = self.expected.map_or_else(|| "-".to_owned(), |score| format!("{score:+}"));
        let ok = self.ok.map_or("-", |ok| if ok { "ok" } else { "WRONG" });
        let (pv, more) = self.pv.split_at_checked(PV_WIDTH).unwrap_or((&self.pv, ""));
        let row = format!(
            "{:>5} {:>7} {:>+5} {expected:>8} {ok:>5}  {:<4} {:>15} {:>9.3} {:>6.1}  {pv}{}",
            self.index,
            self.empties,
            self.score,
            self.best.as_deref().unwrap_or("-"),
            HumanCount(self.nodes).to_string(),
            self.seconds,
            cli::millions_per_second(self.nodes, self.seconds),
            if more.is_empty() { "" } else { " ..." },
        );
        row.trim_end().to_owned()
    }
}

const HEADER: &str =
    "index empties score expected    ok  best           nodes   seconds   Mn/s  line of best play";

#[derive(Default, Serialize)]
struct Totals {
    positions: usize,
    nodes: u64,
    seconds: f64,
    mismatches: usize,
}

impl Totals {
    fn to_table(&self) -> String {
        let &Totals { positions, nodes, seconds, mismatches } = self;
        let rate = cli::millions_per_second(nodes, seconds);
        let nodes = HumanCount(nodes);
        format!("{positions} solved, {mismatches} wrong, {nodes} nodes in {seconds:.3} s ({rate:.1} Mn/s)")
    }
}
