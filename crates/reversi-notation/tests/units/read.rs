//! Games and positions in any notation: every spelling, several records, other encodings.

use reversi_bitboard::{Color, Position, Square};
use reversi_notation::{Content, ReadError, ReadErrorKind, Reader, Record, read};

/// Each record as its moves, its position, or its error with the offset.
fn records(bytes: impl AsRef<[u8]>) -> Vec<String> {
    let shown = |record: Result<Record, ReadError>| match record {
        Ok(Record { content: Content::Game(game), .. }) => game.game.to_string(),
        Ok(record) => record.position().to_string(),
        Err(error) => format!("{}: {error}", error.place.offset),
    };
    read(bytes.as_ref()).map(shown).collect()
}

const START: &str = "---------------------------OX------XO--------------------------- X";
const AFTER_F5: &str = "---------------------------OX------XXX-------------------------- O";

#[test]
fn a_game_in_any_spelling() {
    for text in [
        "f5d6c3d3c4",
        "F5D6C3D3C4\n",
        " f5 d6\tc3 d3 c4 ",
        "1. f5 d6 2. c3 d3 3. c4",
        "1: f5 2: d6 3: c3 4: d3 5: c4",
        "1. f5 1... d6 2. c3 2... d3 3. c4",
        "1.f5 d6 2.c3 d3 3.c4",
        "1) f5 2) d6 3) c3 4) d3 5) c4",
        "1f52d63c34d35c4",
        "f5-d6-c3-d3-c4",
        "f5--d6--c3--d3--c4",
        "f5,d6,c3,d3,c4",
        "f5, d6, c3, d3, c4",
        "f5;d6;c3;d3;c4",
        "f5.d6.c3.d3.c4",
        "f5/d6/c3/d3/c4",
        "f5|d6|c3|d3|c4",
        "f5→d6→c3→d3→c4",
        "f5 > d6 > c3 > d3 > c4",
        "\"F5D6C3D3C4\"",
        "'f5d6c3d3c4'",
        "「f5d6c3d3c4」",
        "[\"f5\", \"d6\", \"c3\", \"d3\", \"c4\"]",
        "(f5d6c3d3c4)",
        "(f5)(d6)(c3)(d3)(c4)",
        "[f5] [d6] [c3] [d3] [c4]",
        "1. (f5, d6) 2. (c3, d3) 3. (c4)",
        "[('b','f5'),('w','d6'),('b','c3'),('w','d3'),('b','c4')]",
        "黒(f5) 白(d6) 黒(c3) 白(d3) 黒(c4)",
        "#1 f5d6c3d3c4",
        "●f5 ○d6 ●c3 ○d3 ●c4",
        "⚫f5⚪d6⚫c3⚪d3⚫c4",
        "B:f5 W:d6 B:c3 W:d3 B:c4",
        "Black: f5\nWhite: d6\nBlack: c3\nWhite: d3\nBlack: c4",
        "Bf5 Wd6 Bc3 Wd3 Bc4",
        "黒f5 白d6 黒c3 白d3 黒c4",
        "f5! d6? c3!? d3?! c4",
        "f5+2 d6-1 c3 +0 d3 c4",
        "f5 (+2) d6 (-1) c3 (0) d3 c4",
        "f5 {good} d6 {a comment; with f6} c3 d3 c4",
        "f5 [12:03] d6 c3 [a note] d3 c4",
        "Alice vs Bob\nf5d6c3d3c4",
        "Alice (1500) - Bob (1600): F5 D6 C3 D3 C4 33-31",
        "f5d6c3d3c4... 33-31",
        "f5d6c3d3c4 black wins 33 - 31",
        "transcript = f5d6c3d3c4",
        "Team B2 against A1: f5 d6 c3 d3 c4",
        "ｆ５ｄ６ｃ３ｄ３ｃ４",
        "Ｆ５　Ｄ６　Ｃ３　Ｄ３　Ｃ４",
        "\u{feff}f5d6c3d3c4",
        "f5\u{200b}d6\u{a0}c3 d3\u{3000}c4",
        "f5\nd6\nc3\nd3\nc4\n",
        "f5\r\nd6\r\nc3\r\nd3\r\nc4\r\n",
        "f5\rd6\rc3\rd3\rc4",
        "f5 d6\nc3 d3\nc4",
        "1. f5 d6\n2. c3 d3\n3. c4\n",
        "# a game\nf5d6c3d3c4",
        "https://example.org/?g=f5d6c3d3c4",
        "look: https://example.org/game/F5D6C3D3C4.html",
        "https://example.org/#m=analyse&g=f5d6c3d3c4&n=3",
        "https://example.org/board?moves=f5%20d6%20c3%20d3%20c4",
        "m=analyse&g=f5d6c3d3c4",
        "game: (;GM[Othello]B[F5]W[D6]B[C3]W[D3]B[C4];)",
        "[Black \"Ada\"]\n[White \"Bo\"]\n\n1. f5 d6 2. c3 {hm} d3 3. c4 *",
    ] {
        assert_eq!(records(text), ["f5d6c3d3c4"], "{text:?}");
    }
}

