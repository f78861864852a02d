//! Solves positions exactly and checks known scores.
//!
//! `cargo run --release --example solve`

mod cli;

use std::error::Error;
use std::io::{self, Write as _};
use std::iter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use cli::options::{self, EngineOptions};
use cli::{Format, Printer, Row, positions};
use indicatif::{HumanCount, ProgressBar};
use reversi_engine::notation::{ObfLine, read_obf};
use reversi_engine::{
    Checkpoint, CheckpointError, CpuLevel, Engine, Event, Move, Solution, SolveRequest, Solved,
};
use serde::Serialize;

/// Solves positions exactly: score, best move and principal variation to the end of the game.
///
/// Positions are boards, 64 cells from A1 to H8 and the side to move, or come from OBF files: one per line,
/// such as `board side; MOVE:score; MOVE:score;`, with comments after `%`. If a line has scores, the result
/// is checked: it must be the score of the best move, and the line must not give a lower score to the move
/// found.
///
/// Each thread solves a position of its own. When fewer positions than threads are left, threads share
/// positions. All threads share one hash table, which is kept from position to position.
///
/// Exit status: 0 if no result contradicts a known score, 1 if one does, 2 on bad input or if the output
/// cannot be written, 141 if the reader of the output has gone.
#[derive(Parser)]
struct Args {
    /// Boards or OBF files to solve [default: the FFO problems 20-39].
    ///
    /// Positions are numbered consecutively from 1, and the FFO problems with their own numbers. A single `-`
    /// is standard input: all threads solve each of its positions before the next line is read.
    positions: Vec<String>,

    #[command(flatten)]
    engine: EngineOptions,

    /// Solve the first N positions only.
    #[arg(long, value_name = "N", value_parser = options::positive, allow_negative_numbers = true)]
    limit: Option<NonZeroUsize>,

    /// A file that records solved positions. If it exists, only the other positions are solved. It is written
    /// through to the disk after a solution, but not more often than once a second.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// If the checkpoint has damaged lines, report them on stderr, move them to FILE.rejected and solve their
    /// positions again.
    #[arg(long, requires = "checkpoint")]
    salvage: bool,

    /// A table, or one JSON object per line: one for each position, then one with the totals. The seconds of
    /// a position are those of its search, and the nodes and the seconds of the totals are those of this run,
    /// without positions that an earlier run has solved.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

fn main() -> ExitCode {
    let mismatches = run(&Args::parse_from(positions::arguments()));
    cli::end(mismatches.map(|count| ExitCode::from(u8::from(count > 0))))
}

/// Solves, prints, and returns the number of mismatches.
fn run(args: &Args) -> Result<usize, Box<dyn Error>> {
    let limit = args.limit.map_or(usize::MAX, NonZeroUsize::get);
    if args.positions == ["-"] {
        if args.checkpoint.is_some() {
            return Err(
                "--checkpoint needs files of positions: those of standard input are not recorded".into()
            );
        }
        let engine = args.engine.build()?;
        let report = Report::new(args.format, engine.cpu_level(), ProgressBar::hidden())?;
        return solve_stdin(engine, limit, report);
    }

    let mut problems = load(&args.positions)?;
    problems.truncate(limit);
    let mut engine = args.engine.build()?;
    let open = |path: &PathBuf| open_checkpoint(path, args.salvage);
    let mut checkpoint = args.checkpoint.as_ref().map(open).transpose()?;
    let mut report = Report::new(args.format, engine.cpu_level(), cli::progress_bar(problems.len()))?;
    let boards = problems.iter().map(|problem| problem.line.position.board);
    let mut reported = Ok(());
    let callback = |event: Event<'_, Solved>| {
        match event {
            Event::Progress(progress) => report.printer.show(progress),
            Event::Done(solved) => {
                let row = |solution| report.row(&problems[solved.index], &solution, solved.stored);
                reported = solved.result.map_err(Into::into).and_then(row);
            }
        }
        if reported.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    match &mut checkpoint {
        None => engine.solve_many_with(boards, SolveRequest::exact(), callback)?,
        Some(checkpoint) => engine.resume_many_with(checkpoint, boards, callback)?,
    };
    reported?;
    report.totals()
}

fn open_checkpoint(path: &Path, salvage: bool) -> Result<Checkpoint, CheckpointError> {
    let checkpoint = if salvage {
        let (checkpoint, damaged) = Checkpoint::salvage(path, SolveRequest::exact())?;
        for line in damaged {
            let _ = writeln!(io::stderr(), "{}: {line}", path.display()); // as in `cli::end`
        }
        checkpoint
    } else {
        Checkpoint::open(path, SolveRequest::exact())?
    };
    Ok(checkpoint.sync_every(Duration::from_secs(1)))
}

/// A position to solve and its number.
struct Problem {
    index: usize,
    line: ObfLine,
}

fn load(arguments: &[String]) -> Result<Vec<Problem>, Box<dyn Error>> {
    let (first, lines) = if arguments.is_empty() {
        (20, read_obf(include_str!("data/ffo-20-39.obf")).collect::<Result<_, _>>()?)
    } else {
        (1, positions::read(arguments)?)
    };
    Ok((first..).zip(lines).map(|(index, line)| Problem { index, line }).collect())
}

/// Solves the positions of standard input, each before the next line is read, for programs that control this
/// one.
fn solve_stdin(mut engine: Engine, limit: usize, mut report: Report) -> Result<usize, Box<dyn Error>> {
    let mut index = 0;
    let mut stdin = io::stdin().lock();
    let lines = iter::from_fn(|| cli::read_line(&mut stdin).transpose());
    for (number, text) in (1..).zip(lines) {
        let text = text.map_err(|e| format!("standard input: {e}"))?;
        let Some(line) = read_obf(&text).next() else { continue };
        let line = line.map_err(|e| positions::at_place("standard input", number, &e.source))?;
        index += 1;
        let solution = engine.solve(&line.position.board, SolveRequest::exact())?;
        report.row(&Problem { index, line }, &solution, false)?;
        if index == limit {
            break;
        }
    }
    report.totals()
}

/// Prints rows, then their totals.
struct Report {
    printer: Printer,
    start: Instant,
    totals: Totals,
}

impl Report {
    fn new(format: Format, level: CpuLevel, bar: ProgressBar) -> io::Result<Report> {
        let printer = Printer::new(format, HEADER, bar)?;
        let totals = Totals { positions: 0, stored: 0, nodes: 0, seconds: 0.0, mismatches: 0, level };
        Ok(Report { printer, start: Instant::now(), totals })
    }

