//! The `serde` feature: written values read back, and impossible values are refused.
#![cfg(feature = "serde")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use reversi_bitboard::{Bitboard, Board, Color, CpuLevel, Game, Move, Position, Square};
use reversi_testkit::{START, boards, config, games};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json, to_value};

/// `value` is written as `written`, and read back from text and from a tree.
fn both_ways<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, written: Value) {
    assert_eq!(to_value(value).unwrap(), written);
    assert_eq!(&from_str::<T>(&written.to_string()).unwrap(), value);
    assert_eq!(&from_value::<T>(written).unwrap(), value);
}

fn error_of<T: DeserializeOwned + Debug>(wrong: &Value) -> String {
    from_value::<T>(wrong.clone()).unwrap_err().to_string()
}

#[test]
fn everything_is_written_as_text() {
    both_ways(&Square::F5, json!("f5"));
    both_ways(&Bitboard::CORNERS, json!("a1 h1 a8 h8"));
    both_ways(&Bitboard::EMPTY, json!(""));
    both_ways(&Color::White, json!("white"));
    both_ways(&Move::from(Square::A1), json!("a1"));
    both_ways(&Move::Pass, json!("ps"));
    both_ways(&Board::START, json!(START));
    both_ways(&Position::START, json!(START));
    both_ways(&CpuLevel::X86V3, json!("x86-v3"));
    both_ways(&"f5d6c3".parse::<Game>().unwrap(), json!({ "start": START, "moves": "f5d6c3" }));
    both_ways(&Some(Square::A1), json!("a1"));
    both_ways(&BTreeMap::from([(Board::START, 0)]), json!({ START: 0 })); // a string can be a key
}

#[test]
fn what_is_wrong_is_rejected_and_named() {
    for wrong in [json!("i9"), json!(""), json!(64), json!(null), json!(["f5"])] {
        error_of::<Square>(&wrong);
        error_of::<Move>(&wrong);
        error_of::<Color>(&wrong);
        error_of::<CpuLevel>(&wrong);
        error_of::<Board>(&wrong);
        error_of::<Position>(&wrong);
        error_of::<Game>(&wrong);
    }
    error_of::<Bitboard>(&json!("a1 i9"));
    error_of::<Bitboard>(&json!(129));
    assert_eq!(error_of::<Square>(&json!("i9")), "not a square: expected a file a-h and a rank 1-8");
    assert_eq!(
        error_of::<Square>(&json!(64)),
        "invalid type: integer `64`, expected a square such as \"f5\""
    );
    let board = START.replace("OX", "?X");
    assert_eq!(error_of::<Board>(&json!(board)), "byte 27: '?' is neither a disc nor an empty square");
    assert_eq!(error_of::<Position>(&json!(START[..63])), "byte 63: the text ends after 63 of 64 cells");
}

#[test]
fn a_game_follows_the_rules() {
    for (start, moves, error) in [
        (START, "f5 f6 a1", "byte 6, ply 3: illegal move: a1 is not a legal move: it flips no disc"),
        (START, "f5ps", "byte 2, ply 2: illegal move: pass is not a legal move: there is a move to play"),
        (
            START,
            "f5 e9",
            "byte 3, ply 2: not a move: expected a square such as f5, or a pass: ps, pa, pass or --",
        ),
        (&START[..64], "f5", "byte 64: "),
    ] {
        let found = error_of::<Game>(&json!({ "start": start, "moves": moves }));
        assert!(found.starts_with(error), "{found}");
    }
    for wrong in [json!({ "start": START }), json!({ "moves": "f5" }), json!("f5"), json!(START)] {
        error_of::<Game>(&wrong);
    }
    error_of::<Game>(&json!({ "start": START, "moves": "", "result": 0 }));
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn boards_and_games_read_back(board in boards(), white: bool, game in games()) {
        let position = Position { board, side: if white { Color::White } else { Color::Black } };
        both_ways(&board, json!(board.to_string()));
        both_ways(&position, json!(position.to_string()));
        both_ways(&board.player(), json!(board.player().to_string()));
        both_ways(&Game::from_position(position), json!({ "start": position.to_string(), "moves": "" }));
        both_ways(&game, json!({ "start": START, "moves": game.to_string() }));
    }
}
