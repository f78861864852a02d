//! Games and positions in JSON: ours, with or without a start, and of other programs. An object is a game if
//! it has moves, and a position if it has one and no moves; objects that have neither are looked into.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::decode::fold;
use super::error::{ReadErrorKind, Trouble};
use super::note::{NoteKind, Notes, beginning};
use super::tags::{self, Tags};
use super::words::words;
use super::{Content, Raw, board, headers, numbers, text_moves};
use crate::{Fen, GgfNote, Notation, ObfLine, ParseBoardErrorKind, ScoredMove};
use reversi_bitboard::{Bitboard, Board, Color, Game, Move, Position, Square};

/// Where the reader is in a text.
#[derive(Default)]
pub(super) struct State {
    at: usize,
    /// The remaining records of the object before `at`.
    waiting: VecDeque<(Raw, Notes)>,
    /// An object had no end: from here on one that begins a line ends those before it.
    in_lines: bool,
    /// Objects that were too long to be one record.
    opened: usize,
}

/// The longest object that is read as a whole. Nothing that describes a game is longer.
const LONGEST: usize = 1 << 20;

/// Objects around others that may be longer than that.
const MOST_OPENED: usize = 16;

/// The longest text that is looked at for an object behind it.
const LONGEST_HEAD: usize = 1 << 12;

enum End {
    At(usize),
    Nowhere,
    TooFar,
}

/// How to read a text if it is JSON: objects, perhaps behind a few words, or a list of transcripts.
pub(super) fn of(text: &str) -> Option<State> {
    let inner = text.trim_start().trim_start_matches(['[', ' ', '\t', '\r', '\n']);
    let inside = inner.strip_prefix('{').map(str::trim_start);
    if inside.is_some_and(|inside| inside.starts_with(['"', '}'])) || has_head(text) {
        return Some(State::default());
    }
    list(text).map(|waiting| State { at: text.len(), waiting, ..State::default() })
}

/// Returns whether an object begins behind text that has no game and no board.
fn has_head(text: &str) -> bool {
    let Some(at) = beginning(text, LONGEST_HEAD).find('{') else { return false };
    let key = beginning(&text[at + 1..], LONGEST_HEAD).trim_start().strip_prefix('"');
    let is_object =
        key.and_then(|key| key.split_once('"')).is_some_and(|(_, rest)| rest.trim_start().starts_with(':'));
    let head = fold(&text[..at]);
    let has_board = || head.lines().any(|line| board::Row::of(line).is_some() || board::is_meant(line));
    is_object && text_moves::first(&head).is_none() && !has_board() && headers::find(&text[..at], 0).is_none()
}

/// The games of a list of transcripts, or of lists of moves; or of several lists, one a line. Each transcript
/// begins as a game does, and one has several moves: otherwise the list is one game.
fn list(text: &str) -> Option<VecDeque<(Raw, Notes)>> {
    let inner = text.trim_start().strip_prefix('[')?.trim_start();
    if !inner.starts_with(['"', '[']) || text.len() > LONGEST {
        return None;
    }
    let mut values = Vec::new();
    match serde_json::from_str(text) {
        Ok(Value::Array(list)) => values = list,
        Ok(value) => values.push(value),
        Err(_) => {
            for line in text.lines().filter(|line| !line.trim().is_empty()) {
                values.push(serde_json::from_str(line).ok()?);
            }
        }
    }
    let (mut found, mut at) = (VecDeque::new(), 0);
    for (moves, value) in transcripts(&values)?.iter().zip(&values) {
        let first = name(value.get(0).unwrap_or(value))?;
        let from = at + text[at..].find(&first)?;
        at = from + first.len();
        let mut notes = Notes::default();
        let game = play(moves, Position::START, from, &mut notes);
        let content = game.map(|game| Content::Game(Box::new(Tags::new().record(game))));
        found.push_back((Raw::new(from, Notation::Json, content), notes));
    }
    Some(found)
}

