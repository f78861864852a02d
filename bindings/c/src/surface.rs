//! Enums and structs of the C library that are declared in the tables of the engine.
//!
//! Written by `cargo tools surface`: do not edit.
#![allow(clippy::useless_conversion, reason = "some numbers have the type of their table")]

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

/// The limit that has ended a search.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiStopped {
    /// None: the search has done what it was asked for.
    No = 0,
    /// The time limit.
    Time = 1,
    /// The node limit.
    Nodes = 2,
    /// The stop signal.
    Stop = 3,
    /// The progress callback.
    Callback = 4,
}

impl From<Option<StopReason>> for ReversiStopped {
    fn from(known: Option<StopReason>) -> ReversiStopped {
        match known.map(StopReason::name) {
            None => ReversiStopped::No,
            Some("time") => ReversiStopped::Time,
            Some("nodes") => ReversiStopped::Nodes,
            Some("stop") => ReversiStopped::Stop,
            Some("callback") => ReversiStopped::Callback,
            Some(name) => unreachable!("{name} is in the table"),
        }
    }
}

/// Where an answer is from.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiSource {
    /// The search of this call.
    Search = 0,
    /// An opening book.
    Book = 1,
    /// A file with the results of earlier calls.
    File = 2,
}

impl From<Source> for ReversiSource {
    fn from(known: Source) -> ReversiSource {
        match known.name() {
            "search" => ReversiSource::Search,
            "book" => ReversiSource::Book,
            "file" => ReversiSource::File,
            name => unreachable!("{name} is in the table"),
        }
    }
}

/// When the book of an engine answers in place of a search.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiBookUse {
    /// If the book knows as many moves as lines are asked for, and its searches were at least as deep and
    /// as sure as the requested one, or of at least the same level. With a clock, a book of any level
    /// answers. A search that would prove the score takes place.
    AsDeep = 0,
    /// Never: the position is searched.
    Never = 1,
    /// If the book knows the position, whatever its level. The answer has a line for each move that the
    /// book knows, however many are asked for.
    Always = 2,
}

impl ReversiBookUse {
    /// The names in data, by number.
    pub(crate) const NAMES: &[&str] = &["as_deep", "never", "always"];
}

/// How strong an opponent plays, from the weakest on.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiStrength {
    /// Knows little more than the rules: takes many discs, and tries all sorts of moves.
    Beginner = 0,
    /// Plays now and then: moves that look natural, without looking ahead.
    Casual = 1,
    /// Plays like the weaker tournament players, and overlooks plain replies.
    Intermediate = 2,
    /// Plays like many tournament players.
    Club = 3,
    /// Plays like the best third of tournament players.
    Tournament = 4,
    /// Plays better than the people whose games the opponent has learnt from.
    Expert = 5,
    /// The engine at level 7, without selectivity and without deliberate mistakes.
    Master = 6,
}

impl ReversiStrength {
    /// The names in data, by number.
    pub(crate) const NAMES: &[&str] =
        &["beginner", "casual", "intermediate", "club", "tournament", "expert", "master"];
}

/// The first limit that is reached ends the search. Begin with `REVERSI_LIMITS_INIT`: zeros are defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiLimits {
    /// The size of this struct.
    pub size: usize,
    /// A signal that ends the search; NULL for none. It may be freed while the search runs.
    pub stop: Handle<ReversiStop>,
    /// Wall-clock time from the start. 0 for none.
    pub seconds: f64,
    /// Nodes of all threads. 0 for none.
    pub nodes: u64,
}

impl ReversiLimits {
    /// Returns the fields that are set, except the stop signal.
    pub(crate) fn fields(&self) -> SetFields {
        let mut fields = SetFields::default();
        fields.seconds("seconds", self.seconds);
        fields.whole("nodes", self.nodes);
        fields
    }
}

