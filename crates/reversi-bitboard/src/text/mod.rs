//! Text of squares, boards, moves and games. Files and other notations are in `reversi-notation`.
//!
//! | Text | Type |
//! |---|---|
//! | a square, `f5` | [`Square`](crate::Square) |
//! | squares, `d3 c4` | [`Bitboard`](crate::Bitboard) |
//! | a colour, `black` or `X` | [`Color`](crate::Color) |
//! | 64 cells and the side to move, `---...OX...--- X` | [`Position`](crate::Position), [`Board`](crate::Board) |
//! | a square or a pass, `f5`, `ps` | [`Move`](crate::Move) |
//! | a transcript, `f5d6c3` | [`Game`](crate::Game) |
//! | a board for people, with marks in its squares (only written) | [`Diagram`] |
//!
//! `FromStr` reads every usual spelling. `Display` writes text that reads back as the same value. An error
//! names the problem and its byte.

/// `Display` and `Error` of a problem at a place of a text or file. The source is the kind's, because the
/// message contains the message of the kind.
#[doc(hidden)]
#[macro_export]
macro_rules! error_at {
    ($Error:ident, $error:ident => $place:literal $(, $field:expr)*) => {
        impl core::fmt::Display for $Error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let $error = self;
                write!(f, concat!($place, "{}") $(, $field)*, self.kind)
            }
        }

        impl core::error::Error for $Error {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                core::error::Error::source(&self.kind)
            }
        }
    };
}

pub(crate) mod board;
mod diagram;
pub(crate) mod moves;
#[cfg(feature = "serde")]
pub(crate) mod serde;
mod transcript;

use alloc::string::String;
use core::fmt::{Formatter, Write};

pub use board::{ParseBoardError, ParseBoardErrorKind, ParseColorError};
pub use diagram::Diagram;
pub use moves::ParseMoveError;
pub use transcript::{ParseTranscriptError, ParseTranscriptErrorKind};

/// A place in a text and what separates it from the rest of the message. Byte 0 is not named: it does not
/// help where a text was typed, or the name of a file that does not exist.
#[allow(clippy::exhaustive_structs, reason = "a place in a text, between these crates")]
pub struct InText(pub usize, pub &'static str);

impl core::fmt::Display for InText {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            0 => Ok(()),
            at => write!(f, "byte {at}{}", self.1),
        }
    }
}

/// Writes a text with the width, the fill and the alignment that the formatter asks for, as `str` does.
pub fn pad(f: &mut Formatter<'_>, write: impl Fn(&mut dyn Write) -> core::fmt::Result) -> core::fmt::Result {
    if f.width().is_none() && f.precision().is_none() {
        return write(f);
    }
    let mut text = String::new();
    write(&mut text)?;
    f.pad(&text)
}

/// Not a square name such as `f5`.
///
/// ```
/// use reversi_engine::Square;
///
/// let error = "f9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "not a square: expected a file a-h and a rank 1-8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseSquareError;

error_texts! { ParseSquareError {
    ParseSquareError => "not a square: expected a file a-h and a rank 1-8";
} }