/// The transcripts of a list, if each begins as a game does, and one has several moves.
fn transcripts(values: &[Value]) -> Option<Vec<String>> {
    let begins = |moves: &String| {
        let first = text_moves::first(&fold(moves)).map(|(_, mv)| mv);
        first.is_some_and(|mv| mv != Move::Pass && Game::new().play(mv).is_ok())
    };
    let is_text = |value: &Value| value.is_string() || value.get(0).is_some_and(Value::is_string);
    let of =
        |value: &Value| moves_of(value).filter(|_| is_text(value)).map(|(moves, _)| moves).filter(begins);
    let moves: Vec<String> = values.iter().map(of).collect::<Option<_>>()?;
    let has_more = |moves: &&String| {
        let first = text_moves::first(moves).map_or(0, |(at, _)| at + 2);
        moves.get(first..).and_then(text_moves::first).is_some()
    };
    moves.iter().find(has_more).is_some().then_some(moves)
}

impl State {
    pub(super) fn next(&mut self, text: &str, open_side: bool, notes: &mut Notes) -> Option<Raw> {
        loop {
            if let Some((raw, of_raw)) = self.waiting.pop_front() {
                *notes = of_raw;
                return Some(raw);
            }
            let from = text[self.at..].find('{').map_or(text.len(), |from| self.at + from);
            // Behind objects around others there are keys.
            if self.opened == 0 && text[self.at..from].contains(char::is_alphanumeric) {
                let between = text[self.at..from].trim_end();
                let blanks = between.len() - between.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
                notes.begin(0);
                notes.add(NoteKind::Text, text, self.at + blanks, self.at + between.len());
            }
            self.at = from;
            if from == text.len() {
                return None;
            }
            let mut end = end_of_object(text, from, self.in_lines);
            if !self.in_lines && !matches!(end, End::At(_)) {
                self.in_lines = true;
                end = end_of_object(text, from, true);
            }
            match end {
                End::At(end) => {
                    self.at = end;
                    self.read(from, &text[from..end], open_side, notes);
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
                    self.read(from, &text[from..end], open_side, notes);
                }
            }
        }
    }

    fn read(&mut self, from: usize, object: &str, open_side: bool, notes: &mut Notes) {
        match serde_json::from_str(object) {
            Ok(value) => {
                let mut found = Found { from, open_side, notes, records: &mut self.waiting };
                collect(&value, &Tags::new(), &mut found);
                if self.waiting.is_empty() {
                    let raw = bad(from, from, "no game and no position".to_owned());
                    self.waiting.push_back((raw, core::mem::take(notes)));
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
                self.waiting.push_back((bad(from, from + at, message), core::mem::take(notes)));
            }
        }
    }
}

/// The end of the object that begins here. A text of JSON has no line break; in lines, an object that
/// begins one shows that this object is cut.
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

/// The records of an object.
struct Found<'a> {
    from: usize,
    open_side: bool,
    /// Of the text before the next record.
    notes: &'a mut Notes,
    records: &'a mut VecDeque<(Raw, Notes)>,
}

impl Found<'_> {
    fn push(&mut self, content: Result<(Content, bool), Trouble>) {
        let side_is_open = content.as_ref().is_ok_and(|&(_, is_open)| is_open);
        let content = content.map(|(content, _)| content).map_err(|error| Trouble { at: self.from, ..error });
        let raw = Raw { side_is_open, ..Raw::new(self.from, Notation::Json, content) };
        self.records.push_back((raw, core::mem::take(self.notes)));
    }
}

/// The fields of an object by their names in lower case, without `_` and `-`.
struct Fields<'a>(Vec<(String, &'a Value)>);

impl<'a> Fields<'a> {
    fn of(object: &'a Map<String, Value>) -> Fields<'a> {
        let name = |key: &str| key.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).collect::<String>();
        Fields(object.iter().map(|(key, value)| (name(key).to_ascii_lowercase(), value)).collect())
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.iter().find_map(|(key, value)| (key == name).then_some(*value))
    }

    /// The first of these names, with blanks between them, whose value is of the kind.
    fn first<T>(&self, names: &str, of: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        self.all(names).into_iter().find_map(of)
    }

    fn all(&self, names: &str) -> Vec<&'a Value> {
        names.split(' ').filter_map(|name| self.get(name)).collect()
    }
}

