//! Boards in all spellings: in one line or in eight, with the names of files and ranks, with marks in the
//! squares, with the side to move in a word, before or after the cells.

use crate::board::{Board, Color, Position, Square};
use crate::notation::board::{Cell, cell};
use crate::notation::{ParseBoardError, ParseBoardErrorKind};

/// A position, and what the text says of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Without a side in the text, the side that can move: black, if both can.
    pub(super) position: Position,
    /// The text names the side to move.
    pub(super) has_side: bool,
}

/// The cells of one rank, A to H.
#[derive(Clone, Copy)]
pub(super) struct Row {
    cells: [Cell; 8],
    /// The number beside the row.
    rank: Option<u8>,
    /// The side to move, which some programs show beside the board.
    pub(super) side: Option<Color>,
}

/// How cells are spelled.
#[derive(Clone, Copy)]
struct Symbols {
    /// 0 is an empty square, 1 and 2 are discs.
    digits: bool,
    /// Round symbols are the discs, so square ones are empty squares.
    round: bool,
}

impl Symbols {
    fn of(text: &str) -> Symbols {
        Symbols { digits: false, round: text.contains(['●', '○', '⚫', '⚪']) }
    }

    fn cell(self, symbol: char) -> Option<Cell> {
        match symbol {
            '0' if self.digits => Some(Cell::Empty),
            '1' if self.digits => Some(Cell::Disc(Color::Black)),
            '2' if self.digits => Some(Cell::Disc(Color::White)),
            _ if self.digits => None,
            '0' => Some(Cell::Disc(Color::White)),
            '+' => Some(Cell::Empty),
            '⬛' | '⬜' | '■' | '□' if self.round => Some(Cell::Empty),
            '⬛' | '■' => Some(Cell::Disc(Color::Black)),
            '⬜' | '□' => Some(Cell::Disc(Color::White)),
            _ => cell(symbol),
        }
    }
}

const fn is_bracket(c: char) -> bool {
    matches!(c, '[' | ']' | '(' | ')' | '<' | '>')
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '│' | '┃' | ',' | '"' | '\'')
}

impl Row {
    /// The row in a line; `None` if it is none.
    pub(super) fn of(line: &str) -> Option<Row> {
        let begins = line.trim_start_matches(is_separator).chars().next()?;
        if !(begins.is_ascii_digit() || is_bracket(begins) || Symbols::of("").cell(begins).is_some()) {
            return None;
        }
        let symbols = Symbols::of(line);
        Row::spelled(line, symbols).or_else(|| Row::spelled(line, Symbols { digits: true, ..symbols }))
    }

    fn spelled(line: &str, symbols: Symbols) -> Option<Row> {
        let rank_of = |token: &str| match token.trim_end_matches(['.', ':', ')']).as_bytes() {
            &[digit @ b'1'..=b'8'] => Some(digit - b'1'),
            _ => None,
        };
        let mut row = Row { cells: [Cell::Empty; 8], rank: None, side: None };
        let mut count = 0;
        let mut tokens = tokens(line).peekable();
        // Digits of cells and the number of a row look alike: the number is there if a ninth token is.
        let spaced = tokens.clone().filter(|(_, token)| *token != "|").count();
        if let Some(&(_, first)) = tokens.peek()
            && (!symbols.digits || spaced == 2 || spaced > 8)
        {
            row.rank = rank_of(first);
            tokens.next_if(|_| row.rank.is_some());
        }
        for (at, token) in tokens {
            if count == 8 {
                let rank = rank_of(token)?;
                if row.rank.is_some_and(|left| left != rank) {
                    return None;
                }
                (row.rank, row.side) = (Some(rank), side_in_words(line[at + token.len()..].trim()));
                return Some(row);
            }
            let inner = token.chars().filter(|&c| !is_bracket(c));
            let is_mark = token.len() > 1 && token.contains(|c: char| c.is_ascii_digit()) && !symbols.digits
                || token.len() == 1 && token == "0" && !symbols.digits;
            if is_mark && spaced >= 8 {
                count += 1; // a score or the number of a move stands in an empty square
                continue;
            }
            for c in inner {
                *row.cells.get_mut(count)? = symbols.cell(c)?;
                count += 1;
            }
        }
        (count == 8).then_some(row)
    }
}

