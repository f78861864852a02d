//! _surface.py of the Python package: names, options, and the fields of answers for its stub.

use std::fmt::Write as _;

use reversi_engine::surface::{
    ACCURACY, ANALYSIS, ANALYZE, ANALYZED_MOVE, BOOK_USES, CHANCES, CLAIMS, CLOCK, CODES, DUES, Door,
    ENDINGS, ENGINE, FACTS, Field, HUMAN_MOVE, HUMAN_MOVES, HUMAN_RATING, Kind, LIMITS, LINE, MOVE_CLASSES,
    Name, OPPONENT, OUTCOMES, Object, PLACE, PROGRESS, PROVE, PUZZLE, REASON, REVIEW, REVIEWED_MOVE,
    SIDE_REVIEW, SOLUTION, SOLVE, SOURCES, STOP_REASONS, STRENGTHS, TURNING_POINT,
};

use super::{line, with_default, wrapped};

const HEAD: &str = r#""""Names, options and fields, for type checkers and readers.

Written by `cargo tools surface`: do not edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._engine import (
        Accuracy,
        Analysis,
        Bounds,
        Chances,
        Clock,
        Estimate,
        Exact,
        HumanMove,
        HumanMoves,
        HumanRating,
        Limits,
        Line,
        Position,
        Reason,
        ReviewedMove,
        SideReview,
        Stop,
        TurningPoint,
    )
"#;

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
    text += "\n\nif TYPE_CHECKING:\n";
    let answers =
        [&SOLUTION, &ANALYSIS, &LINE, &ANALYZED_MOVE, &PROGRESS, &LIMITS, &CLOCK, &HUMAN_MOVES, &HUMAN_MOVE];
    let reviews = [
        &REVIEW,
        &REVIEWED_MOVE,
        &REASON,
        &SIDE_REVIEW,
        &HUMAN_RATING,
        &TURNING_POINT,
        &CHANCES,
        &ACCURACY,
        &PUZZLE,
    ];
    for object in answers.into_iter().chain(reviews) {
        properties(&mut text, object);
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

/// The properties of a class of the compiled half. Its stub inherits them.
fn properties(text: &mut String, object: &Object) {
    let _ = write!(text, "\n    class _{}Fields:\n{}", object.name, doc(&line(object.doc), "        "));
    for field in object.fields {
        let none = if is_optional(field) { " | None" } else { "" };
        let keyword = if field.name == "class" { "_" } else { "" };
        let _ = write!(
            text,
            "\n        @property\n        def {}{keyword}(self) -> {}{none}:\n{}            raise NotImplementedError\n",
            field.name,
            of_answer(&field.kind),
            doc(&line(field.doc), "            "),
        );
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
        Kind::Names(name, _) => (*name).to_owned(),
        Kind::Value => "Exact | Bounds | Estimate".to_owned(),
        Kind::Bounds => "Exact | Bounds".to_owned(),
        Kind::Position => "Position".to_owned(),
        Kind::Object(object) => object.name.to_owned(),
        Kind::List(kind) => format!("list[{}]", of_answer(kind)),
        Kind::ByColor(kind) => format!("dict[Literal[\"black\", \"white\"], {}]", of_answer(kind)),
        Kind::OrNull(kind) => format!("{} | None", of_answer(kind)),
        _ => "str".to_owned(),
    }
}
