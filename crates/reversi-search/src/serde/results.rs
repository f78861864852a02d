//! The answers of an engine: maps of their fields. Moves are text, times are whole nanoseconds.

use std::borrow::Cow;
use std::time::Duration;

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};
use reversi_bitboard::{Board, Move, Position};

use crate::api::answer::{check_lines, check_moves, check_proven, check_scored, check_solution};
use crate::api::{Analysis, AnswerError, Interrupted, Line, Solution, Source, StopReason, Value};
use crate::engine::{AnalyzedMove, Solved};

/// Serialises a type as its fields. A value that is read has to pass `check`.
macro_rules! as_fields {
    ($($(#[$doc:meta])* $Type:ident as $Fields:ident;)*) => {$(
        $(#[$doc])*
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $Fields::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let value = $Fields::deserialize(deserializer)?;
                $Fields::check(&value).map_err(D::Error::custom)?;
                Ok(value)
            }
        }
    )*};
}
as_fields! {
    /// `{"value": {"exact": 2}, "pv": ["g8", "d8"], "nodes": 420024, "elapsed_ns": 12831604}`,
    /// with a `source` if it is no search.
    Solution as SolutionFields;
    /// `{"reason": "time", "bounds": {"bounds": {"lower": -4, "upper": 64}}, "nodes": 90317824,
    /// "elapsed_ns": 1000048204}`
    Interrupted as InterruptedFields;
    /// `{"value": {"estimate": {"score": 3, "depth": 24, "selectivity": 73}}, "pv": ["f5", "d6"]}`
    Line as LineFields;
    /// `{"board": "64 cells X", "lines": [..], "stopped": "nodes", "nodes": 10035, "elapsed_ns": 3187291}`,
    /// with `null` as `stopped` if no limit was reached, and a `source` if it is no search.
    Analysis as AnalysisFields;
}

/// Whole nanoseconds: a time reads back as itself.
pub(super) mod nanoseconds {
    use std::time::Duration;

    use ::serde::de::{Deserialize as _, Deserializer};
    use ::serde::ser::{Error as _, Serialize as _, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        let too_long = |_| S::Error::custom("a time of more than 584 years");
        u64::try_from(time.as_nanos()).map_err(too_long)?.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_nanos)
    }
}

fn is_search(source: &Source) -> bool {
    *source == Source::Search
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Solution", rename = "Solution", deny_unknown_fields)]
struct SolutionFields {
    value: Value,
    pv: Vec<Move>,
    nodes: u64,
    #[serde(rename = "elapsed_ns", with = "nanoseconds")]
    elapsed: Duration,
    /// Left out if it is the search.
    #[serde(default, skip_serializing_if = "is_search")]
    source: Source,
}

impl SolutionFields {
    fn check(solution: &Solution) -> Result<(), AnswerError> {
        check_proven(solution.value)?;
        check_moves(&solution.pv)
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Interrupted", rename = "Interrupted", deny_unknown_fields)]
struct InterruptedFields {
    reason: StopReason,
    bounds: Value,
    nodes: u64,
    #[serde(rename = "elapsed_ns", with = "nanoseconds")]
    elapsed: Duration,
}

impl InterruptedFields {
    fn check(interrupted: &Interrupted) -> Result<(), AnswerError> {
        check_proven(interrupted.bounds)
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Line", rename = "Line", deny_unknown_fields)]
struct LineFields {
    value: Value,
    pv: Vec<Move>,
}

impl LineFields {
    fn check(line: &Line) -> Result<(), AnswerError> {
        check_scored(line.value)?;
        check_moves(&line.pv)
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Analysis", rename = "Analysis", deny_unknown_fields)]
struct AnalysisFields {
    board: Board,
    lines: Vec<Line>,
    stopped: Option<StopReason>,
    nodes: u64,
    #[serde(rename = "elapsed_ns", with = "nanoseconds")]
    elapsed: Duration,
    /// Left out if it is the search.
    #[serde(default, skip_serializing_if = "is_search")]
    source: Source,
}

impl AnalysisFields {
    fn check(analysis: &Analysis) -> Result<(), AnswerError> {
        check_lines(analysis.board, &analysis.lines)
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "AnalyzedMove", deny_unknown_fields)]
struct AnalyzedMoveFields<'a> {
    position: Position,
    played: Move,
    /// Follows from the lines, as the depth does. May be left out of what is read.
    loss: Option<u32>,
    depth: Option<u32>,
    line: Cow<'a, Line>,
    analysis: Cow<'a, Analysis>,
}

/// `{"position": "64 cells X", "played": "f5", "loss": 2, "depth": 12, "line": {..}, "analysis": {..}}`
impl Serialize for AnalyzedMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &AnalyzedMove { position, played, ref line, ref analysis } = self;
        let (loss, depth) = (Some(self.loss()), Some(self.depth()));
        let (line, analysis) = (Cow::Borrowed(line), Cow::Borrowed(analysis));
        AnalyzedMoveFields { position, played, loss, depth, line, analysis }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AnalyzedMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AnalyzedMove, D::Error> {
        AnalyzedMoveFields::deserialize(deserializer)?.checked().map_err(D::Error::custom)
    }
}

impl AnalyzedMoveFields<'_> {
    fn checked(self) -> Result<AnalyzedMove, String> {
        let AnalyzedMoveFields { position, played, loss, depth, line, analysis } = self;
        let (line, analysis) = (line.into_owned(), analysis.into_owned());
        let turn = AnalyzedMove { position, played, line, analysis };
        turn.check().map_err(|error| error.to_string())?;
        for (name, read, expected) in [("loss", loss, turn.loss()), ("depth", depth, turn.depth())] {
            if let Some(read) = read.filter(|&read| read != expected) {
                return Err(format!("the {name} is {read}, and that of the lines is {expected}"));
            }
        }
        Ok(turn)
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Solved", deny_unknown_fields)]
struct SolvedFields<'a> {
    index: usize,
    board: Board,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Cow<'a, Solution>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<Cow<'a, Interrupted>>,
    /// Left out if it is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    stored: bool,
}

/// `{"index": 0, "board": "64 cells X", "solution": {..}}` or
/// `{"index": 0, "board": "64 cells X", "interrupted": {..}}`
impl Serialize for Solved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Solved { index, board, ref result, stored } = self;
        let solution = result.as_ref().ok().map(Cow::Borrowed);
        let interrupted = result.as_ref().err().map(Cow::Borrowed);
        SolvedFields { index, board, solution, interrupted, stored }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Solved {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Solved, D::Error> {
        SolvedFields::deserialize(deserializer)?.checked().map_err(D::Error::custom)
    }
}

impl SolvedFields<'_> {
    fn checked(self) -> Result<Solved, String> {
        let SolvedFields { index, board, solution, interrupted, stored } = self;
        let result = match (solution, interrupted) {
            (Some(solution), None) => Ok(solution.into_owned()),
            (None, Some(_)) if stored => return Err("an interrupted solve is not stored".to_owned()),
            (None, Some(interrupted)) => Err(interrupted.into_owned()),
            _ => return Err("either a solution or an interrupted solve is expected".to_owned()),
        };
        if let Ok(Solution { value, pv, .. }) = &result {
            check_solution(board, *value, pv, |_| false).map_err(|error| error.to_string())?;
        }
        Ok(Solved { index, board, result, stored })
    }
}
