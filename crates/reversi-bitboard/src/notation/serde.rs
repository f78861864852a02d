//! The `serde` feature: values as the text that they are printed as and read from, in every format.
//!
//! A [`Game`] is a map of its `start` and its `moves`, a transcript. Records of games are maps of their
//! fields, the tags of GGF a list of pairs, because a name may stand there twice. Values that are read are
//! checked as any other text, and unknown fields are refused.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{self, Serialize, Serializer};

use super::ggf::check_tag;
use super::{GgfGame, GgfNote, GgfResult, WthorGame, WthorHeader};
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
    GgfResult: "a result such as \"+12.000\" or \"-64.000:t\"";
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

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "GgfNote", deny_unknown_fields)]
struct NoteFields {
    eval: Option<f64>,
    seconds: Option<f64>,
}

impl Serialize for GgfNote {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (eval, seconds) = self.finite();
        NoteFields { eval, seconds }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GgfNote {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GgfNote, D::Error> {
        let NoteFields { eval, seconds } = NoteFields::deserialize(deserializer)?;
        for (name, number) in [("eval", eval), ("seconds", seconds)] {
            if number.is_some_and(|number| !number.is_finite()) {
                return Err(de::Error::custom(format_args!("{name}: expected a finite number")));
            }
        }
        Ok(GgfNote { eval, seconds })
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "GgfGame", deny_unknown_fields)]
struct GgfFields {
    game: Game,
    tags: Vec<(String, String)>,
    notes: Vec<GgfNote>,
}

impl Serialize for GgfGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tags = self.tags().map(|(name, value)| (name.into(), value.into())).collect();
        GgfFields { game: self.game.clone(), tags, notes: self.notes_of_moves().collect() }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GgfGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GgfGame, D::Error> {
        let GgfFields { game, mut tags, notes } = GgfFields::deserialize(deserializer)?;
        let (most, found) = (game.moves().len(), notes.len());
        if found > most {
            return Err(de::Error::custom(format_args!("{found} notes, and the number of moves is {most}")));
        }
        for (name, value) in &mut tags {
            check_tag(name, value).map_err(|error| de::Error::custom(format_args!("{name:?}: {error}")))?;
            name.make_ascii_uppercase();
        }
        Ok(GgfGame::from_parts(game, notes, tags))
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "WthorGame", deny_unknown_fields)]
struct WthorFields {
    tournament: u16,
    black: u16,
    white: u16,
    black_discs: u8,
    theoretical_discs: u8,
    game: Game,
}

impl WthorFields {
    /// What is wrong with the numbers of discs.
    fn wrong_discs(&self) -> Option<String> {
        [("black_discs", self.black_discs), ("theoretical_discs", self.theoretical_discs)]
            .iter()
            .find(|(_, discs)| *discs > 64)
            .map(|(name, discs)| alloc::format!("{name}: expected at most 64 discs, found {discs}"))
    }
}

impl Serialize for WthorGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let WthorGame { tournament, black, white, black_discs, theoretical_discs, ref game } = *self;
        let game = game.clone();
        let fields = WthorFields { tournament, black, white, black_discs, theoretical_discs, game };
        match fields.wrong_discs() {
            None => fields.serialize(serializer),
            Some(wrong) => Err(ser::Error::custom(wrong)),
        }
    }
}

impl<'de> Deserialize<'de> for WthorGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WthorGame, D::Error> {
        let fields = WthorFields::deserialize(deserializer)?;
        if let Some(wrong) = fields.wrong_discs() {
            return Err(de::Error::custom(wrong));
        }
        let WthorFields { tournament, black, white, black_discs, theoretical_discs, game } = fields;
        Ok(WthorGame { tournament, black, white, black_discs, theoretical_discs, game })
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "WthorHeader", rename = "WthorHeader", deny_unknown_fields)]
struct HeaderFields {
    created: [u8; 4],
    year: u16,
    solitaires: bool,
    depth: u8,
}

impl Serialize for WthorHeader {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        HeaderFields::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for WthorHeader {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WthorHeader, D::Error> {
        HeaderFields::deserialize(deserializer)
    }
}
