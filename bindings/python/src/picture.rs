//! Boards, games and answers as pictures, and what notebooks show of them.
//!
//! Notebooks prefer HTML to SVG where an object has both. Boards and positions have SVG alone. Objects with
//! tables beside their picture have HTML, in which pictures are images: their style sheets stay inside of
//! them, and an untrusted notebook, which takes SVG out of HTML, shows them too.

use std::fmt::Write as _;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};
use reversi_engine::picture::{self, Label, Mark, Picture, PictureError};
use reversi_engine::play::ReviewedMove;
use reversi_engine::question::Problem;
use reversi_engine::surface::DynValue;
use reversi_engine::{Bitboard, Board, Color, Line, Move, Position, Square};

use crate::answers::PyAnalysis;
use crate::args::{self, AnyColor, plain, text, wrong};
use crate::board::PyBoard;
use crate::errors::Class;
use crate::game::PyGame;
use crate::position::PyPosition;
use crate::review::PyReview;
use crate::value::as_value;

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

fn refuse(error: PictureError) -> PyErr {
    Class::Request.of(&error)
}

/// Reads a square by its name or its number, or the square of a move; `None` for a pass, which is 64.
fn square(value: Object<'_, '_>, field: &str) -> PyResult<Option<Square>> {
    let expected = "a square such as \"f5\", or 0 to 64";
    match plain(value) {
        DynValue::Text(name) => {
            let mv: Move = name.parse().map_err(|error| Class::Parse.in_field(field, &error))?;
            Ok(mv.square())
        }
        DynValue::Whole(64) => Ok(None),
        found @ DynValue::Whole(number) => {
            let square = u8::try_from(number).ok().and_then(Square::new);
            square.map(Some).ok_or_else(|| wrong("out-of-range", field, expected, &found))
        }
        found => Err(wrong("wrong-type", field, expected, &found)),
    }
}

/// Marks: a set of squares, squares, or a mapping of squares to names of marks.
fn marks(mut picture: Picture, value: Object<'_, '_>) -> PyResult<Picture> {
    if let Ok(map) = value.cast::<PyMapping>() {
        for item in map.items()?.iter() {
            let (at, name) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            let name = text(&name)
                .ok_or_else(|| wrong("wrong-type", "marks", "dot, ring or cross", &plain(&name)))?;
            let mark: Mark = name.parse().map_err(refuse)?;
            picture = square(&at, "marks")?.into_iter().fold(picture, |picture, at| picture.mark(at, mark));
        }
        return Ok(picture);
    }
    let expected = "squares, a set of squares, or a dict of squares and marks";
    match plain(value) {
        DynValue::Whole(_) | DynValue::Digits(_) => {
            Ok(picture.mark(Bitboard(args::whole(value, "marks", 0, u64::MAX.into())?), Mark::Dot))
        }
        DynValue::Text(squares) => {
            let squares: Bitboard =
                squares.parse().map_err(|error| Class::Parse.in_field("marks", &error))?;
            Ok(picture.mark(squares, Mark::Dot))
        }
        found => {
            let squares = value.try_iter().map_err(|_| wrong("wrong-type", "marks", expected, &found))?;
            for at in squares {
                let at = square(&at?, "marks")?;
                picture = at.into_iter().fold(picture, |picture, at| picture.mark(at, Mark::Dot));
            }
            Ok(picture)
        }
    }
}

fn label(value: Object<'_, '_>) -> PyResult<Label> {
    if let Some(value) = as_value(value) {
        return Ok(picture::label(value));
    }
    match plain(value) {
        DynValue::Text(text) => Ok(text.into()),
        DynValue::Whole(number) => Label::number(number as f64).map_err(refuse),
        DynValue::Number(number) => Label::number(number).map_err(refuse),
        found => Err(wrong("wrong-type", "values", "numbers, texts or scores", &found)),
    }
}

