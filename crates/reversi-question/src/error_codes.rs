//! The code and the place of each error. Codes are stable: a published one keeps its meaning.

use std::path::Path;

use reversi_bitboard::cpu::ParseCpuLevelError;
use reversi_bitboard::{IllegalMove, Overlap, UnsupportedLevel};
use reversi_eval::{WeightsError, WeightsErrorKind};
use reversi_fields::{Cause, FieldError, FieldErrorKind, with_cause};
use reversi_notation::picture::PictureError;
use reversi_notation::{
    GgfResultError, GgfTagError, ParseBoardError, ParseBoardErrorKind, ParseColorError, ParseFenError,
    ParseGgfError, ParseGgfErrorKind, ParseMoveError, ParseObfError, ParseObfErrorKind, ParseSquareError,
    ParseTranscriptError, ParseTranscriptErrorKind, ReadError, ReadErrorKind, ReadObfError, ReadWthorError,
    ReadWthorErrorKind, WriteWthorError,
};
use reversi_play::{ParseStrengthError, ParseVarietyError, SessionError};
#[cfg(feature = "proof")]
use reversi_proof::{ProofError, ProofErrorKind};
#[cfg(feature = "proof")]
use reversi_search::ProveError;
use reversi_search::{
    AnalyzeError, AnswerError, BuildError, ForkedProcess, Interrupted, LevelError, ManyError,
    ParseSelectivityError, SolveError,
};

use crate::base64::ParseBase64Error;
use crate::problem::{Place, Problem};
use crate::question::QuestionError;

/// The code and the place of an error.
trait Coded {
    fn code(&self) -> (&'static str, Place);
}

/// `From<&Error> for Problem`, given the code and the place of the error.
macro_rules! problems {
    ($($(#[$attr:meta])* $Error:ty: $code:expr $(, $at:expr)?;)*) => {
        $(
        $(#[$attr])*
        impl Coded for $Error {
            fn code(&self) -> (&'static str, Place) {
                let code: fn(&$Error) -> &'static str = $code;
                let at: fn(&$Error) -> Place = at!($($at)?);
                (code(self), at(self))
            }
        }

        $(#[$attr])*
        impl From<&$Error> for Problem {
            fn from(error: &$Error) -> Problem {
                let (code, at) = Coded::code(error);
                Problem { at, ..Problem::new(code, with_cause(error)) }
            }
        }
        )*
    };
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
    AnalyzeError: |e| e.code(), |e| field(e.field());
    BuildError: |e| e.code(), |e| match e {
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
    SolveError: |e| e.code(), |e| match e {
        SolveError::InvalidWindow { .. } => field("window"),
        _ => Place::default(),
    };
    // Answers from their parts.
    AnswerError: |e| e.kind.code(), answer_place;
    ManyError: |_| "invalid-window", |_| field("window");
    // A game at the board.
    SessionError: |e| e.code();
    // Proofs.
    #[cfg(feature = "proof")]
    ProofError: |e| proof(&e.kind), |e| Place { offset: e.offset, ..Place::default() };
    #[cfg(feature = "proof")]
    ProveError: |e| e.code(), |e| match e {
        ProveError::InvalidScore { .. } => field("score"),
        ProveError::InvalidLeafEmpties { .. } => field("leaf_empties"),
        ProveError::Engine(SolveError::InvalidWindow { .. }) => field("window"),
        _ => Place::default(),
    };
}

/// Returns the code and the place of the error of a value. Only these types are errors of values: with all
/// of the table the programs of the page would have the code of each.
fn of_cause(cause: &Cause) -> Option<(&'static str, Place)> {
    macro_rules! first_of {
        ($($(#[$attr:meta])* $Error:ty),+) => {
            $($(#[$attr])*
            if let Some(error) = cause.downcast_ref::<$Error>() {
                return Some(Coded::code(error));
            })+
        };
    }
    first_of!(
        ParseBoardError,
        ParseTranscriptError,
        ParseMoveError,
        IllegalMove,
        SolveError,
        AnalyzeError,
        BuildError,
        ParseCpuLevelError,
        ParseGgfError,
        ParseVarietyError,
        GgfTagError,
        #[cfg(feature = "games")]
        ReadError,
        #[cfg(feature = "proof")]
        ProveError,
        #[cfg(feature = "proof")]
        ProofError
    );
    None
}

/// The problem has the id of the question. Its code and its place are of the cause, if there is one.
impl From<&QuestionError> for Problem {
    fn from(error: &QuestionError) -> Problem {
        let cause = match &error.kind {
            FieldErrorKind::Invalid(cause) => of_cause(cause),
            _ => None,
        };
        let (code, at) = cause.unwrap_or_else(|| (question(&error.kind), Place::default()));
        let field = Some(error.field.clone()).filter(|field| !field.is_empty());
        let at = match &error.kind {
            &FieldErrorKind::Json { line, column, .. } => {
                Place { line: Some(line as u64), column: Some(column as u64), field, ..at }
            }
            _ => Place { field, ..at },
        };
        Problem { at, id: error.id.clone(), ..Problem::new(code, error.to_string()) }
    }
}

/// The problem has the field.
impl From<&FieldError> for Problem {
    fn from(error: &FieldError) -> Problem {
        Problem::from(&QuestionError::from(error.clone()))
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

fn question(kind: &FieldErrorKind) -> &'static str {
    match kind {
        FieldErrorKind::Json { .. } => "not-json",
        FieldErrorKind::UnknownField { .. } => "unknown-field",
        FieldErrorKind::Misplaced { .. } => "misplaced-field",
        FieldErrorKind::Missing { .. } => "missing-field",
        FieldErrorKind::Duplicate => "duplicate-field",
        FieldErrorKind::Conflict { .. } => "conflicting-fields",
        FieldErrorKind::WrongType { .. } => "wrong-type",
        FieldErrorKind::OutOfRange { .. } => "out-of-range",
        FieldErrorKind::UnknownName { .. } => "unknown-name",
        FieldErrorKind::Version { .. } => "unknown-version",
        _ => "bad-session",
    }
}

/// The field of an answer, such as `lines[1].pv[0]`.
fn answer_place(error: &AnswerError) -> Place {
    let line = error.line.map(|line| format!("lines[{line}]"));
    let mv = error.mv.map(|mv| format!("pv[{mv}]"));
    let parts: Vec<String> = line.into_iter().chain(mv).collect();
    if parts.is_empty() { Place::default() } else { field(&parts.join(".")) }
}
