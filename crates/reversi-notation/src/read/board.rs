//! Boards in all spellings: in one line or in eight, with the names of files and ranks, with marks in the
//! squares, with the side to move in a word, before or after the cells.
//!
//! | File | What is in it |
//! |---|---|
//! | `board.rs` | rows, and boards in one line |
//! | `board/signs.rs` | which symbols are discs |
//! | `board/side.rs` | who is to move, in words |

mod side;
mod signs;

use crate::{ParseBoardError, ParseBoardErrorKind};
use reversi_bitboard::{Board, Color, Game, Move, Position};
use signs::Discs;

/// A position, and what the text says of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Without a side in the text, the side that can move: black, if both can.
    pub(super) position: Position,
    /// The text names the side to move.
    pub(super) has_side: bool,
    /// Where a board in a line begins, behind a word such as `setboard`.
    pub(super) begin: usize,
    /// Where moves follow a board in the line.
    pub(super) moves: Option<usize>,
    discs: Discs,
}

/// The cells of one rank, A to H.
#[derive(Clone, Copy)]
pub(super) struct Row {
    cells: [char; 8],
    /// The number beside the row.
    rank: Option<usize>,
    /// The side to move, which some programs show beside the board.
    pub(super) side: Option<Color>,
}

/// The longest line that is looked at as a row.
const LONGEST_ROW: usize = 400;

/// An empty square that has no symbol, or a mark that is not a disc.
const BLANK: char = '+';

const BARS: [char; 4] = ['|', '│', '┃', '║'];

fn is_bracket(c: char) -> bool {
    matches!(c, '[' | ']' | '(' | ')' | '<' | '>' | '{' | '}')
}

fn is_separator(c: char) -> bool {
    // The last three belong to emoji.
    c.is_whitespace()
        || BARS.contains(&c)
        || matches!(c, ',' | ';' | '/' | '"' | '\'' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}')
}

/// The number of a rank, from 1 or from 0.
fn rank_of(c: char) -> Option<usize> {
    let kanji = || "〇一二三四五六七八".chars().position(|rank| rank == c);
    c.to_digit(9).map(|rank| rank as usize).or_else(kanji)
}

/// The rank that a word is the name of.
fn rank_of_word(word: &str) -> Option<usize> {
    let mut chars = word.strip_suffix(['.', ':']).unwrap_or(word).chars().filter(|&c| !is_bracket(c));
    let rank = chars.next().and_then(rank_of)?;
    chars.next().is_none().then_some(rank)
}

/// The cell that a word names by itself.
fn cell_of_word(word: &str) -> Option<char> {
    let word = word.trim_matches(is_bracket);
    let number = word.strip_suffix(".0").or_else(|| word.strip_suffix('.')).unwrap_or(word);
    match number.len() {
        2 if number == "-1" => Some(signs::MINUS_ONE),
        1 if number.len() < word.len() => number.chars().next().filter(char::is_ascii_digit),
        4.. if ["empty", "none", "null"].iter().any(|name| word.eq_ignore_ascii_case(name)) => Some('-'),
        5 if word.eq_ignore_ascii_case("black") => Some('X'),
        5 if word.eq_ignore_ascii_case("white") => Some('O'),
        _ => None,
    }
}

/// The symbol that a word has twice, `--`.
fn twice(word: &str) -> Option<char> {
    let mut chars = word.chars();
    let (first, second) = (chars.next()?, chars.next()?);
    (first == second && chars.next().is_none() && signs::is_sign(first)).then_some(first)
}

/// The words of a line with their places.
fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let words = line.split(is_separator).filter(|token| token.contains(|c| !is_bracket(c)));
    words.map(|token| (token.as_ptr() as usize - line.as_ptr() as usize, token))
}

/// The symbols of a line with the places where they begin and end.
fn symbols(line: &str) -> impl Iterator<Item = (usize, usize, char)> {
    tokens(line).flat_map(|(at, word)| {
        let named = cell_of_word(word);
        let chars = word.char_indices().filter(move |&(_, c)| named.is_none() && !is_bracket(c));
        let chars = chars.map(move |(i, c)| (at + i, at + i + c.len_utf8(), c));
        named.map(|cell| (at, at + word.len(), cell)).into_iter().chain(chars)
    })
}

