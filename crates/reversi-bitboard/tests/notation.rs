//! What is written reads back as the same value, and no text makes a parser panic.

mod support;

use proptest::prelude::*;
use reversi_bitboard::{Board, Color, Position};
use support::{any_board, config};

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn boards_read_back(board in any_board(), black in any::<bool>()) {
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        let position = Position { board, side: if black { Color::Black } else { Color::White } };
        let text = position.to_string();
        prop_assert_eq!(text.parse(), Ok(position));
        prop_assert_eq!(text.parse(), Ok(board));
        prop_assert_eq!(Position::from_cells(&text[..64], position.side), Ok(position));
        prop_assert_eq!(Board::from_cells(&text[..64], position.side), Ok(board));
    }
}
