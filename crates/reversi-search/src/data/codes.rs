//! The code and the place of each error. Codes are stable: a published one keeps its meaning.

use std::path::Path;

use reversi_bitboard::cpu::ParseCpuLevelError;
use reversi_bitboard::{IllegalMove, Overlap, UnsupportedLevel};
use reversi_eval::{WeightsError, WeightsErrorKind};
use reversi_notation::picture::PictureError;
use reversi_notation::{
    GgfResultError, GgfTagError, ParseBoardError, ParseBoardErrorKind, ParseColorError, ParseFenError,
    ParseGgfError, ParseGgfErrorKind, ParseMoveError, ParseObfError, ParseObfErrorKind, ParseSquareError,
    ParseTranscriptError, ParseTranscriptErrorKind, ReadError, ReadErrorKind, ReadObfError, ReadWthorError,
    ReadWthorErrorKind, WriteWthorError,
};
#[cfg(feature = "proof")]
use reversi_proof::{ProofError, ProofErrorKind};

use super::question::{analyze_field, with_cause};
use super::{ParseBase64Error, Place, Problem, QuestionError, QuestionErrorKind};
use crate::api::{
    AnalyzeError, AnswerError, Interrupted, LevelError, ParseSelectivityError, ParseStrengthError,
    ParseVarietyError, SolveError,
};
#[cfg(feature = "proof")]
use crate::engine::ProveError;
use crate::engine::{BuildError, ForkedProcess, ManyError};
use crate::session::SessionError;

/// `From<&Error> for Problem`, given the code and the place of the error.
macro_rules! problems {
    ($($Error:ty: $code:expr $(, $at:expr)?;)*) => {$(
        impl From<&$Error> for Problem {
            fn from(error: &$Error) -> Problem {
                let code: fn(&$Error) -> &'static str = $code;
                let at: fn(&$Error) -> Place = at!($($at)?);
                Problem { at: at(error), ..Problem::new(code(error), with_cause(error)) }
            }
        }
    )*};
}

macro_rules! at {
    () => {
        |_| Place::default()
    };
    ($at:expr) => {
        $at
    };
}

problems! {
    // Rules and notation.
    IllegalMove: |_| "illegal-move";
    Overlap: |_| "overlapping-discs";
    ParseBase64Error: |_| "wrong-type";
    ParseBoardError: |_| "bad-board", |e| byte(e.at);
    ParseColorError: |_| "bad-color";
    ParseCpuLevelError: |_| "unknown-cpu-level";
    ParseFenError: |_| "bad-fen", |e| byte(e.at);
    ParseGgfError: |e| ggf(&e.kind), |e| byte(e.at);
    GgfTagError: |_| "bad-ggf-tag";
    GgfResultError: |_| "bad-ggf-result";
    ParseMoveError: |_| "bad-move";
    ParseObfError: |e| obf(&e.kind), |e| byte(e.at);
    ReadObfError: |e| obf(&e.source.kind), |e| {
        Place { line: Some(e.line as u64), ..byte(e.source.at) }
    };
    ParseSquareError: |_| "bad-square";
    ParseTranscriptError: |e| transcript(&e.kind), |e| {
        Place { ply: Some(e.ply as u64), ..byte(e.at) }
    };
    ReadError: |e| read(&e.kind), read_place;
    ReadWthorError: |e| wthor(&e.kind), |e| byte(e.at);
    WriteWthorError: |_| "not-for-wthor", |e| Place { index: Some(e.index as u64), ..Place::default() };
    UnsupportedLevel: |_| "unsupported-cpu-level";
    PictureError: |e| match e {
        PictureError::Mark { .. } | PictureError::Theme { .. } => "unknown-name",
        _ => "out-of-range",
    }, |e| field(e.field());
    // Weights.
    WeightsError: |e| weights(&e.kind), weights_place;
    // Requests and settings.
    AnalyzeError: analyze, |e| field(analyze_field(e));
    BuildError: build, |e| match e {
        BuildError::HashSize { .. } => field("hash_mib"),
        BuildError::Threads { .. } => field("threads"),
        BuildError::Cpu(_) => field("cpu_level"),
        _ => Place::default(),
    };
    ForkedProcess: |_| "forked-process";
    Interrupted: |_| "interrupted";
    LevelError: |_| "unknown-level";
    ParseSelectivityError: |_| "unknown-selectivity";
    ParseStrengthError: |_| "unknown-strength";
    ParseVarietyError: |_| "unknown-variety";
    SolveError: solve, |e| match e {
        SolveError::Interrupted(_) => Place::default(),
        SolveError::InvalidWindow { .. } => field("window"),
    };
    // Answers from their parts.
    AnswerError: |e| e.kind.code(), answer_place;
    ManyError: |_| "invalid-window", |_| field("window");
    // A game at the board.
    SessionError: session;
}

/// The place is the byte.
#[cfg(feature = "proof")]
impl From<&ProofError> for Problem {
    fn from(error: &ProofError) -> Problem {
        let at = Place { offset: error.offset, ..Place::default() };
        Problem { at, ..Problem::new(proof(&error.kind), error.to_string()) }
    }
}

