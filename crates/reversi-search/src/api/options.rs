//! The options of each call, as every door has them, and the requests that they ask for: the one place of
//! their defaults, ranges and conflicts.

use std::time::Duration;

use reversi_bitboard::Bitboard;
use reversi_fields::{DynValue, FieldError, FieldValue, Fields as _, Kind, objects, surface};

use super::{
    AnalyzeRequest, BOOK_USES, BookUse, Clock, Goal, LIMITS, Level, Limits, Selectivity, SolveRequest,
};

/// The window of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Window {
    /// The exact score.
    Exact,
    /// Win, draw or loss.
    Wld,
    /// The exact score if it lies strictly between the two, otherwise a bound.
    Between(i32, i32),
}

impl FieldValue for Window {
    fn read(plain: DynValue) -> Result<Window, FieldError> {
        match &plain {
            DynValue::Text(name) => Ok(if name == "wld" { Window::Wld } else { Window::Exact }),
            DynValue::List(ends) => {
                Ok(Window::Between(i32::read(ends[0].clone())?, i32::read(ends[1].clone())?))
            }
            _ => unreachable!("it was checked"),
        }
    }

    fn plain(&self) -> Option<DynValue> {
        Some(match *self {
            Window::Exact => DynValue::Text("exact".to_owned()),
            Window::Wld => DynValue::Text("wld".to_owned()),
            Window::Between(alpha, beta) => {
                DynValue::List([alpha, beta].map(|end| DynValue::Whole(end.into())).into())
            }
        })
    }
}

surface! {
    /// The options of a solve.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct SolveOptions as SOLVE: "The window of the score to prove, and the limits.", not ("window", "at_least") {
        /// The exact score if it lies strictly between alpha and beta, otherwise a bound. `"wld"` is [-1, 1].
        pub window: Option<Window> as "window": Kind::Window, or "\"exact\"";
        /// In place of a window: whether the side to move can score this or more.
        pub at_least: Option<i32> as "at_least": Kind::Whole { least: -64, most: 65 }, or "none";
        /// The limits of each position.
        pub limits: Limits as "limits": Kind::Object(&LIMITS), or "none";
        /// The limits of the whole call.
        pub total_limits: Limits as "total_limits": Kind::Object(&LIMITS), or "none";
    }
}

surface! {
    /// The options of an analysis, of one position or of a game.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct AnalyzeOptions as ANALYZE:
        "The depth and the lines of an analysis, and the limits.", not ("level", "depth")
    {
        /// Depth and selectivity by empties: each level takes about 1.5 times as long as the one before.
        pub level: Option<Level> as "level": Kind::Whole { least: 0, most: 60 }, or "21 unless a depth, a clock or limits are given";
        /// The depth in plies, passes not counted, in place of a level. Without both the search is as deep as
        /// a clock, or seconds or nodes of the limits, allow; without these it has level 21.
        pub depth: Option<u32> as "depth": Kind::Whole { least: 1, most: u32::MAX as i128 },
            or "by the level";
        /// The confidence in percent with which moves are left out; 100 leaves out none.
        pub selectivity: Option<Selectivity> as "selectivity": Kind::Steps(&Selectivity::PERCENTS),
            or "the selectivity of the level, 100 with a depth";
        /// The number of best moves that get a score and a line each.
        pub lines: Option<usize> as "lines": Kind::Count, or "1";
        /// The squares of the moves to search.
        pub only: Option<Bitboard> as "only": Kind::Squares, or "all moves";
        /// The time of the side to move for the rest of the game.
        pub clock: Option<ClockOptions> as "clock": Kind::Object(&CLOCK), or "none";
        /// When an opening book answers in place of a search, if there is one.
        pub book: Option<BookUse> as "book": Kind::Names("BookUse", BOOK_USES), or "\"as_deep\"";
        /// The rating of people: the answer has the moves that they would play.
        pub human: Option<u32> as "human": Kind::Whole { least: 400, most: 2400 }, or "none";
        /// The limits of each position.
        pub limits: Limits as "limits": Kind::Object(&LIMITS), or "none";
        /// The limits of the whole call.
        pub total_limits: Limits as "total_limits": Kind::Object(&LIMITS), or "none";
    }
}

