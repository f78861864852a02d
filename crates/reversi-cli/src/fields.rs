//! Options of the command line that are fields of the engine's tables: names, ranges, defaults,
//! conflicts and help come from there.

use std::borrow::Cow;
use std::marker::PhantomData;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use reversi_engine::Limits;
use reversi_engine::play::{self, BalancedStarts};
use reversi_engine::question::{FieldError, FieldErrorKind, Problem, ProveOptions, QuestionError};
use reversi_engine::surface::{
    AnalyzeOptions, DynValue, EngineOptions, Field, Fields, Kind, SolveOptions, read,
};

use crate::output::Failure;

/// The fields of a table that a command takes as options.
pub(crate) trait Verb {
    type Options: Fields;

    /// The fields that the command has no option for.
    const WITHOUT: &'static [&'static str] = &[];

    fn fields() -> impl Iterator<Item = &'static Field> {
        let fields = Self::Options::OBJECT.fields.iter();
        fields.filter(|field| !Self::WITHOUT.contains(&field.name))
    }
}

macro_rules! verbs {
    ($($(#[$doc:meta])* $Verb:ident: $Options:ty, without $without:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) struct $Verb;

        impl Verb for $Verb {
            type Options = $Options;
            const WITHOUT: &'static [&'static str] = &$without;
        }
    )*};
}

verbs! {
    /// Positions to solve.
    Solve: SolveOptions, without [];
    /// Positions to analyse.
    Analyze: AnalyzeOptions, without [];
    /// Games to analyse. All their moves are searched, whatever a book knows.
    AnalyzeGame: AnalyzeOptions, without ["book"];
    /// Games to review, or to make puzzles of: all moves of their positions are compared.
    Review: AnalyzeOptions, without ["book", "only"];
    /// A player, whose position and clock come from a game.
    Play: AnalyzeOptions, without ["lines", "only", "clock", "human", "total_limits"];
    /// A score to prove.
    Prove: ProveOptions, without [];
    /// Start positions to make.
    Starts: BalancedStarts, without [];
    /// People to play against.
    Against: play::Against, without ["level", "total_limits"];
    /// Traps to look for.
    Traps: play::Traps, without ["human", "plies"];
    /// A run with one limit for everything.
    CallLimits: Limits, without [];
    /// An engine.
    Engine: EngineOptions, without [];
    /// Code for a CPU.
    Cpu: EngineOptions, without ["hash_mib", "threads"];
}

