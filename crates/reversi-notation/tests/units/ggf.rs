//! Records in GGF.

use reversi_bitboard::{Color, Game};
use reversi_notation::ParseGgfErrorKind::*;
use reversi_notation::{GgfEnd, GgfGame, GgfNote, WthorGame, read_ggf};

const START: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
/// After C1 white has to pass.
const PASS: &str = "BO[8 *O------ *------- O------- -------- -------- -------- -------- -------- *]";

#[test]
fn records_in_every_usual_form() {
    let board = START.replace(' ', "").replace("BO[8", "BO[8\n");
    for text in [
        format!("(;GM[Othello]PC[GGS/os]PB[a]PW[]RE[+0.000]TY[8]{START}B[F5//2.4]W[D6/0.00/1.2];)"),
        format!(
            " (;\nGM[othello] PC[GGS/os]\r\nPB[a]PW []RE[+0.000]TY[8] {board} B[f5//2.40] W[d6/0/1.2] ;)\n"
        ),
    ] {
        let record: GgfGame = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(record.game.to_string(), "f5d6");
        let tags = [("PC", "GGS/os"), ("PB", "a"), ("PW", ""), ("RE", "+0.000"), ("TY", "8")];
        assert!(record.tags().eq(tags), "{text}");
        let note = |eval, seconds| GgfNote { eval, seconds: Some(seconds) };
        assert_eq!(record.notes, [note(None, 2.4), note(Some(0.0), 1.2)]);
        assert_eq!(record.to_string().parse(), Ok(record));
    }
}

#[test]
fn forced_passes_may_be_written_or_left_out() {
    let read = |moves: &str| format!("(;{PASS}{moves};)").parse::<GgfGame>();
    let record = read("B[C1/1]W[PA//2]B[A4/3]").unwrap();
    assert_eq!(record.game.to_string(), "c1psa4");
    assert_eq!(record.to_string(), format!("(;GM[Othello]{PASS}B[C1/1]W[PA//2]B[A4/3];)"));
    for pass in ["W[pass]", "W[--]", ""] {
        let read = read(&format!("B[C1]{pass}B[A4]")).unwrap();
        assert_eq!((read.notes.len(), read.game), (3, record.game.clone()), "{pass}");
    }
    // Only the record decides whether a game ends with a pass.
    assert_eq!(read("B[C1]").unwrap().game.moves().len(), 1);
    assert_eq!(read("B[C1]W[PA]").unwrap().game.moves().len(), 2);
}

#[test]
fn notes_may_be_fewer_than_moves() {
    let mut record = GgfGame::new("f5d6c3".parse().unwrap());
    record.notes = vec![GgfNote { eval: Some(-3.0), seconds: None }];
    assert!(record.to_string().ends_with("B[F5/-3]W[D6]B[C3];)"));
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    record.notes = vec![GgfNote::default(); 9];
    assert!(record.to_string().ends_with("B[F5]W[D6]B[C3];)"));
    assert_eq!(record, GgfGame::new(record.game.clone()));
    record.notes[2].seconds = Some(1.0);
    assert_ne!(record, GgfGame::new(record.game.clone()));
}

#[test]
fn whatever_cannot_be_read_is_an_error_that_says_where() {
    let reject = |text: &str, at, kind| {
        let error = text.parse::<GgfGame>().unwrap_err();
        assert_eq!((error.at, error.kind), (at, kind), "{text:?}");
    };
    // Other readers take these for another notation, or for nothing.
    reject("", 0, NoRecord);
    reject(" f5d6", 1, NoRecord);
    reject("(;", 2, NotATag);
    reject("(;[8]", 5, NotATag);
    reject("(;P B[x];)", 2, NotATag);
    reject("(;;)", 2, NoBoard);
    reject(&format!("(;{START};)(;;)"), START.len() + 4, TrailingInput);
}

#[test]
fn the_notes_of_servers_cost_no_move() {
    let note = |seconds: f64| GgfNote { eval: None, seconds: Some(seconds) };
    for (text, notes) in [
        ("B[F5//0:05]W[D6//1:01:02.5]", [note(5.0), note(3662.5)]),
        ("B[F5/nan/2]W[D6/x/y]", [note(2.0), GgfNote::default()]),
        ("B[F5//1/2]W[D6/inf/3/4/5]", [note(1.0), note(3.0)]),
        ("B[F5//1:x]W[]W[D6//3]", [GgfNote::default(), note(3.0)]),
    ] {
        let record: GgfGame = format!("(;GM[Othello]{START}[x]{text})").parse().unwrap();
        assert_eq!((record.game.to_string().as_str(), &record.notes[..]), ("f5d6", &notes[..]), "{text}");
    }
    let record: GgfGame = format!("(;{PASS}B[C1]W[]B[A4]W[PA]B[--];)").parse().unwrap();
    assert_eq!(record.game.to_string(), "c1psa4");
}

#[test]
fn a_file_is_read_record_by_record() {
    let text =
        format!("From: a server (;-)\n1 (;{START}CO[a smile ;)]B[F5];)\n2 (;{START}W[F5];)(;{START};)(;");
    let records: Vec<_> = read_ggf(&text).collect();
    let moves = records.iter().map(|record| record.as_ref().map_or(99, |record| record.game.moves().len()));
    assert_eq!(moves.collect::<Vec<_>>(), [99, 1, 99, 0, 99]);
    for error in records.iter().filter_map(|record| record.as_ref().err()) {
        assert!(matches!(error.kind, NotATag | WrongSide(Color::White)), "{error}");
    }
    assert_eq!(records[4].as_ref().unwrap_err().at, text.len());
    assert_eq!(read_ggf("").count(), 0);
}

