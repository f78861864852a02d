use std::fmt;
use std::io;

use thiserror::Error;

/// Why weights could not be read or made.
///
/// ```
/// use reversi_eval::{PatternWeights, WeightsErrorKind};
///
/// let error = PatternWeights::from_bytes(b"RVWEIGHT\x63\0").unwrap_err();
/// assert!(matches!(error.kind, WeightsErrorKind::UnknownVersion { found: 99 }));
/// assert_eq!(error.to_string(), "byte 8: version 99 of the format is unknown");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct WeightsError {
    /// Where in the file, as a byte offset.
    pub at: u64,
    /// What is wrong there.
    pub kind: WeightsErrorKind,
}

/// What is wrong with weights.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WeightsErrorKind {
    /// The file cannot be read.
    #[error("cannot be read")]
    Io(#[source] io::Error),
    /// It is no file of weights in a known format.
    #[error("this is no file of weights")]
    UnknownFormat,
    /// A version of the format that this version of the crate does not know.
    #[error("version {found} of the format is unknown")]
    UnknownVersion {
        /// The version that the file states.
        found: u16,
    },
    /// The file ends too early.
    #[error("the file ends inside of the {part}")]
    Truncated {
        /// What is incomplete.
        part: &'static str,
    },
    /// The file goes on behind its end.
    #[error("there is something behind the end")]
    TrailingData,
    /// A field with a value that it cannot have.
    #[error("expected {expected}")]
    Invalid {
        /// What would be right.
        expected: &'static str,
    },
    /// The content was changed after it was written.
    #[error("the checksum is {computed:08x} and not {stored:08x} as the file says: it is damaged")]
    Checksum {
        /// The checksum that the file states.
        stored: u32,
        /// The checksum of what the file contains.
        computed: u32,
    },
}

impl WeightsError {
    pub(crate) fn new(at: u64, kind: WeightsErrorKind) -> WeightsError {
        WeightsError { at, kind }
    }

    pub(crate) fn invalid(at: u64, expected: &'static str) -> WeightsError {
        WeightsError::new(at, WeightsErrorKind::Invalid { expected })
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.kind)
    }
}

impl std::error::Error for WeightsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.kind.source()
    }
}
