//! The nouns of the API: requests, answers, limits, levels. Each error stands beside the noun that it is
//! about.
//!
//! | File | What is in it |
//! |---|---|
//! | [`solve_request`], [`solution`] | the question of a solve; the answer, or the error |
//! | [`analyze_request`], [`analysis`] | how thoroughly to analyze; the best moves with their lines |
//! | [`progress`] | a look at a running call |
//! | [`answer`] | the source of an answer, and the checks before one is built |
//! | [`value`] | exact scores, bounds, estimates; win, draw or loss |
//! | [`limits`] | time, nodes, the stop signal; the reason of a stop |
//! | [`clock`] | the time for a move in a game |
//! | [`level`], [`level_times`] | how deep and how sure; how long it takes |
//! | [`selectivity`] | how sure |
//! | [`strength`], [`opponent`] | the strength of a human-like opponent; its moves |
//! | [`human_moves`] | moves that people would play |
//! | [`opening_book`], [`variety`] | the interface of a book; the moves that a player takes from it |

mod analysis;
mod analyze_request;
pub(crate) mod answer;
mod clock;
mod human_moves;
mod level;
mod level_times;
mod limits;
mod opening_book;
mod opponent;
mod progress;
mod selectivity;
mod solution;
mod solve_request;
mod strength;
mod value;
mod variety;

pub use analysis::{ANALYSIS, LINE};
pub use analysis::{Analysis, Line};
pub(crate) use analyze_request::Goal;
pub use analyze_request::{AnalyzeError, AnalyzeRequest};
pub use answer::SOURCES;
pub use answer::{AnswerError, AnswerErrorKind, Source};
pub use clock::Clock;
pub(crate) use clock::MoveTime;
#[cfg(feature = "people")]
pub(crate) use human_moves::rounded;
pub use human_moves::{HUMAN_MOVE, HUMAN_MOVES};
pub use human_moves::{HumanMove, HumanMoves};
pub use level::{Level, LevelError};
pub use limits::{LIMITS, STOP_REASONS};
pub use limits::{Limits, Stop, StopGuard, StopReason};
pub use opening_book::BOOK_USES;
pub use opening_book::{BookMove, BookMoves, BookUse, OpeningBook};
pub use opponent::Opponent;
pub(crate) use opponent::{Choice, needs_scores, weights};
pub use progress::{Event, Progress};
pub use selectivity::{ParseSelectivityError, Selectivity};
pub use solution::{INTERRUPTED, SOLUTION};
pub use solution::{Interrupted, Solution, SolveError};
pub use solve_request::SolveRequest;
pub use strength::STRENGTHS;
pub use strength::{ParseStrengthError, Strength};
pub use value::OUTCOMES;
pub use value::{Outcome, Value};
pub use variety::{ParseVarietyError, Variety};

#[cfg(test)]
mod tests {
    use std::fmt::Display;

    use reversi_bitboard::notation::{Fen, GgfGame, GgfNote, ObfLine};
    use reversi_bitboard::{Bitboard, Board, Color, CpuLevel, Game, Move, Position, Square};

    use super::{Level, Outcome, Selectivity, Strength, Value};

    fn check(value: impl Display) {
        let text = value.to_string();
        let width = text.chars().count() + 4;
        assert_eq!(format!("{value:<width$}"), format!("{text}    "));
        assert_eq!(format!("{value:>width$}"), format!("    {text}"));
        assert_eq!(format!("{value:.^width$}"), format!("..{text}.."));
    }

    #[test]
    fn every_text_can_be_put_into_a_column() {
        for value in [
            Value::Exact(8),
            Value::between(-64, 64),
            Value::between(2, 64),
            Value::between(-64, 2),
            Value::between(-4, 2),
            Value::Estimate { score: 3, depth: 24, selectivity: Selectivity::P73 },
        ] {
            check(value);
        }
        check(Outcome::Win);
        check(Selectivity::P98);
        check(Level::new(21).unwrap());
        check(Strength::Club);
        check(CpuLevel::Portable);

        check(Square::F5);
        check(Move::Place(Square::F5));
        check(Move::Pass);
        check(Color::White);
        check(Bitboard::EMPTY);
        check(Board::START.legal_moves());
        check(Board::START);
        check(Position::START);
        check(Fen(Position::START));
        let game: Game = "f5d6c3".parse().unwrap();
        check(game.clone());
        check(GgfGame::new(game));
        check(GgfNote { eval: Some(1.5), seconds: Some(2.0) });
        let problem = "---------------------------OX------XO---------------------------X; D3:+4; % text";
        let problem: ObfLine = problem.parse().unwrap();
        check(problem.moves[0]);
        check(problem);
        assert_eq!(format!("{:>4}|{:#}", Square::F5, "f5d6".parse::<Game>().unwrap()), "  f5|F5D6");
    }
}