/// Adds the games and positions of a value in their order, with the names that stand around them.
fn collect(value: &Value, around: &Tags, found: &mut Found<'_>) {
    match value {
        Value::Array(values) => match transcripts(values) {
            None => values.iter().for_each(|value| collect(value, around, found)),
            Some(games) => games.iter().for_each(|moves| {
                let game = play(moves, Position::START, found.from, found.notes);
                let content = game.map(|game| (Content::Game(Box::new(around.record(game))), false));
                found.push(content);
            }),
        },
        Value::Object(object) => {
            let fields = Fields::of(object);
            let tags = tags_of(&fields, around);
            match content(&fields, tags.clone(), found) {
                Some(content) => found.push(content),
                None => object.values().for_each(|value| collect(value, &tags, found)),
            }
        }
        _ => {}
    }
}

fn wrong(message: &str) -> Trouble {
    Trouble::new(0, ReadErrorKind::Json(message.to_owned()))
}

/// The game or the position of an object, and whether its side is open; `None` if it has neither.
fn content(
    fields: &Fields<'_>,
    mut tags: Tags,
    found: &mut Found<'_>,
) -> Option<Result<(Content, bool), Trouble>> {
    const MOVES: &str = "moves game review transcript kifu record movelist sequence history actions";
    const STARTS: &str = "start startposition initialposition initial";
    const POSITIONS: &str = "position board cells squares fen state";
    // The game may also be the name of the game. An analysis of no move is one of its position.
    let is_meant = |name, moves: &str| match name {
        "moves" => true,
        "review" if moves.is_empty() => false,
        _ => moves.trim().is_empty() || text_moves::first(&fold(moves)).is_some(),
    };
    let value_of = |name: &str| {
        let value = fields.get(name)?;
        if name == "review" { value.get("moves") } else { Some(value) }
    };
    let saved = by_discs(fields);
    let turns = match &saved {
        Some((_, moves)) => Some(("moves", (moves.clone(), Vec::new()))),
        None => MOVES.split(' ').find_map(|name| {
            let moves = moves_of(value_of(name)?).filter(|(moves, _)| is_meant(name, moves))?;
            Some((name, moves))
        }),
    };
    let start = saved.map(|(start, _)| start).or_else(|| fields.first(STARTS, cells_of)).or_else(|| {
        // The position of an analysed game is its end, and is with each of its moves too.
        let first = value_of(turns.as_ref()?.0)?.get(0)?;
        first.get("played").and(first.get("position")).and_then(cells_of)
    });
    let beside = fields.first(POSITIONS, cells_of).filter(|_| start.is_none());
    let position = match start.as_ref().or(beside.as_ref()) {
        None if turns.is_none() => return None,
        None => (Position::START, false),
        Some(text) => {
            match position_of(text, side(fields), found.open_side || turns.is_some() && start.is_none()) {
                Ok(position) => position,
                Err(error) => return Some(Err(error)),
            }
        }
    };
    let Some((name, (mut moves, mut skipped))) = turns else {
        return Some(Ok((Content::Position(Box::new(ObfLine::new(position.0))), position.1)));
    };
    if let Some(result) = skipped.iter().find_map(|entry| ended(entry)) {
        tags.set("RE", result);
        // The clock may have ended a game where a pass is not legal.
        if let Some(before) = moves.strip_suffix(" ps") {
            (moves, skipped) = (before.to_owned(), [&["-".to_owned()], &*skipped].concat());
        }
    }
    found.notes.begin(found.from);
    skipped.iter().for_each(|entry| found.notes.add(NoteKind::Comment, entry, 0, entry.len()));
    let game = match beside {
        Some(beside) => end_or_start(&moves, &beside, position, found),
        None => play(&moves, position.0, found.from, found.notes),
    };
    if game.is_err()
        && let Some(line) = fields.get(name).and_then(|moves| scored(moves, position.0))
    {
        return Some(Ok((Content::Position(Box::new(line)), position.1)));
    }
    Some(game.map(|game| {
        let mut record = tags.record(game);
        record.notes =
            fields.get("notes").map_or_else(Vec::new, |notes| notes_of(notes, record.game.moves().len()));
        (Content::Game(Box::new(record)), false)
    }))
}

