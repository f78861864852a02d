//! Enums and structs of the C library, and how they become options and come from answers. cbindgen reads
//! them, so they are written out.
//!
//! A field of a table is a field of the struct, in its order: what is appended to a table is appended to the
//! struct. A zero is a default.

use std::fmt::Write as _;

use reversi_engine::surface::{
    ANALYZE, BOOK_USES, ENGINE, Field, Kind, LIMITS, Name, Object, PLACE, SOLVE, SOURCES, STOP_REASONS,
    STRENGTHS, SUMMARY,
};

use super::{line, pascal, wrapped};

/// A field of a struct in front of those of the table.
type Head = (&'static str, &'static str, &'static str);

const SIZE: Head = ("size", "usize", "The size of this struct.");
const CALL: &[Head] = &[
    SIZE,
    ("progress", "ReversiProgressCallback", "Called while the search runs; NULL for none."),
    ("user", "*mut c_void", "For the callback."),
];
const STOP: Head = (
    "stop",
    "Handle<ReversiStop>",
    "A signal that ends the search; NULL for none. It may be freed while the search runs.",
);
const WEIGHTS: Head = (
    "weights",
    "Handle<ReversiWeights>",
    "Weights; NULL for those of the library, or the classical evaluation in a build without.",
);
const BOOK: Head = ("book", "Handle<ReversiBook>", "An opening book that answers analyses; NULL for none.");

/// bindings/c/src/surface.rs.
pub(super) fn structs() -> String {
    let mut text = "\
//! Enums and structs of the C library that are declared in the tables of the engine.
//!
//! Written by `cargo tools surface`: do not edit.
#![allow(clippy::useless_conversion, reason = \"some numbers have the type of their table\")]

use std::ffi::{c_char, c_void};
use std::ptr::null;

use reversi_engine::question::Place;
use reversi_engine::search::{Source, StopReason};
use reversi_engine::surface::{AnalyzeOptions, EngineOptions, SolveOptions, Summary};

use crate::book::ReversiBook;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::moves::{ReversiMove, option_to_c};
use crate::pointer::In;
use crate::progress::ReversiProgressCallback;
use crate::set_fields::SetFields;
use crate::stop::ReversiStop;
use crate::value::ReversiValue;
use crate::weights::ReversiWeights;
"
    .to_owned();
    text += &names_to_c("Stopped", "The limit that has ended a search.", "StopReason", STOP_REASONS);
    text += &names_to_c("Source", "Where an answer is from.", "Source", SOURCES);
    text += &names_of_c("BookUse", "When the book of an engine answers in place of a search.", &book_uses());
    let strengths: Vec<&Name> = STRENGTHS.iter().collect();
    text += &names_of_c("Strength", "How strong an opponent plays, from the weakest on.", &strengths);
    text += &options("Limits", &LIMITS, &[SIZE, STOP]);
    text += &options("SolveOptions", &SOLVE, CALL);
    text += &options("AnalyzeOptions", &ANALYZE, CALL);
    text += &options("EngineOptions", &ENGINE, &[SIZE, WEIGHTS, BOOK]);
    text += &summary();
    text += &place();
    text
}

/// The default first: it is zero.
fn book_uses() -> Vec<&'static Name> {
    let field = ANALYZE.fields.iter().find(|field| field.name == "book").expect("it is there");
    let is_default = |known: &&Name| field.default == format!("{:?}", known.name);
    let (default, others): (Vec<_>, Vec<_>) = BOOK_USES.iter().partition(is_default);
    [default, others].concat()
}

/// Lines of a doc comment, without links of rustdoc and with backticks of their own.
fn doc(text: &str, indent: &str) -> String {
    let mut plain = String::new();
    let mut rest = line(text);
    while let Some((before, link)) = rest.split_once('[') {
        let after = link.split_once("](").and_then(|(shown, after)| Some((shown, after.split_once(')')?.1)));
        let Some((shown, after)) = after else { break };
        plain += before;
        plain += shown;
        rest = after.to_owned();
    }
    wrapped(&(plain + &rest), &format!("{indent}/// "), 106)
}

fn enumeration(name: &str, about: &str, variants: &[(&str, &str)]) -> String {
    let mut text = format!("\n{}#[repr(C)]\n", doc(about, ""));
    text += "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n";
    let _ = writeln!(text, "pub enum Reversi{name} {{");
    for (number, (variant, about)) in variants.iter().enumerate() {
        let _ = writeln!(text, "{}    {variant} = {number},", doc(about, "    "));
    }
    text + "}\n"
}