/// The window of the score to prove, and the limits. Begin with `REVERSI_SOLVE_OPTIONS_INIT`: zeros are
/// defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiSolveOptions {
    /// The size of this struct.
    pub size: usize,
    /// Called while the search runs; NULL for none.
    pub progress: ReversiProgressCallback,
    /// For the callback.
    pub user: *mut c_void,
    /// A `ReversiQuestion`.
    pub question: i32,
    /// For `REVERSI_QUESTION_AT_LEAST` and `REVERSI_QUESTION_WINDOW`.
    pub alpha: i32,
    /// For `REVERSI_QUESTION_WINDOW`; -65 <= `alpha` < `beta` <= 65.
    pub beta: i32,
    /// The limits of each position. NULL for none.
    pub limits: In<ReversiLimits>,
    /// The limits of the whole call. NULL for none.
    pub total_limits: In<ReversiLimits>,
}

impl ReversiSolveOptions {
    /// The options, checked.
    pub(crate) fn options(&self) -> Result<SolveOptions, Failure> {
        let mut fields = SetFields::default();
        fields.question(self.question, self.alpha, self.beta)?;
        let limits = fields.limits("limits", self.limits)?;
        let total_limits = fields.limits("total_limits", self.total_limits)?;
        let mut options: SolveOptions = fields.read()?;
        options.limits.stop = limits;
        options.total_limits.stop = total_limits;
        Ok(options)
    }
}

/// The depth and the lines of an analysis, and the limits. Begin with `REVERSI_ANALYZE_OPTIONS_INIT`:
/// zeros are defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiAnalyzeOptions {
    /// The size of this struct.
    pub size: usize,
    /// Called while the search runs; NULL for none.
    pub progress: ReversiProgressCallback,
    /// For the callback.
    pub user: *mut c_void,
    /// A `ReversiEffort`.
    pub effort: i32,
    /// The level or the depth of `effort`.
    pub amount: u32,
    /// The confidence in percent with which moves are left out; 100 leaves out none. 0 for the
    /// selectivity of the level, 100 with a depth.
    pub selectivity: u32,
    /// The number of best moves that get a score and a line each. 0 for 1. `UINT32_MAX` for all.
    pub lines: u32,
    /// The squares of the moves to search. A set of bits. 0 for all moves.
    pub only: u64,
    /// The time of the side to move for the rest of the game. A move takes its share of it. The time that
    /// is left. 0 for none.
    pub clock_remaining_seconds: f64,
    /// The time that is added after each move.
    pub clock_increment_seconds: f64,
    /// When an opening book answers in place of a search, if there is one. A `ReversiBookUse`.
    pub book: i32,
    /// The rating of people: the answer has the moves that they would play. 0 for none.
    pub human: u32,
    /// The limits of each position. NULL for none.
    pub limits: In<ReversiLimits>,
    /// The limits of the whole call. NULL for none.
    pub total_limits: In<ReversiLimits>,
}

impl ReversiAnalyzeOptions {
    /// The options, checked.
    pub(crate) fn options(&self) -> Result<AnalyzeOptions, Failure> {
        let mut fields = SetFields::default();
        fields.effort(self.effort, self.amount)?;
        fields.whole("selectivity", self.selectivity);
        fields.count("lines", self.lines);
        fields.squares("only", self.only);
        fields.object("clock", |fields| {
            fields.seconds("remaining_seconds", self.clock_remaining_seconds);
            fields.seconds("increment_seconds", self.clock_increment_seconds);
        });
        fields.name("book", self.book, ReversiBookUse::NAMES)?;
        fields.whole("human", self.human);
        let limits = fields.limits("limits", self.limits)?;
        let total_limits = fields.limits("total_limits", self.total_limits)?;
        let mut options: AnalyzeOptions = fields.read()?;
        options.limits.stop = limits;
        options.total_limits.stop = total_limits;
        Ok(options)
    }
}

