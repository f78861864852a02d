//! Command-line options of engines and searches.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use reversi_engine::book::{Book, BookErrorKind, Conversion, Damage};
use reversi_engine::search::or_cores;
use reversi_engine::surface::Fields as _;
use reversi_engine::weights::Classical;
use reversi_engine::{Engine, EngineBuilder, Limits, Weights};

use crate::fields::{self, FieldOptions};
use crate::output::{Failure, Format, say};

/// The options of an engine.
#[derive(Args)]
pub(crate) struct EngineOptions {
    #[command(flatten)]
    settings: FieldOptions<fields::Engine>,

    #[command(flatten)]
    evaluation: EvaluationOptions,
}

impl EngineOptions {
    /// An engine, perhaps with an opening book.
    pub(crate) fn build(&self, book: Option<&Book>) -> Result<Engine, Failure> {
        let builder = self.evaluation.apply(self.settings.read()?.builder()?)?;
        Ok(book.iter().fold(builder, |builder, &book| builder.book(Arc::new(book.clone()))).build()?)
    }

    /// Engines that search a position each: one for each thread, but no more than positions.
    pub(crate) fn build_for_each_thread(&self, positions: usize) -> Result<Vec<Engine>, Failure> {
        let mut settings = self.settings.read()?;
        let threads = settings.threads.replace(1).map_or(1, |threads| threads as usize); // its range was checked
        let threads = or_cores(threads, Engine::MAX_THREADS);
        let build = || Ok(self.evaluation.apply(settings.builder()?)?.build()?);
        (0..threads.min(positions.max(1))).map(|_| build()).collect()
    }

    pub(crate) fn hash_mib(&self) -> Result<usize, Failure> {
        Ok(self.settings.read()?.hash_mib.map_or(Engine::DEFAULT_HASH_MIB, |mib| mib as usize))
    }
}

/// The evaluation of an engine.
#[derive(Args)]
pub(crate) struct EvaluationOptions {
    /// Weights: a network, pattern weights in our own format, tables of either, or an eval.dat in Edax's
    /// layout and either byte order [default: the embedded network].
    #[arg(long, value_name = "FILE", conflicts_with = "evaluator")]
    weights: Option<PathBuf>,

    /// The evaluation: the embedded network, or the classical one by mobility, corners and stable discs,
    /// which needs no weights and is far weaker.
    #[arg(long, value_enum, default_value_t = EvaluatorName::Network)]
    evaluator: EvaluatorName,
}

#[derive(Clone, Copy, ValueEnum)]
enum EvaluatorName {
    Network,
    Classical,
}

impl EvaluationOptions {
    /// Sets the evaluation of an engine.
    pub(crate) fn apply(&self, builder: EngineBuilder) -> Result<EngineBuilder, Failure> {
        Ok(match (&self.weights, self.evaluator) {
            (Some(path), _) => builder.weights(Weights::open(path)?),
            (None, EvaluatorName::Network) => builder,
            (None, EvaluatorName::Classical) => builder.evaluator(Arc::new(Classical)),
        })
    }
}

/// Refuses limits of a whole call beside a file that a later run continues: the results would depend on where
/// a run ends.
pub(crate) fn refuse_total_limits(limits: &Limits, is_recorded: bool, option: &str) -> Result<(), String> {
    match limits.plain().first() {
        Some((field, _)) if is_recorded => {
            Err(format!("--total-{} must not be given together with {option}", field.name))
        }
        _ => Ok(()),
    }
}

/// The number of positions or games to work on at a time.
#[derive(Args)]
pub(crate) struct JobsOptions {
    /// Number of positions or games to work on in parallel, each by an engine of its own. For many of them
    /// this is faster than several threads on one, and with one thread per engine the results are
    /// deterministic.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    #[arg(value_parser = positive, allow_negative_numbers = true)]
    jobs: NonZeroUsize,
}

impl JobsOptions {
    /// Engines for this number of positions or games.
    pub(crate) fn engines(
        &self,
        options: &EngineOptions,
        book: Option<&Book>,
        items: usize,
    ) -> Result<Vec<Engine>, Failure> {
        (0..self.jobs.get().min(items)).map(|_| options.build(book)).collect()
    }
}

/// The part of the input to work on.
#[derive(Args)]
pub(crate) struct LimitOptions {
    /// Take the first N positions or games only.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<NonZeroUsize>,
}

impl LimitOptions {
    pub(crate) fn most(&self) -> usize {
        self.limit.map_or(usize::MAX, NonZeroUsize::get)
    }

    pub(crate) fn apply<T>(&self, items: &mut Vec<T>) {
        items.truncate(self.most());
    }
}

/// The form in which results are printed.
#[derive(Args)]
pub(crate) struct FormatOptions {
    /// A table, or the answer of each position or game as a line of JSON, in the form of `reversi ask`, with
    /// its number as `id`.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

/// The book that tells where games leave it.
#[derive(Args)]
pub(crate) struct BookOption {
    /// Opening book, which tells where a game left it: a file in any format, `embedded`, or `none`. All moves
    /// are searched [default: the book that is part of the program].
    #[arg(long, value_name = "FILE", default_value = "embedded", hide_default_value = true)]
    book: String,
}

impl BookOption {
    pub(crate) fn open(&self) -> Result<Option<Book>, Failure> {
        open_book(&self.book)
    }
}

/// Parses a number of a range.
pub(crate) fn in_range<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected {} to {}", range.start(), range.end()))
    }
}

/// Parses a number. Arguments need `allow_negative_numbers` too: clap would take `-1` for an option.
pub(crate) fn number<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "expected 0 or more")
}

/// Parses a number of things.
pub(crate) fn positive(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected 1 or more")
}

/// Opens a book in any format: a file, `embedded` or `none`.
pub(crate) fn open_book(name: &str) -> Result<Option<Book>, Failure> {
    match name {
        "none" => Ok(None),
        "embedded" => Ok(Some(Book::embedded())),
        path => match Conversion::new().read(path) {
            Ok((book, damage)) => {
                note_odd(Path::new(path), &damage);
                Ok(Some(book))
            }
            Err(error) => Err(Failure::from(error).in_file(path)),
        },
    }
}

/// Reports on stderr, in one line, the odd parts of a book that were read all the same.
pub(crate) fn note_odd(path: &Path, damage: &Damage) {
    let Some(first) = damage.odd().first() else { return };
    let read = match first.kind {
        BookErrorKind::Level { .. } => "read as level 0",
        BookErrorKind::Bound { bound } if bound < 0 => "read as -64",
        BookErrorKind::Bound { .. } => "read as 64",
        BookErrorKind::Option { .. } => "read as unknown",
        BookErrorKind::Count { .. } => "all are read",
        _ => "read without this leaf",
    };
    let more = match damage.odd_len() {
        1 => String::new(),
        all => format!(" ({} more are odd)", HumanCount(all - 1)),
    };
    say(&format!("{}: {first}: {read}{more}", path.display()));
}
