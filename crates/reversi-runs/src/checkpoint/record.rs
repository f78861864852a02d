//! A recorded answer, and its line in a file.
//!
//! A line is the answer of `reversi ask`, with the engine that gave it, behind a checksum of all that
//! follows:
//! `{"crc":"a6d0fe31","by":{"version":"0.2.0","evaluation":"91c0.."},"position":..,"solution":{..}}`.

use std::fmt;

use reversi_bitboard::{Board, Color, Move, Position};
use reversi_question::{Answer, Ask, Reply};
use reversi_search::{
    Analysis, AnalyzeRequest, AnalyzedMove, AnswerError, AnswerErrorKind, Engine, Line, Solution, Source,
    StopReason, Value,
};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// An answer of a run.
///
/// ```
/// use reversi_engine::runs::Record;
/// use reversi_engine::{Board, Solution, Value};
///
/// let wins = Solution::new(&Board::START, Value::bounds(2, 64)?, [])?;
/// let record = Record::Solution(Board::START, wins);
/// assert_eq!((record.board(), record.value()), (Board::START, Value::bounds(2, 64)?));
/// # Ok::<(), reversi_engine::search::AnswerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Record {
    /// The solution of a position.
    Solution(Board, Solution),
    /// The analysis of a position.
    Analysis(Analysis),
    /// A move of a game, beside the best one.
    Move(AnalyzedMove),
}

/// The key of an answer: the position and, for a game, the move that was played.
pub(crate) type Key = (Board, Option<Move>);

impl Record {
    /// Returns the position, as if black were to move.
    pub fn board(&self) -> Board {
        self.key().0
    }

    /// Returns the value of the position, as far as it is known.
    pub fn value(&self) -> Value {
        match self {
            Record::Solution(_, solution) => solution.value(),
            Record::Analysis(analysis) => analysis.value(),
            Record::Move(turn) => turn.analysis().value(),
        }
    }

    /// Returns the nodes of its search.
    pub fn nodes(&self) -> u64 {
        match self {
            Record::Solution(_, solution) => solution.nodes(),
            Record::Analysis(analysis) => analysis.nodes(),
            Record::Move(turn) => turn.analysis().nodes(),
        }
    }

    /// Returns the source of the answer.
    pub(crate) fn source(&self) -> Source {
        match self {
            Record::Solution(_, solution) => solution.source(),
            Record::Analysis(analysis) => analysis.source(),
            Record::Move(turn) => turn.analysis().source(),
        }
    }

    /// Returns the limit that has ended its search.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        match self {
            Record::Solution(..) => None,
            Record::Analysis(analysis) => analysis.stopped(),
            Record::Move(turn) => turn.analysis().stopped(),
        }
    }

    pub(crate) fn key(&self) -> Key {
        match self {
            Record::Solution(board, _) => (*board, None),
            Record::Analysis(analysis) => (analysis.board(), None),
            Record::Move(turn) => (turn.position().board, Some(turn.played())),
        }
    }

    /// Returns the values of its lines, the value of a played move first.
    pub(crate) fn values(&self) -> Vec<Value> {
        match self {
            Record::Solution(_, solution) => vec![solution.value()],
            Record::Analysis(analysis) => analysis.lines().iter().map(Line::value).collect(),
            Record::Move(turn) => {
                let lines = turn.analysis().lines().iter().map(Line::value);
                std::iter::once(turn.line().value()).chain(lines).collect()
            }
        }
    }

    /// Checks that it answers the question.
    pub(crate) fn check(&self, ask: &Ask) -> Result<(), AnswerError> {
        match (self, ask) {
            (Record::Solution(board, solution), Ask::Solve(request)) => request.check_answer(board, solution),
            (Record::Analysis(_) | Record::Move(_), Ask::Analyze(request)) => self.check_analysis(request),
            _ => Err(AnswerErrorKind::OtherPosition.into()), // none of this kind
        }
    }

    pub(crate) fn check_analysis(&self, request: &AnalyzeRequest) -> Result<(), AnswerError> {
        match self {
            Record::Analysis(analysis) => request.check_answer(analysis, None),
            Record::Move(turn) => request.check_answer(turn.analysis(), Some(turn.line())),
            Record::Solution(..) => Err(AnswerErrorKind::OtherPosition.into()),
        }
    }

    /// Returns the same record, as if read from a file.
    pub(crate) fn stored(self) -> Record {
        match self {
            Record::Solution(board, solution) => Record::Solution(board, solution.with_source(Source::File)),
            Record::Analysis(analysis) => Record::Analysis(analysis.with_source(Source::File)),
            Record::Move(turn) => Record::Move(turn.with_source(Source::File)),
        }
    }
}

/// The version and evaluation behind an answer. An estimate is valid for one version and one evaluation, a
/// proof for any.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EngineId {
    /// The version of the engine.
    pub version: String,
    /// The [fingerprint of its evaluation](Engine::evaluation_fingerprint).
    pub evaluation: String,
}

impl EngineId {
    /// Returns this version and the evaluation of an engine.
    pub fn of(engine: &Engine) -> EngineId {
        EngineId {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            evaluation: engine.evaluation_fingerprint(),
        }
    }
}

/// Writes the version and the fingerprint.
impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "version {} with evaluation {}", self.version, self.evaluation)
    }
}

/// An answer and the engine that gave it, which is unknown for an answer from elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) record: Record,
    pub(crate) by: Option<EngineId>,
}

#[derive(Serialize)]
struct Written<'a, A> {
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a EngineId>,
    #[serde(flatten)]
    answer: &'a A,
}

/// The fields of a line beside the answer.
#[derive(Deserialize)]
struct Beside {
    by: Option<EngineId>,
    played: Option<IgnoredAny>,
}

/// Returns the line of a record, without its checksum.
pub(super) fn line_of(record: &Record, by: Option<&EngineId>) -> String {
    let of_board = |board: Board, reply: Reply| Answer::new(Position { board, side: Color::Black }, reply);
    let text = match record {
        Record::Solution(board, solution) => {
            let answer = of_board(*board, Reply::Solution(solution.clone().with_source(Source::Search)));
            serde_json::to_string(&Written { by, answer: &answer })
        }
        Record::Analysis(analysis) => {
            let analysis = analysis.clone().with_source(Source::Search);
            let answer = of_board(analysis.board(), Reply::Analysis(analysis));
            serde_json::to_string(&Written { by, answer: &answer })
        }
        Record::Move(turn) => {
            let turn = turn.clone().with_source(Source::Search).with_side(Color::Black);
            serde_json::to_string(&Written { by, answer: &turn })
        }
    };
    text.expect("an answer has nothing that JSON has not")
}

/// Reads the row of a line without its checksum, or returns what is wrong with the line.
pub(super) fn read_line(text: &str) -> Result<Row, String> {
    let wrong = |error: serde_json::Error| error.to_string();
    let Beside { by, played } = serde_json::from_str(text).map_err(wrong)?;
    let record = if played.is_some() {
        Record::Move(serde_json::from_str(text).map_err(wrong)?)
    } else {
        let answer: Answer = serde_json::from_str(text).map_err(wrong)?;
        match answer.reply {
            Reply::Solution(solution) => Record::Solution(answer.position.board, solution),
            Reply::Analysis(analysis) => Record::Analysis(analysis),
            _ => return Err("it is no solution and no analysis".to_owned()),
        }
    };
    Ok(Row { record: record.stored(), by })
}
