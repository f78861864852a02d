//! Tables, answers as JSON, errors and the exit status.

use std::env;
use std::error::Error;
use std::fmt;
use std::io::{self, StdoutLock, Write as _};
use std::process::ExitCode;

use clap::{ArgMatches, ValueEnum};
use console::Term;
use indicatif::ProgressBar;
use reversi_engine::book::BookError;
use reversi_engine::cpu::UnsupportedLevel;
use reversi_engine::picture::PictureError;
use reversi_engine::proof::{ProofError, ProveError};
use reversi_engine::question::{Answer, Problem, Reply};
use reversi_engine::runs::{CheckpointError, RunError};
use reversi_engine::search::ManyError;
use reversi_engine::weights::WeightsError;
use reversi_engine::{AnalyzeError, Board, BuildError, Move, Position, Progress, SolveError, Value};
use serde::Serialize;

use crate::{interrupt, progress};

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table for people.
    Table,
    /// One JSON object per line.
    Json,
}

/// A line of a table.
pub(crate) trait Row {
    fn to_table(&self) -> String;
}

/// A row, or its object where no answer has its content.
fn to_text(row: &(impl Row + Serialize), format: Format) -> String {
    match format {
        Format::Table => row.to_table(),
        Format::Json => json(row),
    }
}

/// Prints one row, or its object.
pub(crate) fn print(row: &(impl Row + Serialize), format: Format) -> io::Result<()> {
    writeln!(io::stdout(), "{}", to_text(row, format))
}

/// The answer about a position or game, with its number.
pub(crate) fn numbered(number: usize, position: Position, reply: Reply) -> Answer {
    Answer::new(position, reply).with_id(number as i64)
}

/// A value as a line of JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written")
}

/// The nodes of a search.
pub(crate) fn nodes(reply: &Reply) -> u64 {
    reply.summary().map_or(0, |summary| summary.nodes)
}

/// Prints a table or answers as JSON, with a progress bar on stderr.
pub(crate) struct Printer {
    format: Format,
    /// The columns of the terminal. Lines of a table are cut there.
    width: Option<usize>,
    bar: ProgressBar,
    out: StdoutLock<'static>,
}

impl Printer {
    pub(crate) fn new(format: Format, header: &str, bar: ProgressBar) -> io::Result<Printer> {
        let terminal = (format == Format::Table).then(Term::stdout).filter(Term::is_term);
        let width = terminal.map(|terminal| terminal.size().1.into());
        let mut printer = Printer { format, width, bar, out: io::stdout().lock() };
        if format == Format::Table {
            printer.text(header)?;
        }
        Ok(printer)
    }

    /// Prints the rows of an answer, or the answer in JSON.
    pub(crate) fn answer(&mut self, rows: &[String], json: impl FnOnce() -> String) -> io::Result<()> {
        match self.format {
            Format::Table => rows.iter().try_for_each(|row| self.text(row)),
            Format::Json => self.text(&json()),
        }
    }

    /// Prints a row in either format.
    pub(crate) fn row(&mut self, row: &(impl Row + Serialize)) -> io::Result<()> {
        self.text(&to_text(row, self.format))
    }

    /// Prints a warning on stderr, where no row can have it.
    pub(crate) fn warn(&self, warning: &str) {
        if self.format == Format::Json {
            self.bar.suspend(|| say(warning));
        }
    }

    /// Prints a line, cut to the terminal.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        let text = self.width.map_or(text, |width| cut(text, width));
        self.bar.suspend(|| writeln!(self.out, "{text}"))
    }

    /// Advances the progress bar by one.
    pub(crate) fn advance(&self) {
        self.bar.set_message("");
        self.bar.inc(1);
    }

    /// Shows a look at the running search beside the progress bar.
    pub(crate) fn show(&self, progress: &Progress<'_>) {
        progress::show(&self.bar, progress);
    }

    /// Prints the totals of a table, whole, and ends the output.
    pub(crate) fn totals(mut self, totals: &str) -> Result<(), Box<dyn Error>> {
        self.width = None;
        if self.format == Format::Table {
            self.bar.finish_and_clear();
            self.text(totals)?;
        }
        self.end()
    }

    /// Prints the totals in either format, whole, and ends the output.
    pub(crate) fn summary(mut self, totals: &(impl Row + Serialize)) -> Result<(), Box<dyn Error>> {
        self.width = None;
        self.bar.finish_and_clear();
        self.row(totals)?;
        self.end()
    }

    /// Ends the output.
    pub(crate) fn end(mut self) -> Result<(), Box<dyn Error>> {
        self.bar.finish_and_clear();
        Ok(self.out.flush()?)
    }
}

/// The words of a line that fit in this number of columns. Rows are ASCII, except for names at their end.
fn cut(text: &str, columns: usize) -> &str {
    match text.char_indices().nth(columns) {
        None => text,
        Some((end, ' ')) => text[..end].trim_end(),
        Some((end, _)) => text[..end].rsplit_once(' ').map_or("", |(words, _)| words.trim_end()),
    }
}

