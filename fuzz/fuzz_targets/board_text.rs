//! Board strings: no text makes the parsers panic, they agree, and what they accept is printed so that it reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Board, Color, Position};

fuzz_target!(|text: &str| {
    let position = text.parse::<Position>();
    assert_eq!(text.parse::<Board>(), position.map(|position| position.board));
    if let Ok(position) = position {
        assert_eq!(position.to_string().parse(), Ok(position));
        assert_eq!(position.board.to_string().parse(), Ok(position.board));
    }
    if let Ok(position) = Position::from_cells(text, Color::White) {
        assert_eq!(position.side, Color::White);
        assert_eq!(position.to_string().parse(), Ok(position));
    }
});