    fn row(&mut self, problem: &Problem, solution: &Solution, stored: bool) -> Result<(), Box<dyn Error>> {
        let row = Score::new(problem, solution);
        self.totals.positions += 1;
        self.totals.stored += usize::from(stored);
        self.totals.nodes += if stored { 0 } else { row.nodes };
        self.totals.mismatches += usize::from(row.correct == Some(false));
        self.printer.row(&row)?;
        self.printer.advance();
        Ok(())
    }

    /// Ends the report and returns the number of mismatches.
    fn totals(mut self) -> Result<usize, Box<dyn Error>> {
        self.totals.seconds = self.start.elapsed().as_secs_f64();
        self.printer.totals(&self.totals)?;
        Ok(self.totals.mismatches)
    }
}

/// The output for a position.
#[derive(Serialize)]
struct Score {
    index: usize,
    empties: u32,
    score: i32,
    best_move: Option<String>,
    expected: Option<i32>,
    correct: Option<bool>,
    nodes: u64,
    seconds: f64,
    pv: String,
}

impl Score {
    fn new(problem: &Problem, solution: &Solution) -> Score {
        let line = &problem.line;
        let score = solution.value().exact().expect("an exact solve has an exact score");
        let best = solution.best_move();
        let expected = line.best_score();
        let listed = line.moves.iter().find(|scored| Some(scored.mv) == best).map(|scored| scored.score);
        Score {
            index: problem.index,
            empties: line.position.board.empties().len(),
            score,
            best_move: best.map(|mv| mv.to_string()),
            expected,
            correct: expected
                .map(|expected| score == expected && listed.is_none_or(|listed| listed >= expected)),
            nodes: solution.nodes(),
            seconds: solution.elapsed().as_secs_f64(),
            pv: solution.pv().iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

impl Row for Score {
    fn to_table(&self) -> String {
        let expected = self.expected.map_or_else(|| "-".to_owned(), |score| format!("{score:+}"));
        let correct = self.correct.map_or("-", |correct| if correct { "ok" } else { "WRONG" });
        let row = format!(
            "{:>5} {:>7} {:>+5} {expected:>8} {correct:>5}  {:<4} {:>15} {:>9.3} {:>6.1}  {}",
            self.index,
            self.empties,
            self.score,
            self.best_move.as_deref().unwrap_or("-"),
            HumanCount(self.nodes).to_string(),
            self.seconds,
            cli::millions_per_second(self.nodes, self.seconds),
            cli::beginning(&self.pv),
        );
        row.trim_end().to_owned()
    }
}

const HEADER: &str =
    "index empties score expected    ok  best           nodes   seconds   Mn/s  line of best play";

#[derive(Serialize)]
struct Totals {
    positions: usize,
    /// Those that an earlier run has solved.
    stored: usize,
    nodes: u64,
    seconds: f64,
    mismatches: usize,
    #[serde(skip)]
    level: CpuLevel,
}

impl Row for Totals {
    fn to_table(&self) -> String {
        let &Totals { positions, stored, nodes, seconds, mismatches, level } = self;
        let stored = if stored == 0 { String::new() } else { format!(" ({stored} of them earlier)") };
        let rate = cli::millions_per_second(nodes, seconds);
        let nodes = HumanCount(nodes);
        format!(
            "{positions} solved{stored}, {mismatches} wrong, {nodes} nodes in {seconds:.3} s ({rate:.1} Mn/s), CPU level {level}"
        )
    }
}
