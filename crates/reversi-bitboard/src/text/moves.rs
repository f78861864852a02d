//! Moves: a square, or one of the words for a pass.

use alloc::string::String;
use core::str::FromStr;

use crate::board::{Move, Square};

/// The words of programs for a pass. A word comes before its own beginnings.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// Neither a square nor a word for a pass.
///
/// ```
/// use reversi_engine::Move;
///
/// let error = "resigns".parse::<Move>().unwrap_err();
/// assert!(error.to_string().starts_with("not a move: "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseMoveError;

error_texts! { ParseMoveError {
    ParseMoveError => "not a move: expected a square such as f5, or a pass: ps, pa, pass or --";
} }

impl ParseMoveError {
    /// Makes the error of a reader of another notation.
    #[doc(hidden)]
    pub fn new() -> ParseMoveError {
        ParseMoveError
    }
}

/// A square or a pass (`ps`, `pa`, `pass`, `--`), in any case, also in the full-width letters of Japanese
/// text.
///
/// ```
/// use reversi_engine::{Move, Square};
///
/// assert_eq!("F5".parse(), Ok(Move::Place(Square::F5)));
/// assert_eq!("PA".parse(), Ok(Move::Pass));
/// assert_eq!("Ｄ６".parse(), Ok(Move::Place(Square::D6)));
/// assert!("f9".parse::<Move>().is_err());
/// ```
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let whole = |text: &str| split_move(text).filter(|(_, rest)| rest.is_empty()).map(|(mv, _)| mv);
        const LONGEST: usize = "pass".len();
        let narrowed = || s.chars().take(LONGEST + 1).map(narrow).collect::<String>();
        let mv = if s.is_ascii() { whole(s) } else { whole(&narrowed()) };
        mv.ok_or(ParseMoveError)
    }
}

/// Returns a full-width letter, digit or sign in ASCII, and any other character as it is.
pub fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        c => c,
    }
}

/// Returns the move that `text` begins with, and the rest.
pub fn split_move(text: &str) -> Option<(Move, &str)> {
    // No word for a pass begins as a square does.
    let is_word = text.starts_with(['p', 'P', '-']);
    for word in PASSES.into_iter().filter(|_| is_word) {
        if let Some((head, rest)) = text.split_at_checked(word.len())
            && head.eq_ignore_ascii_case(word)
        {
            return Some((Move::Pass, rest));
        }
    }
    let (square, rest) = text.split_at_checked(2)?;
    Some((square.parse::<Square>().ok()?.into(), rest))
}
