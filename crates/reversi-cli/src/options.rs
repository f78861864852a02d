//! Command-line options of engines and searches.

use std::error::Error;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Args, ValueEnum};
use reversi_engine::book::{Book, Conversion};
use reversi_engine::{
    AnalyzeRequest, BuildError, Classical, Cpu, Engine, EngineBuilder, Level, Limits, Selectivity, Weights,
};

use crate::output::{Format, with_causes};

/// The options of an engine.
#[derive(Args)]
pub(crate) struct EngineOptions {
    /// Number of threads of one search. 0: as many as the machine has.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = in_range(0..=Engine::MAX_THREADS))]
    threads: usize,

    /// Size of the hash table in MiB.
    #[arg(long, value_name = "M", default_value_t = Engine::DEFAULT_HASH_MIB)]
    #[arg(value_parser = number::<usize>, allow_negative_numbers = true)]
    hash_mib: usize,

    #[command(flatten)]
    cpu: CpuOption,

    #[command(flatten)]
    evaluation: EvaluationOptions,
}

impl EngineOptions {
    pub(crate) fn build(&self) -> Result<Engine, BuildError> {
        self.build_with(&OpeningBook::None)
    }

    /// Engines that search a position each: one for each thread, but no more than positions.
    pub(crate) fn build_for_each_thread(&self, positions: usize) -> Result<Vec<Engine>, BuildError> {
        let threads = match self.threads {
            0 => available_parallelism().map_or(1, NonZeroUsize::get),
            threads => threads,
        };
        let builder = || self.evaluation.apply(self.cpu.apply(Engine::builder().hash_mib(self.hash_mib)));
        (0..threads.min(positions.max(1))).map(|_| builder().build()).collect()
    }

    pub(crate) fn hash_mib(&self) -> usize {
        self.hash_mib
    }

    /// An engine with an opening book.
    pub(crate) fn build_with(&self, book: &OpeningBook) -> Result<Engine, BuildError> {
        let mut builder = self.cpu.apply(Engine::builder().hash_mib(self.hash_mib).threads(self.threads));
        if let OpeningBook::Of(book) = book {
            builder = builder.book(Arc::new(book.clone()));
        }
        self.evaluation.apply(builder).build()
    }
}

/// The CPU level of whatever is computed.
#[derive(Args)]
pub(crate) struct CpuOption {
    /// CPU level to run on, such as portable or x86-v3 [default: the best one of this machine].
    #[arg(long, value_name = "LEVEL", value_parser = cpu)]
    cpu: Option<Cpu>,
}

impl CpuOption {
    pub(crate) fn cpu(&self) -> Cpu {
        self.cpu.unwrap_or_else(Cpu::detect)
    }

    /// Sets the CPU level of an engine.
    pub(crate) fn apply(&self, builder: EngineBuilder) -> EngineBuilder {
        self.cpu.into_iter().fold(builder, |builder, cpu| builder.cpu(cpu.level()))
    }
}

/// The opening book of an engine.
#[derive(Clone)]
pub(crate) enum OpeningBook {
    None,
    Of(Book),
}

impl OpeningBook {
    pub(crate) fn embedded() -> OpeningBook {
        OpeningBook::Of(Book::embedded())
    }
}

/// The evaluation of an engine.
#[derive(Args)]
pub(crate) struct EvaluationOptions {
    /// Weights: a network, pattern weights in our own format, tables of either, or an eval.dat in Edax's
    /// layout and either byte order [default: the embedded network].
    #[arg(long, value_name = "FILE", value_parser = weights, conflicts_with = "evaluator")]
    weights: Option<Weights>,

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
    pub(crate) fn apply(&self, builder: EngineBuilder) -> EngineBuilder {
        match (&self.weights, self.evaluator) {
            (Some(weights), _) => builder.weights(weights.clone()),
            (None, EvaluatorName::Network) => builder,
            (None, EvaluatorName::Classical) => builder.evaluator(Arc::new(Classical)),
        }
    }
}

/// The depth and the limits of a search. All given options apply together.
#[derive(Args, Clone)]
pub(crate) struct SearchOptions {
    /// Level, 0 to 60: depth and selectivity by the number of empty squares [default: 21, or unlimited with a
    /// limit of time or nodes].
    #[arg(long, value_name = "N", conflicts_with = "depth", allow_negative_numbers = true)]
    level: Option<Level>,

