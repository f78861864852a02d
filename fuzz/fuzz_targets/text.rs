//! Every parser of text: see `check_text`. The first byte chooses transcripts from any start, JSON, or all
//! others.
#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Bitboard, Board, Color, CpuLevel, Game, Move, Position, Square};
use reversi_engine::play::{Due, Ending, GameResult, Opponent, Session, Strength};
use reversi_engine::question::{Answer, Played, Problem};
use reversi_engine::search::{AnalyzedMove, Clock, Interrupted, Outcome, Solved, Source, StopReason};
use reversi_engine::{
    Analysis, AnalyzeRequest, Level, Limits, Line, Selectivity, Solution, SolveRequest, Value,
};
use reversi_notation::{GgfGame, GgfNote, GgfResult, WthorGame, WthorHeader};
use reversi_testkit::{check_text, check_transcript, round_trip};
use serde::Serialize;
use serde::de::DeserializeOwned;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    match choice {
        b't' => transcript(text),
        b'j' => json(text),
        _ => words(text),
    }
});

/// A transcript after a line with its start, or from the usual start.
fn transcript(text: &str) {
    let (start, moves) = match text.split_once('\n') {
        Some((start, moves)) => (start.parse().unwrap_or(Position::START), moves),
        None => (Position::START, text),
    };
    check_transcript(start, moves);
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
    check_text(text);
    round_trip::<Selectivity>(text);
    if let Some(level) = round_trip::<Level>(text) {
        assert!((0..=64).all(|empties| level.at(empties).0 <= empties));
    }
}
