//! The `serde` feature: values as the text that they are printed as and read from, in every format.
//!
//! A [`Game`] is a map of its `start` and its `moves`, a transcript. Values that are read are checked as any
//! other text.

use alloc::string::{String, ToString as _};
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::board::{Bitboard, Board, Color, Game, Move, Position, Square};
use crate::cpu::CpuLevel;

/// Reads a `T` from text. Holds the expectation for the error message.
struct Text<T>(&'static str, PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($Type:ident: $expected:literal;)*) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                deserializer.deserialize_str(Text($expected, PhantomData))
            }
        }
    )*};
}
as_text! {
    Square: "a square such as \"f5\"";
    Bitboard: "squares such as \"d3 c4\"";
    Board: "64 cells and the side to move";
    Position: "64 cells and the side to move";
    Color: "\"black\" or \"white\"";
    Move: "a square such as \"f5\" or \"ps\" for a pass";
    CpuLevel: "the name of a CPU level";
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Game", deny_unknown_fields)]
struct GameText {
    start: Position,
    moves: String,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GameText { start: self.start(), moves: self.to_string() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        use core::error::Error as _;

        let GameText { start, moves } = GameText::deserialize(deserializer)?;
        Game::from_transcript(start, &moves).map_err(|error| match error.source() {
            Some(source) => de::Error::custom(format_args!("{error}: {source}")),
            None => de::Error::custom(error),
        })
    }
}
