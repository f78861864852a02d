use reversi_bitboard::__internal::LargeTable;

use super::head::{HEADS, head_len, ply};
use super::layers::Layers;
use super::network::Network;
use super::widths::{LayersByPly, TableByWidth, any_width};
use crate::features::{COUNTS, SETS, STRIDE, TABLE_LEN, for_sets_by_slot};
use crate::file::memory::{refused, with_room};
use crate::file::{Elements, WeightsError};
use crate::pattern::{Shape, mirrored_configurations, swapped_configurations};

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
        let width = network.width();
        let mut heads = with_room(HEADS * head_len(width))?;
        network.heads().iter().for_each(|head| head.encode(&mut heads));
        let layers = LayersByPly::decode(width, &heads)?;
        let mut table = zeroed_rows(width)?;
        any_width!(LayersByPly, &layers, layers => expand_all(&network.rows, layers, &mut table));
        Ok(Expanded { rows: Elements::Owned(table), layers })
    }

    /// Returns the number of numbers in a row.
    pub(crate) fn width(&self) -> usize {
        any_width!(LayersByPly, &self.layers, layers => layers[0].bias.len())
    }

    pub(crate) fn tables(&self) -> NetworkTables<'_> {
        NetworkTables { rows: self.rows.get(self.width() * EXPANDED_ROWS), layers: &self.layers }
    }
}

/// Allocates the rows of a network, as zeros.
pub(super) fn zeroed_rows(width: usize) -> Result<LargeTable<i8>, WeightsError> {
    let len = width * EXPANDED_ROWS;
    LargeTable::zeroed_in_huge_pages(len).ok_or_else(|| refused::<i8>(len))
}

/// Expands all rows, of the same width as the layers.
fn expand_all<const W: usize>(from: &[i8], _: &[Layers<W>; HEADS], to: &mut [i8]) {
    let mut rows = from.as_chunks::<W>().0.iter();
    expand(|row| *row = *rows.next().expect("a row for each slot"), to);
}

/// Expands rows for look-up into a table of zeros. `next` writes one row after the other, in the order of
/// their slots.
pub(super) fn expand<const W: usize>(mut next: impl FnMut(&mut [i8; W]), to: &mut [i8]) {
    let (patterns, quadrants) = to.as_chunks_mut::<W>().0.split_at_mut(PATTERN_ROWS);
    let (even, odd) = patterns.split_at_mut(STRIDE);
    // The first row belongs to the constant and the last to the unused lane: both stay zero.
    for shape in Shape::ALL {
        let of_shape = shape.unpacked_offset() + 1..;
        let (even, odd) = (&mut even[of_shape.clone()], &mut odd[of_shape]);
        mirrored_configurations(shape).enumerate().for_each(|(i, mirrored)| {
            if mirrored < i {
                even[i] = even[mirrored];
            } else {
                next(&mut even[i]);
            }
        });
        swapped_configurations(shape).enumerate().for_each(|(i, swapped)| odd[i] = even[swapped]);
    }
    let (counts, moves) = quadrants.split_at_mut(COUNTS);
    counts.iter_mut().for_each(&mut next);
    for moves in moves.chunks_exact_mut(SETS) {
        for_sets_by_slot(|set, mirrored| {
            next(&mut moves[set]);
            moves[mirrored] = moves[set];
        });
    }
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