#[test]
fn strokes_are_no_fen() {
    let moves = "f5d6c3d3c4f4f6g5e6d7";
    let parted: String = moves.as_bytes().chunks(2).map(|mv| String::from_utf8_lossy(mv) + "/").collect();
    assert_eq!(records(&parted), [moves]);
    assert_eq!(records(parted.replace('/', " / ")), [moves]);
    // A full board has no numbers.
    let full = "PPPPPPPP/".repeat(7) + "pppppppp b - - 0 1";
    assert_eq!(records(&full), ["X".repeat(8) + &"O".repeat(56) + " X"]);
}

#[test]
fn passes_in_any_word() {
    for text in [
        "e6f4e3f6g5d6e7f5c5",
        "e6f4e3f6g5d6e7f5c5 --",
        "e6f4e3f6g5d6e7f5c5 -- --",
        "e6f4e3f6g5d6e7f5c5pspa",
        "e6f4e3f6g5d6e7f5c5 パス",
    ] {
        assert_eq!(records(text), ["e6f4e3f6g5d6e7f5c5"], "{text:?}");
    }
}

#[test]
fn a_board_in_any_spelling() {
    let cells = &AFTER_F5[..64];
    let rows: Vec<&str> = (0..8).map(|i| &cells[8 * i..8 * i + 8]).collect();
    let of_rows = |row: &dyn Fn(usize, &str) -> String| {
        rows.iter().enumerate().map(|(i, cells)| row(i + 1, cells) + "\n").collect::<String>()
    };
    let spaced = |cells: &str| cells.chars().map(|c| format!("{c} ")).collect::<String>();
    let position: Position = AFTER_F5.parse().unwrap();
    let mapped = |black: &str, white: &str, empty: &str| {
        let of = |c: char| match c {
            'X' => black,
            'O' => white,
            _ => empty,
        };
        cells.chars().map(of).collect::<String>()
    };
    for text in [
        AFTER_F5.to_string(),
        cells.to_string() + "O",
        format!("{cells}\nO\n"),
        format!("{cells} white to move"),
        rows.join("/") + " O",
        rows.join("\n") + "\nO",
        rows.join("\r\n") + "\r\nWhite to move\r\n",
        rows.join("\n") + "\n\nto move: O",
        rows.join("\n") + "\n白番",
        format!("White to move:\n{}", rows.join("\n")),
        of_rows(&|i, cells| format!("{i} {cells}")) + "O to move",
        of_rows(&|i, cells| format!("{i} {} {i}", spaced(cells))) + "O to move",
        format!(
            "  a b c d e f g h\n{}  a b c d e f g h\nO to move",
            of_rows(&|i, cells| format!("{i} {} {i}", spaced(cells)))
        ),
        format!("  ABCDEFGH\n{}O", of_rows(&|i, cells| format!("{i}|{cells}|"))),
        format!("+--------+\n{}+--------+\nwhite's turn", of_rows(&|_, cells| format!("|{cells}|"))),
        format!("{:#}", position),
        format!("{}", position.diagram()),
        format!("{}", position.diagram().mark(Square::D6, "+4").mark(Square::A1, 12)),
        format!("=\n{:#}\n\n", position),
        format!("[8 {} O]", rows.join(" ")),
        format!("8 {} O", rows.join(" ").replace('X', "*")),
        mapped("1", "2", "0") + "2",
        mapped("1", "2", "0") + " 2",
        mapped("b", "w", ".") + " w",
        mapped("B", "W", "_") + " W",
        mapped("x", "o", ".") + " o",
        mapped("*", "o", "-") + " o",
        mapped("#", "0", ".") + " 0",
        mapped("●", "○", "・") + "○",
        mapped("⚫", "⚪", "🟩") + "⚪",
        mapped("⚫\u{fe0f}", "⚪\u{fe0f}", "⬜") + "\n⚪ to move",
        "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1".to_string(),
        "8/8/8/3ppp2/3Pp3/8/8/8 w".to_string(),
        format!("{AFTER_F5}; D6:+0;"),
        format!("{AFTER_F5}; D6:+0; % problem 22/40"),
        format!("% a comment\n{AFTER_F5};\n"),
        format!("\"{AFTER_F5}\""),
        format!("{{\"position\": \"{AFTER_F5}\"}}"),
        format!("https://example.org/#m=solve&b={cells}O"),
    ] {
        assert_eq!(records(&text), [AFTER_F5], "{text}");
    }
    // Rank 8 first, as the numbers say.
    let upside_down = rows.iter().enumerate().rev().map(|(i, cells)| format!("{} {cells}\n", i + 1));
    assert_eq!(records(upside_down.collect::<String>() + "white to move"), [AFTER_F5]);
}

