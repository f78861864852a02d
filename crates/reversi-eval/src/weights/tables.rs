use std::fmt;

use reversi_bitboard::__internal::LargeTable;

use super::patterns::PatternWeights;
use crate::features::{STRIDE, TABLE_LEN};
use crate::file::WeightsError;
use crate::file::memory::{collect, refused};
use crate::network::{NetworkTable, NetworkTables};
use crate::pattern::{CONSTANT_SLOT, UNPACKED_LEN, slots_by_parity};

/// The number of pairs of plies with a table of their own: 2 and 3 to 52 and 53 (EVAL-06).
pub(super) const PAIRS: usize = 26;
/// The number of elements of all tables.
pub(super) const ELEMENTS: usize = (PAIRS - 1) * STRIDE + TABLE_LEN;

/// The weights of two plies from the constant on: an element for each value of each lane. Its low half holds
/// the weight of the even ply, its high half the weight of the odd ply. The elements after the first
/// [`STRIDE`] belong to the next table.
type Table = [u32; TABLE_LEN];

/// The tables of [`Weights`](super::Weights).
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
pub struct Tables<'a>(pub(super) Kind<'a>);

#[derive(Clone, Copy)]
pub(super) enum Kind<'a> {
    Patterns(&'a [u32]), // ELEMENTS
    Network(NetworkTables<'a>),
}

impl<'a> Tables<'a> {
    /// No tables, for a search that never asks for one because it has its own
    /// [`Evaluator`](crate::evaluator::Evaluator).
    pub const NONE: Tables<'static> = Tables(Kind::Patterns(&[]));

    /// Returns whether these are [`NONE`](Self::NONE).
    pub fn is_none(self) -> bool {
        matches!(self.0, Kind::Patterns([]))
    }

    /// Returns the table for boards with `empties` empty squares.
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

/// The weights of one ply, the operand of
/// [`EvalPrimitives::evaluate`](crate::kernel::EvalPrimitives::evaluate).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum PlyTable<'a> {
    /// Weights that are added up.
    Patterns(PatternTable<'a>),
    /// A network.
    Network(NetworkTable<'a>),
}

/// The pattern weights of one ply, the operand of
/// [`EvalPrimitives::sum`](crate::kernel::EvalPrimitives::sum).
#[derive(Clone, Copy)]
pub struct PatternTable<'a> {
    pub(crate) table: &'a Table,
    /// `true` if the weights are in the high halves of the elements.
    pub(crate) odd: bool,
}

impl fmt::Debug for PatternTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternTable").field("odd", &self.odd).finish_non_exhaustive()
    }
}

/// Makes all tables from pattern weights.
pub(super) fn expand(patterns: &PatternWeights) -> Result<LargeTable<u32>, WeightsError> {
    let slots = collect(UNPACKED_LEN - 1, slots_by_parity())?;
    let mut elements = LargeTable::zeroed_in_huge_pages(ELEMENTS).ok_or_else(|| refused::<u32>(ELEMENTS))?;
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
