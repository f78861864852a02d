//! The `serde` feature: records of games as maps of their fields. The tags of GGF are a list of pairs,
//! because a name may stand there twice. Unknown fields are refused.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;

use reversi_bitboard::{Game, as_text, by_fields};
use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{self, Serialize, Serializer};

use super::ggf::check_tag;
use super::{GgfGame, GgfNote, GgfResult, WthorGame, WthorHeader};

as_text! {
    GgfResult: "a result such as \"+12.000\" or \"-64.000:t\"";
}
by_fields! {
    GgfNote as NoteFields;
    GgfGame as GgfFields;
    WthorHeader as HeaderFields;
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
