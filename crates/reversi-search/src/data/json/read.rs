//! Questions and requests from their fields. Each field is read in one place, whatever it is part of.

use std::ops::RangeInclusive;
use std::time::Duration;

use ::serde::de::{Deserialize, Deserializer, Error};
use reversi_bitboard::{Bitboard, Game, Position, Square};

use super::fields::{Fields, Raw, short};
use crate::api::{AnalyzeRequest, BookUse, Clock, Level, Limits, Selectivity, SolveRequest};
use crate::data::QuestionErrorKind::{
    Board, Conflict, Misplaced, Move, Moves, OutOfRange, UnknownName, Version,
};
use crate::data::{Ask, Question, QuestionError, QuestionId, VERSION};
use crate::serde::seconds;

/// The fields of a question of any kind.
pub(super) const QUESTION: &[&str] = &[
    "id",
    "version",
    "position",
    "moves",
    "ask",
    "window",
    "at_least",
    "level",
    "depth",
    "selectivity",
    "lines",
    "only",
    "clock",
    "book",
    "move",
    "limits",
    "total_limits",
];

pub(super) const SOLVE: &[&str] = &["window", "at_least", "limits", "total_limits"];

pub(super) const ANALYZE: &[&str] =
    &["level", "depth", "selectivity", "lines", "only", "clock", "book", "limits", "total_limits"];

const LIMITS: &[&str] = &["seconds", "nodes"];

const CLOCK: &[&str] = &["remaining_seconds", "increment_seconds"];

const MOVE: &str = "a move such as \"f5\" or \"ps\"";

const SECONDS: &str = "seconds from 0 to 18446744073709551615";

const ASKS: &str = "\"solve\", \"analyze\", \"analyze_game\", \"evaluate\", \"legal_moves\", \"play\"";

