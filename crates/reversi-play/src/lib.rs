//! Games of Reversi (Othello) at the board, above the search: sessions with clocks and undo, reviews of
//! games, human-like opponents, balanced starts.
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you build your own engine: it re-exports the
//! public items of this crate and makes the only stability promise.
//!
//! | Module | What is in it |
//! |---|---|
//! | `session` | a game at the board: two sides, clocks, undo, the next step, pondering |
//! | `review` | a game reviewed: losses, classes, chances, accuracy, reasons, puzzles |
//! | `opponent`, `strength` | a human-like opponent: its moves, its strength |
//! | `opponent_model` | how weak opponents err, by rating |
//! | `choose_many` | moves of opponents on many boards |
//! | `variety` | the moves that a player takes from a book |
//! | `against` | play against people: practical values, traps |
//! | `balanced_starts` | random positions near a draw |
//! | `by_color` | a value for each side |
//! | `picture` | answers as pictures |
//! | `serde` | the results as data, with the feature `serde` |

mod against;
mod balanced_starts;
mod by_color;
mod choose_many;
mod opponent;
mod opponent_model;
#[doc(hidden)] // the facade has it in its module `picture`
pub mod picture;
mod review;
#[cfg(feature = "serde")]
mod serde;
mod session;
mod strength;
mod variety;

pub use against::{Against, FoundTraps, Practical, PracticalMove, Trap, Traps};
pub use balanced_starts::{BalancedStart, BalancedStarts, BalancedStartsIter, FoundStarts};
pub use by_color::ByColor;
pub use opponent::Opponent;
pub use review::{
    Accuracy, Chances, Fact, MoveClass, Puzzle, REVIEW_VERSION, Reason, Review, ReviewedMove, SecondLook,
    SideReview, TurningPoint, loss_error, opening_name, value_error,
};
pub use session::{
    Acted, Action, Due, DueName, Ending, EngineMove, GameResult, Player, Pondering, Session, SessionError,
};
pub use strength::{ParseStrengthError, Strength};
pub use variety::{ParseVarietyError, Variety};

/// Options and tables of fields, for the crates above and the doors.
#[doc(hidden)]
pub mod surface {
    pub use crate::against::{AGAINST, FOUND_TRAPS, PRACTICAL, PRACTICAL_MOVE, TRAP, TRAPS};
    pub use crate::balanced_starts::{BALANCED_START, BALANCED_STARTS, FOUND_STARTS};
    #[cfg(feature = "serde")]
    pub use crate::by_color::seconds_by_color;
    pub use crate::opponent::{OPPONENT, OpponentOptions};
    pub use crate::review::{
        ACCURACY, CHANCES, FACTS, HUMAN_RATING, MOVE_CLASSES, PUZZLE, REASON, REVIEW, REVIEWED_MOVE,
        SIDE_REVIEW, TURNING_POINT,
    };
    pub use crate::session::{
        ACTION, DUES, ENDINGS, ENGINE_MOVE, GAME_RESULT, SESSION, STORED_END, STORED_GAME, STORED_TURN,
        STORED_UNDONE, StoredSession, VARIETY, VERBS, Verb,
    };
    pub use crate::strength::STRENGTHS;
}

/// Compiles and runs the program of README.md as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use std::fmt::Display;

    use reversi_bitboard::{Bitboard, Board, Color, CpuLevel, Game, Move, Position, Square};
    use reversi_notation::{Fen, GgfGame, GgfNote, ObfLine};

    use reversi_search::{Level, Outcome, Selectivity, Value};

    use super::Strength;

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
            Value::bounds(-64, 64).unwrap(),
            Value::bounds(2, 64).unwrap(),
            Value::bounds(-64, 2).unwrap(),
            Value::bounds(-4, 2).unwrap(),
            Value::Estimate { score: 3, depth: 24, selectivity: Selectivity::P73 },
        ] {
            check(value);
        }
        check(Outcome::Win);
        check(Selectivity::P98);
        check(Level::of::<21>());
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