/// The place is the field of the request.
#[cfg(feature = "proof")]
impl From<&ProveError> for Problem {
    fn from(error: &ProveError) -> Problem {
        let at = match error {
            ProveError::InvalidScore { .. } => field("score"),
            ProveError::InvalidLeafEmpties { .. } => field("leaf_empties"),
            ProveError::Engine(error) => return error.into(),
            _ => Place::default(),
        };
        Problem { at, ..Problem::new(prove(error), error.to_string()) }
    }
}

/// The problem has the id of the question.
impl From<&QuestionError> for Problem {
    fn from(error: &QuestionError) -> Problem {
        let (at, id) = (question_place(error), error.id.clone());
        Problem { at, id, ..Problem::new(question(error), with_cause(error)) }
    }
}

fn byte(at: usize) -> Place {
    Place { offset: Some(at as u64), ..Place::default() }
}

fn field(field: &str) -> Place {
    Place { field: Some(field.to_owned()), ..Place::default() }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn board(_: &ParseBoardErrorKind) -> &'static str {
    "bad-board"
}

fn transcript(kind: &ParseTranscriptErrorKind) -> &'static str {
    match kind {
        ParseTranscriptErrorKind::IllegalMove(_) => "illegal-move",
        _ => "bad-move",
    }
}

fn obf(kind: &ParseObfErrorKind) -> &'static str {
    match kind {
        ParseObfErrorKind::Board(kind) => board(kind),
        ParseObfErrorKind::NotAMove(_) => "bad-move",
        ParseObfErrorKind::IllegalMove(_) => "illegal-move",
        _ => "bad-obf",
    }
}

fn ggf(kind: &ParseGgfErrorKind) -> &'static str {
    match kind {
        ParseGgfErrorKind::Board(kind) => board(kind),
        ParseGgfErrorKind::NotAMove(_) => "bad-move",
        ParseGgfErrorKind::IllegalMove(_) => "illegal-move",
        _ => "bad-ggf",
    }
}

fn read(kind: &ReadErrorKind) -> &'static str {
    match kind {
        ReadErrorKind::Board(kind) => board(kind),
        ReadErrorKind::Fen(_) => "bad-fen",
        ReadErrorKind::Obf(kind) => obf(kind),
        ReadErrorKind::Ggf(kind) => ggf(kind),
        ReadErrorKind::Moves(kind) => transcript(kind),
        ReadErrorKind::Wthor(kind) => wthor(kind),
        ReadErrorKind::Json(_) => "bad-json",
        ReadErrorKind::Nothing => "nothing-to-read",
        ReadErrorKind::Several => "several-records",
        ReadErrorKind::NotText | ReadErrorKind::Names => "not-a-game-file",
        _ => "not-part-of-a-game",
    }
}

fn read_place(error: &ReadError) -> Place {
    let ply = error.place.ply.map(|ply| ply as u64);
    let column = error.place.line.map(|_| error.place.column);
    Place { line: error.place.line, column, ply, ..byte(error.place.offset) }
}

fn wthor(kind: &ReadWthorErrorKind) -> &'static str {
    match kind {
        ReadWthorErrorKind::IllegalMove(_) => "illegal-move",
        _ => "bad-wthor",
    }
}

fn weights(kind: &WeightsErrorKind) -> &'static str {
    match kind {
        WeightsErrorKind::Io(_) => "weights-io",
        WeightsErrorKind::UnknownFormat => "weights-format",
        WeightsErrorKind::UnknownVersion { .. } => "weights-version",
        WeightsErrorKind::Truncated { .. } => "weights-truncated",
        WeightsErrorKind::TrailingData => "weights-trailing-data",
        WeightsErrorKind::Checksum { .. } => "weights-checksum",
        WeightsErrorKind::Memory { .. } => "no-memory",
        _ => "weights-invalid",
    }
}

fn weights_place(error: &WeightsError) -> Place {
    let no_byte = matches!(error.kind, WeightsErrorKind::Memory { .. })
        || matches!(error.kind, WeightsErrorKind::Io(_)) && error.at == 0;
    Place {
        file: error.path.as_deref().map(shown),
        offset: (!no_byte).then_some(error.at),
        ..Place::default()
    }
}

fn analyze(error: &AnalyzeError) -> &'static str {
    match error {
        AnalyzeError::NoDepth => "no-depth",
        AnalyzeError::NoLines => "no-lines",
        AnalyzeError::NoMoves => "no-legal-move",
        AnalyzeError::NoPeople => "no-people",
        AnalyzeError::Memory { .. } => "no-memory",
    }
}

fn solve(error: &SolveError) -> &'static str {
    match error {
        SolveError::Interrupted(_) => "interrupted",
        SolveError::InvalidWindow { .. } => "invalid-window",
    }
}

