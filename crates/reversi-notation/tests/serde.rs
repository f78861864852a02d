//! The `serde` feature: written values read back, and impossible values are refused.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use reversi_bitboard::{Bitboard, Board, Color, CpuLevel, Game, Move, Position, Square};
use reversi_notation::{GgfGame, GgfNote, GgfResult, WthorGame, WthorHeader};
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
    assert_eq!(error_of::<Position>(&json!(START[..63])), "byte 63: the text has only 63 of 64 cells");
}

#[test]
fn a_game_follows_the_rules() {
    let illegal = error_of::<Game>(&json!({ "start": START, "moves": "f5 f6 a1" }));
    assert_eq!(illegal, "byte 6, ply 3: illegal move: a1 is not a legal move: it flips no disc");
    assert!(error_of::<Game>(&json!({ "start": &START[..64], "moves": "f5" })).starts_with("byte 64: "));
    for wrong in [json!({ "start": START }), json!({ "moves": "f5" }), json!("f5"), json!(START)] {
        error_of::<Game>(&wrong);
    }
    error_of::<Game>(&json!({ "start": START, "moves": "", "result": 0 }));
}

#[test]
fn records_of_games_are_maps_of_their_fields() {
    let game: Game = "f5d6".parse().unwrap();
    let written = json!({ "start": START, "moves": "f5d6" });
    both_ways(&GgfNote { eval: Some(-1.5), seconds: None }, json!({ "eval": -1.5, "seconds": null }));
    both_ways(&"-64:t".parse::<GgfResult>().unwrap(), json!("-64.000:t"));

    let mut record = GgfGame::new(game.clone());
    record.set_tag("PB", "Ada").unwrap();
    record.notes = vec![GgfNote { eval: None, seconds: Some(2.4) }];
    let notes = json!([{ "eval": null, "seconds": 2.4 }, { "eval": null, "seconds": null }]);
    let tags = json!([["TY", "8"], ["PB", "Ada"]]);
    both_ways(&record, json!({ "game": written, "tags": tags, "notes": notes }));
    // More notes than moves are not part of the record, and no number that is not finite is written.
    record.notes = vec![GgfNote { eval: Some(f64::NAN), seconds: Some(f64::INFINITY) }; 3];
    assert_eq!(to_value(&record).unwrap()["notes"], json!([notes[1], notes[1]]));

    let mut record = WthorGame::new(game);
    (record.tournament, record.black, record.white) = (1, 2, 3);
    (record.black_discs, record.theoretical_discs) = (40, 30);
    both_ways(
        &record,
        json!({
            "tournament": 1, "black": 2, "white": 3, "black_discs": 40, "theoretical_discs": 30,
            "game": written,
        }),
    );
    let mut header = WthorHeader::default();
    (header.created, header.year, header.depth) = ([20, 7, 5, 22], 2007, 24);
    both_ways(&header, json!({ "created": [20, 7, 5, 22], "year": 2007, "solitaires": false, "depth": 24 }));
    record.black_discs = 65;
    let error = to_value(&record).unwrap_err().to_string();
    assert_eq!(error, "black_discs: expected at most 64 discs, found 65");
}

#[test]
fn records_that_no_file_can_hold_are_refused() {
    let game = json!({ "start": START, "moves": "f5" });
    let ggf = |tags, notes| json!({ "game": game, "tags": tags, "notes": notes });
    let note = json!({ "eval": null, "seconds": null });
    let lower_case = from_value::<GgfGame>(ggf(json!([["pb", "Ada"]]), json!([note]))).unwrap();
    assert_eq!(lower_case.to_string().parse(), Ok(lower_case));
    for (tags, notes, error) in [
        (json!([]), json!([note, note]), "2 notes, and the number of moves is 1"),
        (json!([["B", "f5"]]), json!([]), "\"B\": not a tag: "),
        (json!([["bo", "f5"]]), json!([]), "\"bo\": not a tag: "),
        (json!([["P B", "Ada"]]), json!([]), "\"P B\": not a tag: "),
        (json!([["PB", "A]"]]), json!([]), "\"PB\": not a tag: "),
        (json!([["PB", "(;"]]), json!([]), "\"PB\": not a tag: "),
        (json!({ "PB": "Ada" }), json!([]), "invalid type: map"),
        (json!([]), json!([{ "eval": "1" }]), "invalid type: string"),
        (json!([]), json!([{ "eval": 1, "time": 2 }]), "unknown field `time`"),
    ] {
        let found = error_of::<GgfGame>(&ggf(tags, notes));
        assert!(found.starts_with(error), "{found}");
    }
    let unknown = json!({ "game": game, "tags": [], "notes": [], "result": "+2.000" });
    assert!(error_of::<GgfGame>(&unknown).starts_with("unknown field `result`"));

    let wthor = json!({
        "tournament": 1, "black": 2, "white": 3, "black_discs": 40, "theoretical_discs": 30, "game": game,
    });
    assert!(from_value::<WthorGame>(wthor.clone()).is_ok());
    for (field, value, error) in [
        ("black_discs", json!(65), "black_discs: expected at most 64 discs, found 65"),
        ("theoretical_discs", json!(255), "theoretical_discs: expected at most 64 discs, found 255"),
        ("white", json!(70_000), "invalid value: integer `70000`"),
        ("game", json!({ "start": START, "moves": "a1" }), "ply 1: illegal move: a1 is not a legal move"),
        ("year", json!(2007), "unknown field `year`"),
    ] {
        let mut wrong = wthor.clone();
        wrong[field] = value;
        let found = error_of::<WthorGame>(&wrong);
        assert!(found.starts_with(error), "{found}");
    }
    error_of::<GgfResult>(&json!("+2:x"));
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

    #[test]
    fn records_of_games_read_back(
        position in boards(),
        game in games(),
        prefix in 0..70usize,
        tags in proptest::collection::btree_map("[A-Za-z]{3,4}", r"[ -\\^-~é●\n]*", 0..4),
        numbers in proptest::collection::vec(proptest::option::of(-9_999_999..9_999_999), 0..120),
        wthor: [u16; 3],
        discs in [0..=64u8, 0..=64u8],
        header: ([u8; 4], u16, bool, u8),
    ) {
        fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
            let text = serde_json::to_string(value).unwrap();
            assert_eq!(&from_str::<T>(&text).unwrap(), value, "{text}");
        }
        let start = Game::from_position(Position { board: position, side: Color::White });
        for game in [game.prefix(prefix), game, start] {
            let mut record = GgfGame::new(game.clone());
            // Decimals as programs write them: JSON readers may round the last bit of longer ones.
            let decimals = numbers.iter().map(|number| number.map(|number| f64::from(number) / 1000.0));
            record.notes = decimals.map(|number| GgfNote { eval: number, seconds: number.map(f64::abs) }).collect();
            for (name, value) in &tags {
                record.set_tag(name, &value.replace('(', "")).unwrap();
            }
            reads_back(&record);
            let mut record = WthorGame::new(game);
            [record.tournament, record.black, record.white] = wthor;
            [record.black_discs, record.theoretical_discs] = discs;
            reads_back(&record);
        }
        let mut written = WthorHeader::default();
        (written.created, written.year, written.solitaires, written.depth) = header;
        reads_back(&written);
    }
}