/// A score with the depth and selectivity of its search.
pub(crate) struct SearchScore {
    pub(crate) score: i32,
    /// The depth in plies, up to the end of the game if the score is exact.
    pub(crate) depth: u32,
    /// The selectivity in percent.
    pub(crate) selectivity: u32,
    /// `true` if the score is proven.
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
pub(crate) fn beginning(pv: &[Move]) -> String {
    let shown = pv.iter().take(10).map(Move::to_string).collect::<Vec<_>>().join(" ");
    if pv.len() > 10 { shown + " ..." } else { shown }
}

/// An error with its code and place, if it has them.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The message at a terminal, with the place in front.
    text: String,
    problem: Option<Box<Problem>>,
}

impl Failure {
    pub(crate) fn new(text: impl Into<String>, problem: impl Into<Problem>) -> Failure {
        Failure { text: text.into(), problem: Some(Box::new(problem.into())) }
    }

    /// A file that cannot be read, or names none.
    pub(crate) fn of_file(name: &str, message: impl fmt::Display) -> Failure {
        let message = message.to_string();
        Failure::new(message.clone(), Problem::new("file-io", message)).in_file(name)
    }

    /// An error in what an argument says.
    pub(crate) fn at(self, argument: &str) -> Failure {
        Failure { text: format!("{argument}: {}", self.text), ..self }
    }

    /// An error in a file.
    pub(crate) fn in_file(self, file: &str) -> Failure {
        let problem = self.problem.map(|problem| Box::new(problem.in_file(file.as_ref())));
        Failure { problem, ..self }.at(file)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The message has its causes.
impl Error for Failure {}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure { text, problem: None }
    }
}

macro_rules! failures {
    ($($Error:ty),*) => {$(
        impl From<$Error> for Failure {
            fn from(error: $Error) -> Failure {
                Failure::new(with_causes(&error), &error)
            }
        }
    )*};
}
failures! {
    AnalyzeError, BookError, BuildError, CheckpointError, ManyError, PictureError, ProofError, ProveError, RunError,
    SolveError, UnsupportedLevel, WeightsError
}

/// Returns whether a command prints JSON: its errors are JSON too.
pub(crate) fn is_json(matches: &ArgMatches) -> bool {
    let Some((name, of_command)) = matches.subcommand() else { return false };
    // `book show` is a command of a command.
    let of_command = of_command.subcommand().map_or(of_command, |(_, of_command)| of_command);
    let is = |option| {
        let values = of_command.try_get_raw(option).ok().flatten();
        values.is_some_and(|mut values| values.any(|value| value == "json"))
    };
    name == "ask" || is("format") || is("to")
}

/// The exit status of the program: 2 after an error, which is printed on stderr.
///
/// An I/O error here is one of standard output. If the reader of a pipe has gone, such as `head`, the program
/// ends quietly with 141, the status that shells report for a program killed by SIGPIPE. The status 0 would
/// claim success.
pub(crate) fn end(result: Result<ExitCode, Box<dyn Error>>, is_json: bool) -> ExitCode {
    let error = match result {
        Ok(status) => return status,
        Err(error) => error,
    };
    let message = match error.downcast_ref::<io::Error>() {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::from(interrupt::NO_READER);
        }
        Some(error) => format!("standard output: {error}"),
        None => with_causes(&*error),
    };
    let problem = error.downcast_ref::<Failure>().and_then(|failure| failure.problem.as_ref());
    say(&match problem {
        Some(problem) if is_json => problem.to_json(),
        _ => format!("error: {message}"),
    });
    ExitCode::from(2)
}

/// Prints a line on stderr, whose own errors cannot be reported.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// An error with its causes.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |&e| e.source());
    causes.map(|e| e.to_string()).collect::<Vec<_>>().join(": ")
}

/// The part of a number that earlier runs have done, for totals.
pub(crate) fn earlier(stored: usize) -> String {
    if stored == 0 { String::new() } else { format!(" ({stored} of them earlier)") }
}

/// A number of things: `1 move`, `2 moves`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A value, with `~` before an estimate.
pub(crate) fn score(value: Value) -> String {
    match value {
        Value::Estimate { score, .. } => format!("~{score:+}"),
        value => value.to_string(),
    }
}

/// How likely people are to choose a move, in whole per cent.
pub(crate) fn percent(chance: f64) -> String {
    match chance {
        0.0..0.005 => "<1 %".to_owned(),
        chance => format!("{:.0} %", 100.0 * chance),
    }
}

/// A rate in millions per second. A coarse clock may measure zero seconds.
pub(crate) fn millions_per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9) / 1e6
}

/// Returns whether the locale is one of UTF-8.
pub(crate) fn has_unicode() -> bool {
    if cfg!(windows) {
        return true;
    }
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let locale = named.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let locale = locale.to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_line_is_cut_between_words() {
        for (columns, cut_there) in
            [(13, "12 f5 d6 c3"), (11, "12 f5 d6 c3"), (10, "12 f5 d6"), (2, "12"), (1, "")]
        {
            assert_eq!(cut("12 f5 d6 c3", columns), cut_there, "{columns}");
        }
    }
}
