//! Games and positions in JSON of other programs.

use reversi_notation::{Content, ReadError, Reader, Record, read};

const CELLS: &str = "---------------------------OX------XXX--------------------------";
const AFTER_F5: &str = "---------------------------OX------XXX-------------------------- O";

/// Each record as its moves, its position, or its error.
fn records(text: &str) -> Vec<String> {
    let shown = |record: Result<Record, ReadError>| match record {
        Ok(Record { content: Content::Game(game), .. }) => game.game.to_string(),
        Ok(record) => record.position().to_string(),
        Err(error) => error.to_string(),
    };
    read(text.as_bytes()).map(shown).collect()
}

fn tag(text: &str, name: &str) -> Option<String> {
    let record = read(text.as_bytes()).next().unwrap().unwrap();
    let Content::Game(game) = &record.content else { panic!("{text}") };
    game.tag(name).map(String::from)
}

#[test]
fn moves_in_other_forms() {
    for (text, moves) in [
        (r#"{"moves":"1. f5 d6"}"#, "f5d6"),
        (r#"{"kifu":"f5-d6-c3-d3"}"#, "f5d6c3d3"),
        (r#"{"Moves":"f5d6c3"}"#, "f5d6c3"),
        (r#"{"move_list":["f5","d6"]}"#, "f5d6"),
        (r#"{"game":"Othello","kifu":"f5d6"}"#, "f5d6"),
        (r#"{"moves":[["black","f5"],["white","d6"]]}"#, "f5d6"),
        (r#"{"moves":[{"player":"black","position":"f5"},{"player":"white","position":"d6"}]}"#, "f5d6"),
        (r#"{"moves":[{"x":5,"y":4},{"x":3,"y":5}]}"#, "f5d6"),
        (r#"{"moves":[{"m":"f5"},{"m":"d6"},{"m":"-"},{"s":"TIMEUP:B"}]}"#, "f5d6"),
        (r#"Here it is: {"moves":"f5d6c3"}"#, "f5d6c3"),
    ] {
        assert_eq!(records(text), [moves], "{text}");
    }
    for text in [r#"["f5d6","f5f6"]"#, r#"[["f5","d6"],["f5","f6"]]"#, r#"{"games":["f5d6","f5f6"]}"#] {
        assert_eq!(records(text), ["f5d6", "f5f6"], "{text}");
    }
    // One game.
    assert_eq!(records(r#"["f5","d6","c3"]"#), ["f5d6c3"]);
    assert_eq!(records(r#"[["f5","d6"],["c3","d3"]]"#), ["f5d6c3d3"]);
    for text in [r#"{"moves":"xyz"}"#, r#"{"moves":"a1"}"#] {
        assert!(records(text)[0].starts_with("ply 1: "), "{text}");
    }
}

#[test]
fn moves_with_their_last_position() {
    let game = |rest: &str| records(&format!("{{\"moves\":\"f5\",{rest}}}"));
    assert_eq!(game(&format!("\"board\":\"{AFTER_F5}\",\"turn\":\"O\"")), ["f5"]);
    assert_eq!(game(&format!("\"position\":\"{CELLS}\"")), ["f5"]);
    let wrong = "the moves lead to another position than the one beside them";
    assert_eq!(game(&format!("\"position\":\"{CELLS}X\"")), [wrong]);
    let text = format!("{{\"moves\":\"d6\",\"position\":\"{AFTER_F5}\"}}");
    let record = read(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!(record.game().start().to_string(), AFTER_F5);
    let scores = format!(
        "{{\"position\":\"{AFTER_F5}\",\"moves\":[{{\"move\":\"d6\",\"score\":1}},{{\"move\":\"f6\",\"score\":0}}]}}"
    );
    let record = read(scores.as_bytes()).next().unwrap().unwrap();
    assert!(matches!(&record.content, Content::Position(line) if line.moves.len() == 2));
}

#[test]
fn boards_in_other_forms() {
    let rows = |row: &dyn Fn(&str) -> String| {
        let rows: Vec<String> = (0..8).map(|i| row(&CELLS[8 * i..8 * i + 8])).collect();
        format!("[{}]", rows.join(","))
    };
    let numbers =
        |row: &str| format!("{:?}", row.chars().map(|c| "-XO".find(c).unwrap()).collect::<Vec<_>>());
    let named = |row: &str| row.replace('-', "null,").replace('X', "\"black\",").replace('O', "\"white\",");
    let named = |row: &str| format!("[{}]", named(row).trim_end_matches(','));
    for board in [
        format!("\"{CELLS}\""),
        rows(&|row| format!("\"{row}\"")),
        rows(&|row| format!("\"{}\"", row.replace('-', " "))),
        rows(&|row| format!("{:?}", row.chars().map(String::from).collect::<Vec<_>>())),
        rows(&numbers),
        rows(&|row| numbers(row).replace('2', "-1")),
        rows(&|row| numbers(row).trim_matches(['[', ']']).into()),
        rows(&named),
    ] {
        for side in ["\"turn\":\"white\"", "\"player\":2", "\"current_player\":-1", "\"blackToMove\":false"] {
            let text = format!("{{\"board\":{board},{side}}}");
            assert_eq!(records(&text), [AFTER_F5], "{text}");
        }
    }
    assert_eq!(records(r#"{"fen":"8/8/8/3ppp2/3Pp3/8/8/8 w"}"#), [AFTER_F5]);
    let text = format!("{{\"board\":\"{AFTER_F5}\",\"turn\":\"black\"}}");
    assert_eq!(records(&text), ["the board has another side to move than the object"]);
    let open = Reader::new().open_side(true).read(format!("{{\"board\":\"{CELLS}\"}}").as_bytes()).next();
    assert!(open.unwrap().unwrap().side_is_open);
}

#[test]
fn results_and_names_under_other_keys() {
    for (text, result) in [
        (r#"{"moves":"f5","black_score":20,"white_score":44}"#, "-24.000"),
        (r#"{"moves":"f5","blackScore":33,"whiteScore":31}"#, "+2.000"),
        (r#"{"moves":"f5","score":{"black":33,"white":31}}"#, "+2.000"),
        (r#"{"moves":"f5","scores":[20,44]}"#, "-24.000"),
        (r#"{"moves":[{"m":"f5"},{"s":"TIMEUP:B"}]}"#, "-64.000:t"),
        (r#"{"moves":[{"m":"f5"},{"s":"RESIGN:W"}]}"#, "+64.000:r"),
    ] {
        assert_eq!(tag(text, "RE").as_deref(), Some(result), "{text}");
    }
    for names in [
        r#""blackPlayer":"Ada","White_Player":"Bo""#,
        r#""blackName":"Ada","playerWhite":"Bo""#,
        r#""players":{"Black":"Ada","White":{"name":"Bo"}}"#,
        r#""players":["Ada","Bo"]"#,
    ] {
        let text = format!("{{\"moves\":\"f5\",{names}}}");
        assert_eq!(
            (tag(&text, "PB").as_deref(), tag(&text, "PW").as_deref()),
            (Some("Ada"), Some("Bo")),
            "{text}"
        );
    }
}

#[test]
fn text_around_objects_is_noted() {
    let text = "{\"moves\":\"f5\"}\nf5d6c3 lost\n{\"moves\":\"f5d6\"}\nend";
    let second = read(text.as_bytes()).nth(1).unwrap().unwrap();
    assert_eq!((second.notes[0].text.as_str(), second.notes[0].offset), ("f5d6c3 lost", 15));
    let strict = |text: &str| {
        let records = Reader::new().strict(true).read(text.as_bytes()).collect::<Vec<_>>();
        records.into_iter().map(|record| record.err().map(|error| error.place.offset)).collect::<Vec<_>>()
    };
    assert_eq!(strict(text), [None, Some(15), Some(44)]);
    assert_eq!(strict("[{\"moves\":\"1. f5\"},\n {\"moves\":\"f5d6\"}]"), [None, None]);
    assert_eq!(strict("{\"moves\":\"Ada: f5\"}"), [Some(0)]);
    assert_eq!(strict("Here: {\"moves\":\"f5\"}"), [Some(0)]);
}
