//! Texts and scores on squares.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use core::fmt;

use super::PictureError;
use super::style::{Escaped, Written};

/// A text or a score on a square of a [`Picture`](super::Picture).
///
/// A score has its sign. Its form says how sure it is: an estimate has a dotted line below it, a bound an
/// outline that is open where the score may still lie, an exact score stands on a plate. The best score of a
/// picture is gold, also in several squares, but not one that may be less (`≤+4`); one that is 3 or more
/// below it is dimmed.
///
/// ```
/// use reversi_engine::picture::Label;
///
/// assert_eq!(Label::from(-2).text(), "\u{2212}2"); // a minus sign
/// assert_eq!(Label::number(0.126)?.text(), "+0.13");
/// assert_eq!(Label::bounds(4, 64).text(), "≥+4");
/// assert_eq!(Label::from("a").text(), "a");
/// # Ok::<(), reversi_engine::picture::PictureError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub(super) text: String,
    pub(super) form: Form,
    /// The score that decides the best label, in hundredths; `None` where nothing is known.
    pub(super) score: Option<i64>,
}

/// The form of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    Estimate,
    Exact,
    /// The outline is closed to the left where the score cannot be less, to the right where it cannot be
    /// more.
    Bounds {
        left: bool,
        right: bool,
    },
}

impl Form {
    /// Returns whether the score may be less than the one that is written, however much.
    pub(super) fn is_open_below(self) -> bool {
        matches!(self, Form::Bounds { left: false, .. })
    }
}

impl Label {
    /// Makes a label of a number with its sign, rounded to two decimals.
    ///
    /// # Errors
    /// [`PictureError::Value`] for NaN and for a number that is not from -999,999 to 999,999.
    pub fn number(number: f64) -> Result<Label, PictureError> {
        if !(-999_999.0..=999_999.0).contains(&number) {
            return Err(PictureError::Value { value: number });
        }
        let score = (number * 100.0 + 0.5_f64.copysign(number)) as i64;
        Ok(Label { text: signed(score), form: Form::Plain, score: Some(score) })
    }

    /// Makes a label of a proven score in discs.
    pub fn exact(score: i32) -> Label {
        Label { form: Form::Exact, ..Label::from(score) }
    }

    /// Makes a label of a score in discs that a search estimates.
    pub fn estimate(score: i32) -> Label {
        Label { form: Form::Estimate, ..Label::from(score) }
    }

    /// Makes a label of proven bounds of a score in discs. An end of -64 or 64 is not a bound.
    pub fn bounds(lower: i32, upper: i32) -> Label {
        let (least, most) = (Label::from(lower).text, Label::from(upper).text);
        let (left, right) = (lower > -64, upper < 64);
        let (text, score) = match (left, right) {
            (true, true) => (format!("{least}…{most}"), Some(lower)),
            (true, false) => (format!("≥{least}"), Some(lower)),
            (false, true) => (format!("≤{most}"), Some(upper)),
            (false, false) => ("?".to_owned(), None),
        };
        Label { text, form: Form::Bounds { left, right }, score: score.map(|score| 100 * i64::from(score)) }
    }

    /// Returns the text on the square.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The label in words, for those who do not see its form.
    pub(super) fn spoken(&self) -> impl fmt::Display {
        Written(|f: &mut fmt::Formatter<'_>| {
            f.write_str(match self.form {
                Form::Plain | Form::Bounds { .. } => "",
                Form::Estimate => "estimate ",
                Form::Exact => "exact ",
            })?;
            write!(f, "{}", Escaped(&self.text))
        })
    }
}

/// A text. One that is empty takes the label of its square away.
impl From<&str> for Label {
    fn from(text: &str) -> Label {
        Label { text: text.trim().to_owned(), form: Form::Plain, score: None }
    }
}

impl From<String> for Label {
    fn from(text: String) -> Label {
        Label::from(&*text)
    }
}

/// A score with its sign.
impl From<i32> for Label {
    fn from(score: i32) -> Label {
        let score = 100 * i64::from(score);
        Label { text: signed(score), form: Form::Plain, score: Some(score) }
    }
}

/// A number of hundredths with its sign. Zero has none.
fn signed(hundredths: i64) -> String {
    let sign = match hundredths {
        0 => "",
        1.. => "+",
        _ => "\u{2212}",
    };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match part {
        0 => format!("{sign}{whole}"),
        _ if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