/// Labels: an analysis of this board, or a mapping of squares to texts and numbers.
fn values(mut picture: Picture, board: Board, value: Object<'_, '_>) -> PyResult<Picture> {
    if let Ok(analysis) = value.cast::<PyAnalysis>() {
        let analysis = &analysis.get().0;
        if analysis.board() != board {
            let message = "values must be an analysis of this board, not of another one";
            return Err(Class::Request.in_field("values", Problem::new("another-position", message)));
        }
        return Ok(picture::labels(analysis).fold(picture, |picture, (at, label)| picture.label(at, label)));
    }
    let map = value.cast::<PyMapping>().map_err(|_| {
        wrong("wrong-type", "values", "a dict of squares and values, or an Analysis", &plain(value))
    })?;
    for item in map.items()?.iter() {
        let (at, value) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
        let label = label(&value)?;
        picture =
            square(&at, "values")?.into_iter().fold(picture, |picture, at| picture.label(at, label.clone()));
    }
    Ok(picture)
}

fn number(value: Object<'_, '_>, field: &str) -> PyResult<f32> {
    match plain(value) {
        DynValue::Number(number) => Ok(number as f32),
        DynValue::Whole(number) => Ok(number as f32),
        found => Err(wrong("wrong-type", field, "numbers", &found)),
    }
}

/// Reads 64 numbers from A1 to H8, or eight rows of eight.
fn heat(value: Object<'_, '_>) -> PyResult<[f32; 64]> {
    let refused = |found: String| {
        let message = format!("heat must be 64 numbers, or 8 rows of 8, not {found}");
        Class::Request.in_field("heat", Problem::new("wrong-type", message))
    };
    let items = |value: Object<'_, '_>, most: usize| -> Option<PyResult<Vec<Py<PyAny>>>> {
        let items = if value.is_instance_of::<PyString>() { return None } else { value.try_iter().ok()? };
        Some(items.take(most + 1).map(|item| item.map(Bound::unbind)).collect()) // it may have no end
    };
    let py = value.py();
    let cells = items(value, 64).ok_or_else(|| refused(plain(value).describe()))??;
    let mut numbers = Vec::with_capacity(64);
    for (index, cell) in cells.iter().enumerate() {
        match items(cell.bind(py), 8) {
            Some(row) if cells.len() == 8 => {
                let row = row?;
                if row.len() != 8 {
                    let length = if row.len() > 8 { "more".to_owned() } else { row.len().to_string() };
                    return Err(refused(format!("{length} in row {}", index + 1)));
                }
                for cell in row {
                    numbers.push(number(cell.bind(py), "heat")?);
                }
            }
            Some(_) => return Err(refused(format!("{} rows", cells.len()))),
            None => numbers.push(number(cell.bind(py), "heat")?),
        }
    }
    let count = numbers.len();
    let found = if count > 64 { "more".to_owned() } else { count.to_string() };
    numbers.try_into().map_err(|_| refused(found))
}

fn heat_range(value: Object<'_, '_>) -> PyResult<(f32, f32)> {
    let ends: Option<Vec<Bound<'_, PyAny>>> =
        value.try_iter().ok().and_then(|ends| ends.take(3).collect::<PyResult<_>>().ok());
    match ends.as_deref() {
        Some([least, most]) => Ok((number(least, "heat_range")?, number(most, "heat_range")?)),
        _ => Err(wrong("wrong-type", "heat_range", "two numbers", &plain(value))),
    }
}

const OPTIONS: [&str; 9] =
    ["marks", "values", "last", "heat", "heat_range", "coordinates", "size", "theme", "title"];

/// Draws the picture with the additions of the keyword arguments; `None` adds nothing.
fn drawn(mut picture: Picture, board: Board, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let (mut tints, mut range) = (None, None);
    for (name, value) in options.into_iter().flatten() {
        let name = name.to_string();
        if !OPTIONS.contains(&&*name) {
            let message = format!("{name}: no such field (expected {})", OPTIONS.join(", "));
            return Err(Class::Request.in_field(&name, Problem::new("unknown-field", message)));
        }
        if value.is_none() {
            continue;
        }
        let value = &value;
        let words = || text(value).ok_or_else(|| wrong("wrong-type", &name, "a str", &plain(value)));
        match &*name {
            "marks" => picture = marks(picture, value)?,
            "values" => picture = values(picture, board, value)?,
            "last" => picture = picture.last(square(value, "last")?),
            "heat" => tints = Some(heat(value)?),
            "heat_range" => range = Some(heat_range(value)?),
            "coordinates" => picture = picture.coordinates(args::flag(value, "coordinates")?),
            "size" => {
                let (least, most) = Picture::SIZES.into_inner();
                picture =
                    picture.size(args::whole(value, "size", least.into(), most.into())?).map_err(refuse)?;
            }
            "theme" => picture = picture.theme(words()?.parse().map_err(refuse)?),
            _ => picture = picture.title(words()?),
        }
    }
    let picture = match (&tints, range) {
        (Some(heat), Some((least, most))) => picture.heat_within(heat, least, most),
        (Some(heat), None) => picture.heat(heat),
        (None, Some(_)) => {
            let message = "heat_range needs heat: it is the range of its numbers";
            return Err(Class::Request.in_field("heat_range", Problem::new("missing-field", message)));
        }
        (None, None) => Ok(picture),
    };
    Ok(picture.map_err(refuse)?.to_string())
}