impl Row {
    /// The row in a line; `None` if the line is not a row.
    pub(super) fn of(line: &str) -> Option<Row> {
        if line.len() > LONGEST_ROW {
            return None;
        }
        let begins = line.chars().find(|&c| !is_separator(c) && !is_bracket(c)).unwrap_or('-');
        if rank_of(begins).is_none() && !signs::is_sign(begins) && !begins.is_ascii_alphanumeric() {
            return None;
        }
        let line = &line[Row::begin(line)..];
        Row::with_blanks(line).or_else(|| Row::of_words(line))
    }

    /// Where the first row begins in `board = [[0, 0, ...`.
    pub(super) fn begin(line: &str) -> usize {
        if line.contains(is_bracket) { behind_words(line) } else { 0 }
    }

    fn new(rank: Option<usize>) -> Row {
        Row { cells: [BLANK; 8], rank, side: None }
    }

    /// Returns whether there is a disc, as it seems.
    pub(super) fn has_disc(&self) -> bool {
        self.cells.iter().any(|&cell| signs::is_disc(cell) && cell != '0')
    }

    fn of_words(line: &str) -> Option<Row> {
        let mut row = Row::new(None);
        let mut count = 0;
        let mut words = tokens(line).peekable();
        // Digits of cells and the number of a row look alike: the number is there if a ninth word is.
        let spaced = words.clone().count();
        let is_numbers = words.clone().all(|(_, word)| word.bytes().all(|byte| byte.is_ascii_digit()));
        let &(_, first) = words.peek()?;
        if !matches!(first.trim_matches(|c| is_bracket(c) || c == '.'), "0" | "1" | "2")
            || spaced == 2
            || spaced > 8
        {
            row.rank = rank_of_word(first);
            words.next_if(|_| row.rank.is_some());
        }
        for (at, word) in words {
            if count == 8 {
                // The number again, and perhaps other things beside the board.
                let rank = rank_of_word(word).filter(|&rank| row.rank.is_none_or(|left| left == rank));
                let is_far = line[..at].ends_with("   ") || line[..at].ends_with('\t');
                let rest = &line[at + rank.map_or(0, |_| word.len())..];
                (row.rank, row.side) = (row.rank.or(rank), side::in_words(rest));
                return (rank.is_some() || is_far).then_some(row);
            }
            let is_number = word.contains(|c: char| c.is_ascii_digit())
                && !word.contains(|c: char| c.is_alphabetic() || matches!(c, '@' | '%' | '='));
            // A score or the number of a move stands in an empty square.
            let is_mark = is_number && (word.len() > 1 || word > "2") && !is_numbers;
            let cell = cell_of_word(word).or(is_mark.then_some(BLANK)).or(twice(word));
            if let Some(cell) = cell.filter(|_| spaced >= 8) {
                row.cells[count] = cell;
                count += 1;
                continue;
            }
            let length = word.chars().filter(|&c| !is_bracket(c)).count();
            let mut chars = word.chars().filter(|&c| !is_bracket(c)).peekable();
            let is_glued = count == 0 && row.rank.is_none() && length > 8;
            if is_glued && let Some(rank) = chars.peek().copied().and_then(rank_of) {
                row.rank = Some(rank);
                chars.next();
            }
            while let Some(c) = chars.next() {
                if count == 8
                    && is_glued
                    && chars.peek().is_none()
                    && row.rank.is_none_or(|rank| rank_of(c) == Some(rank))
                {
                    row.rank = Some(rank_of(c)?);
                    break;
                }
                *row.cells.get_mut(count).filter(|_| signs::is_sign(c))? = c;
                count += 1;
            }
        }
        (count == 8).then_some(row)
    }