/// The options that are given, as they are written.
#[derive(Clone)]
pub(crate) struct FieldOptions<V> {
    fields: Vec<(Cow<'static, str>, DynValue)>,
    verb: PhantomData<V>,
}

impl<V: Verb> FieldOptions<V> {
    /// The values, within their ranges.
    pub(crate) fn read(&self) -> Result<V::Options, Failure> {
        Ok(read(self.fields.clone())?)
    }
}

impl<V: Verb> Args for FieldOptions<V> {
    fn augment_args(command: Command) -> Command {
        V::fields().fold(command, |command, field| match &field.kind {
            Kind::Object(inner) => command.args(inner.fields.iter().map(|inner| arg(Some(field), inner))),
            _ => command.arg(arg(None, field)),
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<V: Verb> FromArgMatches for FieldOptions<V> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FieldOptions<V>, clap::Error> {
        let given = |outer, field: &'static Field| {
            let text = matches.get_one::<String>(&flag(outer, field.name))?;
            Some((Cow::Borrowed(field.name), plain(&field.kind, text)))
        };
        let of_field = |field: &'static Field| match &field.kind {
            Kind::Object(object) => {
                let values: Vec<_> =
                    object.fields.iter().filter_map(|inner| given(Some(field.name), inner)).collect();
                (!values.is_empty()).then_some((Cow::Borrowed(field.name), DynValue::Object(values)))
            }
            _ => given(None, field),
        };
        Ok(FieldOptions { fields: V::fields().filter_map(of_field).collect(), verb: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The name of an option: `seconds` of `limits` is `seconds`, and of `total_limits` it is `total-seconds`.
/// The option `--book` is the file of a book.
fn flag(outer: Option<&str>, field: &str) -> String {
    let name = match outer {
        None if field == "book" => "book_use".to_owned(),
        None => field.to_owned(),
        Some(outer) => match outer.strip_suffix("limits") {
            Some(prefix) => format!("{prefix}{field}"),
            None => format!("{outer}_{field}"),
        },
    };
    name.replace('_', "-")
}

fn arg(outer: Option<&'static Field>, field: &'static Field) -> Arg {
    let name = flag(outer.map(|outer| outer.name), field.name);
    let arg = Arg::new(name.clone()).long(name).value_name(value_name(&field.kind)).help(help(field));
    let arg = match outer {
        Some(outer) => arg.help_heading(sentence(outer.doc).trim_end_matches('.').to_owned()),
        None => arg,
    };
    match field.kind {
        Kind::Window => arg.allow_hyphen_values(true),
        _ => arg.allow_negative_numbers(true),
    }
}

fn value_name(kind: &Kind) -> String {
    match kind {
        Kind::Whole { .. } | Kind::Seed => "N".to_owned(),
        Kind::Count => "N|all".to_owned(),
        Kind::Seconds => "S".to_owned(),
        Kind::Steps(_) => "PERCENT".to_owned(),
        Kind::Names(_, names) => names.iter().map(|known| known.name).collect::<Vec<_>>().join("|"),
        Kind::Window => "exact|wld|ALPHA,BETA".to_owned(),
        Kind::Squares => "SQUARES".to_owned(),
        Kind::CpuLevel => "LEVEL".to_owned(),
        _ => "VALUE".to_owned(),
    }
}

/// The text of an option, its range and its default.
fn help(field: &Field) -> String {
    let doc = sentence(field.doc);
    let range = match field.kind {
        Kind::Whole { .. } | Kind::Steps(_) => field.kind.expected(),
        _ => "0 or more".into(),
    };
    let range = if range == "0 or more" { String::new() } else { format!(" ({range})") };
    let default = match field.default {
        "" | "none" => String::new(),
        default => format!(" [default: {default}]"),
    };
    format!("{}{range}{default}", doc.trim_end_matches('.')).replace('"', "")
}

/// The text of a doc, whose lines begin with a blank.
fn sentence(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value as it is written on the command line.
fn plain(kind: &Kind, text: &str) -> DynValue {
    match kind {
        Kind::Names(..) | Kind::Squares | Kind::CpuLevel | Kind::Text => DynValue::Text(text.to_owned()),
        // Digits as a state is written; a number has fewer, or more.
        Kind::Seed if text.len() == 16 => DynValue::Text(text.to_owned()),
        Kind::Window if text.contains(',') => DynValue::List(text.split(',').map(number).collect()),
        _ => number(text),
    }
}

/// A number, or else a text.
fn number(text: &str) -> DynValue {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if let Ok(whole) = text.parse() {
        DynValue::Whole(whole)
    } else if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
        DynValue::Digits(text.to_owned())
    } else {
        text.parse().map_or_else(|_| DynValue::Text(text.to_owned()), DynValue::Number)
    }
}

/// The message has the option in place of the field.
impl From<FieldError> for Failure {
    fn from(error: FieldError) -> Failure {
        QuestionError::from(error).into()
    }
}

impl From<QuestionError> for Failure {
    fn from(error: QuestionError) -> Failure {
        let option = |field: &str| match field.split_once('.') {
            Some((outer, inner)) => format!("--{}", flag(Some(outer), inner)),
            None => format!("--{}", flag(None, field)),
        };
        let rest = match error.kind {
            FieldErrorKind::Conflict { other } => {
                format!(" must not be given together with {}", option(other))
            }
            _ => error.to_string().trim_start_matches(&error.field).to_owned(),
        };
        let text = match &*error.field {
            "" => error.to_string(), // not of an option
            field => format!("{}{rest}", option(field)),
        };
        Failure::new(text, Problem::from(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed<V: Verb>(args: &[&str]) -> Result<V::Options, String> {
        let matches =
            FieldOptions::<V>::augment_args(Command::new("x").no_binary_name(true)).get_matches_from(args);
        FieldOptions::<V>::from_arg_matches(&matches).unwrap().read().map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_numbers_lists_or_texts() {
        for (kind, text, value) in [
            (Kind::COUNTER, "-1", DynValue::Whole(-1)),
            (Kind::Seconds, "2.5", DynValue::Number(2.5)),
            (Kind::COUNTER, "x", DynValue::Text("x".to_owned())),
            (Kind::Seed, "17", DynValue::Whole(17)),
            (Kind::Seed, "0000000000000017", DynValue::Text("0000000000000017".to_owned())),
            (Kind::Squares, "1e5", DynValue::Text("1e5".to_owned())),
            (
                Kind::Window,
                "-11,x",
                DynValue::List(vec![DynValue::Whole(-11), DynValue::Text("x".to_owned())]),
            ),
        ] {
            assert_eq!(plain(&kind, text), value);
        }
        let long = "9".repeat(60);
        assert_eq!(number(&long), DynValue::Digits(long.clone()));
        assert_eq!(number(&format!("-{long}")), DynValue::Digits(format!("-{long}")));
    }

    #[test]
    fn a_message_names_the_option() {
        for (args, message) in [
            (&["--level", "61"][..], "--level must be 0 to 60, not 61"),
            (&["--total-seconds", "-1"], "--total-seconds must be 0 or more, not -1"),
            (&["--level", "1", "--depth", "1"], "--depth must not be given together with --level"),
            (
                &["--clock-increment-seconds", "1"],
                "--clock-remaining-seconds is missing: it must be 0 or more",
            ),
        ] {
            assert_eq!(parsed::<Analyze>(args).unwrap_err(), message);
        }
        let options = parsed::<Solve>(&["--window", "-11,11", "--total-nodes", "7"]).unwrap();
        assert_eq!((options.request().unwrap().alpha(), options.total_limits.nodes), (-11, Some(7)));
    }
}
