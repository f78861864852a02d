//! Results as maps of their fields. A position stands once, beside its result.

use std::borrow::Cow;

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, SerializeMap, Serializer};
use reversi_bitboard::Board;
use reversi_fields::as_fields;
use reversi_fields::seconds::Seconds;

use crate::api::analysis::unplaced;
use crate::api::answer::check_solution;
use crate::api::{Analysis, HumanMove, HumanMoves, Interrupted, Line, Progress, Solution, Value};
use crate::engine::{AnalyzedMove, Solved};

as_fields! {
    /// `{"value": {"exact": 2}, "pv": ["g8", "d8"], "nodes": 420024, "seconds": 0.012831604}`, with a
    /// `source` if it is not from a search.
    Solution;
    /// `{"reason": "time", "bounds": {"lower": -4, "upper": 64}, "nodes": 90317824, "seconds": 1.000048204}`
    Interrupted;
    /// `{"value": {"estimate": {"score": 3, "depth": 24, "selectivity": 73}}, "pv": ["f5", "d6"]}`
    Line;
    /// `{"rating": 1500, "moves": [{"move": "f5", "chance": 0.41}, ..]}`
    HumanMoves;
    /// `{"move": "f5", "chance": 0.41}`
    HumanMove;
    /// `{"position": "64 cells X", "played": "f5", "loss": 2, "depth": 12, "line": {..}, "analysis": {..}}`
    AnalyzedMove;
}

/// `{"nodes": 10035, "seconds": 0.05, "bounds": {..}, "value": {..}, "lines": [..], "done": 0}`: the
/// fields of the table `PROGRESS`.
impl Serialize for Progress<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(::serde::Serialize)]
        struct Bounds(#[serde(with = "crate::api::value::bounds")] Value);

        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("nodes", &self.nodes())?;
        map.serialize_entry("seconds", &Seconds(self.elapsed()))?;
        map.serialize_entry("bounds", &Bounds(self.bounds()))?;
        map.serialize_entry("value", &self.value())?;
        map.serialize_entry("lines", self.lines())?;
        map.serialize_entry("done", &self.done())?;
        map.end()
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Analysis")]
struct Placed<'a> {
    position: Board,
    analysis: AnalysisWithoutBoard<'a>,
}

/// An analysis without its position.
#[allow(clippy::exhaustive_structs, reason = "a form of an analysis, between these crates")]
pub struct AnalysisWithoutBoard<'a>(pub Cow<'a, Analysis>);

impl Serialize for AnalysisWithoutBoard<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        unplaced::serialize(&self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for AnalysisWithoutBoard<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        unplaced::deserialize(deserializer).map(|analysis| AnalysisWithoutBoard(Cow::Owned(analysis)))
    }
}

/// `{"position": "64 cells X", "analysis": {"lines": [..], "stopped": "nodes", "nodes": 10035,
/// "seconds": 0.003187291}}`, with `null` as `stopped` if no limit was reached, and a `source` if it is not
/// from a search.
impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let analysis = AnalysisWithoutBoard(Cow::Borrowed(self));
        Serialize::serialize(&Placed { position: self.board, analysis }, serializer)
    }
}

impl<'de> Deserialize<'de> for Analysis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Analysis, D::Error> {
        let placed: Placed<'_> = Deserialize::deserialize(deserializer)?;
        placed.analysis.0.into_owned().at(placed.position).map_err(D::Error::custom)
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Solved")]
struct EitherSolved<'a> {
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

/// `{"index": 0, "position": "64 cells X", "solution": {..}}` or
/// `{"index": 0, "position": "64 cells X", "interrupted": {..}}`
impl Serialize for Solved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Solved { index, board: position, ref result, stored } = self;
        let solution = result.as_ref().ok().map(Cow::Borrowed);
        let interrupted = result.as_ref().err().map(Cow::Borrowed);
        EitherSolved { index, position, solution, interrupted, stored }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Solved {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Solved, D::Error> {
        let EitherSolved { index, position: board, solution, interrupted, stored } =
            EitherSolved::deserialize(deserializer)?;
        let result = match (solution, interrupted) {
            (Some(solution), None) => Ok(solution.into_owned()),
            (None, Some(_)) if stored => {
                return Err(D::Error::custom("an interrupted solve is not stored"));
            }
            (None, Some(interrupted)) => Err(interrupted.into_owned()),
            _ => return Err(D::Error::custom("either a solution or an interrupted solve is expected")),
        };
        if let Ok(Solution { value, pv, .. }) = &result {
            check_solution(board, *value, pv, |_| false).map_err(D::Error::custom)?;
        }
        Ok(Solved { index, board, result, stored })
    }
}
