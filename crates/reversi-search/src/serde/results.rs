//! Results as maps of their fields. A position stands once, beside its result.

use std::borrow::Cow;

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, SerializeMap, Serializer};
use reversi_bitboard::Board;

use super::seconds::Seconds;
use crate::api::answer::check_solution;
use crate::api::{Analysis, HumanMove, HumanMoves, Interrupted, Line, Opponent, Progress, Solution, Value};
use crate::data::{CheckedProof, MadeProof, Place, Played, Problem};
use crate::engine::{AnalyzedMove, BalancedStart, FoundStarts, Solved};
use crate::review::{Accuracy, Chances, Puzzle, Reason, Review, ReviewedMove, SideReview, TurningPoint};
use crate::session::{EngineMove, GameResult, SessionState};
use crate::surface::macros::as_fields;
use crate::surface::{Fields, OpponentOptions, Plain, read};

as_fields! {
    /// `{"value": {"exact": 2}, "pv": ["g8", "d8"], "nodes": 420024, "seconds": 0.012831604}`, with a
    /// `source` if it is not from a search.
    Solution;
    /// `{"reason": "time", "bounds": {"lower": -4, "upper": 64}, "nodes": 90317824, "seconds": 1.000048204}`
    Interrupted;
    /// `{"claim": "exactly", "score": 2, "leaf_empties": 8, "positions": 420, "file": "cmV2ZXJzaS1..", ..}`
    MadeProof;
    /// `{"position": "64 cells X", "claim": "exactly", "score": 2, "leaf_empties": 8, ..}`
    CheckedProof;
    /// `{"value": {"estimate": {"score": 3, "depth": 24, "selectivity": 73}}, "pv": ["f5", "d6"]}`
    Line;
    /// `{"rating": 1500, "moves": [{"move": "f5", "chance": 0.41}, ..]}`
    HumanMoves;
    /// `{"move": "f5", "chance": 0.41}`
    HumanMove;
    /// `{"position": "64 cells X", "played": "f5", "loss": 2, "depth": 12, "line": {..}, "analysis": {..}}`
    AnalyzedMove;
    /// `{"version": 1, "moves": [..], "sides": {"black": {..}, "white": {..}}, "turning_points": [..], ..}`
    Review;
    /// `{"ply": 7, "played": "f5", "loss": 4, "class": "inaccuracy", "best_move": "d6", ..}`
    ReviewedMove;
    /// `{"fact": "mobility", "squares": [], "played": 9, "best": 4, "en": "..", "ja": ".."}`
    Reason;
    /// `{"win": 0.62, "draw": 0.04, "loss": 0.34}`
    Chances;
    /// `{"judged": 27, "lost": 14, "mistakes": 1, "accuracy": {..}, ..}`
    SideReview;
    /// `{"percent": 87.5, "low": 80.1, "high": 91.0}`
    Accuracy;
    /// `{"ply": 42, "before": "win", "after": "loss", "proven": true}`
    TurningPoint;
    /// `{"position": "64 cells X", "best_move": "f5", "margin": 4, "hard": 6, "proven": true, "moves":
    /// [..]}`
    Puzzle;
    /// `{"moves": "f5d6c3", "position": "64 cells O", "value": {..}}`
    BalancedStart;
    /// `{"starts": [..], "stopped": null}`
    FoundStarts;
    /// `{"position": "64 cells O", "legal_moves": ["d6"], "black_score": null}`
    Played;
    /// `{"stored": {..}, "due": "person", "position": "64 cells X", "legal_moves": [..], ..}`
    SessionState;
    /// `{"position": "64 cells X", "move": "f5", "value": {..}, "analysis": {..}}`
    EngineMove;
    /// `{"score": 12, "ending": "no_moves"}`, from black's side.
    GameResult;
    /// `{"field": "level"}`
    Place;
    /// `{"code": "out-of-range", "message": "..", "at": {"field": "level"}}`
    Problem;
}

/// `{"nodes": 10035, "seconds": 0.05, "bounds": {..}, "value": {..}, "lines": [..], "done": 0}`: the
/// fields of the table `PROGRESS`.
impl Serialize for Progress<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(::serde::Serialize)]
        struct Bounds(#[serde(with = "super::bounds")] Value);

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

/// An analysis without its position, which is set later.
pub(crate) mod unplaced {
    use super::{Analysis, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(analysis: &Analysis, serializer: S) -> Result<S::Ok, S::Error> {
        Analysis::serialize(analysis, serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Analysis, D::Error> {
        Analysis::deserialize(deserializer)
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Analysis")]
struct Placed<'a> {
    position: Board,
    analysis: Unplaced<'a>,
}

/// An analysis without its position.
pub(crate) struct Unplaced<'a>(pub(crate) Cow<'a, Analysis>);

impl Serialize for Unplaced<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        unplaced::serialize(&self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Unplaced<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        unplaced::deserialize(deserializer).map(|analysis| Unplaced(Cow::Owned(analysis)))
    }
}

/// `{"position": "64 cells X", "analysis": {"lines": [..], "stopped": "nodes", "nodes": 10035,
/// "seconds": 0.003187291}}`, with `null` as `stopped` if no limit was reached, and a `source` if it is not
/// from a search.
impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let analysis = Unplaced(Cow::Borrowed(self));
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

/// `{"rating": 1350, "seed": "8d1f3c2b5a697804"}`, or a strength that has the rating. It continues with the
/// same choices.
impl Serialize for Opponent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        OpponentOptions::from(self).to_plain().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Opponent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Opponent, D::Error> {
        let Plain::Object(fields) = Plain::deserialize(deserializer)? else {
            return Err(D::Error::custom("an opponent must be an object"));
        };
        let options: OpponentOptions = read(fields).map_err(D::Error::custom)?;
        options.opponent().map_err(D::Error::custom)
    }
}