    /// Search to this depth in plies in any phase of the game.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = in_range(1..=60_u32))]
    depth: Option<u32>,

    /// Selectivity of the search, the confidence of its cuts: 73, 87, 95, 98, 99 or 100 [default: that of the
    /// level, 100 with --depth].
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    selectivity: Option<Selectivity>,

    #[command(flatten)]
    limits: PositionLimits,
}

impl SearchOptions {
    pub(crate) fn request(&self) -> AnalyzeRequest {
        self.goal(self.limits.are_set())
    }

    /// The request for a move in a game with clocks: as deep as the clock allows, unless a depth is set.
    pub(crate) fn request_by_clock(&self) -> AnalyzeRequest {
        self.goal(true)
    }

    /// Whether only time or nodes limit the search.
    pub(crate) fn is_limited_alone(&self) -> bool {
        self.level.is_none() && self.depth.is_none() && self.limits.are_set()
    }

    /// Sets the level, which replaces a depth.
    pub(crate) fn set_level(&mut self, level: Level) {
        (self.level, self.depth) = (Some(level), None);
    }

    /// What a player with this search is called: `level 21`, `depth 5`.
    pub(crate) fn in_words(&self, has_clock: bool) -> String {
        let limited = has_clock || self.limits.are_set();
        match (self.depth, self.level) {
            (Some(depth), _) => format!("depth {depth}"),
            (None, Some(level)) => format!("level {level}"),
            (None, None) if limited => "the engine".to_owned(),
            (None, None) => format!("level {}", Level::DEFAULT),
        }
    }

    /// The request for a call with a time limit for all its positions together.
    pub(crate) fn request_by_total_time(&self, total: Duration) -> AnalyzeRequest {
        self.goal(true).total_limits(Limits::new().time(total))
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits.limits()
    }

    fn goal(&self, limited: bool) -> AnalyzeRequest {
        let request = match (self.depth, self.level) {
            (Some(depth), _) => AnalyzeRequest::depth(depth),
            (None, None) if limited => AnalyzeRequest::unlimited(),
            (None, level) => AnalyzeRequest::level(level.unwrap_or(Level::DEFAULT)),
        };
        let request = request.limits(self.limits());
        match self.selectivity {
            Some(selectivity) => request.selectivity(selectivity),
            None => request,
        }
    }
}

/// The limits of each position.
#[derive(Args, Clone)]
pub(crate) struct PositionLimits {
    /// Time limit for each position in milliseconds.
    #[arg(long, value_name = "MS", value_parser = number::<u64>, allow_negative_numbers = true)]
    time: Option<u64>,

    /// Node limit for each position.
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl PositionLimits {
    fn are_set(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }

    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::new();
        limits.time = self.time.map(Duration::from_millis);
        limits.nodes = self.nodes;
        limits
    }
}

/// How many positions or games are worked on at a time.
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
        book: &OpeningBook,
        items: usize,
    ) -> Result<Vec<Engine>, BuildError> {
        (0..self.jobs.get().min(items)).map(|_| options.build_with(book)).collect()
    }
}

/// How much of the input is worked on.
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

/// How results are printed.
#[derive(Args)]
pub(crate) struct FormatOptions {
    /// A table, or the answer of each position as a line of JSON, in the form of `reversi ask`, with the
    /// number of the position as `id`.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

/// Parses a number of a range.
pub(crate) fn in_range<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// Parses a number. Arguments need `allow_negative_numbers` too: clap would take `-1` for an option.
pub(crate) fn number<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse().map_err(|_| "expected a number, 0 or more")
}

/// Parses a number of things.
pub(crate) fn positive(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a number, 1 or more")
}

/// Parses a CPU level that this machine can run.
pub(crate) fn cpu(name: &str) -> Result<Cpu, Box<dyn Error + Send + Sync>> {
    Ok(Cpu::new(name.parse()?)?)
}

/// Opens a book in any format, or none.
pub(crate) fn book(name: &str) -> Result<OpeningBook, String> {
    match name {
        "none" => Ok(OpeningBook::None),
        "embedded" => Ok(OpeningBook::embedded()),
        path => match Conversion::new().read(path) {
            Ok((book, _)) => Ok(OpeningBook::Of(book)),
            Err(error) => Err(error.to_string()),
        },
    }
}

/// Opens weights in any format.
fn weights(path: &str) -> Result<Weights, String> {
    Weights::open(path).map_err(|error| with_causes(&error))
}
