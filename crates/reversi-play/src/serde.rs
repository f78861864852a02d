//! Results as maps of their fields, and opponents as their options.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};
use reversi_fields::{DynValue, Fields as _, as_fields, read};

use crate::against::{FoundTraps, Practical, PracticalMove, Trap};
use crate::balanced_starts::{BalancedStart, FoundStarts};
use crate::opponent::{Opponent, OpponentOptions};
use crate::review::{Accuracy, Chances, Puzzle, Reason, Review, ReviewedMove, SideReview, TurningPoint};
use crate::session::{EngineMove, GameResult};

as_fields! {
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
    /// `{"against": 1500, "own": 1500, "moves": [..], "stopped": null}`
    Practical;
    /// `{"move": "f5", "value": {..}, "loss": 1, "discs": 3.25, "chances": {..}, "wrong": 0.7, ..}`
    PracticalMove;
    /// `{"traps": [..], "stopped": null}`
    FoundTraps;
    /// `{"moves": "f5d6c3d3c4f4c5b3", "entered": 0.12, "cost": 0.6, "mistake": {..}}`
    Trap;
    /// `{"position": "64 cells X", "move": "f5", "value": {..}, "analysis": {..}}`
    EngineMove;
    /// `{"score": 12, "ending": "no_moves"}`, from black's side.
    GameResult;
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
        let DynValue::Object(fields) = DynValue::deserialize(deserializer)? else {
            return Err(D::Error::custom("an opponent must be an object"));
        };
        let options: OpponentOptions = read(fields).map_err(D::Error::custom)?;
        options.opponent().map_err(D::Error::custom)
    }
}
