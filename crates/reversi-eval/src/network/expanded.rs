//! A network ready for look-up.

use reversi_bitboard::__internal::LargeTable;

use super::{HEADS, HIDDEN, Head, INPUTS, Network, WIDTH, ply};
use crate::WeightsError;
use crate::memory::{collect, refused};
use crate::pattern::{Shape, mirrored_configurations, swapped_configurations};
use crate::weights::{Elements, STRIDE, TABLE_LEN};

/// The row of one configuration.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct Row(pub(crate) [i8; WIDTH]);

// SAFETY: zeros are a row.
unsafe impl bytemuck::Zeroable for Row {}
// SAFETY: any bytes are a row, and there is no padding, as the assertion below shows.
unsafe impl bytemuck::Pod for Row {}
const _: () = assert!(size_of::<Row>() == WIDTH);

/// The rows of plies of one parity: an element for each value of each lane. The elements after the first
/// [`STRIDE`] belong to the other parity or are unused.
pub(crate) type RowTable = [Row; TABLE_LEN];

/// A [`Head`] in the order of the kernels.
#[repr(C, align(64))]
pub(crate) struct Layers {
    pub(crate) bias: [i16; WIDTH],
    /// In groups of four inputs, each group with all outputs.
    pub(crate) hidden: [[[i8; 4]; HIDDEN]; INPUTS / 4],
    pub(crate) hidden_bias: [i32; HIDDEN],
    pub(crate) output: [i16; HIDDEN],
    pub(crate) direct: [i16; INPUTS],
    pub(crate) constant: i32,
}

impl Layers {
    fn new(head: &Head) -> Layers {
        let group =
            |group: usize| std::array::from_fn(|h| std::array::from_fn(|i| head.hidden[h][4 * group + i]));
        Layers {
            bias: head.bias,
            hidden: std::array::from_fn(group),
            hidden_bias: head.hidden_bias,
            output: head.output,
            direct: head.direct,
            constant: head.constant,
        }
    }

    /// The head that they were made of.
    pub(crate) fn head(&self) -> Head {
        let weight = |h: usize, i: usize| self.hidden[i / 4][h][i % 4];
        Head {
            bias: self.bias,
            hidden: std::array::from_fn(|h| std::array::from_fn(|i| weight(h, i))),
            hidden_bias: self.hidden_bias,
            output: self.output,
            direct: self.direct,
            constant: self.constant,
        }
    }
}

/// Rows for both parities, because the sides swap digits from ply to ply, and the heads: about 8 MB.
pub(crate) struct Expanded {
    rows: Elements<Row>, // ROWS
    heads: Vec<Layers>,  // HEADS
}

/// The rows of both parities.
pub(crate) const ROWS: usize = STRIDE + TABLE_LEN;

impl Expanded {
    pub(crate) fn new(network: &Network) -> Result<Expanded, WeightsError> {
        let mut rows = LargeTable::<Row>::zeroed(ROWS).ok_or_else(|| refused::<Row>(ROWS))?;
        let (even, odd) = rows.split_at_mut(STRIDE);
        // The first row belongs to the constant and the last to the unused lane: both stay zero.
        let mut from = network.rows.iter();
        for shape in Shape::ALL {
            let of_shape = shape.unpacked_offset() + 1..;
            let (even, odd) = (&mut even[of_shape.clone()], &mut odd[of_shape]);
            mirrored_configurations(shape).enumerate().for_each(|(i, mirrored)| {
                even[i] = if mirrored < i { even[mirrored] } else { Row(*from.next().expect("all slots")) };
            });
            swapped_configurations(shape).enumerate().for_each(|(i, swapped)| odd[i] = even[swapped]);
        }
        Expanded::of_parts(Elements::Owned(rows), network.heads.iter())
    }

    /// Rows that are in order already, and their heads.
    pub(crate) fn of_parts<'a>(
        rows: Elements<Row>,
        heads: impl Iterator<Item = &'a Head>,
    ) -> Result<Expanded, WeightsError> {
        Ok(Expanded { rows, heads: collect(HEADS, heads.map(Layers::new))? })
    }

    pub(crate) fn tables(&self) -> NetworkTables<'_> {
        NetworkTables { rows: self.rows.get(ROWS), heads: &self.heads }
    }
}

/// A network at all plies.
#[derive(Clone, Copy)]
pub(crate) struct NetworkTables<'a> {
    pub(crate) rows: &'a [Row],     // ROWS
    pub(crate) heads: &'a [Layers], // HEADS
}

impl<'a> NetworkTables<'a> {
    /// The table for boards with `empties` empty squares.
    #[inline(always)]
    pub(crate) fn at(self, empties: u32) -> NetworkTable<'a> {
        let start = if empties.is_multiple_of(2) { 0 } else { STRIDE };
        let heads: &[Layers; HEADS] = self.heads.try_into().expect("a head for each ply");
        NetworkTable {
            rows: self.rows[start..].first_chunk().expect("the second table is padded"),
            layers: &heads[ply(empties)],
        }
    }
}

/// A network at one ply, the operand of [`EvalPrimitives::network`](crate::kernel::EvalPrimitives::network).
#[derive(Clone, Copy)]
pub struct NetworkTable<'a> {
    pub(crate) rows: &'a RowTable,
    pub(crate) layers: &'a Layers,
}

impl std::fmt::Debug for NetworkTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NetworkTable").finish_non_exhaustive()
    }
}
