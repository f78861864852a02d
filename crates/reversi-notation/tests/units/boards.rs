//! Boards as text: 64 cells and the side to move, and FEN.

use reversi_bitboard::{Bitboard, Board, Color, Position, Square};
use reversi_notation::{Fen, ParseBoardError};

const CELLS: &str = "---------------------------OX------XO---------------------------";

#[test]
fn every_spelling_reads_as_the_same_board() {
    let after_side = |side: &str| format!("{CELLS}{side}").parse::<Position>();
    for side in ["X", " x", "*", "\tB", "\nb", " # ", "/X", " | x\r\n"] {
        assert_eq!(after_side(side), Ok(Position::START), "{side:?}");
    }
    for side in ["O", " o", "W", " w\n"] {
        let expected = Position { board: Board::START.pass(), side: Color::White };
        assert_eq!(after_side(side), Ok(expected), "{side:?}");
    }
    let start = after_side("X").unwrap();
    for (black, white, empty) in
        [('x', 'o', '.'), ('*', 'O', '-'), ('B', 'W', '_'), ('b', 'w', '.'), ('#', 'o', '_')]
    {
        let spelled = |c| match c {
            'X' => black,
            'O' => white,
            _ => empty,
        };
        let cells: String = CELLS.chars().map(spelled).collect();
        assert_eq!(Position::from_cells(&cells, Color::Black), Ok(start), "{cells}");
        let rows: String = Square::ALL
            .into_iter()
            .zip(cells.chars())
            .flat_map(|(square, c)| [c, if square.file() == 7 { '/' } else { ' ' }])
            .collect();
        assert_eq!(format!("|{rows}{black}").parse(), Ok(start), "{rows}");
    }
}

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

#[test]
fn whatever_cannot_be_read_is_an_error_that_says_where() {
    use reversi_notation::ParseBoardErrorKind::*;

    let assert_error = |error: ParseBoardError, at, kind, text: &str| {
        assert_eq!((error.at, error.kind), (at, kind), "{text:?}");
    };
    let reject = |text: &str, at, kind| {
        assert_error(text.parse::<Position>().unwrap_err(), at, kind, text);
        assert_error(text.parse::<Board>().unwrap_err(), at, kind, text);
    };
    reject("", 0, TooFewCells { found: 0 });
    reject(" \n/|", 4, TooFewCells { found: 0 });
    reject(&CELLS[1..], 63, TooFewCells { found: 63 });
    reject(CELLS, 64, NoSide);
    reject(&format!("{} X", &CELLS[1..]), 65, NoSide); // 63 cells: the X may be H8 as well
    reject(&format!("{CELLS}  -"), 66, NotASide('-')); // 65 cells
    reject(&format!("{CELLS}?"), 64, NotASide('?'));
    reject(&format!("{CELLS}; A1:+2"), 64, NotASide(';'));
    reject(&format!("{CELLS}- X"), 64, NotASide('-'));
    reject(&format!("{CELLS} XO"), 66, TrailingInput);
    reject(&format!("{CELLS} X;"), 66, TrailingInput);
    reject("---Q", 3, UnknownSymbol('Q'));
    reject("---0", 3, UnknownSymbol('0')); // a zero is not an O
    reject("- é", 2, UnknownSymbol('é'));
    reject("-\u{a0}-", 1, UnknownSymbol('\u{a0}'));
    reject("  a b c d e f g h\n", 2, UnknownSymbol('a'));

    let reject = |text: &str, at, kind| {
        assert_error(Position::from_cells(text, Color::White).unwrap_err(), at, kind, text);
        assert_error(Board::from_cells(text, Color::White).unwrap_err(), at, kind, text);
    };
    reject(&format!("{CELLS} X"), 65, TrailingInput);
    reject(&format!("{CELLS}-"), 64, TrailingInput);
    reject(&format!("{CELLS}é"), 64, TrailingInput);
    reject("XO", 2, TooFewCells { found: 2 });
    let message = format!("{}", CELLS.parse::<Board>().unwrap_err());
    assert!(message.ends_with("add X or O, or a missing cell"), "{message}");
}

const FEN_START: &str = "8/8/8/3pP3/3Pp3/8/8/8";

#[test]
fn the_8th_row_comes_first() {
    let text = "1p6/8/8/8/8/8/8/P6p w - - 0 1";
    let Fen(position) = text.parse().unwrap();
    assert_eq!(position.discs(Color::Black), Bitboard::from(Square::H1) | Square::B8.into());
    assert_eq!(position.discs(Color::White), Square::A1.into());
    assert_eq!(position.side, Color::White);
    assert_eq!(Fen(position).to_string(), text);
}

#[test]
fn the_fields_of_chess_may_be_missing() {
    for rest in ["", " ", " -", " - -", " - - 12", "  - -\t0 30\n"] {
        assert_eq!(format!(" {FEN_START} b{rest}").parse(), Ok(Fen(Position::START)), "{rest:?}");
    }
    let one_by_one = FEN_START.replace('8', "11111111").replace('3', "12");
    assert_eq!(format!("{one_by_one} b").parse(), Ok(Fen(Position::START)));
}

#[test]
fn fen_that_cannot_be_read_is_an_error_that_says_where() {
    use reversi_notation::ParseFenErrorKind::*;

    let reject = |text: &str, at, kind| {
        let error = text.parse::<Fen>().unwrap_err();
        assert_eq!((error.at, error.kind), (at, kind), "{text:?}");
    };
    reject("", 0, RowLength(8));
    reject("8/8", 3, Rows);
    reject("8/8/8/8/8/8/8/8/8 b", 16, Rows);
    reject("8/8/8/8/8/8/8/8/ b", 16, Rows);
    reject("8/p8/8/8/8/8/8/8 b", 2, RowLength(7));
    reject(&format!(" {}", "8".repeat(100_000)), 1, RowLength(8));
    reject("8/9", 2, UnknownSymbol('9'));
    reject("8/0", 2, UnknownSymbol('0'));
    reject("8/é", 2, UnknownSymbol('é'));
    reject(FEN_START, 21, NoSide);
    reject(&format!("{FEN_START} x"), 22, NoSide);
    reject(&format!("{FEN_START} B"), 22, NoSide);
    reject(&format!("{FEN_START} b KQkq - 0 1"), 24, TrailingInput);
    reject(&format!("{FEN_START} b - - 0 -1"), 30, TrailingInput);
    reject(&format!("{FEN_START} b - - 0 1 1"), 32, TrailingInput);
}
