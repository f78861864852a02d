//! Scores: proven, bounded or estimated, and told apart.

use reversi_engine::Value;

/// The kind of a score: proven, bounded or estimated.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiValueKind {
    /// Proven: `score`, `lower` and `upper` are the same.
    Exact = 0,
    /// Proven to be from `lower` to `upper`.
    Bounds = 1,
    /// The result of a search that proves nothing: `score`, `depth` and `selectivity`.
    Estimate = 2,
}

/// The `score` of bounds, which have none.
pub const REVERSI_NO_SCORE: i32 = i32::MIN;

/// A score in discs, seen by the side to move: the final disc difference, empty squares to the winner.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReversiValue {
    /// The kind of the score.
    pub kind: ReversiValueKind,
    /// The score, exact or estimated; `REVERSI_NO_SCORE` for bounds.
    pub score: i32,
    /// The least possible score: -64 if nothing is proven.
    pub lower: i32,
    /// The greatest possible score: 64 if nothing is proven.
    pub upper: i32,
    /// The plies of an estimate, otherwise 0.
    pub depth: u32,
    /// The confidence of an estimate in the moves that its search left out, in percent: 73, 87, 95, 98, 99 or
    /// 100. Otherwise 0.
    pub selectivity: u32,
}

impl From<Value> for ReversiValue {
    fn from(value: Value) -> ReversiValue {
        let (kind, depth, selectivity) = match value {
            Value::Exact(_) => (ReversiValueKind::Exact, 0, 0),
            Value::Estimate { depth, selectivity, .. } => {
                (ReversiValueKind::Estimate, depth, selectivity.percent())
            }
            // Bounds, and what later versions may add: it has no score either.
            _ => (ReversiValueKind::Bounds, 0, 0),
        };
        let score = value.score().unwrap_or(REVERSI_NO_SCORE);
        ReversiValue { kind, score, lower: value.lower(), upper: value.upper(), depth, selectivity }
    }
}

impl ReversiValue {
    /// Nothing is proven.
    pub(crate) const UNKNOWN: ReversiValue = ReversiValue {
        kind: ReversiValueKind::Bounds,
        score: REVERSI_NO_SCORE,
        lower: -64,
        upper: 64,
        depth: 0,
        selectivity: 0,
    };
}
