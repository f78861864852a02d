//! What is written reads back as the same value, and no text makes a parser panic.

mod support;

use proptest::prelude::*;
use reversi_bitboard::notation::{ObfLine, ScoredMove};
use reversi_bitboard::{Board, Color, Move, Position};
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

    #[test]
    fn obf_lines_read_back(
        board in any_board(),
        score in proptest::option::of(-64..=64),
        scores: [u8; 64],
        comment in proptest::option::of("[^\\s]([ -~é●]*[^\\s])?"),
    ) {
        let mut line = ObfLine::new(Position { board, side: Color::White });
        line.score = score;
        line.comment = comment;
        let scored = |(mv, score)| ScoredMove { mv, score: i32::from(score) % 65 - 32 };
        line.moves = board.legal_moves().into_iter().map(Move::Place).zip(scores).map(scored).collect();
        if board.must_pass() {
            line.moves.push(ScoredMove { mv: Move::Pass, score: 64 });
        }
        prop_assert_eq!(line.to_string().parse(), Ok(line));
    }
}
