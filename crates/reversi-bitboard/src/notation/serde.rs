//! The `serde` feature: values as the text that they print and parse, in every format.
//!
//! A [`Game`] is a map of its `start` and its `moves`, a transcript. Records of games are maps of their
//! fields, the tags of GGF a list of pairs, because a name may stand there twice. Values that are read are
//! checked as any other text, and unknown fields are refused.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::convert::Infallible;
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

/// Serialises a type by other fields: `Fields::of(&value)`, and `fields.checked()`, which may refuse.
macro_rules! by_fields {
    ($($Type:ident as $Fields:ident;)*) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $Fields::of(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                $Fields::deserialize(deserializer)?.checked().map_err(de::Error::custom)
            }
        }
    )*};
}
by_fields! {
    Game as GameText;
    GgfNote as NoteFields;
    GgfGame as GgfFields;
    WthorHeader as HeaderFields;
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

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "GgfNote", deny_unknown_fields)]
struct NoteFields {
    eval: Option<f64>,
    seconds: Option<f64>,
}

impl NoteFields {
    fn of(note: &GgfNote) -> NoteFields {
        let (eval, seconds) = note.finite();
        NoteFields { eval, seconds }
    }

    fn checked(self) -> Result<GgfNote, String> {
        let NoteFields { eval, seconds } = self;
        for (name, number) in [("eval", eval), ("seconds", seconds)] {
            if number.is_some_and(|number| !number.is_finite()) {
                return Err(format!("{name}: expected a finite number"));
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

impl GgfFields {
    fn of(record: &GgfGame) -> GgfFields {
        let tags = record.tags().map(|(name, value)| (name.into(), value.into())).collect();
        GgfFields { game: record.game.clone(), tags, notes: record.notes_of_moves().collect() }
    }

    fn checked(self) -> Result<GgfGame, String> {
        let GgfFields { game, mut tags, notes } = self;
        let (most, found) = (game.moves().len(), notes.len());
        if found > most {
            return Err(format!("{found} notes, and the number of moves is {most}"));
        }
        for (name, value) in &mut tags {
            check_tag(name, value).map_err(|error| format!("{name:?}: {error}"))?;
            name.make_ascii_uppercase();
        }
        Ok(GgfGame::from_parts(game, notes, tags))
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "WthorHeader", deny_unknown_fields)]
struct HeaderFields {
    created: [u8; 4],
    year: u16,
    solitaires: bool,
    depth: u8,
}

impl HeaderFields {
    fn of(header: &WthorHeader) -> HeaderFields {
        let &WthorHeader { created, year, solitaires, depth } = header;
        HeaderFields { created, year, solitaires, depth }
    }

    fn checked(self) -> Result<WthorHeader, Infallible> {
        let HeaderFields { created, year, solitaires, depth } = self;
        Ok(WthorHeader { created, year, solitaires, depth })
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
    /// The problem of the numbers of discs.
    fn wrong_discs(&self) -> Option<String> {
        [("black_discs", self.black_discs), ("theoretical_discs", self.theoretical_discs)]
            .iter()
            .find(|(_, discs)| *discs > 64)
            .map(|(name, discs)| format!("{name}: expected at most 64 discs, found {discs}"))
    }
}

/// A record of more discs than there are cannot be written.
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
