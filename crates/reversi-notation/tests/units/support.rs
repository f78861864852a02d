//! An error that no program can build: it comes from what causes it.

use reversi_bitboard::{Color, Game, IllegalMove, IllegalMoveReason, Move, Position, Square};

/// The error of a move, a pass without a square: where a game is over, or behind the move f5.
pub(crate) fn illegal(square: Option<Square>, reason: IllegalMoveReason) -> IllegalMove {
    let mut game = match reason {
        IllegalMoveReason::GameOver => {
            let cells = format!("X{}", "-".repeat(63));
            Game::from_position(Position::from_cells(&cells, Color::Black).unwrap())
        }
        _ => "f5".parse().unwrap(),
    };
    let error = game.play(square.map_or(Move::Pass, Move::Place)).unwrap_err();
    assert_eq!((error.square, error.reason), (square, reason));
    error
}
