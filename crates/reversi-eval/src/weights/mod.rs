//! Weights: files, tables ready for look-up, and the weights embedded in this crate.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`Weights`], of patterns or of a network, and their tables for each ply |
//! | `patterns.rs`, `format.rs` | [`PatternWeights`] and their file format |
//! | `edax.rs` | the layout of Edax's `eval.dat` |
//! | `tables.rs` | the file of tables ready for look-up, which is read or mapped into memory |
//! | `input.rs` | reading and writing with a place for each error |
//! | `error.rs` | [`WeightsError`] |
//! | `embedded.rs` | `patterns.weights` and `network.weights`, which are part of the crate |

mod edax;
mod embedded;
mod error;
mod format;
mod input;
mod patterns;
mod tables;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

pub use edax::{ByteOrder, EdaxHeader};
pub use embedded::evaluate;
pub use error::{WeightsError, WeightsErrorKind};
pub(crate) use input::{Input, SHAPES, inflate, write};
pub use patterns::PatternWeights;
use reversi_bitboard::__internal::LargeTable;
use reversi_bitboard::{Board, Cpu, dispatch, outlined};
pub(crate) use tables::Elements;

use crate::Evaluator;
use crate::kernel::EvalPrimitives;
use crate::memory::{self, collect, refused};
use crate::network::{self, Expanded, Network, NetworkTable, NetworkTables};
use crate::pattern::{CONSTANT_SLOT, UNPACKED_LEN, slots_by_parity};

/// Pairs of plies with a table of their own: 2 and 3 to 52 and 53 (EVAL-06).
const PAIRS: usize = 26;
/// Elements from one table to the next: the constant, all configurations, and a zero for the unused lane.
pub(crate) const STRIDE: usize = UNPACKED_LEN + 1;
/// The padding after the last table: no 16-bit value of the lane with the highest offset leads beyond it.
const BEYOND: usize = 1 << 16;
/// Elements of all tables.
const ELEMENTS: usize = PAIRS * STRIDE + BEYOND;

/// The weights of two plies from the constant on: an element for each value of each lane. Its low half holds
/// the weight of the even ply, its high half the weight of the odd ply. The elements after the first
/// [`STRIDE`] belong to the next table.
pub(crate) type Table = [u32; TABLE_LEN];
/// The number of elements of the table of two plies.
#[allow(unreachable_pub, reason = "reversi-gallery gets at it through `__internal`")]
pub const TABLE_LEN: usize = STRIDE + BEYOND;

/// Weights ready for look-up, shared by all clones: a [`Network`] in 5, 10, 21 or 42 MB by its width, or a
/// sum of pattern weights in 24 MB. Where that memory is refused, the constructors return an error; a later
/// call may succeed.
///
/// With pattern weights, each pair of plies has a table of its own, except for the first and the last plies.
/// In a game, boards with 60 and 59 empty squares are all alike, and boards with six or fewer are
/// solved in microseconds. They share the tables of 58, 57, 8 and 7 empty squares. (A search needs no tables
/// from ten empty squares on, but a caller may evaluate a board with eight.)
///
/// ```
/// use reversi_engine::{Board, Evaluator, PatternWeights, Weights, pattern::{CONSTANT_SLOT, PACKED_LEN}};
///
/// let mut slots = vec![0; PACKED_LEN];
/// slots[CONSTANT_SLOT] = 192;
/// let weights = Weights::new(&PatternWeights::new(vec![30], slots, "always the same")?)?;
/// assert_eq!(weights.evaluate(&Board::START), 1.5); // discs
/// # Ok::<(), reversi_engine::WeightsError>(())
/// ```
#[derive(Clone)]
pub struct Weights(Shared);

#[derive(Clone)]
enum Shared {
    /// Those embedded in this crate.
    Static(&'static WeightsData),
    Counted(Arc<WeightsData>),
}

struct WeightsData {
    content: Content,
    provenance: String,
}

enum Content {
    Patterns(Elements<u32>),
    Network(Expanded),
}

impl Weights {
    /// Unpacks pattern weights. This takes some ten milliseconds.
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`].
    pub fn new(patterns: &PatternWeights) -> Result<Weights, WeightsError> {
        WeightsData::of_patterns(patterns).map(Weights::counted)
    }

    /// Prepares a network for look-up. This takes some milliseconds.
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`].
    pub fn from_network(network: &Network) -> Result<Weights, WeightsError> {
        WeightsData::of_network(network).map(Weights::counted)
    }