    /// A row whose empty squares are blanks between bars, commas or tabs.
    fn with_blanks(line: &str) -> Option<Row> {
        let bar = line.chars().find(|c| BARS.contains(c) || matches!(c, ',' | '\t' | ';'))?;
        let has_brackets = line.contains(is_bracket);
        let line = line
            .trim_matches(|c| is_bracket(c) || matches!(c, ' ' | '\n' | '\r') || has_brackets && c == ',');
        let line = if BARS.contains(&bar) { line.strip_prefix(bar).unwrap_or(line) } else { line };
        let line = if BARS.contains(&bar) { line.strip_suffix(bar).unwrap_or(line) } else { line };
        let mut fields = [""; 10];
        let mut count = 0;
        for field in line.split(bar) {
            *fields.get_mut(count)? = field;
            count += 1;
        }
        // A list of numbers in a program has a comma behind the last one.
        let is_list =
            bar == ',' && count == 9 && fields.iter().position(|field| field.trim().is_empty()) == Some(8);
        let (head, cells) = match count {
            10 if rank_of_word(fields[9].trim()).is_some() => (fields[0], &fields[1..9]),
            9 if Row::head(fields[0]).is_some() && !is_list => (fields[0], &fields[1..9]),
            9 if is_list || rank_of_word(fields[8].trim()).is_some() => (fields[8], &fields[..8]),
            8 => ("", &fields[..8]),
            1..=3 => {
                let inner = fields.iter().position(|field| field.chars().count() >= 8)?;
                return Row::in_columns(fields[..inner].first().copied().unwrap_or_default(), fields[inner]);
            }
            _ => return None,
        };
        let is_blank = |field: &&str| field.trim_matches(is_separator).is_empty();
        if !cells.iter().any(is_blank) {
            return None;
        }
        let mut row = Row::new(Row::head(head)?);
        for (cell, &field) in row.cells.iter_mut().zip(cells) {
            let mut found = symbols(field).map(|(_, _, c)| c);
            if !is_blank(&field) {
                let (sign, more) = (found.next()?, found.next());
                let is_mark = more.is_some() && field.contains(|c: char| c.is_ascii_digit());
                *cell = if is_mark { BLANK } else { sign };
                if !signs::is_sign(*cell) || more.is_some() && !is_mark {
                    return None;
                }
            }
        }
        Some(row)
    }

    /// The rank in front of the cells, if there is one.
    fn head(head: &str) -> Option<Option<usize>> {
        match head.trim_matches(|c| is_separator(c) || is_bracket(c)) {
            "" => Some(None),
            word => rank_of_word(word).map(Some),
        }
    }

    /// A row in a frame, whose empty squares are blanks: of eight columns, or of twice as many.
    fn in_columns(head: &str, inner: &str) -> Option<Row> {
        let columns = inner.chars().count();
        let (step, first) = match columns {
            8 => (1, 0),
            15 => (2, 0),
            16 => (2, usize::from(inner.chars().step_by(2).all(|c| c == ' '))),
            17 => (2, 1),
            _ => return None,
        };
        let mut row = Row::new(Row::head(head)?);
        for (column, c) in inner.chars().enumerate().filter(|&(_, c)| c != ' ') {
            let is_cell = column >= first && (column - first) % step == 0 && signs::is_sign(c);
            *row.cells.get_mut((column - first.min(column)) / step).filter(|_| is_cell)? = c;
        }
        inner.contains(' ').then_some(row)
    }
}

/// More lines than a board in a frame has, with a line between any two rows.
pub(super) const MOST_LINES: usize = 24;

/// Returns whether a line belongs to a drawing of a board: the names of the files, or a border.
pub(super) fn is_frame(line: &str) -> bool {
    let mut letters = line.chars().filter(|c| c.is_alphanumeric());
    if letters.clone().next().is_none() {
        let is_rule = || line.trim().len() > 8 && line.trim().bytes().all(|byte| matches!(byte, b'-' | b' '));
        return line.contains(['+', '─', '━', '┼', '|', '=', '═']) || line.trim().is_empty() || is_rule();
    }
    let names = match line.trim_start().as_bytes().first() {
        Some(b'0') => "01234567",
        Some(b'1') => "12345678",
        _ => "abcdefgh",
    };
    let is_files = names.chars().all(|file| letters.next().is_some_and(|c| c.eq_ignore_ascii_case(&file)));
    // The text beside the names of the files is far from them.
    let is_wide = || line.trim_start().contains("   ");
    is_files && letters.next().is_none_or(|_| side::in_words(line).is_some() || is_wide())
}

