//! Properties of every correct answer. A verdict describes the violation.

use reversi_engine::board::Symmetry;
use reversi_engine::{Analysis, Board, Move, SolveRequest, Value};
use reversi_testkit::{line_score, replay, transcript};

pub(super) type Verdict = Result<(), String>;

/// Two answers to one question are equal.
pub(super) fn equal<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Verdict {
    if found == expected { Ok(()) } else { Err(format!("{found:?} instead of {expected:?}")) }
}

/// The value for a window is the score if it lies inside, and a bound on the side of the score otherwise.
pub(super) fn answers(value: Value, request: &SolveRequest, score: i32) -> Verdict {
    let (alpha, beta) = (request.alpha(), request.beta());
    let contains_score = value.lower() <= score && score <= value.upper();
    let is_sharp = if score <= alpha {
        value.upper() <= alpha
    } else if score >= beta {
        value.lower() >= beta
    } else {
        value == Value::Exact(score)
    };
    if contains_score && is_sharp { Ok(()) } else { Err(format!("{value}, but the score is {score:+}")) }
}

/// A line of best play ends the game with the score.
pub(super) fn replays_to(board: Board, line: &[Move], score: i32) -> Verdict {
    match line_score(board, line)? {
        reached if reached == score => Ok(()),
        reached => Err(format!("{} ends at {reached:+}, not at {score:+}", transcript(line))),
    }
}

/// The line for a window is legal. It is complete if the score lies inside, and empty if the score is too
/// low.
pub(super) fn line_suits(board: Board, line: &[Move], request: &SolveRequest, score: i32) -> Verdict {
    if score <= request.alpha() {
        equal(line, &[])
    } else if score < request.beta() {
        replays_to(board, line, score)
    } else {
        replay(board, line).map(drop)
    }
}

/// An analysis of all moves lists each of them once, the best first, each with its exact score and a line to
/// that score.
pub(super) fn lists_all_moves(analysis: &Analysis, score: i32) -> Verdict {
    let board = analysis.board();
    let mut moves: Vec<Move> = analysis.lines().iter().filter_map(|line| line.best_move()).collect();
    let mut scores = Vec::new();
    for line in analysis.lines() {
        let score = line.value().exact().ok_or_else(|| format!("{} is not exact", line.value()))?;
        replays_to(board, line.pv(), score)?;
        scores.push(score);
    }
    equal(scores[0], score)?;
    if !scores.is_sorted_by(|a, b| a >= b) {
        return Err(format!("the scores {scores:?} are not in order"));
    }
    let mut expected: Vec<Move> = board.legal_moves().into_iter().map(Move::Place).collect();
    if expected.is_empty() {
        expected.push(Move::Pass);
    }
    moves.sort();
    equal(moves, expected)
}

/// A random one of the seven non-trivial symmetries of a board.
pub(super) fn turned(board: Board, rng: &mut fastrand::Rng) -> Board {
    Symmetry::ALL[rng.usize(1..8)].board(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_engine::{AnalyzeRequest, Engine};

    /// A board with 2 empties, both legal: the first scores +4, the second 0.
    fn line() -> (Board, Vec<Move>, i32) {
        let board: Board =
            "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse().unwrap();
        let solution = reversi_engine::solve(&board).unwrap();
        (board, solution.pv().to_vec(), solution.value().exact().unwrap())
    }

    #[test]
    fn windows() {
        let request = SolveRequest::window(-1, 3);
        for (value, score, right) in [
            (Value::Exact(2), 2, true),
            (Value::Exact(2), 0, false),
            (Value::Bounds { lower: 0, upper: 2 }, 2, false),
            (Value::Bounds { lower: 4, upper: 64 }, 10, true),
            (Value::Bounds { lower: 2, upper: 64 }, 10, false),
            (Value::Bounds { lower: 4, upper: 64 }, 2, false),
            (Value::Bounds { lower: -64, upper: -2 }, -2, true),
            (Value::Bounds { lower: -64, upper: -4 }, -2, false),
            (Value::Bounds { lower: -64, upper: 0 }, -2, false),
        ] {
            assert_eq!(answers(value, &request, score).is_ok(), right, "{value} {score}");
        }
    }

    #[test]
    fn lines() {
        let (board, line, score) = line();
        let shorter = &line[..line.len() - 1];
        assert_eq!(replays_to(board, &line, score), Ok(()));
        assert!(replays_to(board, &line, score + 2).is_err());
        assert!(replays_to(board, shorter, score).unwrap_err().ends_with("does not end the game"));
        assert!(replays_to(board, &[line[0], line[0]], score).unwrap_err().ends_with("not legal"));
        let window = |alpha| SolveRequest::window(alpha, alpha + 2);
        assert_eq!(line_suits(board, &line, &window(score - 1), score), Ok(()));
        assert!(line_suits(board, shorter, &window(score - 1), score).is_err());
        assert_eq!(line_suits(board, shorter, &window(score - 2), score), Ok(()));
        assert!(line_suits(board, shorter, &window(score), score).is_err());
        assert_eq!(line_suits(board, &[], &window(score), score), Ok(()));
    }

    #[test]
    fn analyses() {
        let (board, _, score) = line();
        let mut engine = Engine::builder().hash_bytes(0).build().unwrap();
        let mut analyze = |request| engine.analyze(&board, request).unwrap();
        let all = analyze(AnalyzeRequest::unlimited().lines(64));
        assert_eq!(lists_all_moves(&all, score), Ok(()));
        assert!(lists_all_moves(&all, score + 2).is_err());
        assert!(lists_all_moves(&analyze(AnalyzeRequest::unlimited()), score).is_err());
        assert!(lists_all_moves(&analyze(AnalyzeRequest::depth(1).lines(64)), score).is_err());
    }
}
