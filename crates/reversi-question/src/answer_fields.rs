//! The fields of answers that are not in a struct, and the fields that all answers of a search have.

use std::time::Duration;

use reversi_bitboard::Move;
use reversi_fields::{Kind, Object, answer, table};
use reversi_play::surface::{
    ACCURACY, ACTION, BALANCED_START, CHANCES, ENGINE_MOVE, FOUND_STARTS, FOUND_TRAPS, GAME_RESULT,
    HUMAN_RATING, PRACTICAL, PRACTICAL_MOVE, PUZZLE, REASON, REVIEW, REVIEWED_MOVE, SESSION, SIDE_REVIEW,
    STORED_END, STORED_GAME, STORED_TURN, STORED_UNDONE, TRAP, TURNING_POINT, VARIETY,
};
use reversi_search::surface::{
    ANALYSIS, ANALYZED_MOVE, HUMAN_MOVE, HUMAN_MOVES, INTERRUPTED, LIMITS, LINE, SOLUTION, SOURCES,
    STOP_REASONS,
};
use reversi_search::{Analysis, Interrupted, Solution, Source, StopReason, Value};

use crate::answer::PLAYED;
use crate::problem::{PLACE, PROBLEM};
use crate::proof::{CHECKED_PROOF, MADE_PROOF};
use crate::reply::Reply;
use crate::session_state::SESSION_STATE;

// The reply in place of an answer.
table! {
    REFUSAL, Refusal,
    "The reply in place of an answer.",
    [],
    "id": Kind::Id, ["none"], ["The id of the question."];
    "version": Kind::Version, ["1"], ["The version of the format."];
    "error": Kind::Object(&PROBLEM), [], ["Why there is no answer."];
}

// The progress of a running search, as doors of data have it.
table! {
    PROGRESS, Progress,
    "The progress of a running search.",
    [],
    "nodes": Kind::COUNTER, [], ["Nodes since the start of the call."];
    "seconds": Kind::Seconds, [], ["Time since the start of the call."];
    "bounds": Kind::Bounds, [],
        ["Proven bounds of the score of the position, -64 to 64 if nothing is proven yet."];
    "value": Kind::Value, [],
        ["Exact if it is proven, otherwise the estimate of the best line. The bounds before there is a line,"
            "and where they exclude the estimate."];
    "lines": Kind::List(&Kind::Object(&LINE)), [],
        ["The best lines of the last complete search, the best first. Empty before there is one."];
    "done": Kind::COUNTER, [], ["The moves of a game, or the positions of a proof, that are done."];
}

/// The objects of questions and answers, each under its name in the schema.
pub static DEFINITIONS: &[(&str, &Object)] = &[
    ("limits", &LIMITS),
    ("clock", &reversi_search::surface::CLOCK),
    ("solution", &SOLUTION),
    ("interrupted", &INTERRUPTED),
    ("made_proof", &MADE_PROOF),
    ("checked_proof", &CHECKED_PROOF),
    ("analysis", &ANALYSIS),
    ("line", &LINE),
    ("human_moves", &HUMAN_MOVES),
    ("human_move", &HUMAN_MOVE),
    ("analyzed_move", &ANALYZED_MOVE),
    ("review", &REVIEW),
    ("reviewed_move", &REVIEWED_MOVE),
    ("reason", &REASON),
    ("chances", &CHANCES),
    ("side_review", &SIDE_REVIEW),
    ("accuracy", &ACCURACY),
    ("human_rating", &HUMAN_RATING),
    ("turning_point", &TURNING_POINT),
    ("puzzle", &PUZZLE),
    ("found_starts", &FOUND_STARTS),
    ("balanced_start", &BALANCED_START),
    ("practical", &PRACTICAL),
    ("practical_move", &PRACTICAL_MOVE),
    ("found_traps", &FOUND_TRAPS),
    ("trap", &TRAP),
    ("played", &PLAYED),
    ("session_state", &SESSION_STATE),
    ("engine_move", &ENGINE_MOVE),
    ("game_result", &GAME_RESULT),
    ("session", &SESSION),
    ("stored_game", &STORED_GAME),
    ("stored_turn", &STORED_TURN),
    ("stored_undone", &STORED_UNDONE),
    ("stored_end", &STORED_END),
    ("variety", &VARIETY),
    ("opponent", &reversi_play::surface::OPPONENT),
    ("action", &ACTION),
    ("error", &PROBLEM),
    ("progress", &PROGRESS),
    ("place", &PLACE),
];

answer! {
    /// The fields that all answers of a search have, for doors with one struct for all requests.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Summary as SUMMARY: "The fields that all answers of a search have." {
        /// The value of the best move; of a solve its proven value, even if a limit ended it.
        pub value: Value as "value": Kind::Value;
        /// The best move, if there is one.
        pub best_move: Option<Move> as "best_move": Kind::Move, or "none";
        /// The number of lines: 1 for each requested move; 1 for a solve, 0 if a limit ended it.
        pub lines: u32 as "lines": Kind::COUNTER;
        /// The nodes searched.
        pub nodes: u64 as "nodes": Kind::COUNTER;
        /// The wall-clock time of the call.
        pub elapsed: Duration as "seconds": Kind::Seconds;
        /// The limit that ended the search.
        pub stopped: Option<StopReason> as "stopped": Kind::Names("StopReason", STOP_REASONS), or "none";
        /// The source of the answer.
        pub source: Source as "source": Kind::Names("Source", SOURCES);
    }
}

impl Default for Summary {
    fn default() -> Summary {
        Summary {
            value: Value::Bounds { lower: -64, upper: 64 },
            best_move: None,
            lines: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            stopped: None,
            source: Source::Search,
        }
    }
}

impl From<&Solution> for Summary {
    fn from(solution: &Solution) -> Summary {
        Summary {
            value: solution.value(),
            best_move: solution.best_move(),
            lines: 1,
            nodes: solution.nodes(),
            elapsed: solution.elapsed(),
            source: solution.source(),
            ..Summary::default()
        }
    }
}

impl From<&Interrupted> for Summary {
    fn from(interrupted: &Interrupted) -> Summary {
        let &Interrupted { reason, bounds, nodes, elapsed, .. } = interrupted;
        Summary { value: bounds, nodes, elapsed, stopped: Some(reason), ..Summary::default() }
    }
}

impl From<&Analysis> for Summary {
    fn from(analysis: &Analysis) -> Summary {
        Summary {
            value: analysis.value(),
            best_move: analysis.best_move(),
            lines: analysis.lines().len() as u32,
            nodes: analysis.nodes(),
            elapsed: analysis.elapsed(),
            stopped: analysis.stopped(),
            source: analysis.source(),
        }
    }
}

impl Reply {
    /// Returns the fields that all answers of a search have; `None` if the answer takes no search, or is
    /// about a game.
    pub fn summary(&self) -> Option<Summary> {
        match self {
            Reply::Solution(solution) => Some(solution.into()),
            Reply::Interrupted(interrupted) => Some(interrupted.into()),
            Reply::Analysis(analysis) => Some(analysis.into()),
            _ => None,
        }
    }
}
