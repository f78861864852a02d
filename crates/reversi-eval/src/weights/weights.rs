use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::patterns::PatternWeights;
use super::tables::{ELEMENTS, Kind, Tables, expand};
use super::{patterns_format, tables_format};
use crate::file::{Elements, Input, WeightsError, WeightsErrorKind, memory};
use crate::network::{self, Expanded, Network};

/// Weights ready for look-up, shared by all clones: a [`Network`] in 5, 10, 21 or 42 MB by its width, or a
/// sum of pattern weights in 24 MB. If that memory is refused, the constructors return an error. A later call
/// may succeed.
///
/// With pattern weights, each pair of plies has a table of its own, except for the first and the last plies.
/// In a game, boards with 60 and 59 empty squares are all alike, and boards with six or fewer are
/// solved in microseconds. They share the tables of 58, 57, 8 and 7 empty squares.
///
/// ```
/// use reversi_engine::{Board, Weights};
/// use reversi_engine::weights::{Evaluator, PatternWeights};
/// use reversi_engine::weights::pattern::{CONSTANT_SLOT, PACKED_LEN};
///
/// let mut slots = vec![0; PACKED_LEN];
/// slots[CONSTANT_SLOT] = 192;
/// let weights = Weights::new(&PatternWeights::new(vec![30], slots, "always the same")?)?;
/// assert_eq!(weights.evaluate(&Board::START), 1.5); // discs
/// # Ok::<(), reversi_engine::weights::WeightsError>(())
/// ```
#[derive(Clone)]
pub struct Weights(pub(super) Shared);

#[derive(Clone)]
pub(super) enum Shared {
    /// Weights that are part of the program.
    Static(&'static WeightsData),
    Counted(Arc<WeightsData>),
}

pub(super) struct WeightsData {
    pub(super) content: Content,
    pub(super) provenance: String,
}

pub(super) enum Content {
    Patterns(Elements<u32>),
    Network(Expanded),
}

impl Weights {
    /// Unpacks pattern weights. This takes some ten milliseconds.
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](crate::file::WeightsErrorKind::Memory).
    pub fn new(patterns: &PatternWeights) -> Result<Weights, WeightsError> {
        WeightsData::of_patterns(patterns).map(Weights::counted)
    }

    /// Prepares a network for look-up. This takes some milliseconds.
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](crate::file::WeightsErrorKind::Memory).
    pub fn from_network(network: &Network) -> Result<Weights, WeightsError> {
        WeightsData::of_network(network).map(Weights::counted)
    }

    /// Reads a file: pattern weights in our own format or in Edax's layout (see
    /// [`PatternWeights::read`](super::PatternWeights::read)), a [`Network`], or the tables of
    /// [`write_tables`](Self::write_tables).
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

    /// Returns the origin of the weights, as stated in their file.
    pub fn provenance(&self) -> &str {
        &self.data().provenance
    }

    /// Returns the tables. A search fetches them once, not at every board.
    #[inline]
    pub fn tables(&self) -> Tables<'_> {
        self.data().tables()
    }

    /// Returns the network, if the weights are one.
    pub(crate) fn network(&self) -> Option<&Expanded> {
        match &self.data().content {
            Content::Network(network) => Some(network),
            Content::Patterns(_) => None,
        }
    }

    pub(super) fn counted(data: WeightsData) -> Weights {
        Weights(Shared::Counted(Arc::new(data)))
    }

    fn data(&self) -> &WeightsData {
        match &self.0 {
            Shared::Static(data) => data,
            Shared::Counted(data) => data,
        }
    }
}

impl WeightsData {
    pub(super) fn tables(&self) -> Tables<'_> {
        Tables(match &self.content {
            Content::Patterns(elements) => Kind::Patterns(elements.get(ELEMENTS)),
            Content::Network(network) => Kind::Network(network.tables()),
        })
    }

    pub(super) fn of_patterns(patterns: &PatternWeights) -> Result<WeightsData, WeightsError> {
        let provenance = memory::string(patterns.provenance())?;
        Ok(WeightsData { content: Content::Patterns(Elements::Owned(expand(patterns)?)), provenance })
    }

    pub(super) fn of_network(network: &Network) -> Result<WeightsData, WeightsError> {
        let provenance = memory::string(network.provenance())?;
        Ok(WeightsData { content: Content::Network(Expanded::new(network)?), provenance })
    }

    /// Takes the network in a valid file of this width and the current version. Only memory can be refused.
    pub(super) fn of_valid_network<const W: usize>(file: &'static [u8]) -> Result<WeightsData, WeightsError> {
        let (provenance, network) = network::unpack_file::<W>(file)?;
        Ok(WeightsData { content: Content::Network(network), provenance: memory::string(provenance)? })
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").field("provenance", &self.provenance()).finish_non_exhaustive()
    }
}