/// The words of a line with their places.
fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let words = line.split(is_separator).filter(|token| !token.is_empty());
    words.map(|token| (token.as_ptr() as usize - line.as_ptr() as usize, token))
}

/// Whether a line belongs to a drawing of a board: the names of the files, or a border.
pub(super) fn is_frame(line: &str) -> bool {
    let mut letters = line.chars().filter(|c| c.is_alphanumeric());
    if letters.clone().next().is_none() {
        return line.contains(['+', '─', '━', '┼', '|', '=']) || is_blank(line);
    }
    let files = "abcdefgh".chars();
    let is_files = files.clone().all(|file| letters.next().is_some_and(|c| c.eq_ignore_ascii_case(&file)));
    is_files && letters.next().is_none_or(|_| side_in_words(line).is_some() || is_wide(line))
}

/// Whether the text beside the names of the files is far from them.
fn is_wide(line: &str) -> bool {
    line.trim_start().contains("   ")
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// The position of eight rows. Numbers beside them say whether the first is rank 1 or rank 8.
pub(super) fn of_rows(rows: &[Row; 8], side: Option<Color>) -> Found {
    let is_upside_down = rows[0].rank == Some(7) && rows[7].rank == Some(0);
    let (mut black, mut white) = (0, 0);
    for square in Square::ALL {
        let rank = usize::from(square.rank());
        let row = &rows[if is_upside_down { 7 - rank } else { rank }];
        match row.cells[usize::from(square.file())] {
            Cell::Disc(Color::Black) => black |= square.bit(),
            Cell::Disc(Color::White) => white |= square.bit(),
            Cell::Empty => {}
        }
    }
    with_side(black, white, side)
}

fn with_side(black: u64, white: u64, side: Option<Color>) -> Found {
    let of = |side| {
        let board = Board::from_bits(black, white);
        Position { board: if side == Color::Black { board } else { board.pass() }, side }
    };
    let (first, second) = (of(Color::Black), of(Color::White));
    let can_move = |position: Position| !position.board.legal_moves().is_empty();
    match side {
        Some(side) => Found { position: of(side), has_side: true },
        None if can_move(first) || !can_move(second) => Found { position: first, has_side: false },
        None => Found { position: second, has_side: false },
    }
}

/// Whether a line is meant as a board: half a board of cells, and hardly anything else.
pub(super) fn is_meant(line: &str) -> bool {
    if line.len() < 32 {
        return false;
    }
    let line = line.split([';', '%']).next().unwrap_or_default();
    let symbols = Symbols::of(line);
    let is_digits = is_digits(line);
    let (mut cells, mut others) = (0_usize, 0_usize);
    // A rule of one symbol is no board.
    let (mut empty, mut discs) = (false, false);
    for c in line.chars().filter(|&c| !is_separator(c) && !is_bracket(c) && c != '/') {
        let cell = Symbols { digits: is_digits, ..symbols }.cell(c);
        empty |= matches!(cell, Some(Cell::Empty));
        discs |= matches!(cell, Some(Cell::Disc(_)));
        *(if cell.is_some() { &mut cells } else { &mut others }) += 1;
    }
    let is_rule = !discs && cells != 64 || !empty && cells < 64;
    (32..=80).contains(&cells) && others <= 20 && !is_rule
}

fn is_digits(line: &str) -> bool {
    let mut symbols = line.chars().filter(|&c| !is_separator(c) && c != '/');
    let digits = symbols.by_ref().take(64).filter(|c| matches!(c, '0'..='2')).count();
    digits >= 60
}

/// 64 cells one after the other, with or without blanks, then perhaps the side to move.
pub(super) fn of_line(line: &str) -> Result<Found, ParseBoardError> {
    use ParseBoardErrorKind::*;

    let error = |at, kind| ParseBoardError { at, kind };
    let symbols = Symbols { digits: is_digits(line), ..Symbols::of(line) };
    let start = size_of_board(line);
    let is_passed_over = |c: char| is_separator(c) || is_bracket(c) || c == '/';
    let mut cells = line[start..].char_indices().filter(|&(_, c)| !is_passed_over(c));
    let (mut black, mut white, mut end) = (0, 0, start);
    for square in Square::ALL {
        let found = square.index();
        let (at, c) = cells.next().ok_or(error(line.len(), TooFewCells { found }))?;
        match symbols.cell(c).ok_or(error(start + at, UnknownSymbol(c)))? {
            Cell::Disc(Color::Black) => black |= square.bit(),
            Cell::Disc(Color::White) => white |= square.bit(),
            Cell::Empty => {}
        }
        end = start + at + c.len_utf8();
    }
    let rest = &line[end..];
    let tail = rest.trim_matches(|c| is_passed_over(c) || c == ';');
    if tail.is_empty() {
        return Ok(with_side(black, white, None));
    }
    if let Some(side) = side_alone(tail, symbols).or_else(|| side_in_words(tail)) {
        return Ok(with_side(black, white, Some(side)));
    }
    let at = end + rest.find(tail).unwrap_or_default();
    let first = tail.chars().next().unwrap_or_default();
    match symbols.cell(first) {
        Some(Cell::Disc(_)) => Err(error(at + first.len_utf8(), TrailingInput)),
        _ => Err(error(at, NotASide(first))),
    }
}

/// The size before the cells, as servers write it: `[8 -------- ...`.
fn size_of_board(line: &str) -> usize {
    let rest = line.trim_start();
    let rest = rest.strip_prefix("BO").unwrap_or(rest).trim_start();
    let rest = rest.strip_prefix('[').unwrap_or(rest).trim_start();
    match rest.strip_prefix("8") {
        Some(cells) if cells.starts_with([' ', '\t']) => line.len() - cells.len(),
        _ => 0,
    }
}

/// The side that the symbol of a disc stands for, if nothing else is there.
fn side_alone(text: &str, symbols: Symbols) -> Option<Color> {
    let mut characters = text.chars();
    match (characters.next().and_then(|c| symbols.cell(c)), characters.next()) {
        (Some(Cell::Disc(color)), None) => Some(color),
        _ => None,
    }
}

/// Who is to move in a line that is no row: the symbol of a disc, or words such as `black to move`.
pub(super) fn side_of(line: &str) -> Option<Color> {
    let text = line.trim().trim_matches(['=', ':', '.', ' ', '[', ']', '|']);
    side_alone(text, Symbols::of(text)).or_else(|| side_in_words(text))
}

/// Names of the sides, in lower case.
const SIDES: [(&str, Color); 13] = [
    ("black", Color::Black),
    ("white", Color::White),
    ("黒", Color::Black),
    ("白", Color::White),
    ("先手", Color::Black),
    ("後手", Color::White),
    ("x", Color::Black),
    ("o", Color::White),
    ("*", Color::Black),
    ("●", Color::Black),
    ("○", Color::White),
    ("⚫", Color::Black),
    ("⚪", Color::White),
];

/// Words behind or before the side that say that it is to move.
const TURNS: [&str; 8] = ["to move", "to play", "to pass", "must pass", "turn", "番", "手番", "side"];

/// The side in words such as `black to move`, `white's turn`, `to move: X`, `黒番`.
fn side_in_words(text: &str) -> Option<Color> {
    if text.len() > 160 {
        return None;
    }
    let text = text.to_lowercase();
    if let Some(rest) = SIDES.iter().find_map(|&(name, side)| (text == name).then_some(side)) {
        return Some(rest);
    }
    let mut sides = [None; 2];
    let turn = TURNS.iter().filter_map(|turn| text.find(turn).map(|at| (at, at + turn.len()))).min()?;
    for (name, side) in SIDES {
        // The nearest name before the words, or the first one after them.
        let is_word = |at: usize, length: usize| {
            name.len() > 1 || {
                let alone = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
                alone(text[..at].chars().next_back()) && alone(text[at + length..].chars().next())
            }
        };
        let before = text[..turn.0].rmatch_indices(name).find(|&(at, _)| is_word(at, name.len()));
        if let Some((at, _)) = before
            && sides[0].is_none_or(|(best, _)| at > best)
        {
            sides[0] = Some((at, side));
        }
        let after = text[turn.1..].match_indices(name).find(|&(at, _)| is_word(turn.1 + at, name.len()));
        if let Some((at, _)) = after
            && sides[1].is_none_or(|(best, _)| at < best)
        {
            sides[1] = Some((at, side));
        }
    }
    sides[0].or(sides[1]).map(|(_, side)| side)
}

/// Whether a drawing says that the game is over, where nobody is to move.
pub(super) fn is_over(line: &str) -> bool {
    line.contains("game over")
}
