//! What is written reads back as the same value, and no text makes a parser panic.

mod support;

use proptest::prelude::*;
use reversi_bitboard::notation::{ObfLine, ScoredMove, read_obf};
use reversi_bitboard::{Board, Color, Game, Move, Position};
use support::{any_board, config, random_game};

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

    #[test]
    fn transcripts_read_back_with_and_without_their_passes(seed: u64) {
        let game = random_game(seed);
        let text = game.to_string();
        for text in [&text, &text.replace("ps", ""), &format!("{game:#}")] {
            prop_assert_eq!(text.parse(), Ok(game.clone()));
        }
        let played_on = (text + "a1").parse::<Game>();
        prop_assert!(played_on.is_err());
    }

    #[test]
    fn no_text_is_too_strange(pieces in proptest::collection::vec(piece(), 0..12)) {
        let text = pieces.concat();
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
        if let Ok(line) = text.parse::<ObfLine>() {
            prop_assert_eq!(line.to_string().parse(), Ok(line));
        }
        if let Ok(game) = text.parse::<Game>() {
            prop_assert_eq!(game.to_string().parse(), Ok(game));
        }
        for line in read_obf(&text).flatten() {
            prop_assert_eq!(line.to_string().parse(), Ok(line));
        }
    }
}

/// Parts of valid text, and what may break it.
fn piece() -> impl Strategy<Value = &'static str> {
    const START: &str = "---------------------------OX------XO---------------------------";
    proptest::sample::select(vec![
        START, START, "X", " O", "-", ";", "; ", "F5:+2;", "f5", "D6", "f4", "--:-127", "ps", "pa", ":",
        "+1", "-64", "65", "% é", "\n", "\r\n", " ", "é", "●", "\0", "A", "1",
    ])
}