/// The position of eight rows. Numbers beside them say whether the first is rank 1 or rank 8.
pub(super) fn of_rows(rows: &[Row; 8], side: Option<Color>) -> Result<Found, ParseBoardErrorKind> {
    let is_upside_down = rows[7].rank.is_some() && rows[0].rank > rows[7].rank;
    let mut cells = [BLANK; 64];
    for (rank, row) in rows.iter().enumerate() {
        let rank = if is_upside_down { 7 - rank } else { rank };
        cells[8 * rank..8 * rank + 8].copy_from_slice(&row.cells);
    }
    let discs = signs::discs(&cells).map_err(|square| ParseBoardErrorKind::UnclearSymbol(cells[square]))?;
    Ok(Found::new(discs, side))
}

impl Found {
    /// The position with this side to move.
    #[cfg(feature = "json")]
    pub(super) fn with_side(&self, side: Color) -> Position {
        Found::new(self.discs, Some(side)).position
    }

    fn new(discs: Discs, side: Option<Color>) -> Found {
        let of = |side| {
            let board = Board::from_bits(discs.black, discs.white);
            Position { board: if side == Color::Black { board } else { board.pass() }, side }
        };
        let can_move = |position: Position| !position.board.legal_moves().is_empty();
        let (first, second) = (of(Color::Black), of(Color::White));
        let open = if can_move(first) || !can_move(second) { first } else { second };
        let position = side.map_or(open, of);
        Found { position, has_side: side.is_some(), begin: 0, moves: None, discs }
    }

    /// Who is to move in a line beside the board, which may have one of its discs.
    pub(super) fn side_of(&self, line: &str) -> Option<Color> {
        let (at, word) = tokens(line).last()?;
        let mut signs = symbols(word).map(|(_, _, c)| c);
        let sign = signs.next().filter(|_| signs.next().is_none());
        let is_one = |color: &Color| sign.is_some() && self.discs.signs[*color as usize] == sign;
        let color = [Color::Black, Color::White].into_iter().find(is_one);
        match (color, tokens(line).count()) {
            (Some(_), 1) => color,
            (Some(color), _) if word.len() == 1 => side::alone(&alloc::format!("{}{color}", &line[..at])),
            _ => None,
        }
        .or_else(|| side_of(line))
    }
}

/// Returns whether a line is meant as a board: half a board of cells, and hardly anything else.
pub(super) fn is_meant(line: &str) -> bool {
    if line.len() < 32 || line.find("://").is_some_and(|at| at < 64) {
        return false;
    }
    let line = line.split('%').next().unwrap_or_default();
    let mut symbols = symbols(&line[begin(line)..]).map(|(_, _, c)| c);
    let (mut cells, mut others) = (0_usize, 0_usize);
    // A rule of one symbol is not a board.
    let (mut empty, mut discs) = (false, false);
    for c in symbols.by_ref().take(64) {
        let is_disc = signs::is_disc(c) && c != '0';
        discs |= is_disc;
        empty |= !is_disc && signs::is_sign(c);
        *(if signs::is_sign(c) { &mut cells } else { &mut others }) += 1;
    }
    let more = symbols.take(17).take_while(|&c| signs::is_sign(c)).count();
    let is_rule = !discs && (cells != 64 || more > 1) || !empty && cells < 64;
    cells >= 32 && others <= 20 && more < 17 && !is_rule
}

/// The place of a score at the end of a line, as training data has it behind a position.
pub(super) fn score(line: &str) -> Option<usize> {
    let line = line.trim_end_matches(is_separator);
    let word = line.rsplit(is_separator).next().filter(|word| word.len() < line.len())?;
    let is_number = word.contains(|c: char| c.is_ascii_digit()) && word.parse::<f64>().is_ok();
    is_number.then(|| line.len() - word.len())
}

