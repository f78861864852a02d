//! Games and positions in JSON: ours, with or without a start, and those of other programs. An object is a
//! game if it has moves, and a position if it has one and no moves; objects that have neither are looked into.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::error::{ReadErrorKind, Trouble};
use super::tags::{self, Tags};
use super::{Content, Raw};
use crate::board::{Game, Position, Square};
use crate::notation::{GgfNote, Notation, ObfLine, ParseBoardError};

/// Where the reader is in a text.
#[derive(Default)]
pub(super) struct State {
    at: usize,
    /// What the object before `at` still has.
    waiting: VecDeque<Raw>,
    /// An object had no end: from here on one that begins a line ends those before it.
    in_lines: bool,
    /// Objects that were too long to be one record.
    opened: usize,
}

/// The tags of the names of both sides.
const PLAYERS: [(&str, &str); 2] = [("black", "PB"), ("white", "PW")];

/// The longest object that is read as a whole. Nothing that describes a game is longer.
const LONGEST: usize = 1 << 20;

/// Objects around others that may be longer than that.
const MOST_OPENED: usize = 16;

enum End {
    At(usize),
    Nowhere,
    TooFar,
}

/// Whether a text is JSON with objects in it.
pub(super) fn is_meant(text: &str) -> bool {
    let inner = text.trim_start().trim_start_matches(['[', ' ', '\t', '\r', '\n']);
    let inside = inner.strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(['"', '}']))
}

impl State {
    pub(super) fn next(&mut self, text: &str) -> Option<Raw> {
        loop {
            if let Some(raw) = self.waiting.pop_front() {
                return Some(raw);
            }
            let from = self.at + text[self.at..].find('{')?;
            let mut end = end_of_object(text, from, self.in_lines);
            if !self.in_lines && !matches!(end, End::At(_)) {
                self.in_lines = true;
                end = end_of_object(text, from, true);
            }
            match end {
                End::At(end) => {
                    self.at = end;
                    self.read(from, &text[from..end]);
                }
                End::TooFar if self.opened < MOST_OPENED => {
                    self.opened += 1;
                    self.at = from + 1;
                }
                End::TooFar => {
                    self.at = text.len();
                    return Some(bad(from, from, format!("an object of more than {LONGEST} bytes")));
                }
                End::Nowhere => {
                    let end = text[from..].find('\n').map_or(text.len(), |end| from + end);
                    self.at = end;
                    self.read(from, &text[from..end]);
                }
            }
        }
    }

    fn read(&mut self, from: usize, object: &str) {
        match serde_json::from_str(object) {
            Ok(value) => {
                collect(&value, &Tags::new(), from, &mut self.waiting);
                if self.waiting.is_empty() {
                    self.waiting.push_back(bad(from, from, "no game and no position".to_owned()));
                }
            }
            Err(error) => {
                let at = object
                    .split_inclusive('\n')
                    .take(error.line().saturating_sub(1))
                    .map(str::len)
                    .sum::<usize>();
                let at = (at + error.column().saturating_sub(1)).min(object.len());
                let mut message = error.to_string();
                message.truncate(message.rfind(" at line ").unwrap_or(message.len()));
                self.waiting.push_back(bad(from, from + at, message));
            }
        }
    }
}

/// The end of the object that begins here. A text of JSON has no line break; in lines, an object that begins
/// one shows that this object is cut.
fn end_of_object(text: &str, from: usize, in_lines: bool) -> End {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for (i, byte) in text.as_bytes()[from..].iter().enumerate() {
        match byte {
            b'{' if in_lines && i > 0 && text.as_bytes()[from + i - 1] == b'\n' => return End::Nowhere,
            _ if i > LONGEST => return End::TooFar,
            b'\n' if in_text => return End::Nowhere,
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return End::At(from + i + 1);
        }
    }
    End::Nowhere
}

fn bad(from: usize, at: usize, message: String) -> Raw {
    Raw::new(from, Notation::Json, Err(Trouble::new(at, ReadErrorKind::Json(message))))
}

/// Adds the games and positions of a value in their order, with the names that stand around them.
fn collect(value: &Value, around: &Tags, from: usize, found: &mut VecDeque<Raw>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, around, from, found)),
        Value::Object(object) => {
            let tags = tags_of(object, around);
            match content(object, &tags) {
                Some(content) => {
                    let content = content.map_err(|error| Trouble { at: from, ..error });
                    found.push_back(Raw::new(from, Notation::Json, content));
                }
                None => object.values().for_each(|value| collect(value, &tags, from, found)),
            }
        }
        _ => {}
    }
}

