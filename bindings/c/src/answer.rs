//! Answers of searches.

use reversi_engine::question::{Answer, Reply};
use reversi_engine::{Analysis, Board, Color, Move, Position, Value};

use crate::failure::Failure;
use crate::handle::{Handle, kind};
use crate::moves::{ReversiMove, to_c};
use crate::pointer::{Out, fill, versioned};
use crate::status::calls;
use crate::surface::{ReversiSource, ReversiSummary};
use crate::text::ReversiText;
use crate::value::ReversiValue;

kind! {
    /// The answer of a solve or an analysis. It does not change.
    ReversiAnswer, BoardAnswer, b"answ", "answer"
}

/// An answer about a board. Scores are those of its side to move.
pub(crate) struct BoardAnswer(Answer);

versioned!(ReversiSummary, "REVERSI_SUMMARY_INIT", source: ReversiSource);

impl BoardAnswer {
    /// Boards have no colours: black is the side to move in the JSON.
    pub(crate) fn new(board: Board, reply: Reply) -> BoardAnswer {
        BoardAnswer(Answer::new(Position { board, side: Color::Black }, reply))
    }

    /// The analysis; `None` for a solve.
    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        match &self.0.reply {
            Reply::Analysis(analysis) => Some(analysis),
            _ => None,
        }
    }

    /// The value and the moves of a line.
    fn line(&self, index: u32) -> Result<(Value, &[Move]), Failure> {
        let line = match &self.0.reply {
            Reply::Solution(solution) => (index == 0).then(|| (solution.value(), solution.pv())),
            Reply::Analysis(analysis) => {
                analysis.lines().get(index as usize).map(|line| (line.value(), line.pv()))
            }
            _ => None,
        };
        let lines = self.0.reply.summary().map_or(0, |summary| summary.lines);
        line.ok_or_else(|| Failure::out_of_range("line", format_args!("below {lines}"), index))
    }
}

calls!(
    /// Writes the fields that all answers share from `answer` to `summary`, as much as its size has room for.
    fn reversi_answer_summary(answer: Handle<ReversiAnswer>, summary: Out<ReversiSummary>) {
        let answer = answer.enter("answer")?;
        let found = answer.0.reply.summary().expect("a handle has the answer of a search");
        summary.write_versioned("summary", (&found).into())
    }

    /// Writes the value of a line of `answer` to `value`. `line` is from 0, the best one, to the number of
    /// lines less one.
    fn reversi_answer_value(answer: Handle<ReversiAnswer>, line: u32, value: Out<ReversiValue>) {
        value.write("value", answer.enter("answer")?.line(line)?.0.into())
    }

    /// Writes the moves of a line of `answer` to the array `moves`, of which `REVERSI_MAX_MOVES` elements are
    /// enough. The first move is the one that the line is about. `line` is as for `reversi_answer_value`.
    fn reversi_answer_moves(
        answer: Handle<ReversiAnswer>,
        line: u32,
        moves: Out<ReversiMove>,
        capacity: usize,
        count: Out<usize>,
    ) {
        let answer = answer.enter("answer")?;
        let line: Vec<ReversiMove> = answer.line(line)?.1.iter().copied().map(to_c).collect();
        fill(&line, moves, capacity, count, "moves")
    }

    /// Writes `answer` as JSON to `json`, as `reversi_ask` does. Boards have no colours, so the side to move
    /// is black there.
    fn reversi_answer_json(answer: Handle<ReversiAnswer>, json: Out<ReversiText>) {
        json.hand_over("json", || Ok(answer.enter("answer")?.0.to_json()))
    }

    /// Frees `answer`. Does nothing for NULL.
    fn reversi_answer_free(answer: Handle<ReversiAnswer>) {
        answer.free("answer")
    }
);