#[test]
fn the_side_to_move_may_be_open() {
    let cells = &START[..64];
    assert_eq!(
        records(cells),
        ["64: byte 64: the side to move is missing after 64 symbols: add X or O, or a missing cell"]
    );
    let open = |text: &str| Reader::new().open_side(true).read(text.as_bytes()).next().unwrap().unwrap();
    assert!(open(cells).side_is_open && !open(START).side_is_open);
    assert_eq!(open(cells).position(), Position::START);
    // Black has no move.
    let record = open("-------------------------------------------------------------XXO");
    assert_eq!((record.position().side, record.side_is_open), (Color::White, true));
}

#[test]
fn several_records_in_any_arrangement() {
    for (text, expected) in [
        ("f5d6\nf5f6\n", vec!["f5d6", "f5f6"]),
        ("f5d6\n\nf5f6", vec!["f5d6", "f5f6"]),
        ("f5d6\nd3c3\nf5", vec!["f5d6", "d3c3", "f5"]),
        ("f5\nd6\n\nf5\nf6\n", vec!["f5d6", "f5f6"]),
        ("1. f5 d6\n2. c3 d3\n1. f5 f6\n2. e6\n", vec!["f5d6c3d3", "f5f6e6"]),
        ("Game 1\nf5d6\n31-33\n\nGame 2\nf5f6\n", vec!["f5d6", "f5f6"]),
        (
            "f5d6a1\nf5f6\n\nf5x3\nf5",
            vec![
                "4: byte 4, ply 3: illegal move",
                "f5f6",
                "15: line 4, column 3, ply 2: not a move: expected a square such as f5, or a pass: ps, pa, pass or --",
                "f5",
            ],
        ),
        // After a forced pass, which is not written, a game goes on with a square that games begin with.
        (
            "d3c3c4e3e2b4b3d6a5e1f1a3d1a4a2\ne6f2d2c5c7d7\nf5d6c3\n",
            vec!["d3c3c4e3e2b4b3d6a5e1f1a3d1a4a2pse6f2d2c5c7d7", "f5d6c3"],
        ),
        // A bad game of several lines is one error.
        ("f5d6\na1c4\nc3\nf5f6\n", vec!["5: line 2, column 1, ply 3: illegal move", "f5f6"]),
        (
            "(;GM[Othello]B[F5];)\n(;GM[2];B[f5];W[d6](;B[c3])(;B[c4]))(;GM[2]AB[e4][d5]AW[d4:d4][e5]PL[B];B[fe])",
            vec!["f5", "f5d6c3", "f5"],
        ),
        ("[Black \"a\"]\n1. f5\n\n[Black \"b\"]\n\n1. f5 f6\n", vec!["f5", "f5f6"]),
    ] {
        assert_eq!(records(text), expected, "{text}");
    }
    let rows = |text: &str| {
        text.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>()
    };
    let (first, second) = (rows(&START[..64]), rows(&AFTER_F5[..64]));
    let text = format!("Black to move\n{first}\nWhite to move\n{second}");
    assert_eq!(records(text), [START, AFTER_F5]);
    let text = format!("{second}White 1, Black 4; 59 moves left\nTo move: White");
    assert_eq!(records(text), [AFTER_F5]);
    let rule = "-".repeat(40);
    assert_eq!(records(format!("f5d6\n{rule}\nf5f6\n+{rule}+\n")), ["f5d6", "f5f6"]);
    let text = format!("{START}\nf5d6\n{AFTER_F5}; % x\n\n{:#}\n", START.parse::<Position>().unwrap());
    assert_eq!(records(text), [START, "f5d6", AFTER_F5, START]);
}