/// The start and the moves of a game as Egaroucid saves it: each position under its number of discs, with the
/// next move. H8 is bit 0, and square 0.
fn by_discs(fields: &Fields<'_>) -> Option<(String, String)> {
    let mut nodes = [None; 65];
    for (key, node) in fields.0.iter().filter(|(_, node)| number(node, "board_player").is_some()) {
        *nodes.get_mut(key.parse::<usize>().ok()?)? = Some(*node);
    }
    let first = nodes.iter().flatten().next()?;
    let discs = |name| Some(Bitboard(number(first, name)?.reverse_bits()));
    let board = Board::new(discs("board_player")?, discs("board_opponent")?).ok()?;
    let side = if number(first, "player") == Some(1) { Color::White } else { Color::Black };
    let next = |node| Square::new(63_u64.checked_sub(number(node, "next_policy")?)? as u8);
    let mut moves = String::new();
    for square in nodes.into_iter().flatten().map_while(next) {
        moves += &square.to_string();
    }
    Some((Position { board, side }.to_string(), moves))
}

#[inline(never)] // for size
fn number(value: &Value, name: &str) -> Option<u64> {
    value.get(name)?.as_u64()
}

/// The position whose moves an analysis has in a list, each with its score.
fn scored(moves: &Value, position: Position) -> Option<ObfLine> {
    let mut line = ObfLine::new(position);
    for entry in moves.as_array()? {
        let mv = entry.get("move").or_else(|| entry.get("square"))?.as_str()?.parse().ok()?;
        let score =
            i32::try_from(entry.get("score")?.as_i64()?).ok().filter(|score| (-64..=64).contains(score))?;
        Game::from_position(position).play(mv).ok()?;
        line.moves.push(ScoredMove { mv, score });
    }
    Some(line)
}

/// The game whose moves have a position beside them: it is the end of one from the usual start, or the
/// start.
fn end_or_start(
    moves: &str,
    beside: &str,
    (position, is_open): (Position, bool),
    found: &mut Found<'_>,
) -> Result<Game, Trouble> {
    let of_whole = &mut found.notes.clone();
    let whole = play(moves, Position::START, found.from, of_whole);
    if let Ok(game) = &whole {
        let end = game.position();
        let is_end = [Color::Black, Color::White].iter().all(|&side| end.discs(side) == position.discs(side));
        if is_end && (is_open || end.side == position.side || end.board.is_game_over()) {
            *found.notes = of_whole.clone();
            found.notes.begin(found.from);
            found.notes.add(NoteKind::Comment, beside, 0, beside.len());
            return whole;
        }
    }
    match play(moves, position, found.from, found.notes) {
        Ok(_) if is_open => Err(Trouble::new(0, ParseBoardErrorKind::NoSide)),
        Err(_) if whole.is_ok() => Err(wrong("the moves lead to another position than the one beside them")),
        played => played,
    }
}

/// Plays moves as people write them.
fn play(moves: &str, start: Position, from: usize, notes: &mut Notes) -> Result<Game, Trouble> {
    notes.begin(0);
    let read = text_moves::read(&fold(moves), Game::from_position(start), notes);
    notes.replace_places(|_| from);
    match read {
        // A square that is not legal is passed over in front of a game, and is an error where it is all.
        Ok(game) if game.moves().len() == 0 && moves.contains(char::is_alphanumeric) => {
            Game::from_transcript(start, moves).map_err(Trouble::from)
        }
        read => read.map_err(Trouble::from),
    }
    .map_err(|error| Trouble { at: from, ..error })
}

/// The result that an entry among the moves states, such as `TIMEUP:B` for black's loss.
fn ended(entry: &str) -> Option<&'static str> {
    let entry = entry.to_ascii_lowercase();
    let (what, side) = entry.split_once(':')?;
    let is_time = what.contains("time");
    (is_time || what.contains("resign")).then_some(())?;
    Some(match (board::side_of(side)?, is_time) {
        (Color::Black, true) => "W+Time",
        (Color::White, true) => "B+Time",
        (Color::Black, false) => "W+Resign",
        (Color::White, false) => "B+Resign",
    })
}

/// The cells of a text, or of a list of texts or numbers, perhaps in lists of rows.
fn cells_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(with_signs(text)),
        Value::Array(values) if values.len() <= 64 => {
            let cells = values.iter().map(|value| match value {
                Value::Null => Some("-".to_owned()),
                Value::String(text) if text.is_empty() => Some("-".to_owned()),
                Value::Number(number) => Some(number.to_string()),
                value => cells_of(value),
            });
            cells.collect::<Option<Vec<_>>>().map(|cells| cells.join(" "))
        }
        _ => None,
    }
}

