//! Moves and transcripts as text.

use reversi_bitboard::{Game, IllegalMoveReason, Move, Position, Square};
use reversi_notation::ParseTranscriptErrorKind::*;

use super::support::illegal;

#[test]
fn squares_and_passes_in_any_case() {
    for mv in Square::ALL.map(Move::Place).into_iter().chain([Move::Pass]) {
        assert_eq!(format!("{mv}").parse(), Ok(mv));
        assert_eq!(format!("{mv:#}").parse(), Ok(mv));
    }
    for pass in ["pa", "Ps", "PASS", "--"] {
        assert_eq!(pass.parse(), Ok(Move::Pass), "{pass}");
    }
    for (wide, mv) in [("Ｄ６", Square::D6.into()), ("ｆ5", Square::F5.into()), ("ＰＡｓｓ", Move::Pass)]
    {
        assert_eq!(wide.parse(), Ok(mv), "{wide}");
    }
    let ascii = ["", "f", "f5 ", " f5", "f55", "p", "pas", "passs", "-", "---", "f5f5"];
    for bad in ascii.into_iter().chain(["é", "日", "a日", "Ｄ６Ｄ", "Ｄ９"]) {
        assert!(bad.parse::<Move>().is_err(), "{bad}");
    }
}

/// Black plays C1, white must pass, black plays A4, and no white disc is left.
const PASS: &str = "XO------ X------- O------- -------- -------- -------- -------- -------- X";

#[test]
fn whatever_cannot_be_played_is_an_error_that_says_where() {
    let reject = |start: Position, text: &str, at, ply, kind| {
        let error = Game::from_transcript(start, text).unwrap_err();
        assert_eq!((error.at, error.ply, error.kind), (at, ply, kind), "{text:?}");
    };
    let illegal = |square, reason| IllegalMove(illegal(square, reason));
    let not_a_move = NotAMove("x".parse::<Move>().unwrap_err());
    let start = Position::START;
    // Other readers take these for numbered moves, or pass over a part.
    reject(start, " f5, d6", 3, 2, not_a_move);
    reject(start, "f5 d 6", 3, 2, not_a_move);
    reject(start, "1.f5", 0, 1, not_a_move);
    reject(start, "f5é6", 2, 2, not_a_move);

    let start = PASS.parse().unwrap();
    reject(start, "c1a4ps", 4, 4, illegal(None, IllegalMoveReason::GameOver));
    reject(start, "c1a4?", 4, 4, not_a_move);
}
