use reversi_bitboard::__internal::LargeTable;

use super::head::{HEADS, head_len, ply};
use super::layers::Layers;
use super::network::Network;
use super::widths::{LayersByPly, TableByWidth, any_width};
use crate::features::{COUNTS, SET_SLOTS, SETS, STRIDE, TABLE_LEN, set_slot};
use crate::file::memory::{refused, with_room};
use crate::file::{Elements, WeightsError};
use crate::pattern::{CONSTANT_SLOT, Shape, mirrored_configurations, swapped_configurations};

/// A network ready for look-up: 5 MB for a width of 8. It has rows for both parities, because the sides swap
/// digits from ply to ply.
pub(crate) struct Expanded {
    pub(crate) rows: Elements<i8>, // width * EXPANDED_ROWS
    pub(crate) layers: LayersByPly,
}

/// The number of rows of patterns at plies of both parities.
const PATTERN_ROWS: usize = STRIDE + TABLE_LEN;
/// The number of all rows: the rows of the patterns, then the rows of the quadrants.
pub(crate) const EXPANDED_ROWS: usize = PATTERN_ROWS + COUNTS + 2 * SETS;

impl Expanded {
    pub(crate) fn new(network: &Network) -> Result<Expanded, WeightsError> {
        let mut heads = with_room(HEADS * head_len(network.width()))?;
        network.heads().iter().for_each(|head| head.encode(&mut heads));
        Expanded::of(network.width(), &network.rows, &heads)
    }

    /// Makes tables from all rows, and the heads as encoded in a file. It is inlined: the code of other
    /// widths is left out where the width is known.
    #[inline(always)]
    pub(super) fn of(width: usize, rows: &[i8], heads: &[u8]) -> Result<Expanded, WeightsError> {
        let layers = LayersByPly::decode(width, heads)?;
        let rows = any_width!(LayersByPly, &layers, layers => expand(rows, layers)?);
        Ok(Expanded { rows: Elements::Owned(rows), layers })
    }

    /// Returns the number of numbers in a row.
    pub(crate) fn width(&self) -> usize {
        any_width!(LayersByPly, &self.layers, layers => layers[0].bias.len())
    }

    pub(crate) fn tables(&self) -> NetworkTables<'_> {
        NetworkTables { rows: self.rows.get(self.width() * EXPANDED_ROWS), layers: &self.layers }
    }
}

/// Expands all rows for look-up, of the same width as the layers.
fn expand<const W: usize>(from: &[i8], _: &[Layers<W>; HEADS]) -> Result<LargeTable<i8>, WeightsError> {
    let len = W * EXPANDED_ROWS;
    let mut rows = LargeTable::<i8>::zeroed(len).ok_or_else(|| refused::<i8>(len))?;
    let (patterns, quadrants) = rows.as_chunks_mut::<W>().0.split_at_mut(PATTERN_ROWS);
    let (even, odd) = patterns.split_at_mut(STRIDE);
    // The first row belongs to the constant and the last to the unused lane: both stay zero.
    let (of_patterns, of_quadrants) = from.as_chunks::<W>().0.split_at(CONSTANT_SLOT);
    let mut from = of_patterns.iter();
    for shape in Shape::ALL {
        let of_shape = shape.unpacked_offset() + 1..;
        let (even, odd) = (&mut even[of_shape.clone()], &mut odd[of_shape]);
        mirrored_configurations(shape).enumerate().for_each(|(i, mirrored)| {
            let mut row = || from.next().expect("a row for each slot");
            even[i] = if mirrored < i { even[mirrored] } else { *row() };
        });
        swapped_configurations(shape).enumerate().for_each(|(i, swapped)| odd[i] = even[swapped]);
    }
    let (counts, moves) = quadrants.split_at_mut(COUNTS);
    let (from, of_moves) = of_quadrants.split_at(COUNTS);
    counts.copy_from_slice(from);
    for (moves, from) in moves.chunks_exact_mut(SETS).zip(of_moves.chunks_exact(SET_SLOTS)) {
        moves.iter_mut().enumerate().for_each(|(set, to)| *to = from[set_slot(set)]);
    }
    Ok(rows)
}

/// A network at all plies.
#[derive(Clone, Copy)]
pub(crate) struct NetworkTables<'a> {
    pub(crate) rows: &'a [i8], // width * EXPANDED_ROWS
    pub(crate) layers: &'a LayersByPly,
}

impl<'a> NetworkTables<'a> {
    #[inline(always)]
    pub(super) fn of_width<const W: usize>(
        self,
        layers: &'a [Layers<W>; HEADS],
        empties: u32,
    ) -> TableOfWidth<'a, W> {
        let start = if empties.is_multiple_of(2) { 0 } else { STRIDE };
        let (patterns, quadrants) = self.rows.as_chunks().0.split_at(PATTERN_ROWS);
        let (counts, moves) = quadrants.split_first_chunk().expect("the rows of quadrants follow");
        TableOfWidth {
            rows: patterns[start..].first_chunk().expect("the second table is padded"),
            quadrants: QuadrantTable {
                counts,
                moves: moves.as_chunks().0.first_chunk().expect("tables of both sides"),
            },
            layers: &layers[ply(empties)],
        }
    }
}

/// A network at one ply, the operand of [`EvalPrimitives::network`](crate::kernel::EvalPrimitives::network).
#[derive(Clone, Copy)]
pub struct NetworkTable<'a>(pub(crate) TableByWidth<'a>);

/// A network of one width at one ply.
#[derive(Clone, Copy)]
pub(crate) struct TableOfWidth<'a, const W: usize> {
    pub(crate) rows: &'a RowTable<W>,
    pub(crate) quadrants: QuadrantTable<'a, W>,
    pub(crate) layers: &'a Layers<W>,
}

/// The rows of plies of one parity, of `W` numbers each: an element for each value of each lane. The
/// elements after the first [`STRIDE`] belong to the other parity or are unused.
pub(crate) type RowTable<const W: usize> = [[i8; W]; TABLE_LEN];

/// The rows of the quadrants, by the numbers of [`Quadrants`](crate::features::Quadrants).
#[derive(Clone, Copy)]
pub(crate) struct QuadrantTable<'a, const W: usize> {
    pub(crate) counts: &'a [[i8; W]; COUNTS],
    /// The mover's moves, and the opponent's.
    pub(crate) moves: &'a [[[i8; W]; SETS]; 2],
}

impl std::fmt::Debug for NetworkTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NetworkTable").finish_non_exhaustive()
    }
}
