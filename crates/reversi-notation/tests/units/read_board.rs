//! Boards as people and programs draw them.

use reversi_notation::{Content, Reader, read};

const ROWS: [&str; 8] =
    ["--------", "--------", "--------", "---OX---", "---XXX--", "--------", "--------", "--------"];
const AFTER_F5: &str = "---------------------------OX------XXX-------------------------- O";

/// The board after f5, each row as `line` makes it of its number and its cells, then who is to move.
fn drawn(signs: [&str; 3], line: impl Fn(usize, &[&str]) -> String) -> String {
    let of = |c: char| signs["XO-".find(c).unwrap()];
    let rows = ROWS.iter().enumerate();
    rows.map(|(i, row)| line(i + 1, &row.chars().map(of).collect::<Vec<_>>()) + "\n").collect()
}

/// The position that a text is read as, or the error.
fn position(text: &str) -> String {
    let records: Vec<_> = read(text.as_bytes()).collect();
    match records.as_slice() {
        [Ok(record)] => record.position().to_string(),
        [Err(error)] => error.kind.to_string(),
        _ => format!("{} records", records.len()),
    }
}

#[test]
fn rows_as_people_and_programs_draw_them() {
    let letters = ["X", "O", "-"];
    let circles = ["●", "○", "・"];
    let blanks = ["X", "O", " "];
    let numbers = ["1", "2", "0"];
    let kanji = |i: usize| "一二三四五六七八".chars().nth(i - 1).unwrap();
    for text in [
        drawn(letters, |i, row| format!("{i}{}", row.concat())),
        drawn(["X", "O", "."], |i, row| format!("{i}{}", row.concat())),
        drawn(letters, |i, row| format!("{}{i}", row.concat())),
        drawn(letters, |i, row| format!("{i}{}{i}", row.concat())),
        drawn(letters, |i, row| format!("{} {}", i - 1, row.join(" "))),
        drawn(circles, |i, row| {
            format!("{}{}", ["１", "２", "３", "４", "５", "６", "７", "８"][i - 1], row.concat())
        }),
        drawn(circles, |i, row| format!("{} {}", kanji(i), row.concat())),
        drawn(["⚫", "⚪", "🟩"], |i, row| format!("{i}\u{fe0f}\u{20e3}{}", row.concat())),
        drawn(["⬛", "⬜", "🟩"], |_, row| row.concat()),
        drawn(["🔴", "⚪", "🟩"], |_, row| row.concat()),
        drawn(blanks, |i, row| format!("{i} |{}| {i}", row.join("|"))),
        drawn(blanks, |i, row| format!("{i} | {} |\n  {}", row.join(" | "), "-".repeat(33))),
        drawn(blanks, |_, row| format!("|{}|", row.concat())),
        drawn(blanks, |i, row| format!("{i}| {} |", row.join(" "))),
        drawn(blanks, |i, row| format!("|{i}|{}|", row.join("|"))),
        drawn(["X", "O", ""], |_, row| row.join(",")),
        drawn(["X", "O", ""], |_, row| row.join("\t")),
        drawn(["X", "O", ""], |i, row| format!("{i},{}", row.join(","))),
        drawn(numbers, |_, row| row.concat()),
        drawn(numbers, |i, row| format!("{i} {}", row.join(" "))),
        drawn(numbers, |_, row| format!("  {{{}}},", row.join(","))),
        drawn(numbers, |_, row| format!("{},", row.join(", "))),
        drawn(["1", "-1", "0"], |_, row| row.join("  ")),
        drawn(["1.", "-1.", "0."], |_, row| format!(" [{}]", row.join(" "))),
        format!("board = [{}]", drawn(numbers, |_, row| format!("[{}],", row.join(", "))).trim_end()),
        drawn(["'B'", "'W'", "' '"], |_, row| format!(" [{}],", row.join(", "))),
        drawn(["black", "white", "None"], |_, row| format!("[{}]", row.join(", "))),
        drawn(["P", "O", "."], |_, row| row.concat()),
        drawn(["#", "0", "."], |_, row| row.join(" ")),
        drawn(["×", "○", "・"], |_, row| row.concat()),
    ] {
        assert_eq!(position(&format!("{text}\nWhite to move")), AFTER_F5, "{text}");
    }
    assert_eq!(position(&(drawn(numbers, |_, row| row.concat()) + "2")), AFTER_F5);
    assert_eq!(position(&(drawn(numbers, |_, row| row.concat()) + "player: 2")), AFTER_F5);
}