/// The documentation of `svg`.
macro_rules! pictures {
    ($($Class:ident: |$it:ident| $picture:expr;)*) => {$(
        #[pymethods]
        impl $Class {
            /// Draws the board: SVG, a str that stands by itself. Notebooks show it.
            ///
            /// `marks` are squares with a dot (`board.legal_moves()`, or a set of squares), or a dict of
            /// squares and `"dot"`, `"ring"` or `"cross"`. `values` is a dict of squares or moves and what
            /// stands there (numbers, which get a sign, texts, scores), or an `Analysis` of the board. `last`
            /// is the square of the last move. `heat` tints each square by one of 64 numbers, or 8 rows of 8,
            /// from dark blue over grey to yellow; 0 is on the ramp, and is grey if there are both signs.
            /// `heat_range` are the ends of the ramp, for several pictures. Squares are names or 0 (A1) to
            /// 63; a pass, also 64, has none. `coordinates` is True or False, `size` the width in pixels
            /// (320), `theme` is `"auto"`, `"light"` or `"dark"`, `title` replaces its words.
            ///
            /// >>> from reversi_engine import Game
            /// >>> board = Game("f5d6c3").position
            /// >>> svg = board.svg(marks=board.legal_moves(), values={"d3": 0.25, "f4": "?"}, last="c3")
            /// >>> svg.startswith("<svg"), "+0.25" in svg, "white to move, last move c3" in svg
            /// (True, True, True)
            #[pyo3(signature = (**options))]
            fn svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
                let $it = self;
                let (picture, board) = $picture;
                drawn(picture, board, options)
            }
        }
    )*};
}
pictures! {
    PyPosition: |it| (Picture::of(it.0), it.0.board);
    PyGame: |it| { let game = it.game(); (Picture::of(&game), game.board()) };
}

#[pymethods]
impl PyBoard {
    /// Draws the board: SVG, a str that stands by itself. Notebooks show it. `side` is the colour to move.
    /// Takes the options of `Position.svg`.
    ///
    /// >>> from reversi_engine import Board
    /// >>> Board().svg("white", marks={"f5": "ring"}, theme="dark").count("white to move")
    /// 1
    #[pyo3(signature = (side=AnyColor(Color::Black), **options), text_signature = "($self, side='black', **options)")]
    fn svg(&self, side: AnyColor, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        drawn(Picture::of(Position { board: self.0, side: side.0 }), self.0, options)
    }

    fn _repr_svg_(&self) -> String {
        Picture::of(self.0).to_string()
    }
}