/// Reads a type from its fields, and says what is wrong with them.
macro_rules! from_fields {
    ($($Type:ident = $read:expr;)*) => {$(
        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let read: fn(Raw) -> Result<$Type, QuestionError> = $read;
                read(Raw::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}
from_fields! {
    Question = question;
    SolveRequest = |raw| {
        let mut fields = raw.fields("")?;
        fields.check_names(SOLVE)?;
        let request = solve(&mut fields)?;
        request.checked_window()?;
        Ok(request)
    };
    AnalyzeRequest = |raw| {
        let mut fields = raw.fields("")?;
        fields.check_names(ANALYZE)?;
        analyze(&mut fields)
    };
    Limits = |raw| limits(raw, "");
    Clock = |raw| clock(raw, "");
}

pub(super) fn question(raw: Raw) -> Result<Question, QuestionError> {
    let fields = raw.fields("")?;
    let id = fields.get("id").and_then(|raw| id(&fields, raw).ok()); // an error has it too
    of_fields(fields).map_err(|error| QuestionError { id, ..error })
}

fn of_fields(mut fields: Fields) -> Result<Question, QuestionError> {
    // Before the names: another version may have others.
    if let Some(version) = fields.get("version") {
        let number: u64 = fields.whole_of("version", version, 0..=u64::MAX.into(), "1")?;
        if number != VERSION {
            return Err(fields.error("version", Version { found: number.to_string() }));
        }
    }
    fields.check_names(QUESTION)?;
    let _ = fields.take("version");
    let id = fields.take("id").map(|raw| id(&fields, &raw)).transpose()?;
    let game = game(&mut fields)?;
    let name = fields.text("ask", ASKS)?.ok_or_else(|| fields.missing("ask", ASKS))?;
    let ask = match name.as_str() {
        "solve" => Ask::Solve(solve(&mut fields)?),
        "analyze" => Ask::Analyze(analyze(&mut fields)?),
        "analyze_game" => Ask::AnalyzeGame(analyze(&mut fields)?),
        "evaluate" => Ask::Evaluate,
        "legal_moves" => Ask::LegalMoves,
        "play" => {
            let text = fields.text("move", MOVE)?.ok_or_else(|| fields.missing("move", MOVE))?;
            Ask::Play(text.parse().map_err(|error| fields.error("move", Move(error)))?)
        }
        name => return Err(fields.error("ask", UnknownName { expected: ASKS, found: short(name) })),
    };
    if let Some(name) = fields.rest() {
        return Err(fields.error(name, Misplaced { ask: ask.name() }));
    }
    let question = Question { id, ..Question::of_game(game, ask) };
    question.check()?;
    Ok(question)
}

fn id(fields: &Fields, raw: &Raw) -> Result<QuestionId, QuestionError> {
    const RANGE: RangeInclusive<i128> = i64::MIN as i128..=i64::MAX as i128;
    const WHOLE: &str = "-9223372036854775808 to 9223372036854775807";

    match raw {
        Raw::Text(text) => Ok(QuestionId::Text(text.clone())),
        Raw::Int(_) | Raw::Float(_) => fields.whole_of("id", raw, RANGE, WHOLE).map(QuestionId::Number),
        other => Err(fields.error("id", other.is_not("a whole number or a text"))),
    }
}

/// The position, or the usual start, and the moves from there.
fn game(fields: &mut Fields) -> Result<Game, QuestionError> {
    const EITHER: &str = "a position, moves from the usual start, or both";

    let position = fields.text("position", "64 cells and the side to move")?;
    let moves = fields.text("moves", "moves such as \"f5d6\"")?;
    let start = match (&position, &moves) {
        (Some(text), _) => text.parse().map_err(|error| fields.error("position", Board(error)))?,
        (None, Some(_)) => Position::START,
        (None, None) => return Err(fields.missing("position", EITHER)),
    };
    match moves {
        Some(text) => {
            Game::from_transcript(start, &text).map_err(|error| fields.error("moves", Moves(error)))
        }
        None => Ok(Game::from_position(start)),
    }
}

fn solve(fields: &mut Fields) -> Result<SolveRequest, QuestionError> {
    const WINDOW: &str = "[alpha, beta] from -65 to 65, \"exact\" or \"wld\"";

    let window = match fields.take("window") {
        None => None,
        Some(Raw::Text(name)) => Some(match name.as_str() {
            "exact" => SolveRequest::exact(),
            "wld" => SolveRequest::wld(),
            name => {
                let found = short(name);
                return Err(fields.error("window", UnknownName { expected: WINDOW, found }));
            }
        }),
        Some(Raw::List(ends)) if ends.len() == 2 => {
            let end = |i: usize| fields.whole_of("window", &ends[i], -65..=65, WINDOW);
            Some(SolveRequest::window(end(0)?, end(1)?))
        }
        Some(other) => return Err(fields.error("window", other.is_not(WINDOW))),
    };
    let at_least = fields.whole("at_least", -64..=65, "-64 to 65")?;
    let request = match (window, at_least) {
        (Some(_), Some(_)) => return Err(fields.error("at_least", Conflict { other: "window" })),
        (None, Some(score)) => SolveRequest::at_least(score),
        (window, None) => window.unwrap_or_else(SolveRequest::exact),
    };
    let (limits, total_limits) = both_limits(fields)?;
    Ok(request.limits(limits).total_limits(total_limits))
}

fn analyze(fields: &mut Fields) -> Result<AnalyzeRequest, QuestionError> {
    let level = fields.whole("level", 0..=60, "0 to 60")?;
    let depth = fields.whole("depth", 1..=u32::MAX.into(), "1 or more")?;
    let (limits, total_limits) = both_limits(fields)?;
    let clock = match fields.take("clock") {
        Some(raw) => Some(clock(raw, &fields.place("clock"))?),
        None => None,
    };
    let mut request = match (level.map(Level::new), depth) {
        (Some(_), Some(_)) => return Err(fields.error("depth", Conflict { other: "level" })),
        (Some(Ok(level)), None) => AnalyzeRequest::level(level),
        (_, Some(depth)) => AnalyzeRequest::depth(depth),
        _ if clock.is_some() || limits.are_set() || total_limits.are_set() => AnalyzeRequest::unlimited(),
        _ => AnalyzeRequest::level(Level::DEFAULT), // without an end no answer would come
    };
    if let Some(selectivity) = selectivity(fields)? {
        request = request.selectivity(selectivity);
    }
    if let Some(lines) = fields.whole::<u64>("lines", 1..=u64::MAX.into(), "1 or more")? {
        request = request.multi_pv(usize::try_from(lines).unwrap_or(usize::MAX)); // no board has so many
    }
    if let Some(moves) = only(fields)? {
        request = request.only(moves);
    }
    if let Some(clock) = clock {
        request = request.clock(clock);
    }
    Ok(request.book(book_use(fields)?).limits(limits).total_limits(total_limits))
}

fn only(fields: &mut Fields) -> Result<Option<Bitboard>, QuestionError> {
    const SQUARES: &str = "squares such as \"f4f6\"";

    let Some(text) = fields.text("only", SQUARES)? else { return Ok(None) };
    let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let square = |cell: &[char]| String::from_iter(cell).parse::<Square>().ok();
    let squares: Option<Vec<Square>> = cells.chunks(2).map(square).collect();
    let unknown = || fields.error("only", UnknownName { expected: SQUARES, found: short(&text) });
    let squares = squares.filter(|squares| !squares.is_empty()).ok_or_else(unknown)?;
    Ok(Some(squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with_square)))
}

fn book_use(fields: &mut Fields) -> Result<BookUse, QuestionError> {
    const USES: &str = "\"never\", \"as_deep\", \"always\"";

    let Some(name) = fields.text("book", USES)? else { return Ok(BookUse::default()) };
    let named =
        [BookUse::Never, BookUse::AsDeep, BookUse::Always].into_iter().find(|book| book.name() == name);
    named.ok_or_else(|| fields.error("book", UnknownName { expected: USES, found: short(&name) }))
}

fn selectivity(fields: &mut Fields) -> Result<Option<Selectivity>, QuestionError> {
    const STEPS: &str = "73, 87, 95, 98, 99 or 100";

    let Some(percent) = fields.whole::<u32>("selectivity", 73..=100, STEPS)? else { return Ok(None) };
    let step = Selectivity::ALL.into_iter().find(|step| step.percent() == percent);
    let none = || fields.error("selectivity", UnknownName { expected: STEPS, found: percent.to_string() });
    step.ok_or_else(none).map(Some)
}

fn clock(raw: Raw, place: &str) -> Result<Clock, QuestionError> {
    let mut fields = raw.fields(place)?;
    fields.check_names(CLOCK)?;
    let remaining = time(&mut fields, "remaining_seconds")?;
    let remaining = remaining.ok_or_else(|| fields.missing("remaining_seconds", SECONDS))?;
    Ok(Clock::new(remaining, time(&mut fields, "increment_seconds")?.unwrap_or_default()))
}

fn both_limits(fields: &mut Fields) -> Result<(Limits, Limits), QuestionError> {
    let mut read = |name| match fields.take(name) {
        Some(raw) => limits(raw, &fields.place(name)),
        None => Ok(Limits::new()),
    };
    Ok((read("limits")?, read("total_limits")?))
}

fn limits(raw: Raw, place: &str) -> Result<Limits, QuestionError> {
    let mut fields = raw.fields(place)?;
    fields.check_names(LIMITS)?;
    let mut limits = Limits::new();
    limits.time = time(&mut fields, "seconds")?;
    limits.nodes = fields.whole("nodes", 0..=u64::MAX.into(), "0 to 18446744073709551615")?;
    Ok(limits)
}

/// A number of seconds. Any [`Duration`] that is written can be read.
fn time(fields: &mut Fields, name: &str) -> Result<Option<Duration>, QuestionError> {
    let Some(raw) = fields.take(name) else { return Ok(None) };
    let time = match raw {
        Raw::Int(number) => seconds::of_whole(number),
        Raw::Float(number) => seconds::of_number(number),
        ref other => return Err(fields.error(name, other.is_not(SECONDS))),
    };
    let out_of_range = || fields.error(name, OutOfRange { expected: SECONDS, found: raw.describe() });
    time.ok_or_else(out_of_range).map(Some)
}