surface! {
    /// The clock of the side to move.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct ClockOptions as CLOCK:
        "The time of the side to move for the rest of the game. A move takes its share of it."
    {
        /// The time that is left.
        pub remaining: Duration as "remaining_seconds": Kind::Seconds;
        /// The time that is added after each move.
        pub increment: Option<Duration> as "increment_seconds": Kind::Seconds, or "0";
    }
}

objects!(ClockOptions);

impl FieldValue for Level {
    fn read(plain: DynValue) -> Result<Level, FieldError> {
        Ok(Level::new(u32::read(plain)?).expect("it was checked"))
    }

    fn plain(&self) -> Option<DynValue> {
        self.number().plain()
    }
}

impl FieldValue for Selectivity {
    fn read(plain: DynValue) -> Result<Selectivity, FieldError> {
        let percent = u32::read(plain)?;
        let mut steps = Selectivity::ALL.into_iter();
        Ok(steps.find(|step| step.percent() == percent).expect("it was checked"))
    }

    fn plain(&self) -> Option<DynValue> {
        self.percent().plain()
    }
}

impl SolveOptions {
    /// Makes the request of the options.
    ///
    /// # Errors
    /// [`FieldError`] for a value that is out of its range, for two that exclude each other, and for a
    /// window that holds no score.
    pub fn request(&self) -> Result<SolveRequest, FieldError> {
        self.check()?;
        self.checked_request()
    }

    /// Makes the request of options that were read, and so checked.
    ///
    /// # Errors
    /// As [`request`](Self::request).
    #[cold]
    pub fn checked_request(&self) -> Result<SolveRequest, FieldError> {
        let request = match (self.window, self.at_least) {
            (_, Some(score)) => SolveRequest::at_least(score),
            (None | Some(Window::Exact), None) => SolveRequest::exact(),
            (Some(Window::Wld), None) => SolveRequest::wld(),
            (Some(Window::Between(alpha, beta)), None) => SolveRequest::window(alpha, beta),
        };
        request.checked_window().map_err(|error| FieldError::invalid("window", error))?;
        Ok(request.limits(self.limits.clone()).total_limits(self.total_limits.clone()))
    }
}

impl From<&SolveRequest> for SolveOptions {
    fn from(request: &SolveRequest) -> SolveOptions {
        let (window, at_least) = match (request.alpha(), request.beta()) {
            (-65, 65) => (None, None),
            (-1, 1) => (Some(Window::Wld), None),
            (alpha, beta) if alpha.checked_add(1) == Some(beta) => (None, Some(beta)),
            (alpha, beta) => (Some(Window::Between(alpha, beta)), None),
        };
        let (limits, total_limits) = (request.limits.clone(), request.total_limits.clone());
        SolveOptions { window, at_least, limits, total_limits }
    }
}

impl AnalyzeOptions {
    /// Makes the request of the options.
    ///
    /// # Errors
    /// [`FieldError`] for a value that is out of its range, and for two that exclude each other.
    pub fn request(&self) -> Result<AnalyzeRequest, FieldError> {
        self.check()?;
        self.checked_request()
    }

