//! The `serde` feature: values as the text that they are printed as and read from, in every format, and a
//! [`Game`] as a map of its `start` and its `moves`, a transcript. Values that are read are checked as any
//! other text, and unknown fields are refused.

use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, Visitor};

use crate::board::{Bitboard, Board, Color, Game, Move, Position, Square};
use crate::cpu::CpuLevel;

/// Reads a `T` from text. Holds the expectation for the error message.
pub struct Text<T>(&'static str, PhantomData<T>);

impl<T> Text<T> {
    /// Names the expectation.
    pub fn expecting(what: &'static str) -> Text<T> {
        Text(what, PhantomData)
    }
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

#[doc(hidden)]
#[macro_export]
macro_rules! as_text {
    ($($Type:ident: $expected:literal;)*) => {$(
        impl ::serde::Serialize for $Type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                deserializer.deserialize_str($crate::__internal::Text::expecting($expected))
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

/// Serialises a type by other fields: `Fields::of(&value)`, and `fields.checked()`, which may refuse.
#[doc(hidden)]
#[macro_export]
macro_rules! by_fields {
    ($($Type:ident as $Fields:ident;)*) => {$(
        impl ::serde::Serialize for $Type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&$Fields::of(self), serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let fields = <$Fields as ::serde::Deserialize>::deserialize(deserializer)?;
                fields.checked().map_err(::serde::de::Error::custom)
            }
        }
    )*};
}
by_fields! {
    Game as GameText;
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Game", deny_unknown_fields)]
struct GameText {
    start: Position,
    moves: String,
}

impl GameText {
    fn of(game: &Game) -> GameText {
        GameText { start: game.start(), moves: game.to_string() }
    }

    fn checked(self) -> Result<Game, String> {
        use core::error::Error as _;

        Game::from_transcript(self.start, &self.moves).map_err(|error| match error.source() {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        })
    }
}
