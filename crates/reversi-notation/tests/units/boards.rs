//! Boards as text: 64 cells and the side to move, and FEN.

use reversi_bitboard::{Board, Color, Position, Square};
use reversi_notation::Fen;

const CELLS: &str = "---------------------------OX------XO---------------------------";

#[test]
fn colours_by_name_and_by_symbol() {
    for color in [Color::Black, Color::White] {
        assert_eq!(format!("{color}").parse(), Ok(color));
        assert_eq!(format!("{color}").to_uppercase().parse(), Ok(color));
        assert_eq!(format!("{}", color.symbol()).parse(), Ok(color));
    }
    for bad in ["", "-", "XX", "blac", "black ", "é"] {
        assert!(bad.parse::<Color>().is_err(), "{bad:?}");
    }
}

#[test]
fn the_board_is_the_movers_view() {
    assert_eq!(format!("{CELLS}O").parse(), Ok(Board::START.pass()));
    assert_eq!(Board::from_cells(CELLS, Color::White), Ok(Board::START.pass()));
    let black_on_a1 = Position::from_cells(&format!("X{}", &"-".repeat(63)), Color::White).unwrap();
    assert_eq!(black_on_a1.discs(Color::Black), Square::A1.into());
    assert_eq!(black_on_a1.board.opponent(), Square::A1.into());
}

/// Cells and FEN that other readers take for another notation, or for nothing.
#[test]
fn texts_that_the_corpus_cannot_tell_of_are_errors_that_say_where() {
    use reversi_notation::{ParseBoardErrorKind::*, ParseFenErrorKind};

    let error = |text: &str| text.parse::<Position>().unwrap_err();
    assert_eq!(error("").kind, TooFewCells { found: 0 });
    for (behind, at, kind) in
        [("; A1:+2", 64, NotASide(';')), ("- X", 64, NotASide('-')), (" X;", 66, TrailingInput)]
    {
        let error = error(&format!("{CELLS}{behind}"));
        assert_eq!((error.at, error.kind), (at, kind), "{behind}");
    }
    for (behind, at) in [(" X", 65), ("-", 64), ("é", 64)] {
        let error = Board::from_cells(&format!("{CELLS}{behind}"), Color::White).unwrap_err();
        assert_eq!((error.at, error.kind), (at, TrailingInput), "{behind}");
    }
    for (text, at, kind) in [
        ("", 0, ParseFenErrorKind::RowLength(8)),
        ("8/8", 3, ParseFenErrorKind::Rows),
        (&format!(" {}", "8".repeat(100_000)), 1, ParseFenErrorKind::RowLength(8)),
        ("8/9", 2, ParseFenErrorKind::UnknownSymbol('9')),
        ("8/0", 2, ParseFenErrorKind::UnknownSymbol('0')),
        ("8/é", 2, ParseFenErrorKind::UnknownSymbol('é')),
    ] {
        let error = text.parse::<Fen>().unwrap_err();
        assert_eq!((error.at, error.kind), (at, kind));
    }
}
