//! The Python package: names and options in _surface.py, the fields of answers in the stub _fields.pyi.

use std::fmt::Write as _;

use reversi_engine::surface::{
    ACCURACY, ANALYSIS, ANALYZE, ANALYZED_MOVE, BOOK_USES, CHANCES, CHECKED_PROOF, CLAIMS, CLOCK, CODES,
    DUES, Door, ENDINGS, ENGINE, ENGINE_MOVE, FACTS, Field, GAME_RESULT, HUMAN_MOVE, HUMAN_MOVES,
    HUMAN_RATING, Kind, LIMITS, LINE, MOVE_CLASSES, Name, OPPONENT, OUTCOMES, Object, PLACE, PROGRESS, PROVE,
    PUZZLE, REASON, REVIEW, REVIEWED_MOVE, SIDE_REVIEW, SOLUTION, SOLVE, SOURCES, STOP_REASONS, STRENGTHS,
    TURNING_POINT,
};

use super::{line, with_default, wrapped};

const HEAD: &str = r#""""Names, options and fields, for type checkers and readers.

Written by `cargo tools surface`: do not edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._engine import Clock, Limits, Stop
"#;

const FIELDS_HEAD: &str = "\
# The fields of answers. The classes of the same name in _engine.pyi inherit them; at run time they have them.
# Written by `cargo tools surface`: do not edit. The wheel has docstrings, which `stub_docs.py` writes.
from typing import Literal

from . import _engine, _surface
";

/// Options, each with the name of its type.
const OPTIONS: &[(&str, &Object)] = &[
    ("LimitsOptions", &LIMITS),
    ("ClockOptions", &CLOCK),
    ("SolveOptions", &SOLVE),
    ("ProveOptions", &PROVE),
    ("AnalyzeOptions", &ANALYZE),
    ("EngineOptions", &ENGINE),
    ("OpponentOptions", &OPPONENT),
];

/// Answers and settings, each with the name of its class.
const ANSWERS: &[(&str, &Object)] = &[
    ("Limits", &LIMITS),
    ("Clock", &CLOCK),
    ("Progress", &PROGRESS),
    ("Solution", &SOLUTION),
    ("Analysis", &ANALYSIS),
    ("Line", &LINE),
    ("AnalyzedMove", &ANALYZED_MOVE),
    ("HumanMoves", &HUMAN_MOVES),
    ("HumanMove", &HUMAN_MOVE),
    ("HumanRating", &HUMAN_RATING),
    ("Review", &REVIEW),
    ("ReviewedMove", &REVIEWED_MOVE),
    ("Reason", &REASON),
    ("SideReview", &SIDE_REVIEW),
    ("TurningPoint", &TURNING_POINT),
    ("Chances", &CHANCES),
    ("Accuracy", &ACCURACY),
    ("Puzzle", &PUZZLE),
    ("EngineMove", &ENGINE_MOVE),
    ("GameResult", &GAME_RESULT),
    ("VerifiedProof", &CHECKED_PROOF),
];

const ENUMS: &[(&str, &str, &[Name])] = &[
    ("BookUse", "When the opening book of the engine answers in place of a search.", BOOK_USES),
    ("Strength", "How strong an opponent plays, the weakest first.", STRENGTHS),
    ("StopReason", "The limit that ended a search.", STOP_REASONS),
    ("Source", "Where an answer is from.", SOURCES),
    ("Outcome", "The result of a game for the side to move.", OUTCOMES),
    ("MoveClass", "What a move is called.", MOVE_CLASSES),
    ("Fact", "What can be said of a mistake.", FACTS),
    ("Due", "What has to happen next in a session.", DUES),
    ("ClaimName", "What a proof says of the score of the side to move.", CLAIMS),
    ("Ending", "What has ended a game.", ENDINGS),
];

pub(super) fn module() -> String {
    let mut names: Vec<&str> = ENUMS.iter().map(|(name, ..)| *name).collect();
    names.extend(["Selectivity", "Code"]);
    names.extend(OPTIONS.iter().map(|(name, _)| *name));
    names.sort_unstable();
    let mut text = HEAD.to_owned() + "\n__all__ = [\n";
    names.iter().for_each(|name| text += &format!("    \"{name}\",\n"));
    text += "]\n";
    for (name, doc, known) in ENUMS {
        let rows: Vec<_> = known.iter().map(|known| (known.name, line(known.doc))).collect();
        literal(&mut text, name, doc, &rows);
    }
    text += "\n#: The confidence in percent with which moves are left out; 100 leaves out none.\n\
             Selectivity = Literal[73, 87, 95, 98, 99, 100]\n";
    let codes = CODES.iter().filter(|code| matches!(code.door, Door::Any | Door::Python));
    let rows: Vec<_> = codes.map(|code| (code.code, line(code.doc))).collect();
    literal(&mut text, "Code", "The code of an error.", &rows);
    for (name, object) in OPTIONS {
        options(&mut text, name, object);
    }
    place(&mut text);
    text
}