/// Cells whose empty squares are blanks with a symbol in these.
fn with_signs(cells: &str) -> String {
    match cells.chars().count() {
        1 | 8 | 64 => cells.replace(' ', "-"),
        _ => cells.to_owned(),
    }
}

/// Who is to move beside a board.
fn side(fields: &Fields<'_>) -> Option<Color> {
    const SIDES: &str = "side turn player tomove sidetomove next nextplayer currentplayer currentturn current \
        activecolor color mover";
    const BLACK: &str = "blacktomove isblackturn blackturn isblack";
    let of = |value: &Value| match (value, value.as_i64()) {
        (Value::String(text), _) => board::side_of(text),
        (_, Some(1)) => Some(Color::Black),
        (_, Some(2 | -1)) => Some(Color::White),
        _ => None,
    };
    let is_black =
        || fields.first(BLACK, Value::as_bool).map(|is| if is { Color::Black } else { Color::White });
    fields.first(SIDES, of).or_else(is_black)
}

/// The position of a text, and whether its side is open.
fn position_of(text: &str, side: Option<Color>, open_side: bool) -> Result<(Position, bool), Trouble> {
    if matches!(text, "start" | "startpos") {
        return Ok((Position::START, false));
    }
    if let Ok(Fen(position)) = text.parse() {
        return Ok((position, false));
    }
    let found = board::of_line(&fold(text)).map_err(|error| Trouble::new(error.at, error.kind))?;
    match (found.has_side.then_some(found.position.side), side) {
        _ if found.moves.is_some() || found.begin > 0 => {
            Err(Trouble::new(0, ParseBoardErrorKind::TrailingInput))
        }
        (Some(one), Some(other)) if one != other => {
            Err(wrong("the board has another side to move than the object"))
        }
        (None, None) if !open_side => Err(Trouble::new(0, ParseBoardErrorKind::NoSide)),
        (None, None) => Ok((found.position, true)),
        (Some(side), _) | (None, Some(side)) => Ok((found.with_side(side), false)),
    }
}

/// The moves of a value as a transcript: a text, or a list of texts, of squares by number, or of objects with
/// a move. Other objects in such a list are the second part.
fn moves_of(value: &Value) -> Option<(String, Vec<String>)> {
    let of = |value: &Value| match value {
        Value::Null => Some("ps".to_owned()),
        Value::String(text) if matches!(text.trim(), "" | "-") => Some("ps".to_owned()),
        Value::String(text) => Some(text.clone()),
        // The side and its move, or the moves of both sides.
        Value::Array(parts) => {
            let parts: Vec<&str> = parts.iter().filter_map(Value::as_str).collect();
            Some(parts.join(" ")).filter(|moves| text_moves::first(moves).is_some())
        }
        Value::Number(number) => match number.as_i64()? {
            square @ 0..64 => Square::new(square as u8).map(|square| square.to_string()),
            -1 | 64 => Some("ps".to_owned()),
            _ => None,
        },
        _ => None,
    };
    if let Some(text) = value.as_str() {
        let numbers = words(text).map(|(_, word)| word.parse::<u64>().ok()).collect::<Option<Vec<_>>>();
        return match numbers.filter(|numbers| numbers.len() > 1 && numbers::place(text) == Some(0)) {
            Some(numbers) => moves_of(&numbers.into()),
            None => Some((text.to_owned(), Vec::new())),
        };
    }
    let values = value.as_array()?;
    let field = |value: &Value| {
        let fields = Fields::of(value.as_object()?);
        let names = "move played m square mv coord coordinate pos cell";
        let is_square = |text: &String| text.parse::<Move>().is_ok();
        let number = |names: &str| fields.first(names, |value| u8::try_from(value.as_u64()?).ok());
        let numbers = || Square::at(number("x col column file")?, number("y row rank")?);
        (fields.first(names, of).or_else(|| fields.first("position", of).filter(is_square)))
            .or_else(|| numbers().map(|square| square.to_string()))
    };
    let (mut moves, mut skipped) = (Vec::new(), Vec::new());
    for value in values.iter().filter(|value| !is_empty(value)) {
        match of(value).or_else(|| field(value)) {
            Some(mv) => moves.push(mv),
            None => skipped.push(value.as_object()?.values().find_map(Value::as_str)?.to_owned()),
        }
    }
    (!moves.is_empty() || skipped.is_empty()).then(|| (moves.join(" "), skipped))
}

