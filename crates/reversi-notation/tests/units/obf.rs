//! Lines of OBF.

use std::error::Error as _;

use reversi_bitboard::{Color, Move, Position, Square};
use reversi_notation::ParseObfErrorKind::*;
use reversi_notation::{ObfContradiction, ObfLine, ParseBoardErrorKind, ScoredMove, read_obf};

const START: &str = "---------------------------OX------XO---------------------------";
/// White can play C1; black could play nothing.
const PASS: &str = "OX-------------------------------------------------------------- O";

fn scored(mv: impl Into<Move>, score: i32) -> ScoredMove {
    ScoredMove { mv: mv.into(), score }
}

#[test]
fn lines_in_every_usual_form() {
    let full = vec![scored(Square::F5, 2), scored(Square::D3, 0), scored(Square::C4, -64)];
    for (text, moves, score, comment) in [
        (format!("{START} X; F5:+2; D3:+0; C4:-64;"), full.clone(), None, None),
        (format!("{START}X;F5:2;D3:0;C4:-64"), full.clone(), None, None),
        (format!(" {START} b ; f5 : +2 ;; d3:-0; c4:-64;--:-127 ;\r\n"), full.clone(), None, None),
        (format!("{START} X; F5:+2; D3:+0; C4:-64; +2 % a % b "), full, Some(2), Some("a % b")),
        (format!("{START} X; +64"), vec![], Some(64), None),
        (format!("{START} X; -3;"), vec![], Some(-3), None),
        (format!("{START} X;"), vec![], None, None),
        (format!("{START} X"), vec![], None, None),
        (format!("{START} X %"), vec![], None, Some("")),
    ] {
        let line: ObfLine = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        let comment = comment.map(String::from);
        assert_eq!(
            (line.position, &line.moves, line.score, &line.comment),
            (Position::START, &moves, score, &comment),
            "{text}"
        );
        assert_eq!(line.to_string().parse(), Ok(line), "{text}");
    }
}

#[test]
fn best_is_by_score_and_not_by_order() {
    let line: ObfLine = format!("{START} X; C4:-2; F5:+2; D3:+2;").parse().unwrap();
    assert_eq!(line.best_score(), Some(2));
    assert_eq!(line.best_moves().collect::<Vec<_>>(), [Move::from(Square::F5), Square::D3.into()]);
    let line: ObfLine = format!("{START} X; +1; C4:-2;").parse().unwrap();
    assert_eq!(line.best_score(), Some(1));
    assert_eq!(line.best_moves().collect::<Vec<_>>(), [Square::C4.into()]);
    assert_eq!(ObfLine::new(Position::START).best_moves().count(), 0);
}

#[test]
fn a_pass_has_a_score_where_it_is_forced() {
    let black_to_pass = PASS.replace(" O", " X");
    let line: ObfLine = format!("{black_to_pass}; PS:-64;").parse().unwrap();
    assert_eq!(line.moves, [scored(Move::Pass, -64)]);
    assert_eq!(line.to_string(), format!("{black_to_pass}; PS:-64;"));
    assert_eq!(format!("{black_to_pass}; --:-64").parse(), Ok(line));
    assert_eq!(format!("{PASS}; C1:+64").parse::<ObfLine>().unwrap().best_score(), Some(64));
}

/// Lines that other readers take for a board with moves, or for a comment.
#[test]
fn lines_that_the_corpus_cannot_tell_of_are_errors_that_say_where() {
    for (text, at, kind) in [
        ("", 0, Board(ParseBoardErrorKind::TooFewCells { found: 0 })),
        ("% nothing", 0, Board(ParseBoardErrorKind::TooFewCells { found: 0 })),
        (&format!("{START}; F5:+0"), 64, Board(ParseBoardErrorKind::NoSide)),
        (&format!("{START} X F5:+0"), 67, Board(ParseBoardErrorKind::TrailingInput)),
        (&format!("{START}X; +1\n{START}X"), 69, LineBreak),
    ] {
        let error = text.parse::<ObfLine>().unwrap_err();
        assert_eq!((error.at, error.kind), (at, kind), "{text:?}");
    }
}

#[test]
fn scores_that_contradict_each_other_are_found() {
    use ObfContradiction as C;

    let check = |text: &str| text.parse::<ObfLine>().unwrap_or_else(|e| panic!("{text}: {e}")).check();
    let start = |scores: &str| check(&format!("{START} X; {scores}"));
    let all = "F5:+2; D3:+2; C4:+0; E6:-64;";
    for consistent in ["", "+7", "F5:+2", all, &format!("+2; {all}"), "+2; F5:+0; D3:+0", "+2; D3:+2; F5:+2"]
    {
        assert_eq!(start(consistent), Ok(()), "{consistent}");
    }
    let (first, best) = (scored(Square::D3, 0), scored(Square::F5, 2));
    assert_eq!(start("D3:+0; F5:+2"), Err(C::Order { first, best }));
    assert_eq!(start("+2; D3:+0; F5:+2"), Err(C::Order { first, best }));
    assert_eq!(start("+0; F5:+2"), Err(C::Position { stated: 0, best }));
    assert_eq!(start(&format!("+0; {all}")), Err(C::Position { stated: 0, best }));
    // Only a list of all moves has the best for sure.
    assert_eq!(start(&format!("+4; {all}")), Err(C::Position { stated: 4, best }));
    assert_eq!(start("+4; F5:+2; D3:+2; C4:+0"), Ok(()));

    let black_to_pass = PASS.replace(" O", " X");
    assert_eq!(check(&format!("{black_to_pass}; -64; PS:-64;")), Ok(()));
    let best = scored(Move::Pass, -64);
    assert_eq!(check(&format!("{black_to_pass}; -62; PS:-64;")), Err(C::Position { stated: -62, best }));
    assert_eq!(check(&format!("{PASS}; C1:+64;")), Ok(()));
    let wrong = C::LastMove { scored: scored(Square::C1, 62), found: 64 };
    assert_eq!(check(&format!("{PASS}; C1:+62;")), Err(wrong));
    let over = "XO-------------------------------------------------------------- ".replace('O', "-");
    assert_eq!(check(&format!("{over}X; +64")), Ok(()));
    assert_eq!(check(&format!("{over}O; +64")), Err(C::End { stated: 64, found: -64 }));

    let mut line = ObfLine::new(Position::START);
    line.moves = vec![scored(Square::A1, 0)];
    assert!(matches!(line.check(), Err(C::IllegalMove(error)) if error.square == Some(Square::A1)));
    assert!(!line.is_consistent());
}

#[test]
fn a_file_is_read_line_by_line() {
    let text = format!("% head\r\n\n{START} X; F5:+2;\n  % more\n{START} X; A1:+2;\n   \n{START} O");
    let lines: Vec<_> = read_obf(&text).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0].as_ref().unwrap().best_score(), Some(2));
    let error = lines[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.to_string().as_str()), (5, "line 5 is not an OBF line"));
    let chain = core::iter::successors(error.source(), |&e| e.source()).map(|e| e.to_string());
    assert_eq!(
        chain.collect::<Vec<_>>(),
        ["byte 68: illegal move", "a1 is not a legal move: it flips no disc"]
    );
    assert_eq!(lines[2].as_ref().unwrap().position.side, Color::White);
    assert_eq!(read_obf("").count(), 0);
    assert_eq!(read_obf("\u{feff}").count(), 0);
    assert!(read_obf(&format!("{START} X;\n\u{feff}{START} X;")).last().unwrap().is_err());
}