#[test]
fn the_names_of_tags_have_any_case() {
    let text =
        format!("(;gm[Othello]pb[Ada]Re[+2.00]{};)", START.to_lowercase().replace('o', "O") + "b[f5]w[d6]");
    let record: GgfGame = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(record.game.to_string(), "f5d6");
    assert_eq!(
        (record.tag("PB"), record.tag("pB"), record.tag("RE")),
        (Some("Ada"), Some("Ada"), Some("+2.00"))
    );
    assert!(record.tags().eq([("PB", "Ada"), ("RE", "+2.00")]));
    let mut changed = record.clone();
    changed.set_tag("re", "0").unwrap();
    assert!(changed.tags().eq([("PB", "Ada"), ("RE", "0")]));
    for of_the_game in ["gm", "Bo", "b", "w"] {
        assert!(changed.set_tag(of_the_game, "x").is_err());
    }
}

#[test]
fn a_record_that_begins_ends_the_value_before_it() {
    let good = format!("(;GM[Othello]PB[Ada]PW[Bo]{START}B[F5];)");
    for (cut, at) in [("(;GM[Othello]PB[fir", 16), ("(;GM[Othello]PB[first]PW", 22), ("(;PB[a]CO[b (", 10)] {
        let text = format!("{cut}{good}");
        let records: Vec<_> = read_ggf(&text).collect();
        let kind = if cut.ends_with("PW") { NotATag } else { Unclosed };
        let [Err(error), second] = &records[..] else { panic!("{text}: {records:?}") };
        assert_eq!((error.at, &error.kind), (at, &kind), "{text}");
        assert_eq!(*second, good.parse(), "{text}");
    }
    let mut record: GgfGame = good.parse().unwrap();
    assert!(record.set_tag("CO", "(;").is_err());
    assert_eq!(record.set_tag("CO", "( ;)("), Ok(()));
    assert_eq!(record.to_string().parse(), Ok(record));
}

#[test]
fn results_by_time_and_resignation() {
    for (text, score, end, written) in [
        ("+12.000", 12.0, GgfEnd::Played, "+12.000"),
        ("-2.00:r", -2.0, GgfEnd::Resigned, "-2.000:r"),
        (" 64 : T ", 64.0, GgfEnd::Timeout, "+64.000:t"),
        ("-64.000:l", -64.0, GgfEnd::Left, "-64.000:l"),
        ("0:s", 0.0, GgfEnd::Agreed, "+0.000:s"),
        ("-0.000", 0.0, GgfEnd::Played, "+0.000"),
        ("+1.5", 1.5, GgfEnd::Played, "+1.500"),
        ("-0.0625", -0.0625, GgfEnd::Played, "-0.0625"),
    ] {
        let record: GgfGame = format!("(;RE[{text}]{START};)").parse().unwrap();
        let result = record.result().unwrap().unwrap();
        assert_eq!(
            (result.score(), result.end(), result.to_string().as_str()),
            (score, end, written),
            "{text}"
        );
        let mut again = record.clone();
        again.set_result(result);
        assert_eq!((again.tag("RE"), again.result()), (Some(written), Ok(Some(result))));
    }
    let nothing = ["?", " "].map(|text| (text, Ok(None)));
    let invalid = ["black", "+2:x", "+2:", "+2:tt", ":t", "nan", "1e999:t", "-127.000", "64.5", "1e3"]
        .map(|text| (text, Err(())));
    for (text, expected) in nothing.into_iter().chain(invalid) {
        // A result that cannot be read does not spoil the record.
        let record: GgfGame = format!("(;RE[{text}]{START};)").parse().unwrap();
        assert_eq!((record.result().map_err(|_| ()), record.tag("RE")), (expected, Some(text)));
    }
    assert_eq!(GgfGame::new(Game::new()).result(), Ok(None));
}

#[test]
fn the_board_of_a_game_that_is_over_is_its_result() {
    let game: Game = "e6f4e3f6g5d6e7f5c5".parse().unwrap();
    let result = |stated: &str| {
        let mut record = GgfGame::new(game.clone());
        record.set_tag("RE", stated).unwrap();
        let result = record.result().unwrap().unwrap();
        assert_eq!(i32::from(WthorGame::of_record(&record).black_discs), 32 + result.score() as i32 / 2);
        (result.score(), result.end())
    };
    for stated in ["+13.000", "-28", "-127.000", "0:s", "Void", "?", ""] {
        assert_eq!(result(stated), (64.0, GgfEnd::Played), "{stated}");
    }
    for (stated, end) in [("-28:t", GgfEnd::Timeout), ("-28:r", GgfEnd::Resigned), ("-28:l", GgfEnd::Left)] {
        assert_eq!(result(stated), (-28.0, end), "{stated}");
    }
    let mut white = WthorGame::new("d3c5f6f5e6e3".parse().unwrap());
    white.black_discs = 40;
    assert_eq!(white.score(), 16, "the game goes on");
    (white.game, white.black_discs) = (game, 0);
    assert_eq!(white.score(), 64);
}

#[test]
fn numbers_that_are_not_finite_are_left_out() {
    let mut record = GgfGame::new("f5d6c3".parse().unwrap());
    let number = |eval, seconds| GgfNote { eval: Some(eval), seconds: Some(seconds) };
    record.notes =
        vec![number(f64::NAN, 1.5), number(-2.0, f64::INFINITY), number(f64::NEG_INFINITY, f64::NAN)];
    assert!(record.to_string().ends_with("B[F5//1.5]W[D6/-2]B[C3];)"));
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
    assert_eq!(record, record.clone());
}
