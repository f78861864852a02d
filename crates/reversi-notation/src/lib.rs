//! Notations of Reversi (Othello): files, games as people paste them, and pictures.
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you write an engine of your own: it
//! re-exports this crate as its modules `notation` and `picture` and makes the only stability promise.
//!
//! | Text | Type |
//! |---|---|
//! | a problem, `board side; F5:+2; D3:+0;` | [`ObfLine`]; a file of them: [`read_obf`] |
//! | a position in Edax's FEN, `8/8/8/3pP3/... b - - 0 1` | [`Fen`] |
//! | a game in GGF, `(;GM[Othello]PB[name]...;)` | [`GgfGame`]; a file of them: [`read_ggf`] |
//! | files of the WTHOR data base (bytes) | [`read_wtb`], [`read_jou`], [`read_trn`] |
//! | any of these, and what people paste | [`read`], a [`Reader`] |
//! | a board or the scores of a game as SVG (only written) | [`picture`] |
//!
//! Squares, boards, moves and transcripts are read and written by `reversi-bitboard`, whose
//! [errors](reversi_bitboard::text) are here too.
//!
//! `FromStr` reads every usual spelling. `Display` writes text that reads back as the same value. Nothing is
//! guessed: an error names the problem and its byte. Files are read record by record, so a bad record spoils
//! no other, and reading takes no more memory than the text.
//!
//! # Features
//!
//! * `std` (on by default), as in `reversi-bitboard`.
//! * `serde`: records in GGF and WTHOR as maps of their fields.
//! * `json`: JSON among the notations that the reader finds.
//! * `archives`: files of gzip and ZIP are unpacked; with `std`.
//! * `shift-jis`: Chinese characters of names in Shift-JIS, a table of 400 kB. Without it only kana are read.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "archives")]
extern crate std;

mod fen;
mod ggf;
mod obf;
pub mod picture;
mod read;
#[cfg(feature = "serde")]
mod serde;
mod wthor;

use reversi_bitboard::__internal::InText;
pub use reversi_bitboard::text::{
    Diagram, ParseBoardError, ParseBoardErrorKind, ParseColorError, ParseMoveError, ParseSquareError,
    ParseTranscriptError, ParseTranscriptErrorKind,
};

pub use fen::{Fen, ParseFenError, ParseFenErrorKind};
pub use ggf::{
    GgfEnd, GgfGame, GgfNote, GgfResult, GgfResultError, GgfTagError, ParseGgfError, ParseGgfErrorKind,
    read_ggf,
};
pub use obf::{
    ObfContradiction, ObfLine, ParseObfError, ParseObfErrorKind, ReadObfError, ScoredMove, read_obf,
};
pub use read::{
    Content, Notation, Note, NoteKind, ReadError, ReadErrorKind, Reader, Record, Records, TextPlace,
    UnpackErrorKind, read,
};
pub use wthor::{
    ReadWthorError, ReadWthorErrorKind, WriteWthorError, WriteWthorErrorKind, WthorGame, WthorHeader,
    read_jou, read_trn, read_wtb, write_jou, write_trn, write_wtb,
};

/// Compiles and runs the program of README.md as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Private functions that the tests of this crate call.
#[cfg(feature = "__internal")]
#[doc(hidden)]
pub mod __internal {
    use core::fmt::Display;

    use crate::picture::style;

    /// Returns the colour at a place of the ramp.
    pub fn ramp(at: u8) -> [u8; 3] {
        style::ramp(at)
    }

    /// Formats a number of tenths for a picture.
    pub fn tenths(number: i32) -> impl Display {
        style::Tenths(number)
    }

    /// Formats a text for a picture.
    pub fn escaped(text: &str) -> impl Display {
        style::Escaped(text)
    }
}
