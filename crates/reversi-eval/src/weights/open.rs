use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::weights::Weights;
use super::{patterns_format, tables_format};
use crate::file::{Input, WeightsError, WeightsErrorKind};
use crate::network;

impl Weights {
    /// Reads a file: pattern weights in our own format or in Edax's layout (see
    /// [`PatternWeights::read`](super::PatternWeights::read)), a [`Network`](network::Network), or the tables
    /// of [`write_tables`](Self::write_tables).
    ///
    /// # Errors
    /// [`WeightsError`] names the file, the problem and its byte offset.
    pub fn open(path: impl AsRef<Path>) -> Result<Weights, WeightsError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| WeightsError::new(0, WeightsErrorKind::Io(error)));
        // No buffer: it is read in large pieces.
        file.and_then(Weights::read).map_err(|error| match error.kind {
            WeightsErrorKind::Memory { .. } => error, // there may be none for the path either
            _ => WeightsError { path: Some(path.to_owned()), ..error },
        })
    }

    /// Reads the formats of [`open`](Self::open) from a reader.
    ///
    /// # Errors
    /// [`WeightsError`] names the problem and its byte offset.
    pub fn read(reader: impl Read) -> Result<Weights, WeightsError> {
        let mut input = Input::new(reader);
        let magic = input.array("magic number")?;
        match magic {
            network::MAGIC => Weights::from_network(&network::read_body(input)?),
            tables_format::MAGIC => tables_format::read_body(input).map(Weights::counted),
            _ => Weights::new(&patterns_format::read_by_magic(magic, input)?),
        }
    }
}
