//! Text and files of positions, problems and games.
//!
//! | Text | Type |
//! |---|---|
//! | a square, `f5` | [`Square`](crate::Square) |
//! | squares, `d3 c4` | [`Bitboard`](crate::Bitboard) |
//! | a colour, `black` or `X` | [`Color`](crate::Color) |
//! | 64 cells and the side to move, `---...OX...--- X` | [`Position`](crate::Position), [`Board`](crate::Board) |
//! | a square or a pass, `f5`, `ps` | [`Move`](crate::Move) |
//! | a problem, `board side; F5:+2; D3:+0;` | [`ObfLine`]; a file of them: [`read_obf`] |
//! | a position in Edax's FEN, `8/8/8/3pP3/... b - - 0 1` | [`Fen`] |
//! | a board for people, with marks in its squares (only written) | [`Diagram`] |
//! | a transcript, `f5d6c3` | [`Game`](crate::Game) |
//! | a game in GGF, `(;GM[Othello]PB[name]...;)` | [`GgfGame`]; a file of them: [`read_ggf`] |
//! | files of the WTHOR data base (bytes) | [`read_wtb`], [`read_jou`], [`read_trn`] |
//!
//! `FromStr` reads every usual spelling. `Display` writes text that reads back as the same value. Nothing is
//! guessed: an error names the problem and its byte. Files are read record by record, so a bad record spoils
//! no other, and reading takes no more memory than the text.

/// `Display` and `Error` of a problem at a place of a text or file. The source is the kind's, because the
/// message contains the message of the kind.
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

/// A place in a text and what separates it from the rest of the message. Byte 0 is not named: it does not
/// help where a text was typed, or the name of a file that does not exist.
struct InText(usize, &'static str);

impl core::fmt::Display for InText {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            0 => Ok(()),
            at => write!(f, "byte {at}{}", self.1),
        }
    }
}

mod board;
mod diagram;
mod fen;
mod ggf;
mod moves;
mod obf;
mod read;
#[cfg(feature = "serde")]
mod serde;
mod transcript;
mod wthor;

use thiserror::Error;

pub use board::{ParseBoardError, ParseBoardErrorKind, ParseColorError};
pub use diagram::Diagram;
pub use fen::{Fen, ParseFenError, ParseFenErrorKind};
pub use ggf::{
    GgfEnd, GgfGame, GgfNote, GgfResult, GgfResultError, GgfTagError, ParseGgfError, ParseGgfErrorKind,
    read_ggf,
};
pub use moves::ParseMoveError;
pub use obf::{
    ObfContradiction, ObfLine, ParseObfError, ParseObfErrorKind, ReadObfError, ScoredMove, read_obf,
};
pub use read::{
    Content, Notation, Note, NoteKind, ReadError, ReadErrorKind, Reader, Record, Records, TextPlace, read,
};
pub use transcript::{ParseTranscriptError, ParseTranscriptErrorKind};
pub use wthor::{
    ReadWthorError, ReadWthorErrorKind, WriteWthorError, WriteWthorErrorKind, WthorGame, WthorHeader,
    read_jou, read_trn, read_wtb, write_jou, write_trn, write_wtb,
};

/// Not a square name such as `f5`.
///
/// ```
/// use reversi_engine::Square;
///
/// let error = "f9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "not a square: expected a file a-h and a rank 1-8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("not a square: expected a file a-h and a rank 1-8")]
#[non_exhaustive]
pub struct ParseSquareError;