/// The settings of an engine. Begin with `REVERSI_ENGINE_OPTIONS_INIT`: zeros are defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiEngineOptions {
    /// The size of this struct.
    pub size: usize,
    /// Weights; NULL for those of the library, or the classical evaluation in a build without.
    pub weights: Handle<ReversiWeights>,
    /// An opening book that answers analyses; NULL for none.
    pub book: Handle<ReversiBook>,
    /// The size of the hash table in MiB. 0 for 64.
    pub hash_mib: u64,
    /// The threads of a search, `REVERSI_ALL_THREADS` for all that the machine runs at once. 0 for 1.
    pub threads: u32,
    /// The CPU level to run on, such as `x86-v3`. NULL for the best one of the machine.
    pub cpu_level: In<c_char>,
    /// The bytes of `cpu_level`.
    pub cpu_level_length: usize,
}

impl ReversiEngineOptions {
    /// The options, checked.
    pub(crate) fn options(&self) -> Result<EngineOptions, Failure> {
        let mut fields = SetFields::default();
        fields.whole("hash_mib", self.hash_mib);
        fields.threads("threads", self.threads);
        fields.text("cpu_level", self.cpu_level, self.cpu_level_length)?;
        fields.read()
    }
}

/// The fields that all answers of a search have. Begin with `REVERSI_SUMMARY_INIT`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiSummary {
    /// The size of this struct.
    pub size: usize,
    /// The value of the best move; of a solve its proven value, even if a limit ended it.
    pub value: ReversiValue,
    /// The best move, if there is one. Otherwise `REVERSI_NO_MOVE`.
    pub best_move: ReversiMove,
    /// The number of lines: 1 for each requested move; 1 for a solve, 0 if a limit ended it.
    pub lines: u64,
    /// The nodes searched.
    pub nodes: u64,
    /// The wall-clock time of the call.
    pub seconds: f64,
    /// The limit that ended the search.
    pub stopped: ReversiStopped,
    /// The source of the answer.
    pub source: ReversiSource,
}

impl From<&Summary> for ReversiSummary {
    fn from(summary: &Summary) -> ReversiSummary {
        ReversiSummary {
            size: size_of::<ReversiSummary>(),
            value: summary.value.into(),
            best_move: option_to_c(summary.best_move),
            lines: summary.lines.into(),
            nodes: summary.nodes.into(),
            seconds: summary.elapsed.as_secs_f64(),
            stopped: summary.stopped.into(),
            source: summary.source.into(),
        }
    }
}

/// The place of an error. Begin with `REVERSI_PLACE_INIT`. Its texts have a final NUL and belong to the
/// library: they stay until the next call of this thread that fails.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiPlace {
    /// The size of this struct.
    pub size: usize,
    /// The file. NULL if it is not known.
    pub file: *const c_char,
    /// The field of a question or the argument of a call, such as `limits.seconds`. NULL if it is not
    /// known.
    pub field: *const c_char,
    /// The line of a text, from 1. -1 if it is not known.
    pub line: i64,
    /// The column of a line, from 1. -1 if it is not known.
    pub column: i64,
    /// The byte of the field if there is one, else of the text or file, from 0. -1 if it is not known.
    pub offset: i64,
    /// The number of the item in a list, from 0. -1 if it is not known.
    pub index: i64,
    /// The ply of a game, from 1. -1 if it is not known.
    pub ply: i64,
}

impl ReversiPlace {
    /// `text` keeps a text, and tells where.
    pub(crate) fn of(place: &Place, mut text: impl FnMut(&str) -> *const c_char) -> ReversiPlace {
        ReversiPlace {
            size: size_of::<ReversiPlace>(),
            file: place.file.as_deref().map_or(null(), &mut text),
            field: place.field.as_deref().map_or(null(), &mut text),
            line: place.line.map_or(-1, |line| line as i64),
            column: place.column.map_or(-1, |column| column as i64),
            offset: place.offset.map_or(-1, |offset| offset as i64),
            index: place.index.map_or(-1, |index| index as i64),
            ply: place.ply.map_or(-1, |ply| ply as i64),
        }
    }
}
