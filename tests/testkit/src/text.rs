//! Properties of the parsers of text, for any text.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use reversi_bitboard::{Bitboard, Board, Color, CpuLevel, Game, Move, Position, Square};
use reversi_notation::{Fen, GgfGame, ObfLine, read_ggf, read_obf};

use crate::replay;

/// Calls every parser: an error has a message and a place in the text, and what was read reads back when it
/// is written.
///
/// # Panics
/// If one of these does not hold.
pub fn check_text(text: &str) {
    let square = round_trip::<Square>(text);
    assert_eq!(round_trip::<Move>(text).and_then(Move::square), square);
    round_trip::<Bitboard>(text);
    round_trip::<Color>(text);
    round_trip::<CpuLevel>(text);
    positions(text);
    round_trip::<Fen>(text);
    let places = [
        text.parse::<Position>().err().map(|error| error.at),
        text.parse::<Fen>().err().map(|error| error.at),
        text.parse::<ObfLine>().err().map(|error| error.at),
        text.parse::<GgfGame>().err().map(|error| error.at),
    ];
    places.into_iter().flatten().for_each(|at| assert_place(text, at));
    obf(text);
    ggf(text);
    check_transcript(Position::START, text);
}

/// Checks moves from a start: what was read is legal, and reads back when it is written.
///
/// # Panics
/// If one of these does not hold.
pub fn check_transcript(start: Position, text: &str) {
    match Game::from_transcript(start, text) {
        Ok(game) => {
            assert_eq!(Game::from_transcript(start, &game.to_string()).as_ref(), Ok(&game));
            let moves: Vec<Move> = game.moves().collect();
            assert_eq!(replay(start.board, &moves), Ok(game.board()));
        }
        Err(error) => {
            assert_place(text, error.at);
            tell(&error);
        }
    }
}

/// Reads, writes and reads again. An error prints with its causes.
///
/// # Panics
/// If another value is read, or an error has no message.
pub fn round_trip<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Error + PartialEq> + Display + Debug + PartialEq,
{
    let read = text.parse::<T>().map_err(|error| tell(&error)).ok();
    if let Some(value) = &read {
        assert_eq!(value.to_string().parse().as_ref(), Ok(value));
    }
    read
}

fn tell(error: &dyn Error) {
    let mut next = Some(error);
    while let Some(error) = next {
        assert!(!error.to_string().is_empty(), "{error:?}");
        next = error.source();
    }
}

fn assert_place(text: &str, at: usize) {
    assert!(text.is_char_boundary(at), "{at} is not a position in {text:?}");
}

fn positions(text: &str) {
    let position = round_trip::<Position>(text);
    assert_eq!(round_trip::<Board>(text), position.map(|position| position.board));
    for side in [Color::Black, Color::White] {
        match Position::from_cells(text, side) {
            Ok(cells) => {
                assert_eq!(position, None, "the side to move is in the text, or it is not");
                assert_eq!(cells.side, side);
                assert_eq!(cells.to_string().parse(), Ok(cells));
                assert_eq!(Board::from_cells(text, side), Ok(cells.board));
                let side_added = format!("{text}{}", side.symbol());
                assert_eq!(side_added.parse(), Ok(cells));
            }
            Err(error) => assert_place(text, error.at),
        }
    }
}

fn obf(text: &str) {
    let lines = text.lines().count();
    for line in read_obf(text) {
        match line {
            Ok(line) => {
                assert_eq!(line.to_string().parse::<ObfLine>().as_ref(), Ok(&line));
                assert!(line.best_score().is_none_or(|score| (-64..=64).contains(&score)));
                for mv in line.best_moves() {
                    Game::from_position(line.position).play(mv).expect("only legal moves are read");
                }
            }
            Err(error) => {
                assert!((1..=lines).contains(&error.line));
                tell(&error);
            }
        }
    }
}

fn ggf(text: &str) {
    let mut records = 0;
    for record in read_ggf(text) {
        records += 1;
        match record {
            Ok(record) => {
                assert_eq!(record.to_string().parse::<GgfGame>().as_ref(), Ok(&record));
                let mut again = GgfGame::new(record.game.clone());
                for (name, value) in record.tags().take(100) {
                    again.set_tag(name, value).expect("it was read");
                }
            }
            Err(error) => {
                assert_place(text, error.at);
                tell(&error);
            }
        }
    }
    assert!(records <= text.matches("(;").count());
}
