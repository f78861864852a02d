//! The answers of an engine: maps of their fields. Moves are text, times are seconds. A position stands
//! beside what is said of it, once.

use std::borrow::Cow;
use std::time::Duration;

use reversi_bitboard::{Board, Move, Position};

use super::macros::{as_fields, by_fields};
use super::seconds;
use crate::api::answer::{check_lines, check_moves, check_proven, check_scored, check_solution};
use crate::api::{Analysis, AnswerError, Interrupted, Line, Solution, Source, StopReason, Value};
use crate::engine::{AnalyzedMove, Solved};

as_fields! {
    /// `{"value": {"exact": 2}, "pv": ["g8", "d8"], "nodes": 420024, "seconds": 0.012831604}`,
    /// with a `source` if it is no search.
    Solution as SolutionFields, checked by SolutionFields::check;
    /// `{"reason": "time", "bounds": {"lower": -4, "upper": 64}, "nodes": 90317824, "seconds": 1.000048204}`
    Interrupted as InterruptedFields, checked by InterruptedFields::check;
    /// `{"value": {"estimate": {"score": 3, "depth": 24, "selectivity": 73}}, "pv": ["f5", "d6"]}`
    Line as LineFields, checked by LineFields::check;
}
by_fields! {
    /// `{"position": "64 cells X", "analysis": {"lines": [..], "stopped": "nodes", "nodes": 10035,
    /// "seconds": 0.003187291}}`, with `null` as `stopped` if no limit was reached, and a `source` if it is
    /// no search.
    Analysis as PlacedAnalysis;
    /// `{"position": "64 cells X", "played": "f5", "loss": 2, "depth": 12, "line": {..}, "analysis": {..}}`
    AnalyzedMove as AnalyzedMoveFields;
    /// `{"index": 0, "position": "64 cells X", "solution": {..}}` or
    /// `{"index": 0, "position": "64 cells X", "interrupted": {..}}`
    Solved as SolvedFields;
}

fn is_search(source: &Source) -> bool {
    *source == Source::Search
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Solution", rename = "Solution")]
struct SolutionFields {
    value: Value,
    pv: Vec<Move>,
    nodes: u64,
    #[serde(rename = "seconds", with = "seconds")]
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
#[serde(remote = "Interrupted", rename = "Interrupted")]
struct InterruptedFields {
    reason: StopReason,
    #[serde(with = "bounds")]
    bounds: Value,
    nodes: u64,
    #[serde(rename = "seconds", with = "seconds")]
    elapsed: Duration,
}

impl InterruptedFields {
    fn check(interrupted: &Interrupted) -> Result<(), AnswerError> {
        check_proven(interrupted.bounds)
    }
}

/// Proven bounds. Equal ones are an exact score.
mod bounds {
    use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::api::Value;

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Bounds")]
    struct Bounds {
        lower: i32,
        upper: i32,
    }

    pub(super) fn serialize<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
        Bounds { lower: value.lower(), upper: value.upper() }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        let Bounds { lower, upper } = Bounds::deserialize(deserializer)?;
        Ok(if lower == upper { Value::Exact(lower) } else { Value::Bounds { lower, upper } })
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Line", rename = "Line")]
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

/// An analysis by itself.
#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Analysis")]
struct PlacedAnalysis<'a> {
    position: Board,
    analysis: AnalysisFields<'a>,
}

impl PlacedAnalysis<'_> {
    fn of(analysis: &Analysis) -> PlacedAnalysis<'_> {
        PlacedAnalysis { position: analysis.board, analysis: AnalysisFields::of(analysis) }
    }

    fn checked(self) -> Result<Analysis, AnswerError> {
        self.analysis.checked(self.position)
    }
}

/// An analysis beside its position.
#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "AnalysisFields")]
pub(crate) struct AnalysisFields<'a> {
    lines: Cow<'a, [Line]>,
    stopped: Option<StopReason>,
    nodes: u64,
    #[serde(rename = "seconds", with = "seconds")]
    elapsed: Duration,
    /// Left out if it is the search.
    #[serde(default, skip_serializing_if = "is_search")]
    source: Source,
}

impl AnalysisFields<'_> {
    pub(crate) fn of(analysis: &Analysis) -> AnalysisFields<'_> {
        let &Analysis { ref lines, stopped, nodes, elapsed, source, .. } = analysis;
        AnalysisFields { lines: lines.into(), stopped, nodes, elapsed, source }
    }

    pub(crate) fn checked(self, board: Board) -> Result<Analysis, AnswerError> {
        let AnalysisFields { lines, stopped, nodes, elapsed, source } = self;
        check_lines(board, &lines)?;
        Ok(Analysis { board, lines: lines.into_owned(), stopped, nodes, elapsed, source })
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "AnalyzedMove")]
struct AnalyzedMoveFields<'a> {
    position: Position,
    played: Move,
    /// Follows from the lines, as the depth does. May be left out of what is read.
    loss: Option<u32>,
    depth: Option<u32>,
    line: Cow<'a, Line>,
    analysis: AnalysisFields<'a>,
}

impl AnalyzedMoveFields<'_> {
    fn of(turn: &AnalyzedMove) -> AnalyzedMoveFields<'_> {
        let &AnalyzedMove { position, played, ref line, ref analysis } = turn;
        let (loss, depth) = (Some(turn.loss()), Some(turn.depth()));
        let (line, analysis) = (Cow::Borrowed(line), AnalysisFields::of(analysis));
        AnalyzedMoveFields { position, played, loss, depth, line, analysis }
    }

    fn checked(self) -> Result<AnalyzedMove, String> {
        let AnalyzedMoveFields { position, played, loss, depth, line, analysis } = self;
        let analysis = analysis.checked(position.board).map_err(|error| error.to_string())?;
        let turn = AnalyzedMove { position, played, line: line.into_owned(), analysis };
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
#[serde(rename = "Solved")]
struct SolvedFields<'a> {
    index: usize,
    position: Board,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Cow<'a, Solution>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<Cow<'a, Interrupted>>,
    /// Left out if it is false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    stored: bool,
}

impl SolvedFields<'_> {
    fn of(solved: &Solved) -> SolvedFields<'_> {
        let &Solved { index, board: position, ref result, stored } = solved;
        let solution = result.as_ref().ok().map(Cow::Borrowed);
        let interrupted = result.as_ref().err().map(Cow::Borrowed);
        SolvedFields { index, position, solution, interrupted, stored }
    }

    fn checked(self) -> Result<Solved, String> {
        let SolvedFields { index, position: board, solution, interrupted, stored } = self;
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
