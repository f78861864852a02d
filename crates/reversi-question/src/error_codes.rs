//! The code and the place of each error. Codes are stable: a published one keeps its meaning.

use std::path::Path;

use reversi_bitboard::cpu::ParseCpuLevelError;
use reversi_bitboard::{IllegalMove, Overlap, UnsupportedLevel};
use reversi_eval::{WeightsError, WeightsErrorKind};
use reversi_fields::{Cause, FieldError, FieldErrorKind, with_cause};
#[cfg(feature = "archives")]
use reversi_notation::UnpackErrorKind;
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

/// An error that has a code, and perhaps a place.
trait Coded {
    /// Returns the code, and sets the parts of the place that the error knows, except the field.
    fn code(&self, at: &mut Place) -> &'static str;
}

/// `From<&Error> for Problem`, given the code of the error, the place and the field. `[value]` stands after
/// the errors of the values of fields, and tells the feature if only questions with it have such values.
macro_rules! problems {
    ($($(#[$attr:meta])* $Error:ty $([$value:ident $(if $when:meta)?])?: $code:expr $(, $set:expr)? $(=> $field:expr)?;)*) => {
        $(
        $(#[$attr])*
        impl Coded for $Error {
            #[cold]
            fn code(&self, at: &mut Place) -> &'static str {
                let _ = &at;
                $(
                    let set: fn(&$Error, &mut Place) = $set;
                    set(self, at);
                )?
                let code: fn(&$Error) -> &'static str = $code;
                code(self)
            }
        }

        $(#[$attr])*
        impl From<&$Error> for Problem {
            fn from(error: &$Error) -> Problem {
                let mut at = Place::default();
                let code = Coded::code(error, &mut at);
                $(
                    let field: fn(&$Error) -> Option<&str> = $field;
                    at.field = field(error).map(str::to_owned);
                )?
                Problem { at, ..Problem::new(code, with_cause(error)) }
            }
        }
        )*

        /// Returns the code of the error of a value, and sets its place. With all rows of the table the programs
        /// of the page would have the code of each error.
        fn of_cause(cause: &Cause, at: &mut Place) -> Option<&'static str> {
            $(
            $(#[$attr])*
            {
                $(
                #[cfg(all($($when)?))]
                if let Some($value) = cause.downcast_ref::<$Error>() {
                    return Some(Coded::code($value, at));
                }
                )?
            }
            )*
            None
        }
    };
}

problems! {
    // Rules and notation.
    IllegalMove [value]: |_| "illegal-move";
    Overlap: |_| "overlapping-discs";
    ParseBase64Error: |_| "wrong-type";
    ParseBoardError [value]: |_| "bad-board", |e, at| at.offset = Some(e.at as u64);
    ParseColorError: |_| "bad-color";
    ParseCpuLevelError [value]: |_| "unknown-cpu-level";
    ParseFenError: |_| "bad-fen", |e, at| at.offset = Some(e.at as u64);
    ParseGgfError [value]: |e| ggf(&e.kind), |e, at| at.offset = Some(e.at as u64);
    GgfTagError [value]: |_| "bad-ggf-tag";
    GgfResultError: |_| "bad-ggf-result";
    ParseMoveError [value]: |_| "bad-move";
    ParseObfError: |e| obf(&e.kind), |e, at| at.offset = Some(e.at as u64);
    ReadObfError: |e| obf(&e.source.kind), |e, at| {
        (at.line, at.offset) = (Some(e.line as u64), Some(e.source.at as u64));
    };
    ParseSquareError: |_| "bad-square";
    ParseTranscriptError [value]: |e| transcript(&e.kind), |e, at| {
        (at.ply, at.offset) = (Some(e.ply as u64), Some(e.at as u64));
    };
    ReadError [value if feature = "games"]: |e| read(&e.kind), read_place;
    ReadWthorError: |e| wthor(&e.kind), |e, at| at.offset = Some(e.at as u64);
    WriteWthorError: |_| "not-for-wthor", |e, at| at.index = Some(e.index as u64);
    UnsupportedLevel: |_| "unsupported-cpu-level";
    PictureError: |e| match e {
        PictureError::Mark { .. } | PictureError::Theme { .. } => "unknown-name",
        _ => "out-of-range",
    } => |e| Some(e.field());
    // Weights.
    WeightsError: |e| weights(&e.kind), weights_place;
    // Requests and settings.
    AnalyzeError [value]: |e| e.code() => |e| Some(e.field());
    BuildError [value]: |e| e.code() => |e| match e {
        BuildError::HashSize { .. } => Some("hash_mib"),
        BuildError::Threads { .. } => Some("threads"),
        BuildError::Cpu(_) => Some("cpu_level"),
        _ => None,
    };
    ForkedProcess: |_| "forked-process";
    Interrupted: |_| "interrupted";
    LevelError: |_| "unknown-level";
    ParseSelectivityError: |_| "unknown-selectivity";
    ParseStrengthError: |_| "unknown-strength";
    ParseVarietyError [value]: |_| "unknown-variety";
    SolveError [value]: |e| e.code() => |e| e.field();
    // Answers from their parts.
    AnswerError: |e| e.kind.code(), answer_place;
    ManyError: |e| SolveError::from(e).code() => |e| SolveError::from(e).field();
    // A game at the board.
    SessionError: |e| e.code();
    // Proofs.
    #[cfg(feature = "proof")]
    ProofError [value]: |e| proof(&e.kind), |e, at| at.offset = e.offset;
    #[cfg(feature = "proof")]
    ProveError [value]: |e| e.code() => |e| match e {
        ProveError::InvalidScore { .. } => Some("score"),
        ProveError::InvalidLeafEmpties { .. } => Some("leaf_empties"),
        ProveError::Engine(error) => error.field(),
        _ => None,
    };
}

/// The problem has the id of the question. Its code and its place are of the cause, if there is one.
impl From<&QuestionError> for Problem {
    fn from(error: &QuestionError) -> Problem {
        let mut at = Place::default();
        let cause = match &error.kind {
            FieldErrorKind::Invalid(cause) => of_cause(cause, &mut at),
            &FieldErrorKind::Json { line, column, .. } => {
                (at.line, at.column) = (Some(line as u64), Some(column as u64));
                None
            }
            _ => None,
        };
        let code = cause.unwrap_or_else(|| question(&error.kind));
        at.field = Some(error.field.clone()).filter(|field| !field.is_empty());
        Problem { at, id: error.id.clone(), ..Problem::new(code, error.to_string()) }
    }
}

/// The problem has the field.
impl From<&FieldError> for Problem {
    fn from(error: &FieldError) -> Problem {
        Problem::from(&QuestionError::from(error.clone()))
    }
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
        #[cfg(feature = "archives")]
        ReadErrorKind::Unpack(kind) => match kind {
            UnpackErrorKind::Damaged | UnpackErrorKind::NoDirectory => "bad-archive",
            UnpackErrorKind::TooLarge { .. } => "archive-too-large",
            _ => "unsupported-archive",
        },
        _ => "not-part-of-a-game",
    }
}

fn read_place(error: &ReadError, at: &mut Place) {
    let place = &error.place;
    (at.line, at.column) = (place.line, place.line.map(|_| place.column));
    (at.ply, at.offset) = (place.ply.map(|ply| ply as u64), Some(place.offset as u64));
    at.file.clone_from(&error.file);
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

fn weights_place(error: &WeightsError, at: &mut Place) {
    let no_byte = matches!(error.kind, WeightsErrorKind::Memory { .. })
        || matches!(error.kind, WeightsErrorKind::Io(_)) && error.at == 0;
    (at.file, at.offset) = (error.path.as_deref().map(shown), (!no_byte).then_some(error.at));
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
fn answer_place(error: &AnswerError, at: &mut Place) {
    let line = error.line.map(|line| format!("lines[{line}]"));
    let mv = error.mv.map(|mv| format!("pv[{mv}]"));
    let parts: Vec<String> = line.into_iter().chain(mv).collect();
    at.field = Some(parts.join(".")).filter(|field| !field.is_empty());
}
