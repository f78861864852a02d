use std::fmt;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// The reason why weights could not be read or made.
///
/// ```
/// use reversi_engine::weights::{PatternWeights, WeightsErrorKind};
///
/// let error = PatternWeights::from_bytes(b"RVWEIGHT\x63\0").unwrap_err();
/// assert!(matches!(error.kind, WeightsErrorKind::UnknownVersion { found: 99 }));
/// assert_eq!(error.to_string(), "byte 8: version 99 of the format is unknown");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct WeightsError {
    /// The file, if the weights were opened by its path.
    pub path: Option<PathBuf>,
    /// The byte offset of the problem in the file.
    pub at: u64,
    /// The problem at that offset.
    pub kind: WeightsErrorKind,
}

/// A kind of problem with weights.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WeightsErrorKind {
    /// The file cannot be read.
    #[error("cannot be read")]
    Io(#[source] io::Error),
    /// The input is not a weights file of a known format.
    #[error("not a weights file")]
    UnknownFormat,
    /// This version of the crate does not know the version of the format.
    #[error("version {found} of the format is unknown")]
    UnknownVersion {
        /// The version that the file states.
        found: u16,
    },
    /// The file ends too early.
    #[error("the file is truncated inside of the {part}")]
    Truncated {
        /// The incomplete part.
        part: &'static str,
    },
    /// Data follow the end of the weights.
    #[error("unexpected data after the end")]
    TrailingData,
    /// A field has an invalid value.
    #[error("expected {expected}")]
    Invalid {
        /// The valid values.
        expected: &'static str,
    },
    /// The content was changed after it was written.
    #[error("the checksum is {computed:08x}, the file states {stored:08x}: the file is damaged")]
    Checksum {
        /// The checksum that the file states.
        stored: u32,
        /// The checksum of the contents of the file.
        computed: u32,
    },
    /// The memory to read or to unpack the weights was refused. A later attempt may succeed.
    #[error("no memory for {bytes} bytes of weights")]
    Memory {
        /// The size of the allocation.
        bytes: usize,
    },
}

impl WeightsError {
    pub(crate) fn new(at: u64, kind: WeightsErrorKind) -> WeightsError {
        WeightsError { path: None, at, kind }
    }

    pub(crate) fn invalid(at: u64, expected: &'static str) -> WeightsError {
        WeightsError::new(at, WeightsErrorKind::Invalid { expected })
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        match self.kind {
            WeightsErrorKind::Io(_) if self.at == 0 => self.kind.fmt(f),
            WeightsErrorKind::Memory { .. } => self.kind.fmt(f), // no byte of the file is to blame
            _ => write!(f, "byte {}: {}", self.at, self.kind),
        }
    }
}

impl std::error::Error for WeightsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.kind.source()
    }
}
