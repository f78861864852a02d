//! Transcripts: no text makes the parser panic, and a game that it accepts is one by the rules and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Board, Game, Move, reference};

fuzz_target!(|text: &str| {
    let Ok(game) = text.parse::<Game>() else { return };
    assert_eq!(game.to_string().parse(), Ok(game.clone()));

    let mut board = Board::START;
    for mv in game.moves() {
        board = match mv {
            Move::Place(square) => {
                let flips = reference::flip(square, board);
                assert!(board.empties().contains(square) && flips != 0, "{square} {board}");
                board.play_unchecked(square, reversi_bitboard::Bitboard(flips))
            }
            Move::Pass => {
                assert_eq!(reference::moves(board), 0, "{board}");
                board.pass()
            }
        };
    }
    assert_eq!(board, game.board());
});
