//! Arguments: values of Python as plain ones, which the surface checks, and arguments that several calls
//! share. A value of another type or out of its range raises an exception of the package with the name
//! of the argument.

use std::borrow::Cow;
use std::path::PathBuf;

use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyIterator, PyList, PyMapping, PySequence,
    PyString, PyTuple,
};
use reversi_engine::arrays::PASS;
use reversi_engine::question::{FieldErrorKind, Problem};
use reversi_engine::surface::{
    ANALYZE, AnalyzeOptions, CLOCK, ClockOptions, DynValue, Fields, Kind, LIMITS, PLAY, PROVE, ProveOptions,
    SOLVE, SolveOptions, read,
};
use reversi_engine::{Board, Color, Limits, Move, Position, Square, Stop};

use crate::board::PyBoard;
use crate::errors::Class;
use crate::game::PyGame;
use crate::limits::{PyClock, PyLimits, PyStop};
use crate::position::PyPosition;

/// Names and values, as the surface reads them.
type NamedValues = Vec<(Cow<'static, str>, DynValue)>;

/// Upper bound of the depth of data: objects hold lists, and these hold plain values. Deeper data has no
/// known type.
const MAX_DEPTH: u8 = 2;

/// Converts a value to the form that the surface reads.
pub(crate) fn plain(value: &Bound<'_, PyAny>) -> DynValue {
    plain_at(value, 0)
}

fn plain_at(value: &Bound<'_, PyAny>, depth: u8) -> DynValue {
    if let Ok(text) = value.cast::<PyString>() {
        return DynValue::Text(text.to_string_lossy().into_owned());
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return DynValue::Other(if truth.is_true() { "True" } else { "False" });
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return DynValue::Number(number.value());
    }
    if let Ok(limits) = value.cast::<PyLimits>() {
        return limits.get().0.to_plain();
    }
    if let Ok(clock) = value.cast::<PyClock>() {
        return clock.get().0.to_plain();
    }
    if value.is_none() || depth > MAX_DEPTH {
        return DynValue::Other(if value.is_none() { "None" } else { "something else" });
    }
    if let Ok(map) = value.cast::<PyMapping>() {
        return map.items().map_or(DynValue::Other("a mapping"), |items| {
            let items =
                items.iter().filter_map(|item| item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>().ok());
            DynValue::Object(
                items
                    .filter(|(_, value)| !value.is_none())
                    .map(|(name, value)| (Cow::Owned(name.to_string()), plain_at(&value, depth + 1)))
                    .collect(),
            )
        });
    }
    if let Ok(list) = value.cast::<PySequence>()
        && (value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>())
    {
        return match list.len() {
            Ok(0..=2) => DynValue::List(
                list.try_iter()
                    .into_iter()
                    .flatten()
                    .flatten()
                    .map(|item| plain_at(&item, depth + 1))
                    .collect(),
            ),
            _ => DynValue::Other("a longer list"),
        };
    }
    // Whole numbers of Python and of NumPy, then other numbers.
    if let Ok(number) = value.call_method0("__index__")
        && let Ok(number) = number.cast::<PyInt>()
    {
        return match (number.extract(), number.str()) {
            (Ok(number), _) => DynValue::Whole(number),
            (_, Ok(digits)) => DynValue::Digits(digits.to_string_lossy().into_owned()),
            _ => {
                let sign = if number.lt(0).unwrap_or(false) { "-" } else { "" };
                DynValue::Digits(format!("{sign}1e4300")) // Python writes no longer ones
            }
        };
    }
    match value.call_method0("__float__").and_then(|number| number.extract()) {
        Ok(number) => DynValue::Number(number),
        Err(_) if value.is_instance_of::<PyBytes>() => DynValue::Other("bytes"),
        Err(_) => DynValue::Other("an object of another type"),
    }
}

/// Converts a value of a field. Moves may be a list, and a clock a pair.
fn plain_of(kind: Option<&Kind>, value: &Bound<'_, PyAny>) -> DynValue {
    let Ok(list) = value.cast::<PySequence>() else { return plain(value) };
    let items = || list.try_iter().into_iter().flatten().flatten();
    match kind {
        Some(Kind::Squares) if !value.is_instance_of::<PyString>() => {
            let texts = items().map(|item| text(&item));
            texts.collect::<Option<String>>().map_or(DynValue::List(Vec::new()), DynValue::Text)
        }
        Some(Kind::Object(object)) if std::ptr::eq(*object, &CLOCK) && list.len().is_ok_and(|n| n <= 2) => {
            let names = object.fields.iter().map(|field| Cow::Borrowed(field.name));
            DynValue::Object(names.zip(items().map(|item| plain(&item))).collect())
        }
        _ => plain(value),
    }
}

/// Options that may have limits with a stop signal, which is not data.
pub(crate) trait Options: Fields {
    /// Returns the limits with this name.
    fn limits_of(&mut self, name: &str) -> Option<&mut Limits>;
}

macro_rules! with_limits {
    ($($Options:ty),*) => {$(
        impl Options for $Options {
            fn limits_of(&mut self, name: &str) -> Option<&mut Limits> {
                Some(if name == "limits" { &mut self.limits } else { &mut self.total_limits })
            }
        }
    )*};
}
with_limits!(SolveOptions, AnalyzeOptions);

impl Options for ProveOptions {
    fn limits_of(&mut self, _: &str) -> Option<&mut Limits> {
        Some(&mut self.limits)
    }
}

/// Reads the options of a call. `None` is the default of each.
pub(crate) fn options<T: Options>(ask: &'static str, given: Option<&Bound<'_, PyDict>>) -> PyResult<T> {
    let mut stops = Vec::new();
    for (name, value) in given.into_iter().flatten() {
        let name = name.to_string();
        if T::OBJECT.fields.iter().all(|field| field.name != name) {
            check_place(ask, &name)?;
        }
        if let Some(stop) = stop_of(&name, &value)? {
            stops.push((name, stop));
        }
    }
    let mut options: T = fields(given)?;
    for (name, stop) in stops {
        if let Some(limits) = options.limits_of(&name) {
            limits.stop = Some(stop);
        }
    }
    Ok(options)
}

/// Refuses an option of other calls.
pub(crate) fn check_place(ask: &'static str, name: &str) -> PyResult<()> {
    if [&SOLVE, &PROVE, &ANALYZE, &PLAY]
        .iter()
        .any(|object| object.fields.iter().any(|field| field.name == name))
    {
        let message = format!("{name}: {}", FieldErrorKind::Misplaced { ask });
        return Err(Class::Request.in_field(name, Problem::new("misplaced-field", message)));
    }
    Ok(())
}

/// Returns the signal in limits.
fn stop_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<Stop>> {
    if let Ok(limits) = value.cast::<PyLimits>() {
        return Ok(limits.get().0.stop.clone());
    }
    let Ok(map) = value.cast::<PyMapping>() else { return Ok(None) };
    let Ok(stop) = map.get_item("stop") else { return Ok(None) };
    Ok(optional::<PyStop>(Some(&stop), &format!("{name}.stop"))?.map(|stop| stop.get().0.clone()))
}

/// Reads a struct of the surface from keyword arguments.
pub(crate) fn fields<T: Fields>(given: Option<&Bound<'_, PyDict>>) -> PyResult<T> {
    let given = given.into_iter().flatten().filter(|(_, value)| !value.is_none());
    read_given(
        given
            .map(|(name, value)| {
                let name = name.to_string();
                let kind = T::OBJECT.fields.iter().find(|field| field.name == name).map(|field| &field.kind);
                let mut plain = plain_of(kind, &value);
                if let (Some(Kind::Object(object)), DynValue::Object(fields)) = (kind, &mut plain)
                    && std::ptr::eq(*object, &LIMITS)
                {
                    fields.retain(|(name, _)| name != "stop");
                }
                (Cow::Owned(name), plain)
            })
            .collect(),
    )
}

pub(crate) fn read_given<T: Fields>(given: NamedValues) -> PyResult<T> {
    read(given).map_err(|error| Class::Request.of(&error))
}

/// Reads a struct of the surface from data.
pub(crate) fn of_plain<T: Fields>(plain: DynValue) -> PyResult<T> {
    match plain {
        DynValue::Object(given) => read_given(given),
        other => Err(wrong("wrong-type", "text", "an object", &other)),
    }
}

/// Limits, or a mapping of them.
pub(crate) fn limits(value: &Bound<'_, PyAny>) -> PyResult<Limits> {
    let given = PyDict::new(value.py());
    given.set_item("limits", value)?;
    Ok(options::<SolveOptions>("solve", Some(&given))?.limits)
}

/// Reads a clock, or a mapping or a pair that stands for one.
pub(crate) fn clock(value: &Bound<'_, PyAny>) -> PyResult<ClockOptions> {
    let given = PyDict::new(value.py());
    given.set_item("clock", value)?;
    let clock = fields::<AnalyzeOptions>(Some(&given))?.clock;
    Ok(clock.expect("it was given"))
}

/// Returns the fields as arguments: `nodes=100`.
pub(crate) fn shown(of: &impl Fields) -> Vec<String> {
    of.plain().into_iter().map(|(field, plain)| format!("{}={}", field.name, plain.describe())).collect()
}

pub(crate) fn wrong(code: &'static str, field: &str, expected: &str, found: &DynValue) -> PyErr {
    let found = match found {
        // 37.0 is wrong because it is a float.
        DynValue::Number(number) if code == "wrong-type" && number.fract() == 0.0 => format!("{number:?}"),
        _ => found.describe(),
    };
    Class::Request.in_field(field, Problem::new(code, format!("{field} must be {expected}, not {found}")))
}

/// Reads a whole number of this range, both ends included.
pub(crate) fn whole<T: TryFrom<i128>>(
    value: &Bound<'_, PyAny>,
    field: &str,
    least: i128,
    most: i128,
) -> PyResult<T> {
    let found = plain(value);
    let expected = format!("{least} to {most}");
    match found {
        DynValue::Whole(number) if (least..=most).contains(&number) => {
            T::try_from(number).map_err(|_| wrong("out-of-range", field, &expected, &found))
        }
        DynValue::Whole(_) | DynValue::Digits(_) => Err(wrong("out-of-range", field, &expected, &found)),
        _ => Err(wrong("wrong-type", field, &expected, &found)),
    }
}

/// Reads an object of a class; `None` if it is `None` or not given.
pub(crate) fn optional<'a, 'py, T: PyTypeInfo>(
    value: Option<&'a Bound<'py, PyAny>>,
    field: &str,
) -> PyResult<Option<&'a Bound<'py, T>>> {
    value.filter(|value| !value.is_none()).map(|value| object(value, field)).transpose()
}

/// Reads an object of a class.
pub(crate) fn object<'a, 'py, T: PyTypeInfo>(
    value: &'a Bound<'py, PyAny>,
    field: &str,
) -> PyResult<&'a Bound<'py, T>> {
    value.cast::<T>().map_err(|_| {
        let class = T::type_object(value.py()).name().map_or_else(|_| String::new(), |name| name.to_string());
        wrong("wrong-type", field, &format!("an object of the class {class}"), &plain(value))
    })
}

pub(crate) fn flag(value: &Bound<'_, PyAny>, field: &str) -> PyResult<bool> {
    value.extract().map_err(|_| wrong("wrong-type", field, "True or False", &plain(value)))
}

pub(crate) fn path(value: &Bound<'_, PyAny>, field: &str) -> PyResult<PathBuf> {
    value.extract().map_err(|_| wrong("wrong-type", field, "a str or a path", &plain(value)))
}

/// An argument with a form of its own. Errors name the argument.
macro_rules! arguments {
    ($($(#[$doc:meta])* $Name:ident($Type:ty) = $field:literal, $expected:literal, $read:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) struct $Name(pub(crate) $Type);

        impl<'a, 'py> FromPyObject<'a, 'py> for $Name {
            type Error = PyErr;

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<$Name> {
                let read: fn(&Bound<'py, PyAny>) -> Option<PyResult<$Type>> = $read;
                match read(&object) {
                    Some(value) => value.map($Name),
                    None => Err(wrong("wrong-type", $field, $expected, &plain(&object))),
                }
            }
        }
    )*};
}
arguments! {
    /// A `Board`, or the board of a `Position` or of a `Game`.
    AnyBoard(Board) = "board", "a Board, a Position or a Game", |object| board(object).map(Ok);
    /// A `Position`, the present one of a `Game`, or a `Board`, whose side to move is black.
    AnyPosition(Position) = "board", "a Board, a Position or a Game", |object| position(object).map(Ok);
    /// A move as text, `f5`, or `ps` for a pass; or as its number.
    AnyMove(Move) = "move", "a move such as \"f5\" or \"ps\", or 0 to 64", |object| {
        parsed("move", object).or_else(|| numbered("move", object, PASS).map(|number| number.map(numbered_move)))
    };
    /// A square as text, `f5`, or as its number.
    AnySquare(Square) = "square", "a square such as \"f5\", or 0 to 63", |object| {
        let numbered = || numbered("square", object, PASS - 1);
        parsed("square", object)
            .or_else(|| numbered().map(|number| number.map(|number| Square::ALL[usize::from(number)])))
    };
    /// `"black"` or `"white"`.
    AnyColor(Color) = "side", "\"black\" or \"white\"", |object| parsed("side", object);
    /// `"black"` or `"white"`, of a session.
    OfColor(Color) = "color", "\"black\" or \"white\"", |object| Some(match &*text(object)? {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(wrong("unknown-name", "color", "\"black\" or \"white\"", &plain(object))),
    });
    /// A text. An invalid character becomes one that no notation has.
    Text(String) = "text", "a str", |object| text(object).map(Ok);
    /// A path of a file.
    AnyPath(PathBuf) = "path", "a str or a path", |object| object.extract().ok().map(Ok);
    /// Bytes.
    AnyBytes(Vec<u8>) = "data", "bytes", |object| match object.cast::<PyBytes>() {
        Ok(bytes) => Some(Ok(bytes.as_bytes().to_vec())),
        Err(_) => object.cast::<PyByteArray>().ok().map(|bytes| Ok(bytes.to_vec())),
    };
}

pub(crate) fn board(object: &Bound<'_, PyAny>) -> Option<Board> {
    if let Ok(board) = object.cast::<PyBoard>() {
        return Some(board.get().0);
    }
    if let Ok(position) = object.cast::<PyPosition>() {
        return Some(position.get().0.board);
    }
    object.cast::<PyGame>().ok().map(|game| game.get().lock().board())
}

fn position(object: &Bound<'_, PyAny>) -> Option<Position> {
    if let Ok(position) = object.cast::<PyPosition>() {
        return Some(position.get().0);
    }
    if let Ok(game) = object.cast::<PyGame>() {
        return Some(game.get().lock().position());
    }
    board(object).map(|board| Position { board, side: Color::Black })
}

/// Iterates over the items of an argument that has many.
pub(crate) fn iterator<'py>(boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    let expected = "an iterable of boards, or an array";
    boards.try_iter().map_err(|_| wrong("wrong-type", "boards", expected, &plain(boards)))
}

/// Reads the board that is the item with this number.
pub(crate) fn board_of(index: usize, item: &Bound<'_, PyAny>) -> PyResult<Board> {
    board(item).ok_or_else(|| {
        let found = plain(item).describe();
        let message = format!("boards[{index}] must be a Board, a Position or a Game, not {found}");
        let mut problem = Problem::new("wrong-type", message);
        problem.at.index = Some(index as u64);
        Class::InvalidValue.in_field("boards", problem)
    })
}

pub(crate) fn text(object: &Bound<'_, PyAny>) -> Option<String> {
    object.cast::<PyString>().ok().map(|text| text.to_string_lossy().into_owned())
}

fn parsed<T: std::str::FromStr>(field: &str, object: &Bound<'_, PyAny>) -> Option<PyResult<T>>
where
    for<'a> Problem: From<&'a T::Err>,
{
    Some(text(object)?.parse().map_err(|error| Class::Parse.in_field(field, &error)))
}

/// Reads a number up to `most`, of Python or of NumPy; `None` for anything else.
fn numbered(field: &str, object: &Bound<'_, PyAny>, most: u8) -> Option<PyResult<u8>> {
    match plain(object) {
        DynValue::Whole(_) | DynValue::Digits(_) => Some(whole(object, field, 0, most.into())),
        _ => None,
    }
}

/// Returns the number of a move: the number of its square, or [`PASS`].
pub(crate) fn number(mv: Move) -> u8 {
    match mv {
        Move::Place(square) => square.index() as u8,
        Move::Pass => PASS,
    }
}

/// Returns the move with a number up to [`PASS`].
pub(crate) fn numbered_move(number: u8) -> Move {
    Square::ALL.get(usize::from(number)).map_or(Move::Pass, |&square| Move::Place(square))
}

pub(crate) fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

pub(crate) fn moves(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}