/// Returns whether this is an object without a move, such as the start of a list.
fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty)
}

fn notes_of(notes: &Value, moves: usize) -> Vec<GgfNote> {
    let number = |note: &Value, name: &str| note.get(name).and_then(Value::as_f64);
    let notes = notes.as_array().into_iter().flatten().take(moves);
    notes.map(|note| GgfNote { eval: number(note, "eval"), seconds: number(note, "seconds") }).collect()
}

/// A text or a number, or the name of an object.
#[inline(never)] // for size
fn name(value: &Value) -> Option<String> {
    let named = || ["name", "username", "id"].iter().find_map(|name| value.get(*name)?.as_str());
    match value {
        Value::Number(number) => Some(number.to_string()),
        _ => value.as_str().or_else(named).map(str::to_owned),
    }
}

/// The tags of an object: its own, and those around it.
fn tags_of(fields: &Fields<'_>, around: &Tags) -> Tags {
    let mut tags = around.clone();
    for (key, value) in &fields.0 {
        match (key.as_str(), *value) {
            ("tags", Value::Array(pairs)) => {
                for pair in pairs {
                    if let (Some(tag), Some(value)) = (pair.get(0).and_then(Value::as_str), pair.get(1)) {
                        tags.set(tag, value.as_str().unwrap_or_default());
                    }
                }
            }
            ("tags", Value::Object(pairs)) => pairs.iter().for_each(|(tag, value)| {
                value.as_str().into_iter().for_each(|value| tags.set(tag, value));
            }),
            ("names" | "players" | "result", Value::Object(inner)) => {
                tags = tags_of(&Fields::of(inner), &tags);
                if let Some(Value::Number(score)) = inner.get("score") {
                    tags.set("RE", &score.to_string());
                }
            }
            ("players", Value::Array(players)) => {
                for (player, tag) in players.iter().zip(["PB", "PW"]) {
                    name(player).into_iter().for_each(|name| tags.set(tag, &name));
                }
            }
            (key, value) => {
                let side = key.replace("player", "").replace("name", "");
                if let Some(tag) = tags::of_name(key).or_else(|| tags::of_name(&side))
                    && !(value.is_number() && tag.starts_with('P')) // discs
                    && let Some(text) = name(value)
                {
                    tags.set(tag, &text);
                }
            }
        }
    }
    if let (Some((black, white)), None) = (score(fields), fields.get("result").and_then(Value::as_str)) {
        tags.set("RE", &format!("{black}-{white}"));
    }
    if let Some(winner) = fields.first("winnercolor winner", name)
        && (tags.get("RE").is_none() || tags.end.is_forfeit())
    {
        let winner = match Some(&*winner) {
            name if name == tags.get("PB") => "black",
            name if name == tags.get("PW") => "white",
            _ => &winner,
        };
        if winner == "draw" || text_moves::side(winner).is_some() {
            tags.set("RE", &format!("{winner} wins"));
        }
    }
    tags
}

/// The discs of both sides, where an object states them.
fn score(fields: &Fields<'_>) -> Option<(u64, u64)> {
    let both = |value: &Value| {
        let of = |side: &str, i: usize| value.get(side).or_else(|| value.get(i))?.as_u64();
        Some((of("black", 0)?, of("white", 1)?))
    };
    let each = || Some((discs(fields, "black")?, discs(fields, "white")?));
    each().or_else(|| fields.first("score scores finalscore result", both))
}

/// The discs of a side in a field of its own.
fn discs(fields: &Fields<'_>, side: &str) -> Option<u64> {
    "score discs count points stones".split(' ').find_map(|name| {
        let of = |key: String| fields.get(&key)?.as_u64();
        of(format!("{side}{name}")).or_else(|| of(format!("{name}{side}")))
    })
}