/// The game or the position of an object; `None` if it has neither.
fn content(object: &Map<String, Value>, tags: &Tags) -> Option<Result<Content, Trouble>> {
    const MOVES: [&str; 5] = ["moves", "game", "transcript", "kifu", "record"];
    let text = |names: &[&str]| names.iter().find_map(|name| object.get(*name)?.as_str());
    let turns = MOVES.iter().find_map(|name| Some((*name, moves_of(object.get(*name)?)?)));
    let start = match &turns {
        Some(("game", _)) => text(&["start"]).or_else(|| object["game"].get(0)?.get("position")?.as_str()),
        _ => text(&["start", "position", "board", "cells"]),
    };
    let position = match start.map(|start| position_of(start, text(&["side"]))) {
        None if turns.is_none() => return None,
        None => Position::START,
        Some(Ok(position)) => position,
        Some(Err(error)) => return Some(Err(error)),
    };
    let Some((_, moves)) = turns else {
        return Some(Ok(Content::Position(Box::new(ObfLine::new(position)))));
    };
    Some(match Game::from_transcript(position, &moves) {
        Err(error) => Err(error.into()),
        Ok(game) => {
            let mut record = tags.record(game);
            record.notes = notes_of(object.get("notes"), record.game.moves().len());
            Ok(Content::Game(Box::new(record)))
        }
    })
}

fn position_of(text: &str, side: Option<&str>) -> Result<Position, Trouble> {
    if let Some(side) = side.and_then(|side| side.parse().ok())
        && let Ok(position) = Position::from_cells(text, side)
    {
        return Ok(position);
    }
    text.parse().map_err(|error: ParseBoardError| Trouble::new(error.at, error.kind))
}

/// The moves of a value as a transcript: a text, or a list of texts, of squares by number, or of objects with
/// a move.
fn moves_of(value: &Value) -> Option<String> {
    let of = |value: &Value| match value {
        Value::Null => Some("ps".to_owned()),
        Value::String(text) if matches!(text.trim(), "" | "-") => Some("ps".to_owned()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => match number.as_i64()? {
            square @ 0..64 => Square::new(square as u8).map(|square| square.to_string()),
            -1 | 64 => Some("ps".to_owned()),
            _ => None,
        },
        _ => None,
    };
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(values) => {
            let field = |value: &Value| {
                let names = ["move", "played", "m", "square", "mv"];
                names.iter().find_map(|name| of(value.get(*name)?))
            };
            let moves = values.iter().filter(|value| !is_empty(value));
            let moves: Option<Vec<_>> = moves.map(|value| of(value).or_else(|| field(value))).collect();
            moves.map(|moves| moves.join(" "))
        }
        _ => None,
    }
}

/// Whether this is an object without a move, such as the start of a list.
fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty)
}

fn notes_of(notes: Option<&Value>, moves: usize) -> Vec<GgfNote> {
    let number = |note: &Value, name: &str| note.get(name).and_then(Value::as_f64);
    let notes = notes.and_then(Value::as_array).into_iter().flatten().take(moves);
    notes.map(|note| GgfNote { eval: number(note, "eval"), seconds: number(note, "seconds") }).collect()
}

/// The tags of an object: its own, and those around it.
fn tags_of(object: &Map<String, Value>, around: &Tags) -> Tags {
    let mut tags = around.clone();
    let name = |value: &Value| {
        let named = ["name", "id"].iter().find_map(|name| value.get(*name)?.as_str());
        value.as_str().or(named).map(str::to_owned)
    };
    for (key, value) in object {
        match (key.as_str(), value) {
            ("tags", Value::Array(pairs)) => {
                let text = |pair: &Value, i: usize| pair.get(i)?.as_str().map(str::to_owned);
                pairs.iter().filter_map(|pair| Some((text(pair, 0)?, text(pair, 1)?))).for_each(
                    |(tag, value)| {
                        tags.set(&tag, &value);
                    },
                );
            }
            ("tags", Value::Object(pairs)) => pairs.iter().for_each(|(tag, value)| {
                value.as_str().into_iter().for_each(|value| tags.set(tag, value));
            }),
            ("names" | "players", Value::Object(sides)) => {
                for (side, tag) in PLAYERS {
                    sides.get(side).and_then(name).into_iter().for_each(|name| tags.set(tag, &name));
                }
            }
            ("players", Value::Array(players)) => {
                for (player, (_, tag)) in players.iter().zip(PLAYERS) {
                    name(player).into_iter().for_each(|name| tags.set(tag, &name));
                }
            }
            ("result", Value::Number(score)) => tags.set("RE", &score.to_string()),
            _ => {
                if let Some(tag) = tags::of_name(key)
                    && let Some(text) = name(value)
                {
                    tags.set(tag, &text);
                }
            }
        }
    }
    tags
}
