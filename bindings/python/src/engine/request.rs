//! Arguments as requests.

use pyo3::prelude::*;
use reversi_engine::{AnalyzeRequest, Bitboard, BookUse, Clock, Level, Move, Problem, SolveRequest};

use crate::args::{self, AnyMove};
use crate::errors::Class;
use crate::limits::PyLimits;
use crate::value;

/// The arguments of `solve` that say what is asked: at most one of them.
pub(super) struct SolveArgs {
    /// Whether win, draw or loss is enough.
    pub(super) wld: bool,
    pub(super) at_least: Option<i32>,
    pub(super) window: Option<(i32, i32)>,
}

impl SolveArgs {
    pub(super) fn request(&self) -> PyResult<SolveRequest> {
        match (self.wld, self.at_least, self.window) {
            (false, None, None) => Ok(SolveRequest::exact()),
            (true, None, None) => Ok(SolveRequest::wld()),
            (false, Some(score), None) => Ok(SolveRequest::at_least(score)),
            (false, None, Some((alpha, beta))) => Ok(SolveRequest::window(alpha, beta)),
            _ => Err(conflict("window", "at most one of wld, at_least and window says what is asked")),
        }
    }
}

/// The arguments of `analyze` and `analyze_game`.
pub(super) struct AnalyzeArgs<'a, 'py> {
    pub(super) level: Option<u32>,
    pub(super) depth: Option<u32>,
    pub(super) selectivity: Option<u32>,
    pub(super) lines: usize,
    pub(super) only: Option<Vec<AnyMove>>,
    pub(super) book: &'a str,
    pub(super) limits: Option<&'a Bound<'py, PyLimits>>,
    pub(super) total_limits: Option<&'a Bound<'py, PyLimits>>,
    /// The seconds that are left for the rest of a game, and those that the clock gets after each move.
    pub(super) clock: Option<(f64, f64)>,
}

impl AnalyzeArgs<'_, '_> {
    /// As a question in JSON without a level or a depth: limits alone mean as deep as they allow, and nothing
    /// at all means the default level.
    pub(super) fn request(&self) -> PyResult<AnalyzeRequest> {
        let is_limited = self.limits.is_some() || self.total_limits.is_some() || self.clock.is_some();
        let mut request = match (self.level, self.depth) {
            (Some(_), Some(_)) => return Err(conflict("depth", "level and depth exclude each other")),
            (Some(level), None) => AnalyzeRequest::level(
                Level::new(level).map_err(|error| Class::Request.in_field("level", &error))?,
            ),
            (None, Some(depth)) => AnalyzeRequest::depth(depth),
            (None, None) if is_limited => AnalyzeRequest::unlimited(),
            (None, None) => AnalyzeRequest::level(Level::DEFAULT),
        };
        request = request.lines(self.lines).book(book_use(self.book)?);
        if let Some(percent) = self.selectivity {
            request = request.selectivity(value::selectivity(percent)?);
        }
        if let Some(only) = &self.only {
            let squares = only.iter().filter_map(|mv| Move::square(mv.0));
            request = request.only(squares.collect::<Bitboard>());
        }
        if let Some(limits) = self.limits {
            request = request.limits(limits.get().0.clone());
        }
        if let Some(limits) = self.total_limits {
            request = request.total_limits(limits.get().0.clone());
        }
        if let Some((remaining, increment)) = self.clock {
            let seconds = |time| args::seconds("clock", time);
            request = request.clock(Clock::new(seconds(remaining)?, seconds(increment)?));
        }
        Ok(request)
    }
}

fn book_use(name: &str) -> PyResult<BookUse> {
    let all = [BookUse::Never, BookUse::AsDeep, BookUse::Always];
    all.into_iter().find(|book_use| book_use.name() == name).ok_or_else(|| {
        let message = format!("expected never, as_deep or always, not {name}");
        Class::Request.in_field("book", Problem::new("unknown-name", message))
    })
}

fn conflict(field: &str, message: &str) -> PyErr {
    Class::Request.in_field(field, Problem::new("conflict", message))
}