/// An enum that programs pass as a number, and its names by number.
fn names_of_c(name: &str, about: &str, names: &[&Name]) -> String {
    let pascals: Vec<String> = names.iter().map(|known| pascal(known.name)).collect();
    let variants: Vec<_> =
        pascals.iter().zip(names).map(|(variant, known)| (variant.as_str(), known.doc)).collect();
    let list = names.iter().map(|known| format!("{:?}", known.name)).collect::<Vec<_>>();
    let (start, one) = ("    pub(crate) const NAMES: &[&str] =", list.join(", "));
    let list = match one.len() {
        ..=68 => format!("{start} &[{one}];"),
        69..=98 => format!("{start}\n        &[{one}];"),
        _ => format!("{start} &[\n        {},\n    ];", list.join(",\n        ")),
    };
    let text = enumeration(name, about, &variants);
    text + &format!("\nimpl Reversi{name} {{\n    /// The names in data, by number.\n{list}\n}}\n")
}

/// An enum of answers, from its names. The enum of a limit has a zero for none.
fn names_to_c(name: &str, about: &str, of: &str, names: &[Name]) -> String {
    let is_option = of != name;
    let pascals: Vec<String> = names.iter().map(|known| pascal(known.name)).collect();
    let none = is_option.then_some(("No", "None: the search has done what it was asked for."));
    let named = pascals.iter().zip(names).map(|(variant, known)| (variant.as_str(), known.doc));
    let variants: Vec<_> = none.into_iter().chain(named).collect();
    let mut text = enumeration(name, about, &variants);
    let from = if is_option { format!("Option<{of}>") } else { of.to_owned() };
    let _ = writeln!(
        text,
        "
impl From<{from}> for Reversi{name} {{"
    );
    let _ = writeln!(text, "    fn from(known: {from}) -> Reversi{name} {{");
    let (matched, name_of) = if is_option {
        (format!("known.map({of}::name)"), "Some(name)")
    } else {
        ("known.name()".to_owned(), "name")
    };
    let _ = writeln!(text, "        match {matched} {{");
    if is_option {
        let _ = writeln!(text, "            None => Reversi{name}::No,");
    }
    for (variant, known) in pascals.iter().zip(names) {
        let pattern = name_of.replace("name", &format!("{:?}", known.name));
        let _ = writeln!(text, "            {pattern} => Reversi{name}::{variant},");
    }
    let _ = writeln!(text, "            {name_of} => unreachable!(\"{{name}} is in the table\"),");
    text + "        }\n    }\n}\n"
}

/// A field of a struct: name, type, doc, and its bytes where pointers have 8.
struct Member(String, &'static str, String, usize);

fn structure(name: &str, about: &str, head: &[Head], members: &[Member]) -> String {
    let mut text = format!("\n{}#[repr(C)]\n#[derive(Clone, Copy, Debug)]\n", doc(about, ""));
    let _ = writeln!(text, "pub struct Reversi{name} {{");
    for (field, kind, about) in head {
        let _ = writeln!(text, "{}    pub {field}: {kind},", doc(about, "    "));
    }
    for Member(field, kind, about, _) in members {
        let _ = writeln!(text, "{}    pub {field}: {kind},", doc(about, "    "));
    }
    text + "}\n"
}

/// The type of a whole number: the smallest of those that programs use.
fn whole(least: i128, most: i128) -> (&'static str, usize) {
    if least < 0 {
        ("i32", 4)
    } else if most <= u32::MAX.into() {
        ("u32", 4)
    } else {
        ("u64", 8)
    }
}

/// A struct of options: its fields, and what is set of them as values with the names of the table.
fn options(name: &str, object: &Object, head: &[Head]) -> String {
    let (mut members, mut given) = (Vec::new(), String::new());
    for field in object.fields {
        push_members(object, field, &mut members);
        given += &setter(object, field);
    }
    let has_stop = |field: &&Field| matches!(&field.kind, Kind::Object(inner) if inner.name == LIMITS.name);
    let stops: Vec<&str> = object.fields.iter().filter(has_stop).map(|field| field.name).collect();
    // A field that is appended later must not take the place of padding, which may be anything.
    let used = members.iter().fold(0, |used: usize, member| used.next_multiple_of(member.3) + member.3);
    if used % 8 > 0 {
        members.push(Member("reserved".to_owned(), "u32", "Zero.".to_owned(), 4));
    }
    let about = format!("{} Begin with `REVERSI_{}_INIT`: zeros are defaults.", object.doc, screaming(name));
    let mut text = structure(name, &about, head, &members);
    let _ = writeln!(text, "\nimpl Reversi{name} {{");
    if object.name == LIMITS.name {
        text += "    /// Returns the fields that are set, except the stop signal.\n    pub(crate) fn fields(&self) -> SetFields {\n";
        return text
            + "        let mut fields = SetFields::default();\n"
            + &given
            + "        fields\n    }\n}\n";
    }
    text += "    /// The options, checked.\n";
    let _ = writeln!(text, "    pub(crate) fn options(&self) -> Result<{name}, Failure> {{");
    text += "        let mut fields = SetFields::default();\n";
    text += &given;
    if stops.is_empty() {
        text += "        fields.read()\n";
    } else {
        let _ = writeln!(text, "        let mut options: {name} = fields.read()?;");
        for stop in stops {
            let _ = writeln!(text, "        options.{stop}.stop = {stop};");
        }
        text += "        Ok(options)\n";
    }
    text + "    }\n}\n"
}

/// `AnalyzeOptions` is `ANALYZE_OPTIONS`.
fn screaming(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(c.to_ascii_uppercase());
    }
    text
}

/// The fields of C for a field of a table. Where C has an idiom of its own, two fields of the table are
/// several of the struct.
fn push_members(object: &Object, field: &Field, members: &mut Vec<Member>) {
    let about = line(field.doc);
    let zero = format!("{about} 0 for {}.", field.default);
    let mut push = |name: &str, kind, about: &str, bytes| {
        members.push(Member(name.to_owned(), kind, about.to_owned(), bytes));
    };
    match (&field.kind, field.name) {
        (Kind::Window, _) => {
            push("question", "i32", "A `ReversiQuestion`.", 4);
            push("alpha", "i32", "For `REVERSI_QUESTION_AT_LEAST` and `REVERSI_QUESTION_WINDOW`.", 4);
            push("beta", "i32", "For `REVERSI_QUESTION_WINDOW`; -65 <= `alpha` < `beta` <= 65.", 4);
        }
        (_, "at_least") => {}
        (_, "level") => {
            push("effort", "i32", "A `ReversiEffort`.", 4);
            push("amount", "u32", "The level or the depth of `effort`.", 4);
        }
        (_, "depth") if object.name == ANALYZE.name => {}
        (_, "threads") => {
            push("threads", "u32", &zero.replace("0 for all", "`REVERSI_ALL_THREADS` for all"), 4);
        }
        (&Kind::Whole { least, most }, name) => {
            let (kind, bytes) = whole(least, most);
            push(name, kind, &zero, bytes);
        }
        (Kind::Count, name) => push(name, "u32", &format!("{zero} `UINT32_MAX` for all."), 4),
        (Kind::Seconds, name) => push(name, "f64", &zero, 8),
        (Kind::Steps(_), name) => push(name, "u32", &zero, 4),
        (Kind::Names(names, _), name) => push(name, "i32", &format!("{about} A `Reversi{names}`."), 4),
        (Kind::Squares, name) => push(name, "u64", &format!("{about} A set of bits. 0 for all moves."), 8),
        (Kind::CpuLevel | Kind::Text, name) => {
            push(name, "In<c_char>", &format!("{about} NULL for {}.", field.default), 8);
            push(&format!("{name}_length"), "usize", &format!("The bytes of `{name}`."), 8);
        }
        (Kind::Object(inner), name) if inner.name == LIMITS.name => {
            push(name, "In<ReversiLimits>", &format!("{about} NULL for none."), 8);
        }
        (Kind::Object(inner), name) => {
            for inner_field in inner.fields {
                let zero = if inner_field.default.is_empty() { "none" } else { inner_field.default };
                let about = format!("{} {} 0 for {zero}.", inner.doc, line(inner_field.doc));
                let about = if inner_field.default.is_empty() { about } else { line(inner_field.doc) };
                push(&format!("{name}_{}", inner_field.name), "f64", &about, 8);
            }
        }
        (kind, name) => unreachable!("{name}: no struct of C has {kind:?}"),
    }
}

/// The code that puts the values of a field among those that are set.
fn setter(object: &Object, field: &Field) -> String {
    let name = field.name;
    let method = match (&field.kind, name) {
        (Kind::Window, _) => {
            return "        fields.question(self.question, self.alpha, self.beta)?;\n".to_owned();
        }
        (_, "at_least") => return String::new(),
        (_, "level") => return "        fields.effort(self.effort, self.amount)?;\n".to_owned(),
        (_, "depth") if object.name == ANALYZE.name => return String::new(),
        (_, "threads") => "threads",
        (Kind::Whole { .. } | Kind::Steps(_), _) => "whole",
        (Kind::Count, _) => "count",
        (Kind::Seconds, _) => "seconds",
        (Kind::Squares, _) => "squares",
        (Kind::Names(names, _), _) => {
            return format!("        fields.name({name:?}, self.{name}, Reversi{names}::NAMES)?;\n");
        }
        (Kind::Object(inner), _) if inner.name == LIMITS.name => {
            return format!("        let {name} = fields.limits({name:?}, self.{name})?;\n");
        }
        (Kind::Object(inner), _) => {
            let mut text = format!("        fields.object({name:?}, |fields| {{\n");
            for inner in inner.fields.iter().map(|field| field.name) {
                let _ = writeln!(text, "            fields.seconds({inner:?}, self.{name}_{inner});");
            }
            return text + "        });\n";
        }
        _ => {
            let text = "        fields.text";
            return format!("{text}({name:?}, self.{name}, self.{name}_length)?;\n");
        }
    };
    format!("        fields.{method}({name:?}, self.{name});\n")
}

/// The fields of all answers.
fn summary() -> String {
    let (mut members, mut values) = (Vec::new(), String::new());
    for field in SUMMARY.fields {
        let name = field.name;
        let (kind, value) = match &field.kind {
            Kind::Value => ("ReversiValue", format!("summary.{name}.into()")),
            Kind::Move => ("ReversiMove", format!("option_to_c(summary.{name})")),
            &Kind::Whole { least, most } => (whole(least, most).0, format!("summary.{name}.into()")),
            Kind::Seconds => ("f64", "summary.elapsed.as_secs_f64()".to_owned()),
            Kind::Names("StopReason", _) => ("ReversiStopped", format!("summary.{name}.into()")),
            Kind::Names("Source", _) => ("ReversiSource", format!("summary.{name}.into()")),
            kind => unreachable!("{name}: no struct of C has {kind:?}"),
        };
        let none = if matches!(field.kind, Kind::Move) { " Otherwise `REVERSI_NO_MOVE`." } else { "" };
        members.push(Member(name.to_owned(), kind, format!("{}{none}", line(field.doc)), 8));
        let _ = writeln!(values, "            {name}: {value},");
    }
    let about = format!("{} Begin with `REVERSI_SUMMARY_INIT`.", SUMMARY.doc);
    let text = structure("Summary", &about, &[SIZE], &members);
    text + "\nimpl From<&Summary> for ReversiSummary {\n    \
            fn from(summary: &Summary) -> ReversiSummary {\n        ReversiSummary {\n            \
            size: size_of::<ReversiSummary>(),\n"
        + &values
        + "        }\n    }\n}\n"
}

/// The place of an error.
fn place() -> String {
    let (mut members, mut values) = (Vec::new(), String::new());
    for field in PLACE.fields {
        let name = field.name;
        let (kind, unknown, value) = match &field.kind {
            Kind::Text => {
                ("*const c_char", "NULL", format!("place.{name}.as_deref().map_or(null(), &mut text)"))
            }
            Kind::Whole { .. } => ("i64", "-1", format!("place.{name}.map_or(-1, |{name}| {name} as i64)")),
            kind => unreachable!("{name}: no struct of C has {kind:?}"),
        };
        let about = format!("{} {unknown} if it is not known.", line(field.doc));
        members.push(Member(name.to_owned(), kind, about, 8));
        let _ = writeln!(values, "            {name}: {value},");
    }
    let about = "The place of an error. Begin with `REVERSI_PLACE_INIT`. Its texts have a final NUL and belong \
                 to the library: they stay until the next call of this thread that fails.";
    let text = structure("Place", about, &[SIZE], &members);
    text + "\nimpl ReversiPlace {\n    \
            /// `text` keeps a text, and tells where.\n    \
            pub(crate) fn of(place: &Place, mut text: impl FnMut(&str) -> *const c_char) -> ReversiPlace {\n        \
            ReversiPlace {\n            size: size_of::<ReversiPlace>(),\n"
        + &values
        + "        }\n    }\n}\n"
}