/// 64 cells one after the other, with or without blanks, then perhaps the side to move, then perhaps moves.
pub(super) fn of_line(line: &str) -> Result<Found, ParseBoardError> {
    use ParseBoardErrorKind::*;

    let error = ParseBoardError::new;
    let start = begin(line);
    let mut found = symbols(&line[start..]);
    let (mut cells, mut places, mut end) = ([BLANK; 64], [0; 64], start);
    for i in 0..64 {
        let (from, to, c) = found.next().ok_or(error(line.len(), TooFewCells { found: i }))?;
        if !signs::is_sign(c) {
            return Err(error(start + from, UnknownSymbol(c)));
        }
        (cells[i], places[i], end) = (c, start + from, start + to);
    }
    let discs = signs::discs(&cells).map_err(|square| error(places[square], UnclearSymbol(cells[square])))?;
    let found = Found { begin: start, ..Found::new(discs, None) };
    let rest = &line[end..];
    let tail = rest.trim_matches(|c| is_separator(c) || is_bracket(c));
    if tail.is_empty() {
        return Ok(found);
    }
    let with_side = |side| Found { begin: start, ..Found::new(discs, Some(side)) };
    let at = end + rest.find(tail).unwrap_or_default();
    if let Some((first, mv)) = super::text_moves::first(tail)
        && mv != Move::Pass
    {
        let found = |side| Found { moves: Some(at + first), ..with_side(side) };
        let head =
            tail[..first].trim_end_matches(|c: char| c.is_ascii_digit() || is_separator(c) || c == '.');
        if head.is_empty() {
            // Without a side, the first move may be one of a single side.
            let can_play = |side: &Color| Game::from_position(found(*side).position).play(mv).is_ok();
            let mut sides = [Color::Black, Color::White].into_iter().filter(can_play);
            let only = sides.next().filter(|_| sides.next().is_none());
            return Ok(only.map_or(Found { has_side: false, ..found(Color::Black) }, found));
        }
        if let Some(side) = side::alone(head) {
            return Ok(found(side));
        }
    }
    if let Some(side) = found.side_of(tail) {
        return Ok(with_side(side));
    }
    let first = tail.chars().next().unwrap_or_default();
    match signs::color(first) {
        Some(_) => Err(error(at + first.len_utf8(), TrailingInput)),
        None => Err(error(at, NotASide(first))),
    }
}

/// Where the cells of a line begin: behind the size of a board, as servers write it in `[8 -------- ...`,
/// or behind words such as `setboard` or `board =`.
fn begin(line: &str) -> usize {
    // A column of a table.
    const MOST_COLUMNS: usize = 16;

    let is_board =
        |word: &str| word.len() >= 64 && word.chars().take(64).filter(|&c| signs::is_sign(c)).count() == 64;
    if let Some((at, _)) = tokens(line).take(MOST_COLUMNS).find(|(_, word)| is_board(word)) {
        return at;
    }
    let rest = line.trim_start();
    let rest = rest.strip_prefix("BO").unwrap_or(rest).trim_start();
    let rest = rest.strip_prefix('[').unwrap_or(rest).trim_start();
    if let Some(cells) = rest.strip_prefix("8").filter(|cells| cells.starts_with([' ', '\t'])) {
        return line.len() - cells.len();
    }
    behind_words(line)
}

/// The place behind words such as `setboard` or `board =`.
fn behind_words(line: &str) -> usize {
    const MOST_WORDS: usize = 4;

    let mut cells = line;
    for _ in 0..MOST_WORDS {
        let rest =
            cells.trim_start_matches(|c| is_separator(c) || is_bracket(c) || matches!(c, ':' | '=' | '$'));
        let end = rest.find(|c: char| !c.is_ascii_alphabetic() && c != '_').unwrap_or(rest.len());
        let word = &rest[..end];
        if word.chars().all(signs::is_sign) || cell_of_word(word).is_some() {
            break;
        }
        cells = &rest[end..];
        // `board[8][8]`
        while let Some((size, rest)) = cells.strip_prefix('[').and_then(|rest| rest.split_once(']'))
            && size.bytes().all(|byte| byte.is_ascii_digit())
        {
            cells = rest;
        }
        cells = cells.trim_start_matches([' ', ':', '=']);
    }
    line.len() - cells.len()
}

/// Who is to move in a line that is not a row: the symbol of a disc, or words such as `black to move`.
pub(super) fn side_of(line: &str) -> Option<Color> {
    side::in_words(line.trim())
}

/// Returns whether a drawing says that the game is over, where nobody is to move.
pub(super) fn is_over(line: &str) -> bool {
    line.contains("game over")
}