    /// Reads a file: pattern weights in our own format or in Edax's layout (see [`PatternWeights::read`]), a
    /// [`Network`], or the tables of [`write_tables`](Self::write_tables).
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
            tables::MAGIC => tables::read_body(input).map(Weights::counted),
            _ => Weights::new(&format::read_by_magic(magic, input)?),
        }
    }

    /// The origin of the weights, as stated in their file.
    pub fn provenance(&self) -> &str {
        &self.data().provenance
    }

    /// The tables. A search fetches them once instead of at every board.
    #[inline]
    pub fn tables(&self) -> Tables<'_> {
        Tables(match &self.data().content {
            Content::Patterns(elements) => Kind::Patterns(elements.get(ELEMENTS)),
            Content::Network(network) => Kind::Network(network.tables()),
        })
    }

    fn counted(data: WeightsData) -> Weights {
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
    fn of_patterns(patterns: &PatternWeights) -> Result<WeightsData, WeightsError> {
        let provenance = memory::string(patterns.provenance())?;
        Ok(WeightsData { content: Content::Patterns(Elements::Owned(expand(patterns)?)), provenance })
    }

    fn of_network(network: &Network) -> Result<WeightsData, WeightsError> {
        let provenance = memory::string(network.provenance())?;
        Ok(WeightsData { content: Content::Network(Expanded::new(network)?), provenance })
    }
}

outlined! {
    trait Outlined: EvalPrimitives {
        fn evaluate_board(board: Board, table: PlyTable<'_>) -> i32 = evaluate_board;
    }
}

#[inline(always)]
fn evaluate_board<L: Outlined>(l: L, board: Board, table: PlyTable<'_>) -> i32 {
    l.evaluate(board, &l.features(board), table)
}

/// On the best CPU level of the machine.
impl Evaluator for Weights {
    fn evaluate_128(&self, board: &Board) -> i32 {
        let table = self.tables().at(board.empties().len());
        dispatch!(Cpu::detect(), l => l.evaluate_board(*board, table))
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").field("provenance", &self.provenance()).finish_non_exhaustive()
    }
}

/// The tables of [`Weights`].
///
/// ```
/// use reversi_bitboard::{Board, cpu::Portable};
/// use reversi_eval::kernel::EvalPrimitives;
/// use reversi_eval::{Evaluator, Features, PatternWeights, Weights, pattern::PACKED_LEN};
///
/// let weights = Weights::new(&PatternWeights::new(vec![30], vec![1; PACKED_LEN], "all the same")?)?;
/// let tables = weights.tables();
/// let board = Board::START;
/// let value = Portable.evaluate(board, &Features::new(board), tables.at(board.empties().len()));
/// assert_eq!(value, weights.evaluate_128(&Board::START));
/// # Ok::<(), reversi_eval::WeightsError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Tables<'a>(Kind<'a>);

#[derive(Clone, Copy)]
enum Kind<'a> {
    Patterns(&'a [u32]), // ELEMENTS
    Network(NetworkTables<'a>),
}

impl<'a> Tables<'a> {
    /// No tables, for a search that never asks for one because it has an [`Evaluator`] of its own.
    pub const NONE: Tables<'static> = Tables(Kind::Patterns(&[]));

    /// The table for boards with `empties` empty squares.
    ///
    /// # Panics
    /// If there are no tables.
    #[inline(always)]
    pub fn at(self, empties: u32) -> PlyTable<'a> {
        match self.0 {
            Kind::Patterns(elements) => {
                let ply = 60 - empties.min(60);
                let pair = (ply / 2).clamp(1, PAIRS as u32) as usize - 1;
                let table = elements[pair * STRIDE..].first_chunk().expect("the last table is padded");
                PlyTable::Patterns(PatternTable { table, odd: !empties.is_multiple_of(2) })
            }
            Kind::Network(network) => PlyTable::Network(network.at(empties)),
        }
    }
}

impl fmt::Debug for Tables<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

/// The weights of one ply, the operand of [`EvalPrimitives::evaluate`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum PlyTable<'a> {
    /// Weights that are added up.
    Patterns(PatternTable<'a>),
    /// A network.
    Network(NetworkTable<'a>),
}

/// The pattern weights of one ply, the operand of [`EvalPrimitives::sum`].
#[derive(Clone, Copy)]
pub struct PatternTable<'a> {
    pub(crate) table: &'a Table,
    /// Whether the weights are in the high halves of the elements.
    pub(crate) odd: bool,
}

impl fmt::Debug for PatternTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternTable").field("odd", &self.odd).finish_non_exhaustive()
    }
}

/// All tables from pattern weights.
fn expand(patterns: &PatternWeights) -> Result<LargeTable<u32>, WeightsError> {
    let slots = collect(UNPACKED_LEN - 1, slots_by_parity())?;
    let mut elements = LargeTable::zeroed(ELEMENTS).ok_or_else(|| refused::<u32>(ELEMENTS))?;
    for (pair, table) in elements.chunks_exact_mut(STRIDE).take(PAIRS).enumerate() {
        let ply = 2 * (pair as u8 + 1);
        let (even, odd) = (patterns.ply(ply), patterns.ply(ply + 1));
        let element = |[even_slot, odd_slot]: [usize; 2]| {
            let half = |weight: i16| u32::from(weight as u16);
            half(even.weight(even_slot)) | half(odd.weight(odd_slot)) << 16
        };
        table[0] = element([CONSTANT_SLOT; 2]);
        for (to, &slots) in table[1..].iter_mut().zip(&slots) {
            *to = element(slots);
        }
    }
    Ok(elements)
}
