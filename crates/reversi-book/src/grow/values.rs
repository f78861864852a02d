//! Computes the value of a position from its links and its leaf.

use reversi_bitboard::{Board, Move};
use reversi_search::{Level, Selectivity};

use super::moves::after;
use crate::Header;

/// The score of a position, seen by its side to move, and its bounds by the errors of the leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) value: i8,
    pub(super) lower: i8,
    pub(super) upper: i8,
}

impl Bounds {
    /// Returns the bounds of a score that may be wrong by `error` discs.
    pub(super) fn around(score: i8, error: u32) -> Bounds {
        let error = error.min(128) as i16;
        let within = |score: i16| score.clamp(-64, 64) as i8;
        Bounds {
            value: score,
            lower: within(i16::from(score) - error),
            upper: within(i16::from(score) + error),
        }
    }
}

/// The bounds of a position, and the number of lines of play below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    pub(super) bounds: Bounds,
    pub(super) lines: u32,
}

impl Values {
    /// Returns the values of a link to this position, seen by the other side.
    pub(super) fn of_parent(self) -> Values {
        let Bounds { value, lower, upper } = self.bounds;
        Values { bounds: Bounds { value: -value, lower: -upper, upper: -lower }, ..self }
    }

    /// Returns the values of a position with both moves. Its value is the value of its best move, which may
    /// be either of them within the bounds.
    pub(super) fn better_of(self, other: Values) -> Values {
        let (one, two) = (self.bounds, other.bounds);
        let bounds = Bounds {
            value: one.value.max(two.value),
            lower: one.lower.max(two.lower),
            upper: one.upper.max(two.upper),
        };
        Values { bounds, lines: self.lines.saturating_add(other.lines) }
    }
}

/// Returns by how many discs the score of a leaf may be wrong: 0 if the move ends the game, or if the level
/// solves positions with this number of empty squares.
pub(super) fn error(header: &Header, level: Level, board: Board, mv: Move) -> u32 {
    let empties = board.empties().len();
    match level.at(empties) {
        _ if after(board, mv).is_game_over() => 0,
        (depth, Selectivity::P100) if depth == empties => 0,
        (depth, _) if depth == empties => header.endcut_error,
        _ => header.midgame_error,
    }
}