/// The properties of the classes of the compiled half.
pub(super) fn fields() -> String {
    let mut text = FIELDS_HEAD.to_owned();
    for (name, object) in ANSWERS {
        let _ = write!(text, "\nclass {name}:\n");
        for field in object.fields {
            let none = if is_optional(field) { " | None" } else { "" };
            let keyword = if field.name == "class" { "_" } else { "" };
            let of = of_answer(&field.kind);
            let _ = writeln!(text, "    @property\n    def {}{keyword}(self) -> {of}{none}: ...", field.name);
        }
    }
    text
}

fn literal(text: &mut String, name: &str, doc: &str, rows: &[(&str, String)]) {
    let _ = write!(text, "\n#: {doc}\n{name} = Literal[\n");
    for (name, doc) in rows {
        let first = doc.split_inclusive(". ").next().unwrap_or_default().trim_end();
        let _ = writeln!(text, "    \"{name}\",  # {first}");
    }
    *text += "]\n";
}

fn doc(text: &str, indent: &str) -> String {
    let lines = wrapped(&format!("\"\"\"{text}\"\"\""), indent, 110);
    lines.replace('\\', "\\\\")
}

/// Options for `Unpack`. `None` is the default of each.
fn options(text: &mut String, name: &str, object: &Object) {
    let _ = write!(text, "\n\nclass {name}(TypedDict, total=False):\n{}\n", doc(&line(object.doc), "    "));
    for field in object.fields {
        let none = if field.default.is_empty() && field.name != "seed" { "" } else { " | None" };
        let _ = writeln!(text, "    {}: {}{none}", field.name, of_option(&field.kind));
        *text += &doc(&with_default(field), "    ");
    }
    if std::ptr::eq(object, &LIMITS) {
        *text += "    stop: Stop | None\n    \"\"\"A signal from outside.\"\"\"\n";
    }
}

/// The attributes of exceptions.
fn place(text: &mut String) {
    let _ =
        write!(text, "\n\nclass Place:\n{}\n", doc(&line(PLACE.doc).replace("left out", "`None`"), "    "));
    for field in PLACE.fields {
        let _ = writeln!(text, "    {}: {} | None = None", field.name, of_answer(&field.kind));
        *text += &doc(&line(field.doc), "    ");
    }
}

fn is_optional(field: &Field) -> bool {
    field.default == "none" || field.default == "0" // the increment of a clock
}

fn of_option(kind: &Kind) -> String {
    match kind {
        Kind::Whole { .. } => "int",
        Kind::Count => "int | Literal[\"all\"]",
        Kind::Seconds => "float",
        Kind::Steps(_) => "Selectivity",
        Kind::Names(name, _) => name,
        Kind::Window => "Literal[\"exact\", \"wld\"] | tuple[int, int]",
        Kind::Squares => "str | Sequence[str]",
        Kind::Seed => "int | str",
        Kind::Object(object) if std::ptr::eq(*object, &LIMITS) => "Limits | LimitsOptions",
        Kind::Object(_) => "Clock | ClockOptions | tuple[float, float]",
        _ => "str",
    }
    .to_owned()
}

fn of_answer(kind: &Kind) -> String {
    match kind {
        Kind::Whole { .. } | Kind::Score => "int".to_owned(),
        Kind::Seconds | Kind::Discs | Kind::Number => "float".to_owned(),
        Kind::Truth => "bool".to_owned(),
        Kind::Names(name, _) => format!("_surface.{name}"),
        Kind::Value => "_engine.Exact | _engine.Bounds | _engine.Estimate".to_owned(),
        Kind::Bounds => "_engine.Exact | _engine.Bounds".to_owned(),
        Kind::Position => "_engine.Position".to_owned(),
        Kind::Object(object) => format!("_engine.{}", object.name),
        Kind::List(kind) => format!("list[{}]", of_answer(kind)),
        Kind::ByColor(kind) => format!("dict[Literal[\"black\", \"white\"], {}]", of_answer(kind)),
        Kind::OrNull(kind) => format!("{} | None", of_answer(kind)),
        _ => "str".to_owned(),
    }
}
