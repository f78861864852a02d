//! The answers of an engine: maps of their fields. Moves are text, times are whole nanoseconds.

use std::borrow::Cow;
use std::time::Duration;

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};
use reversi_bitboard::{Bitboard, Board, Color, Game, Move, Position};

use crate::api::{Analysis, Interrupted, Line, Solution, StopReason, Value};
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
    /// `{"value": {"exact": 2}, "pv": ["g8", "d8"], "nodes": 420024, "elapsed_ns": 12831604}`
    Solution as SolutionFields;
    /// `{"reason": "time", "bounds": {"bounds": {"lower": -4, "upper": 64}}, "nodes": 90317824,
    /// "elapsed_ns": 1000048204}`
    Interrupted as InterruptedFields;
    /// `{"value": {"estimate": {"score": 3, "depth": 24, "selectivity": 73}}, "pv": ["f5", "d6"]}`
    Line as LineFields;
    /// `{"board": "64 cells X", "lines": [..], "stopped": "nodes", "nodes": 10035, "elapsed_ns": 3187291}`,
    /// with `null` as `stopped` if no limit was reached.
    Analysis as AnalysisFields;
}

/// Whole nanoseconds: a time reads back as itself.
pub(crate) mod nanoseconds {
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

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Solution", rename = "Solution", deny_unknown_fields)]
struct SolutionFields {
    value: Value,
    pv: Vec<Move>,
    nodes: u64,
    #[serde(rename = "elapsed_ns", with = "nanoseconds")]
    elapsed: Duration,
}

impl SolutionFields {
    fn check(solution: &Solution) -> Result<(), String> {
        if matches!(solution.value, Value::Estimate { .. }) {
            return Err("the value of a solution is proven, not an estimate".to_owned());
        }
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
    fn check(interrupted: &Interrupted) -> Result<(), String> {
        if matches!(interrupted.bounds, Value::Estimate { .. }) {
            return Err("the bounds of an interrupted solve are proven, not an estimate".to_owned());
        }
        Ok(())
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Line", rename = "Line", deny_unknown_fields)]
struct LineFields {
    value: Value,
    pv: Vec<Move>,
}

impl LineFields {
    fn check(line: &Line) -> Result<(), String> {
        if matches!(line.value, Value::Bounds { .. }) {
            return Err("the value of a line is exact or an estimate, not bounds".to_owned());
        }
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
}

impl AnalysisFields {
    fn check(analysis: &Analysis) -> Result<(), String> {
        let lines = &analysis.lines;
        if lines.is_empty() {
            return Err("an analysis has at least one line".to_owned());
        }
        for (i, line) in lines.iter().enumerate() {
            check_line(analysis.board, line).map_err(|problem| format!("line {}: {problem}", i + 1))?;
            if lines[..i].iter().any(|earlier| earlier.best_move() == line.best_move()) {
                return Err(format!("line {}: an earlier line has the same move", i + 1));
            }
        }
        if !lines.is_sorted_by_key(|line| -score(line)) {
            return Err("the best line of an analysis is its first one".to_owned());
        }
        Ok(())
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
        Self::check(&turn)?;
        for (name, read, expected) in [("loss", loss, turn.loss()), ("depth", depth, turn.depth())] {
            if let Some(read) = read.filter(|&read| read != expected) {
                return Err(format!("the {name} is {read}, and that of the lines is {expected}"));
            }
        }
        Ok(turn)
    }

    fn check(turn: &AnalyzedMove) -> Result<(), String> {
        let AnalyzedMove { position, played, line, analysis } = turn;
        if analysis.board != position.board {
            return Err("the analysis is one of another position".to_owned());
        }
        if line.best_move() != Some(*played) {
            return Err("the line begins with another move than the one that was played".to_owned());
        }
        check_line(position.board, line)?;
        if score(line) > score(&analysis.lines[0]) {
            return Err("the move that was played is better than the best one".to_owned());
        }
        Ok(())
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
        if let Ok(Solution { value, pv, .. }) = &result
            && let Some(end) = play(board, pv)?.score()
            && (end < value.lower() || value.upper() < end)
        {
            return Err(format!("the moves lead to {end:+}, not to {value}"));
        }
        Ok(Solved { index, board, result, stored })
    }
}

/// Checks that some board may have this line.
fn check_moves(pv: &[Move]) -> Result<(), String> {
    let mut played = Bitboard::EMPTY;
    for square in pv.iter().filter_map(|mv| mv.square()) {
        if played.contains(square) {
            return Err(format!("{square} is played twice"));
        }
        played = played.with_square(square);
    }
    if pv.windows(2).any(|two| two == [Move::Pass; 2]) {
        return Err("the game is over after two passes".to_owned());
    }
    Ok(())
}

/// Checks that the line is one of this board, and an exact score that of its end.
fn check_line(board: Board, line: &Line) -> Result<(), String> {
    let game = play(board, &line.pv)?;
    if line.pv.is_empty() && !game.is_over() {
        return Err("the game is not over, and there is no move".to_owned());
    }
    match line.value {
        Value::Exact(score) => match game.score() {
            Some(end) if end == score => Ok(()),
            Some(end) => Err(format!("the score is {score:+}, and the moves lead to {end:+}")),
            None => Err("the score is exact, and the moves do not lead to the end of the game".to_owned()),
        },
        Value::Estimate { depth, .. } if depth > board.empties().len() => {
            Err(format!("a depth of {depth} at {} empties", board.empties().len()))
        }
        _ => Ok(()),
    }
}

/// The end of a line, with black to move on the board.
fn play(board: Board, pv: &[Move]) -> Result<Game, String> {
    let mut game = Game::from_position(Position { board, side: Color::Black });
    pv.iter().try_for_each(|&mv| game.play(mv)).map_err(|e| e.to_string())?;
    Ok(game)
}

fn score(line: &Line) -> i32 {
    line.value.score().unwrap_or(0)
}
