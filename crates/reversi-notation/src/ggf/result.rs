use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use reversi_bitboard::__internal::pad;

/// The result of a game, as the tag `RE` has it: black's score, and how the game ended.
///
/// Servers add a letter where a game was not played to its end. `RE[-2.00:r]` says that black resigned; the
/// score is then the one that the server counts, not the score of the last board.
///
/// ```
/// use reversi_engine::notation::{GgfEnd, GgfResult};
///
/// let result: GgfResult = "-2.00:r".parse()?;
/// assert_eq!((result.score(), result.end()), (-2.0, GgfEnd::Resigned));
/// assert_eq!(result.to_string(), "-2.000:r");
/// assert_eq!(GgfResult::new(12.0, GgfEnd::Played)?.to_string(), "+12.000");
/// # Ok::<(), reversi_engine::notation::GgfResultError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GgfResult {
    score: f64, // -64 ..= 64
    end: GgfEnd,
}

/// How a game ended.
///
/// ```
/// use reversi_engine::notation::{GgfEnd, GgfResult};
///
/// let result: GgfResult = "+64:t".parse()?;
/// assert_eq!(result.end(), GgfEnd::Timeout); // white's time ran out
/// # Ok::<(), reversi_engine::notation::GgfResultError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GgfEnd {
    /// On the board: no letter.
    #[default]
    Played,
    /// The loser resigned: `:r`.
    Resigned,
    /// The loser's time ran out: `:t`.
    Timeout,
    /// The loser left: `:l`.
    Left,
    /// The players agreed on the score: `:s`.
    Agreed,
}

impl GgfEnd {
    const LETTERS: [(GgfEnd, char); 4] =
        [(GgfEnd::Resigned, 'r'), (GgfEnd::Timeout, 't'), (GgfEnd::Left, 'l'), (GgfEnd::Agreed, 's')];

    /// Returns whether one side lost the game away from the board.
    pub(crate) fn is_forfeit(self) -> bool {
        matches!(self, GgfEnd::Resigned | GgfEnd::Timeout | GgfEnd::Left)
    }
}

impl GgfResult {
    /// Makes a result from black's score. Servers have games with half discs, so it need not be whole.
    ///
    /// ```
    /// use reversi_engine::notation::{GgfEnd, GgfResult};
    ///
    /// assert_eq!(GgfResult::new(-64.0, GgfEnd::Left)?.to_string(), "-64.000:l");
    /// assert!(GgfResult::new(-127.0, GgfEnd::Played).is_err()); // Edax writes it for "no score"
    /// # Ok::<(), reversi_engine::notation::GgfResultError>(())
    /// ```
    ///
    /// # Errors
    /// [`GgfResultError`] for a score that is not -64 to 64.
    pub fn new(score: f64, end: GgfEnd) -> Result<GgfResult, GgfResultError> {
        if score.abs() <= 64.0 { Ok(GgfResult { score, end }) } else { Err(GgfResultError) }
    }

    /// Returns black's score in discs.
    pub fn score(self) -> f64 {
        self.score
    }

    /// Returns how the game ended.
    pub fn end(self) -> GgfEnd {
        self.end
    }
}

/// A number with or without a sign, then perhaps a colon and the letter of the end.
impl FromStr for GgfResult {
    type Err = GgfResultError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let (score, end) = match s.split_once(':') {
            None => (s, GgfEnd::Played),
            Some((score, letter)) => {
                let has = |of: &char| letter.trim().eq_ignore_ascii_case(of.encode_utf8(&mut [0; 4]));
                let end = GgfEnd::LETTERS.iter().find(|(_, of)| has(of));
                (score, end.ok_or(GgfResultError)?.0)
            }
        };
        GgfResult::new(score.trim().parse().map_err(|_| GgfResultError)?, end)
    }
}

/// The score with its sign and three decimals, as servers write it, or with as many as it has.
impl fmt::Display for GgfResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.score + 0.0; // no "-0"
        let rounded = alloc::format!("{score:+.3}");
        pad(f, |out| {
            if rounded.parse() == Ok(score) {
                out.write_str(&rounded)?
            } else {
                write!(out, "{score:+}")?
            }
            match GgfEnd::LETTERS.iter().find(|(end, _)| *end == self.end) {
                Some((_, letter)) => write!(out, ":{letter}"),
                None => Ok(()),
            }
        })
    }
}

/// Not the result of a game.
///
/// ```
/// use reversi_engine::notation::GgfResult;
///
/// let error = "black".parse::<GgfResult>().unwrap_err();
/// assert!(error.to_string().starts_with("not a result: "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("not a result: expected black's score from -64 to 64 such as +12.000, then perhaps :r, :t, :l or :s")]
#[non_exhaustive]
pub struct GgfResultError;
