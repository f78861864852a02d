//! What the command lines of the examples have in common.
#![allow(dead_code, reason = "each example uses its part")]

pub(crate) mod options;
pub(crate) mod player;
pub(crate) mod positions;
pub(crate) mod workers;

use std::error::Error;
use std::io::{self, BufRead, Read as _, StdoutLock, Write as _};
use std::process::{ExitCode, Termination};
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use reversi_engine::{Board, Cpu, Value, Weights};
use serde::Serialize;

/// Reads a line as text, whatever bytes there are; none at the end of the input. Only the first MiB of it: no command is
/// longer.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    const MOST: usize = 1 << 20;
    let mut line = Vec::new();
    let read = input.by_ref().take(MOST as u64).read_until(b'\n', &mut line)?;
    if read == MOST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// How to print results.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// One JSON object a line.
    Json,
}

/// Something to print as a line.
pub(crate) trait Row: Serialize {
    fn to_table(&self) -> String;

    fn to_text(&self, format: Format) -> serde_json::Result<String> {
        match format {
            Format::Table => Ok(self.to_table()),
            Format::Json => serde_json::to_string(self),
        }
    }
}

/// Prints a table or lines of JSON, with a bar of its progress on stderr.
pub(crate) struct Printer {
    format: Format,
    bar: ProgressBar,
    out: StdoutLock<'static>,
}

impl Printer {
    pub(crate) fn new(format: Format, header: &str, bar: ProgressBar) -> io::Result<Printer> {
        let mut out = io::stdout().lock();
        if format == Format::Table {
            bar.suspend(|| writeln!(out, "{header}"))?;
        }
        Ok(Printer { format, bar, out })
    }

    pub(crate) fn row(&mut self, row: &impl Row) -> Result<(), Box<dyn Error>> {
        let text = row.to_text(self.format)?;
        self.bar.suspend(|| writeln!(self.out, "{text}"))?;
        Ok(())
    }

    /// One position more is done.
    pub(crate) fn advance(&self) {
        self.bar.inc(1);
    }

    /// Ends the output.
    pub(crate) fn totals(mut self, totals: &impl Row) -> Result<(), Box<dyn Error>> {
        self.bar.finish_and_clear();
        self.row(totals)?;
        Ok(self.out.flush()?)
    }
}

/// A bar on stderr if that is a terminal.
pub(crate) fn progress_bar(positions: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {elapsed}");
    let bar = ProgressBar::new(positions as u64).with_style(style.expect("a valid template"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A value as engines tell it: a score, and the depth and selectivity of the search behind it.
pub(crate) struct Reading {
    pub(crate) score: i32,
    /// Plies; all that are left if the score is exact.
    pub(crate) depth: u32,
    /// In percent.
    pub(crate) selectivity: u32,
    /// The score is proven.
    pub(crate) exact: bool,
}

impl Reading {
    pub(crate) fn of(value: Value, board: &Board) -> Reading {
        match value {
            Value::Estimate { score, depth, selectivity } => {
                Reading { score, depth, selectivity: selectivity.percent(), exact: false }
            }
            proven => {
                let exact = proven.exact().is_some();
                Reading { score: proven.lower(), depth: board.empties().len(), selectivity: 100, exact }
            }
        }
    }
}

/// The first ten moves of a line of play.
pub(crate) fn beginning(pv: &str) -> String {
    const WIDTH: usize = 29;
    pv.split_at_checked(WIDTH).map_or_else(
        || pv.to_owned(),
        |(moves, more)| format!("{moves}{}", if more.is_empty() { "" } else { " ..." }),
    )
}

/// Reads a CPU level that this machine can run.
pub(crate) fn cpu(name: &str) -> Result<Cpu, Box<dyn Error + Send + Sync>> {
    Ok(Cpu::new(name.parse()?)?)
}

/// Reads weights in any format.
pub(crate) fn weights(path: &str) -> Result<Weights, String> {
    Weights::open(path).map_err(|error| format!("{path}: {}", with_causes(&error)))
}

/// The exit status of a program: 2 after an error, which is told on stderr.
///
/// An I/O error that comes here is one of standard output. If the reader of a pipe has gone, as `head` does, the program
/// ends quietly with 141, what shells report of programs that die from SIGPIPE: 0 would say that all went well.
pub(crate) fn end<T: Termination>(result: Result<T, Box<dyn Error>>) -> ExitCode {
    let error = match result {
        Ok(done) => return done.report(),
        Err(error) => error,
    };
    let told = match error.downcast_ref::<io::Error>() {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::from(141),
        Some(error) => format!("standard output: {error}"),
        None => with_causes(&*error),
    };
    let _ = writeln!(io::stderr(), "error: {told}"); // there is nowhere else to say it
    ExitCode::from(2)
}

/// An error and what caused it.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |&e| e.source());
    causes.map(|e| e.to_string()).collect::<Vec<_>>().join(": ")
}

/// A rate to print; the clock may be too coarse to have seen the time pass.
pub(crate) fn millions_per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9) / 1e6
}