#[test]
fn a_symbol_is_a_disc_or_a_mark_by_the_whole_board() {
    // The legal moves of white are d6, f4 and f6.
    let marked = |signs: [&str; 3], mark: &str| {
        let text = drawn(signs, |i, cells| {
            let mut cells = cells.to_vec();
            match i {
                4 => cells[5] = mark,
                6 => (cells[3], cells[5]) = (mark, mark),
                _ => {}
            }
            cells.join(" ")
        });
        position(&(text + "white to move"))
    };
    for mark in ["*", "+", "?", "x", "o", "1", "0", "."] {
        assert_eq!(marked(["X", "O", "-"], mark), AFTER_F5, "{mark}");
    }
    for (signs, mark) in [(["B", "W", "."], "x"), (["⚫", "⚪", "🟩"], "⭕"), (["●", "○", "・"], "*")]
    {
        assert_eq!(marked(signs, mark), AFTER_F5, "{mark}");
    }
    // A mark that does not stand on just the legal moves may be a disc.
    let board = drawn(["X", "O", "-"], |i, row| if i == 8 { "x-------".into() } else { row.concat() });
    assert_eq!(
        position(&(board + "O")),
        "cannot tell whether 'x' is a disc or a mark: the colour has another symbol"
    );
    let board = drawn(["0", "1", "."], |_, row| row.concat());
    assert_eq!(
        position(&(board + "White to move")),
        "cannot tell whether '0' is a disc or a mark: the colour has another symbol"
    );
    assert_eq!(position(&AFTER_F5.replace('X', "*")), AFTER_F5);
    assert_eq!(position(&AFTER_F5.replacen('-', "*", 1)), AFTER_F5);
}

#[test]
fn the_side_in_other_words() {
    for side in [
        "Next: White",
        "Player: O",
        "Current player: white",
        "White's move",
        "White to go",
        "次は白",
        "白番です",
        "w to play",
        "player O",
        "Turn: White",
        "(White's turn)",
        "-> O",
        "→ White",
        "turn = white",
        "stm: w",
        "白先",
        "white plays next",
        "Black: 4 White: 1, White to move",
        "**White** to move",
        "move 2, white to play",
    ] {
        assert_eq!(position(&format!("{}\n{side}", ROWS.join("\n"))), AFTER_F5, "{side}");
        assert_eq!(position(&format!("{side}\n{}", ROWS.join("\n"))), AFTER_F5, "{side}");
    }
    for none in
        ["White: Ada", "Black: 4 White: 1", "White player: Bo", "White moves first in Othello.", "Whiteto"]
    {
        let text = position(&format!("{}\n{none}", ROWS.join("\n")));
        assert!(text.starts_with("the side to move is missing after 64 symbols"), "{none}: {text}");
    }
}

#[test]
fn a_board_in_a_line_with_other_things() {
    let cells = &AFTER_F5[..64];
    for text in [
        format!("setboard {AFTER_F5}"),
        format!("> setboard {AFTER_F5};"),
        format!("\"{AFTER_F5}; D6:+0;\""),
        format!("1, 58, +1.24, {AFTER_F5}"),
        format!(
            "board[64] = {{{}}} white to move",
            cells.replace('X', "1,").replace('O', "2,").replace('-', "0,")
        ),
    ] {
        assert_eq!(position(&text), AFTER_F5, "{text}");
    }
    for (text, moves) in [
        (format!("{AFTER_F5} d6c3"), "d6c3"),
        (format!("{cells} d6c3"), "d6c3"),
        (format!("{cells} white to move: 1. d6 c3"), "d6c3"),
        (format!("{AFTER_F5} d6a1"), ""),
    ] {
        let record = read(text.as_bytes()).next().unwrap();
        let game = record.as_ref().map_or_else(|_| String::new(), |record| record.game().to_string());
        assert_eq!(game, moves, "{text}");
        if let Ok(record) = record {
            assert!(matches!(record.content, Content::Game(_)));
            assert_eq!(record.game().start().to_string(), AFTER_F5);
        }
    }
    let strict = |text: &str| Reader::new().strict(true).read(text.as_bytes()).next().unwrap().is_ok();
    assert!(strict(&format!("{AFTER_F5} d6c3")) && !strict(&format!("setboard {AFTER_F5}")));
    // Rules and the blank lines of a table are not boards.
    let games = |text: &str| read(text.as_bytes()).filter_map(Result::ok).count();
    assert_eq!(games(&format!("f5d6\n{0}{0}f5f6\n", "--------\n".repeat(8))), 2);
    assert_eq!(games("f5d6\n,,,,,,,\n,,,,,,,\nf5f6\n"), 2);
}
