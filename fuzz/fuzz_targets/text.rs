//! Every parser of text. The first byte chooses the parser. No parser panics, an error has a position in the
//! text, and an accepted value prints as text that reads back as the same value.
#![no_main]

use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Bitboard, Board, Color, CpuLevel, Game, Move, Position, Square};
use reversi_engine::play::{Due, Ending, GameResult, Opponent, Session, Strength};
use reversi_engine::question::{Answer, Played, Problem};
use reversi_engine::search::{AnalyzedMove, Clock, Interrupted, Outcome, Solved, Source, StopReason};
use reversi_engine::{
    Analysis, AnalyzeRequest, Level, Limits, Line, Selectivity, Solution, SolveRequest, Value,
};
use reversi_notation::{
    Fen, GgfGame, GgfNote, GgfResult, ObfLine, WthorGame, WthorHeader, read_ggf, read_obf,
};
use reversi_testkit::replay;
use serde::Serialize;
use serde::de::DeserializeOwned;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    match choice {
        b'p' => positions(text),
        b'o' => obf(text),
        b'f' => fen(text),
        b't' => transcript(text),
        b'g' => ggf(text),
        b'j' => json(text),
        _ => words(text),
    }
});

/// Reads, prints and reads again. An error prints with its causes.
fn round_trip<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Error + PartialEq> + Display + Debug + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => {
            assert_eq!(value.to_string().parse().as_ref(), Ok(&value));
            Some(value)
        }
        Err(error) => {
            tell(&error);
            None
        }
    }
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
    if let Err(error) = text.parse::<Position>() {
        assert_place(text, error.at);
    }
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
    if let Err(error) = text.parse::<ObfLine>() {
        assert_place(text, error.at);
    }
    let lines = text.lines().count();
    for line in read_obf(text) {
        match line {
            Ok(line) => {
                assert_eq!(line.to_string().parse::<ObfLine>().as_ref(), Ok(&line));
                let score = line.best_score();
                assert!(score.is_none_or(|score| (-64..=64).contains(&score)));
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

fn fen(text: &str) {
    round_trip::<Fen>(text);
    if let Err(error) = text.parse::<Fen>() {
        assert_place(text, error.at);
    }
}

/// A transcript after a line with its start, or from the usual start.
fn transcript(text: &str) {
    let (start, moves) = match text.split_once('\n') {
        Some((start, moves)) => (start.parse().unwrap_or(Position::START), moves),
        None => (Position::START, text),
    };
    match Game::from_transcript(start, moves) {
        Ok(game) => {
            assert_eq!(Game::from_transcript(start, &game.to_string()).as_ref(), Ok(&game));
            let moves: Vec<Move> = game.moves().collect();
            assert_eq!(replay(start.board, &moves), Ok(game.board()));
        }
        Err(error) => {
            assert_place(moves, error.at);
            tell(&error);
        }
    }
}

fn ggf(text: &str) {
    if let Err(error) = text.parse::<GgfGame>() {
        assert_place(text, error.at);
    }
    let mut records = 0;
    for record in read_ggf(text) {
        records += 1;
        match record {
            Ok(record) => {
                assert_eq!(record.to_string().parse::<GgfGame>().as_ref(), Ok(&record));
                let mut again = GgfGame::new(record.game.clone());
                for (name, value) in record.tags() {
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

/// A value that is read can be written, and reads back as itself.
fn json(text: &str) {
    macro_rules! read {
        ($($Type:ty),* $(,)?) => { $(read_back::<$Type>(text);)* };
    }
    // Boards, games and records.
    read!(Square, Bitboard, Board, Position, Color, Move, CpuLevel, Game);
    read!(GgfGame, GgfNote, GgfResult, WthorGame, WthorHeader);
    // Answers and what they consist of. A question has a target of its own.
    read!(Value, Outcome, Selectivity, Level, StopReason, Source);
    read!(Solution, Interrupted, Line, Analysis, AnalyzedMove, Solved, Played, Answer, Problem);
    // Requests, players and games at the board.
    read!(SolveRequest, AnalyzeRequest, Limits, Clock);
    read!(Strength, Opponent, Due, Ending, GameResult);
    if let Ok(session) = serde_json::from_str::<Session>(text) {
        let written = serde_json::to_string(&session).expect("what is read can be written");
        let again: Session = serde_json::from_str(&written).expect("it was written just now");
        assert_eq!(serde_json::to_string(&again).expect("it was read"), written);
        assert_eq!((again.game(), again.due()), (session.game(), session.due()));
    }
}

fn read_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) {
    if let Ok(value) = serde_json::from_str::<T>(text) {
        let written = serde_json::to_string(&value).expect("what is read can be written");
        assert_eq!(serde_json::from_str::<T>(&written).expect("it was written just now"), value);
    }
}

fn words(text: &str) {
    let square = round_trip::<Square>(text);
    let mv = round_trip::<Move>(text);
    assert_eq!(mv.and_then(Move::square), square);
    round_trip::<Bitboard>(text);
    round_trip::<Color>(text);
    round_trip::<CpuLevel>(text);
    round_trip::<Selectivity>(text);
    if let Some(level) = round_trip::<Level>(text) {
        assert!((0..=64).all(|empties| level.at(empties).0 <= empties));
    }
}