#[test]
fn json_of_ours_and_of_others() {
    for (text, expected) in [
        (format!("{{\"start\":\"{START}\",\"moves\":\"f5d6\"}}"), vec!["f5d6"]),
        ("{\"moves\":\"f5d6\"}\n{\"moves\":[\"f5\",\"f6\"]}".to_string(), vec!["f5d6", "f5f6"]),
        ("[{\"moves\":\"f5d6\"},\n {\"moves\":\"f5f6\"}]".to_string(), vec!["f5d6", "f5f6"]),
        ("{\"games\":[{\"moves\":\"f5d6\"},{\"moves\":[37,45]}]}".to_string(), vec!["f5d6", "f5f6"]),
        (
            "{\"id\":\"x\",\"players\":[{\"name\":\"a\"},{\"name\":\"b\"}],\
             \"position\":{\"moves\":[{\"m\":\"F5\",\"t\":1},{\"m\":\"D6\",\"t\":2}]}}"
                .to_string(),
            vec!["f5d6"],
        ),
        (
            format!(
                "{{\"position\":\"{AFTER_F5}\",\"game\":[{{\"position\":\"{START}\",\"played\":\"f5\"}}]}}"
            ),
            vec!["f5"],
        ),
        (
            "{\"moves\":\"f5d6\n{\"moves\":\"f5\"}".to_string(),
            vec!["13: byte 13: EOF while parsing a string", "f5"],
        ),
        ("{\"moves\":\"f5a1\"}\n{\"moves\":\"f5\"}".to_string(), vec!["0: ply 2: illegal move", "f5"]),
        (
            "{\"moves\":\"f5\"\n{\"moves\":\"f5d6\"}\n{\"moves\":\"f5f6\"}".to_string(),
            vec!["12: byte 12: EOF while parsing an object", "f5d6", "f5f6"],
        ),
        ("{\"a\":1}".to_string(), vec!["0: no game and no position"]),
    ] {
        assert_eq!(records(&text), expected, "{text}");
    }
}

#[test]
fn names_in_other_encodings() {
    let game = |name: &[u8]| [b"(;GM[Othello]PB[", name, b"]PW[Bo]B[F5];)\n(;GM[Othello]B[D3];)"].concat();
    for (name, expected) in [
        (&b"Andr\xe9"[..], "André"),
        (b"Andr\xc3\xa9", "André"),
        (b"\x83\x5d\x83\x93", "ゾン"),
        (b"\x83\x5c\x82\xa0", "ソあ"),
    ] {
        let bytes = game(name);
        let records: Vec<_> = read(&bytes).map(Result::unwrap).collect();
        let Content::Game(first) = &records[0].content else { panic!() };
        assert_eq!(first.tag("PB"), Some(expected));
        assert_eq!(
            (records[1].place.line, records[1].place.offset),
            (Some(2), bytes.len() - 20),
            "{expected}"
        );
    }
    let utf16: Vec<u8> =
        [0xfeff_u16].into_iter().chain("f5d6".encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(records(&utf16), ["f5d6"]);
    let utf16: Vec<u8> =
        [0xfeff_u16].into_iter().chain("f5a1".encode_utf16()).flat_map(u16::to_be_bytes).collect();
    assert_eq!(records(&utf16), ["6: byte 6, ply 2: illegal move"]);
}

#[test]
fn whatever_is_no_record() {
    for text in ["", " \n\r\n", "\u{feff}", "% only a comment\n# f5", "%\n"] {
        assert_eq!(records(text), [""; 0]);
    }
    for text in ["hello", "https://www.f5.com/products", "???", "-", "12 34", "https://example.org/", "pass"]
    {
        assert_eq!(records(text).len(), 1, "{text}");
        assert_eq!(read(text.as_bytes()).next().unwrap().unwrap_err().kind, ReadErrorKind::Nothing, "{text}");
    }
    assert_eq!(records("--XOX"), ["5: byte 5: the text has only 5 of 64 cells"]);
    assert_eq!(records(b"\0\0\0"), ["0: record 1, byte 0: neither text nor a file of games"]);
}

#[test]
fn a_strict_reader_passes_over_no_text() {
    let strict = |text: &str| {
        let records = Reader::new().strict(true).read(text.as_bytes()).collect::<Vec<_>>();
        records.into_iter().map(|record| record.err().map(|error| error.place.offset)).collect::<Vec<_>>()
    };
    assert_eq!(strict(&format!("{START}\nXO?\n")), [None, Some(67)]);
    assert_eq!(strict(&format!("{START}\n# XO?\n")), [None]);
    assert_eq!(strict("f5d6\n\nhello\n"), [Some(6)]);
    assert_eq!(strict("hello\nf5d6"), [Some(0)]);
    // The rest of a bad game does not affect the others.
    assert_eq!(strict("f5d6\na1c4\nc3\nf5f6\n"), [Some(5), None]);
    assert_eq!(strict("f5d6\na1c4\nc3\n"), [Some(5)]);
    assert_eq!(strict("hello"), [Some(0)]);
}