#[pymethods]
impl PyPosition {
    fn _repr_svg_(&self) -> String {
        Picture::of(self.0).to_string()
    }
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Makes an image of HTML from a picture.
fn image(svg: &str, words: &str) -> String {
    let mut source = String::with_capacity(svg.len() * 5 / 4);
    for byte in svg.bytes() {
        if byte.is_ascii_alphanumeric() || b"-.:=/,;()".contains(&byte) {
            source.push(char::from(byte));
        } else {
            let _ = write!(source, "%{byte:02X}"); // a String takes all
        }
    }
    format!("<img alt=\"{}\" src=\"data:image/svg+xml,{source}\">", escaped(words))
}

fn board_image(picture: &Picture) -> String {
    image(&picture.to_string(), &picture.words())
}

/// Makes a table: its head, and rows of cells.
fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |tag: &str, cells: &[String]| {
        let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let head: Vec<String> = head.iter().map(|&name| name.to_owned()).collect();
    let rows: String = rows.into_iter().map(|row| line("td", &row)).collect();
    format!("<table><thead>{}</thead><tbody>{rows}</tbody></table>", line("th", &head))
}

fn line_row(line: &Line) -> Vec<String> {
    let moves = args::moves(line.pv().iter().copied());
    let best = moves.first().cloned().unwrap_or_else(|| "-".to_owned());
    vec![best, line.value().to_string(), moves.join(" ")]
}

fn moved_row(mv: &ReviewedMove) -> Vec<String> {
    let loss = if mv.loss == 0 { String::new() } else { mv.loss.to_string() };
    vec![
        mv.ply.to_string(),
        mv.side().to_string(),
        mv.played.to_string(),
        mv.value.to_string(),
        mv.best_move.to_string(),
        mv.best_value.to_string(),
        loss,
        mv.class.to_string(),
    ]
}

const MOVED: [&str; 8] = ["move", "side", "played", "value", "best", "its value", "lost", "class"];

#[pymethods]
impl PyGame {
    fn _repr_html_(&self) -> String {
        let game = self.game();
        let result = game.score().map_or_else(String::new, |score| match score {
            0 => "<br>a draw".to_owned(),
            1.. => format!("<br>black wins by {score}"),
            _ => format!("<br>white wins by {}", -score),
        });
        let count = game.moves().len();
        let moves = format!("{count} move{}", if count == 1 { "" } else { "s" });
        format!(
            "<div>{}<br><code style=\"overflow-wrap:anywhere\">{game}</code><br>{moves}{result}</div>",
            board_image(&Picture::of(&game))
        )
    }
}

#[pymethods]
impl PyAnalysis {
    /// Draws the board with the value of each move that has a line: SVG. `side` is the colour to move.
    /// Takes the options of `Board.svg`.
    ///
    /// >>> from reversi_engine import Board, Engine
    /// >>> "d3 estimate" in Engine(hash_mib=1).analyze(Board(), depth=2, lines=4).svg()
    /// True
    #[pyo3(signature = (side=AnyColor(Color::Black), **options), text_signature = "($self, side='black', **options)")]
    fn svg(&self, side: AnyColor, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        drawn(picture::of_analysis(&self.0, side.0), self.0.board(), options)
    }

    fn _repr_html_(&self) -> String {
        let rows = self.0.lines().iter().map(line_row);
        let table = table(&["move", "value", "line"], rows);
        // It does not know the colours of a game.
        let image = board_image(&picture::of_analysis(&self.0, Color::Black));
        format!("<div>{image}<br>the side to move as black{table}</div>")
    }
}

#[pymethods]
impl PyReview {
    /// Draws the score after each move as a graph, black's lead up: SVG. `theme` is `"auto"`, `"light"` or
    /// `"dark"`.
    ///
    /// >>> from reversi_engine import Engine, Game
    /// >>> review = Engine(hash_mib=1).review(Game("f5d6c3"), depth=2)
    /// >>> review.graph(theme="light").startswith("<svg")
    /// True
    #[pyo3(signature = (theme=None), text_signature = "($self, theme=None)")]
    fn graph(&self, theme: Option<Object<'_, '_>>) -> PyResult<String> {
        let graph = self.0.graph();
        let Some(theme) = theme else { return Ok(graph.to_string()) };
        let name = text(theme).ok_or_else(|| wrong("wrong-type", "theme", "a str", &plain(theme)))?;
        Ok(graph.theme(name.parse().map_err(refuse)?).to_string())
    }

    fn _repr_html_(&self) -> String {
        let review = &self.0;
        let (graph, moves) = (review.graph(), &review.moves);
        let end = moves.last().map_or_else(String::new, |mv| {
            let after = mv.position.board.after(mv.played);
            let position = Position { board: after, side: !mv.position.side };
            board_image(&Picture::of(position).last(mv.played.square()))
        });
        let opening = review.opening.as_deref().map(|name| format!("<br>{}", escaped(name)));
        let counted: Vec<_> = moves.iter().filter(|mv| mv.class.counts()).map(moved_row).collect();
        let mistakes = match counted.len() {
            0 => "<br>no mistakes".to_owned(),
            _ => table(&MOVED, counted),
        };
        let all = table(&MOVED, moves.iter().map(moved_row));
        format!(
            "<div>{end} {}{}{mistakes}<details><summary>all moves: {}</summary>{all}</details></div>",
            image(&graph.to_string(), &graph.words()),
            opening.unwrap_or_default(),
            moves.len()
        )
    }
}
