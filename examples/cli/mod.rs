//! Code that the examples share.
#![allow(dead_code, reason = "each example uses its part")]

pub(crate) mod options;
pub(crate) mod player;
pub(crate) mod positions;
pub(crate) mod workers;

use std::error::Error;
use std::io::{self, BufRead, Read as _, StdoutLock, Write as _};
use std::process::{ExitCode, Termination};
use std::thread::Builder;
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use reversi_engine::{Board, Cpu, Progress, Value, Weights};
use serde::Serialize;

/// Reads a line as text and replaces invalid UTF-8. Returns `None` at the end of the input. Only the first
/// MiB of a line is kept, because no command is longer.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    const MOST: usize = 1 << 20;
    let mut line = Vec::new();
    let read = input.by_ref().take(MOST as u64).read_until(b'\n', &mut line)?;
    if read == MOST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table for people.
    Table,
    /// One JSON object per line.
    Json,
}

/// A line of output.
pub(crate) trait Row: Serialize {
    fn to_table(&self) -> String;

    fn to_text(&self, format: Format) -> serde_json::Result<String> {
        match format {
            Format::Table => Ok(self.to_table()),
            Format::Json => serde_json::to_string(self),
        }
    }
}

/// Prints a table or lines of JSON, with a progress bar on stderr.
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

    /// Advances the progress bar by one position.
    pub(crate) fn advance(&self) {
        self.bar.set_message("");
        self.bar.inc(1);
    }

    /// Shows a look at the running search beside the progress bar.
    pub(crate) fn show(&self, progress: &Progress<'_>) {
        show(&self.bar, progress);
    }

    /// Prints the totals and ends the output.
    pub(crate) fn totals(mut self, totals: &impl Row) -> Result<(), Box<dyn Error>> {
        self.bar.finish_and_clear();
        self.row(totals)?;
        Ok(self.out.flush()?)
    }
}

/// A progress bar on stderr, shown if stderr is a terminal.
pub(crate) fn progress_bar(positions: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {elapsed}{msg}");
    let bar = ProgressBar::new(positions as u64).with_style(style.expect("a valid template"));
    // The ticks come from a thread, and `enable_steady_tick` panics where the system has none.
    if !bar.is_hidden() && Builder::new().spawn(|| ()).is_ok() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

/// The time and the progress of one search on stderr, shown if stderr is a terminal.
pub(crate) fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed}{msg}").expect("a valid template");
    ProgressBar::new_spinner().with_style(style)
}

/// Shows a look at the running search beside a progress bar.
pub(crate) fn show(bar: &ProgressBar, progress: &Progress<'_>) {
    let mut text = format!(", {} nodes", HumanCount(progress.nodes()));
    if let Some(mv) = progress.best_move() {
        text += &format!(", {mv} {}", progress.value());
    }
    if progress.bounds() != NOTHING_PROVEN {
        text += &format!(", proven {}", progress.bounds());
    }
    bar.set_message(text);
}

const NOTHING_PROVEN: Value = Value::Bounds { lower: -64, upper: 64 };

/// A score with the depth and selectivity of its search.
pub(crate) struct SearchScore {
    pub(crate) score: i32,
    /// The depth in plies, up to the end of the game if the score is exact.
    pub(crate) depth: u32,
    /// The selectivity in percent.
    pub(crate) selectivity: u32,
    /// Whether the score is proven.
    pub(crate) exact: bool,
}

impl SearchScore {
    pub(crate) fn of(value: Value, board: &Board) -> SearchScore {
        match value {
            Value::Estimate { score, depth, selectivity } => {
                SearchScore { score, depth, selectivity: selectivity.percent(), exact: false }
            }
            proven => {
                let exact = proven.exact().is_some();
                SearchScore { score: proven.lower(), depth: board.empties().len(), selectivity: 100, exact }
            }
        }
    }
}

/// The first ten moves of a principal variation.
pub(crate) fn beginning(pv: &str) -> String {
    const WIDTH: usize = 29;
    pv.split_at_checked(WIDTH).map_or_else(
        || pv.to_owned(),
        |(moves, more)| format!("{moves}{}", if more.is_empty() { "" } else { " ..." }),
    )
}

/// Parses a CPU level that this machine can run.
pub(crate) fn cpu(name: &str) -> Result<Cpu, Box<dyn Error + Send + Sync>> {
    Ok(Cpu::new(name.parse()?)?)
}

/// Opens weights in any format.
pub(crate) fn weights(path: &str) -> Result<Weights, String> {
    Weights::open(path).map_err(|error| with_causes(&error))
}

/// The exit status of a program: 2 after an error, which is printed on stderr.
///
/// An I/O error here is one of standard output. If the reader of a pipe has gone, such as `head`, the program
/// ends quietly with 141, the status that shells report for a program killed by SIGPIPE. The status 0 would
/// claim success.
pub(crate) fn end<T: Termination>(result: Result<T, Box<dyn Error>>) -> ExitCode {
    let error = match result {
        Ok(done) => return done.report(),
        Err(error) => error,
    };
    let message = match error.downcast_ref::<io::Error>() {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::from(141),
        Some(error) => format!("standard output: {error}"),
        None => with_causes(&*error),
    };
    let _ = writeln!(io::stderr(), "error: {message}"); // an error of stderr cannot be reported
    ExitCode::from(2)
}

/// An error with its causes.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |&e| e.source());
    causes.map(|e| e.to_string()).collect::<Vec<_>>().join(": ")
}

/// A rate in millions per second. A coarse clock may measure zero seconds.
pub(crate) fn millions_per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9) / 1e6
}
