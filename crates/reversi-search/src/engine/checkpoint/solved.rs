//! The text of a checkpoint of solutions: a header with the request's window, then a line for each position.

use std::fmt;
use std::time::Duration;

use reversi_bitboard::{Board, Move};

use super::error::CheckpointErrorKind;
use super::lines::{Question, quote};
use crate::api::answer::check_solution;
use crate::api::{AnswerError, AnswerErrorKind, Solution, SolveRequest, Source, Value};

const HEADER: &str = "solved by reversi-search, window";

impl Question for SolveRequest {
    type Key = Board;
    type Answer = Solution;

    const MAX_LINE: u64 = 1000;

    fn check(&self) -> Result<(), CheckpointErrorKind> {
        self.checked_window()?;
        Ok(())
    }

    fn header(&self) -> String {
        format!("{HEADER} {} {}", self.alpha(), self.beta())
    }

    fn is_header(line: &str) -> bool {
        request_of(line).is_some()
    }

    fn read_line(&self, line: &str) -> Result<(Board, Solution), String> {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [board, bounds, nodes, micros, moves] = fields[..] else {
            let (count, s) = (fields.len(), if fields.len() == 1 { "" } else { "s" });
            return Err(format!(
                "it has {count} field{s} instead of 5 (position; bounds; nodes; microseconds; moves)"
            ));
        };
        let board = board.parse().map_err(|e| format!("the position {}: {e}", quote(board)))?;
        let value = read_bounds(bounds).ok_or_else(|| {
            format!("the bounds {} are not two even scores, the lower first", quote(bounds))
        })?;
        let nodes = nodes.parse().map_err(|e| format!("the nodes {}: {e}", quote(nodes)))?;
        let micros = micros.parse().map_err(|e| format!("the microseconds {}: {e}", quote(micros)))?;
        let read_move = |mv: &str| mv.parse().map_err(|e| format!("the move {}: {e}", quote(mv)));
        let pv = moves.split_whitespace().map(read_move).collect::<Result<Vec<Move>, _>>()?;
        let elapsed = Duration::from_micros(micros);
        let solution = Solution { nodes, elapsed, source: Source::File, ..Solution::of_search(value, pv) };
        check(self, board, &solution).map_err(|error| error.to_string())?;
        Ok((board, solution))
    }
}

/// The request of a file that begins with this line.
pub(super) fn request_of(header: &str) -> Option<SolveRequest> {
    let mut scores = header.strip_prefix(HEADER)?.split_whitespace().map(str::parse::<i32>);
    match (scores.next(), scores.next(), scores.next()) {
        (Some(Ok(alpha)), Some(Ok(beta)), None) => Some(SolveRequest::window(alpha, beta)),
        _ => None,
    }
}

/// `board; lower upper; nodes; microseconds; moves`
pub(super) struct SolvedLine<'a> {
    pub(super) board: Board,
    pub(super) solution: &'a Solution,
}

impl fmt::Display for SolvedLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solution { value, pv, nodes, elapsed, .. } = self.solution;
        let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX); // as much as is read back
        let (lower, upper) = (value.lower(), value.upper());
        write!(f, "{}; {lower} {upper}; {nodes}; {micros};", self.board)?;
        pv.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

fn read_bounds(bounds: &str) -> Option<Value> {
    let score = |text: &str| text.parse().ok().filter(|score| (-64..=64).contains(score) && score % 2 == 0);
    let (lower, upper) = bounds.split_once(' ')?;
    let (lower, upper) = (score(lower)?, score(upper)?);
    (lower <= upper).then(|| Value::between(lower, upper))
}

/// Checks that the solution is one of the board and answers the request.
pub(super) fn check(request: &SolveRequest, board: Board, solution: &Solution) -> Result<(), AnswerError> {
    let (alpha, beta, value) = (request.alpha(), request.beta(), solution.value);
    check_solution(board, value, &solution.pv, |score| request.is_inside(score))?;
    if value.exact().is_none() && alpha < value.upper() && value.lower() < beta {
        return Err(AnswerErrorKind::OtherWindow { value, alpha, beta }.into());
    }
    Ok(())
}