#[cfg(feature = "proof")]
fn prove(error: &ProveError) -> &'static str {
    match error {
        ProveError::False { .. } => "false-claim",
        ProveError::Interrupted { .. } => "interrupted",
        ProveError::InvalidScore { .. } | ProveError::InvalidLeafEmpties { .. } => "out-of-range",
        ProveError::Contradiction { .. } => "proof-invalid",
        ProveError::Engine(error) => solve(error),
    }
}

#[cfg(feature = "proof")]
fn proof(kind: &ProofErrorKind) -> &'static str {
    match kind {
        ProofErrorKind::Version { .. } => "proof-version",
        ProofErrorKind::Checksum => "proof-checksum",
        ProofErrorKind::TooLarge { .. } => "proof-too-large",
        ProofErrorKind::EndsEarly { .. } => "proof-truncated",
        ProofErrorKind::Positions { .. }
        | ProofErrorKind::TrailingData
        | ProofErrorKind::NoSuchMove { .. } => "proof-invalid",
        ProofErrorKind::Open { .. } => "proof-open",
        ProofErrorKind::Refuted { .. } => "proof-refuted",
        _ => "proof-format",
    }
}

fn build(error: &BuildError) -> &'static str {
    match error {
        BuildError::HashAllocation { .. } | BuildError::WeightsAllocation { .. } => "no-memory",
        BuildError::HashSize { .. } => "hash-too-large",
        BuildError::Threads { .. } => "too-many-threads",
        BuildError::Engines { .. } => "too-many-engines",
        BuildError::Cpu(_) => "unsupported-cpu-level",
    }
}

fn session(error: &SessionError) -> &'static str {
    match error {
        SessionError::IllegalMove(_) => "illegal-move",
        SessionError::Over => "game-over",
        SessionError::OutOfTime(_) => "out-of-time",
        SessionError::NotAnEnginesTurn => "not-an-engines-turn",
        SessionError::AnotherPosition => "another-position",
        SessionError::Request(error) => analyze(error),
        SessionError::Name(_) => "bad-ggf-tag",
    }
}

fn question(error: &QuestionError) -> &'static str {
    match &error.kind {
        QuestionErrorKind::Json { .. } => "not-json",
        QuestionErrorKind::UnknownField { .. } => "unknown-field",
        QuestionErrorKind::Misplaced { .. } => "misplaced-field",
        QuestionErrorKind::Missing { .. } => "missing-field",
        QuestionErrorKind::Duplicate => "duplicate-field",
        QuestionErrorKind::Conflict { .. } => "conflicting-fields",
        QuestionErrorKind::WrongType { .. } => "wrong-type",
        QuestionErrorKind::OutOfRange { .. } => "out-of-range",
        QuestionErrorKind::UnknownName { .. } => "unknown-name",
        QuestionErrorKind::Version { .. } => "unknown-version",
        QuestionErrorKind::Board(error) => board(&error.kind),
        QuestionErrorKind::Moves(error) => transcript(&error.kind),
        #[cfg(feature = "games")]
        QuestionErrorKind::Read(error) => read(&error.kind),
        QuestionErrorKind::Move(_) => "bad-move",
        QuestionErrorKind::IllegalMove(_) => "illegal-move",
        QuestionErrorKind::Solve(error) => solve(error),
        QuestionErrorKind::Analyze(error) => analyze(error),
        #[cfg(feature = "proof")]
        QuestionErrorKind::Prove(error) => prove(error),
        #[cfg(feature = "proof")]
        QuestionErrorKind::Proof(error) => proof(&error.kind),
        QuestionErrorKind::Build(error) => build(error),
        QuestionErrorKind::CpuLevel(_) => "unknown-cpu-level",
        QuestionErrorKind::Ggf(error) => ggf(&error.kind),
        QuestionErrorKind::Variety(_) => "unknown-variety",
        QuestionErrorKind::Tag(_) => "bad-ggf-tag",
        QuestionErrorKind::Session { .. } => "bad-session",
    }
}

/// The field of an answer, such as `lines[1].pv[0]`.
fn answer_place(error: &AnswerError) -> Place {
    let line = error.line.map(|line| format!("lines[{line}]"));
    let mv = error.mv.map(|mv| format!("pv[{mv}]"));
    let parts: Vec<String> = line.into_iter().chain(mv).collect();
    if parts.is_empty() { Place::default() } else { field(&parts.join(".")) }
}

fn question_place(error: &QuestionError) -> Place {
    let at = match &error.kind {
        QuestionErrorKind::Board(error) => byte(error.at),
        QuestionErrorKind::Ggf(error) => byte(error.at),
        #[cfg(feature = "proof")]
        QuestionErrorKind::Proof(error) => Place { offset: error.offset, ..Place::default() },
        #[cfg(feature = "games")]
        QuestionErrorKind::Read(error) => read_place(error),
        QuestionErrorKind::Moves(error) => Place { ply: Some(error.ply as u64), ..byte(error.at) },
        &QuestionErrorKind::Json { line, column, .. } => {
            Place { line: Some(line as u64), column: Some(column as u64), ..Place::default() }
        }
        _ => Place::default(),
    };
    Place { field: Some(error.field.clone()).filter(|field| !field.is_empty()), ..at }
}
