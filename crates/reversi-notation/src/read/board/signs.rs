//! The meaning of the symbols of a board, which only the whole board can tell: `*` is a black disc beside
//! `O`, and the mark of a legal move beside `X` and `O`.

use alloc::vec::Vec;

use reversi_bitboard::__internal::{Cell, cell};
use reversi_bitboard::{Board, Color};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A disc where the colour has no symbol of a smaller number.
    Disc(Color, usize),
    Empty,
}

/// The number -1 as one symbol.
pub(super) const MINUS_ONE: char = '−';

fn role(symbol: char) -> Option<Role> {
    use Color::{Black, White};
    Some(match symbol {
        '黑' => Role::Disc(Black, 0),
        '*' | '×' | '•' | '🔴' | 'P' | 'p' => Role::Disc(Black, 1),
        '0' | '◦' => Role::Disc(White, 1),
        '1' | '⬛' | '■' | '◼' => Role::Disc(Black, 2),
        '2' | MINUS_ONE | '⬜' | '□' | '◻' => Role::Disc(White, 2),
        '+' | '?' | 'E' | 'e' | '⋅' | '∙' | '~' | '🟨' | '🟧' | '🟪' => Role::Empty,
        _ => match cell(symbol)? {
            Cell::Disc(color) => Role::Disc(color, 0),
            Cell::Empty => Role::Empty,
        },
    })
}

/// Returns whether a board may have this symbol.
pub(super) fn is_sign(symbol: char) -> bool {
    role(symbol).is_some()
}

/// Returns whether a symbol is a disc on some boards.
pub(super) fn is_disc(symbol: char) -> bool {
    matches!(role(symbol), Some(Role::Disc(..)))
}

/// The colour of a symbol that is a disc on all boards.
pub(super) fn color(symbol: char) -> Option<Color> {
    match role(symbol)? {
        Role::Disc(color, 0) => Some(color),
        Role::Disc(..) | Role::Empty => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Discs {
    pub(super) black: u64,
    pub(super) white: u64,
    /// The symbols of both.
    pub(super) signs: [Option<char>; 2],
}

/// Pairs that belong together: `o` beside these is a mark rather than a disc.
const USUAL: [[char; 2]; 8] =
    [['X', 'O'], ['x', 'o'], ['B', 'W'], ['b', 'w'], ['●', '○'], ['⚫', '⚪'], ['⬤', '◯'], ['黒', '白']];

/// The discs of a board. An error is the square of a symbol that may be a disc or a mark.
///
/// Two symbols for one colour are clear only where all symbols but one pair stand on just the legal moves.
pub(super) fn discs(cells: &[char; 64]) -> Result<Discs, usize> {
    let mut signs: Vec<(char, u64)> = Vec::new();
    for (square, &sign) in cells.iter().enumerate() {
        match signs.iter_mut().find(|(known, _)| *known == sign) {
            Some((_, squares)) => *squares |= 1 << square,
            None => signs.push((sign, 1 << square)),
        }
    }
    let of = |color, level| {
        let is_one = move |&(sign, _): &(char, u64)| role(sign) == Some(Role::Disc(color, level));
        signs.iter().copied().filter(is_one).collect::<Vec<_>>()
    };
    let squares_of = |is_one: &dyn Fn(char) -> bool| {
        signs.iter().filter(|(sign, _)| is_one(*sign)).fold(0, |all, (_, squares)| all | squares)
    };
    let level = |color| (0..3).find(|&level| !of(color, level).is_empty());
    let (black, white) = (level(Color::Black), level(Color::White));
    let is_number = |sign| matches!(sign, '1' | '2' | MINUS_ONE);
    let has_numbers = black != Some(0) && white != Some(0) && squares_of(&is_number) != 0;
    let zeros = squares_of(&|sign| sign == '0');
    let symbols = |color, level: Option<usize>, other: Option<usize>| match level {
        _ if has_numbers => of(color, 2),
        // Squares and numbers are not discs beside round symbols and letters.
        Some(2) if other.is_some_and(|other| other < 2) => Vec::new(),
        level => level.map_or_else(Vec::new, |level| of(color, level)),
    };
    let blacks = symbols(Color::Black, black, white);
    let whites = symbols(Color::White, white, black);
    if has_numbers && zeros != 0 && squares_of(&|sign| role(sign) == Some(Role::Empty) && sign != '+') != 0 {
        return Err(zeros.trailing_zeros() as usize);
    }
    let is_taken = |sign| blacks.iter().chain(&whites).any(|&(taken, _)| taken == sign);
    let unclear = squares_of(&|sign| matches!(sign, '🔴' | 'P' | 'p') && !is_taken(sign));
    let scores = if has_numbers || is_taken('0') { 0 } else { zeros };
    let all = |signs: &[(char, u64)]| signs.iter().fold(0, |all, (_, squares)| all | squares);
    let pairs = optional(&blacks).flat_map(|black| optional(&whites).map(move |white| (black, white)));
    let readings = pairs.filter_map(|((black_sign, black), (white_sign, white))| {
        let marks = unclear | all(&blacks) & !black | all(&whites) & !white;
        let legal = |a, b| Board::from_bits(a, b).legal_moves().0;
        let is_clear = [legal(black, white), legal(white, black)]
            .into_iter()
            .any(|legal| (marks == 0 || marks == legal) && scores & !legal == 0);
        is_clear.then_some(Discs { black, white, signs: [black_sign, white_sign] })
    });
    let readings: Vec<Discs> = readings.collect();
    let mut usual =
        readings.iter().filter(|reading| USUAL.contains(&reading.signs.map(Option::unwrap_or_default)));
    match (readings.as_slice(), usual.next(), usual.next()) {
        ([reading], ..) | (_, Some(reading), None) => return Ok(*reading),
        _ => {}
    }
    let is_disc =
        |sign, color| matches!(role(sign), Some(Role::Disc(of, 0 | 1)) if of == color && sign != '0');
    let of = |color| signs.iter().filter(move |&&(sign, _)| is_disc(sign, color));
    let [black, white] = [Color::Black, Color::White];
    let is_mixed = |color| {
        let mut letters = of(color).map(|&(sign, _)| class(sign)).filter(|&class| class != '*');
        letters.next().is_some_and(|first| letters.any(|class| class != first))
    };
    let are_both = of(black).count() > 1 && of(white).count() > 1;
    if unclear | scores == 0 && !has_numbers && (is_mixed(black) || is_mixed(white) || are_both) {
        let squares = |color| of(color).fold(0, |all, (_, squares)| all | squares);
        return Ok(Discs { black: squares(black), white: squares(white), signs: [None; 2] });
    }
    let others = blacks.iter().skip(1).chain(whites.iter().skip(1));
    Err((unclear | scores | others.fold(0, |all, (_, squares)| all | squares)).trailing_zeros() as usize % 64)
}

/// The letter of a disc in either case, or 0 for a disc: a mark may be of another case, or a star.
fn class(sign: char) -> char {
    match sign.to_ascii_uppercase() {
        '*' | '×' | '•' | '#' => '*',
        sign @ ('X' | 'O' | 'B' | 'W' | '@') => sign,
        _ => '0',
    }
}

/// Each symbol and its squares, or none where there is no symbol.
fn optional(signs: &[(char, u64)]) -> impl Iterator<Item = (Option<char>, u64)> + Clone {
    let none = signs.is_empty().then_some((None, 0));
    signs.iter().map(|&(sign, squares)| (Some(sign), squares)).chain(none)
}