    /// Makes the request of options that were read, and so checked.
    ///
    /// # Errors
    /// As [`request`](Self::request).
    #[cold]
    pub fn checked_request(&self) -> Result<AnalyzeRequest, FieldError> {
        // A stop signal is not a limit: it may never be set.
        let ends = self.clock.is_some() || self.limits.is_bounded() || self.total_limits.is_bounded();
        let mut request = match (self.level, self.depth) {
            (Some(level), _) => AnalyzeRequest::level(level),
            (None, Some(depth)) => AnalyzeRequest::depth(depth),
            (None, None) if ends => AnalyzeRequest::unlimited(),
            (None, None) => AnalyzeRequest::level(Level::DEFAULT),
        };
        if let Some(selectivity) = self.selectivity {
            request = request.selectivity(selectivity);
        }
        if let Some(moves) = self.only {
            request = request.only(moves);
        }
        if let Some(clock) = self.clock {
            request = request.clock(clock.into());
        }
        request.human = self.human;
        request = request.lines(self.lines.unwrap_or(1)).book(self.book.unwrap_or_default());
        Ok(request.limits(self.limits.clone()).total_limits(self.total_limits.clone()))
    }
}

impl From<&AnalyzeRequest> for AnalyzeOptions {
    fn from(request: &AnalyzeRequest) -> AnalyzeOptions {
        let ends =
            request.clock.is_some() || request.limits.is_bounded() || request.total_limits.is_bounded();
        let (level, depth) = match request.goal {
            Goal::Level(level) => (Some(level), None),
            Goal::Depth(u32::MAX) if ends => (None, None),
            Goal::Depth(depth) => (None, Some(depth)),
        };
        AnalyzeOptions {
            level,
            depth,
            selectivity: request.selectivity,
            lines: Some(request.lines).filter(|&lines| lines != 1),
            only: request.only,
            clock: request.clock.map(ClockOptions::from),
            book: Some(request.book).filter(|&book| book != BookUse::default()),
            human: request.human,
            limits: request.limits.clone(),
            total_limits: request.total_limits.clone(),
        }
    }
}

impl From<ClockOptions> for Clock {
    #[inline(never)] // the increment would be read before it is known that there is a clock: see `is_whole`
    fn from(clock: ClockOptions) -> Clock {
        Clock::new(clock.remaining, clock.increment.unwrap_or_default())
    }
}

impl From<Clock> for ClockOptions {
    fn from(Clock { remaining, increment }: Clock) -> ClockOptions {
        ClockOptions { remaining, increment: Some(increment).filter(|increment| !increment.is_zero()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A default that is a number is that number in the table, too.
    #[test]
    fn defaults_are_those_of_the_tables() {
        let default =
            |name: &str| ANALYZE.fields.iter().find(|field| field.name == name).map(|field| field.default);
        let request = AnalyzeOptions::default().request().unwrap();
        assert_eq!(request, AnalyzeRequest::level(Level::DEFAULT));
        assert_eq!(default("lines"), Some(request.lines.to_string().as_str()));
        assert_eq!(default("book"), Some(format!("{:?}", BookUse::default().name()).as_str()));
        assert_eq!(SolveOptions::default().request(), Ok(SolveRequest::exact()));
    }

    /// Options that a program sets are checked as options that are read.
    #[test]
    fn a_request_is_checked_however_its_options_were_set() {
        let (solve, analyze) = (SolveOptions::default(), AnalyzeOptions::default());
        for (options, message) in [
            (SolveOptions { at_least: Some(66), ..solve.clone() }, "at_least must be -64 to 65, not 66"),
            (SolveOptions { window: Some(Window::Between(-66, 0)), ..solve.clone() }, "window must be"),
            (
                SolveOptions { window: Some(Window::Wld), at_least: Some(2), ..solve },
                "at_least must not be given together with window",
            ),
        ] {
            assert!(options.request().unwrap_err().to_string().starts_with(message), "{message}");
        }
        for (options, message) in [
            (AnalyzeOptions { depth: Some(0), ..analyze.clone() }, "depth must be 1 to 4294967295, not 0"),
            (AnalyzeOptions { lines: Some(0), ..analyze }, "lines must be 1 or more, not 0"),
        ] {
            assert_eq!(options.request().unwrap_err().to_string(), message);
        }
    }
}
