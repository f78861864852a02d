//! A network ready for look-up.

use reversi_bitboard::__internal::LargeTable;

use super::{HEADS, HIDDEN, Head, Network, head_len, ply};
use crate::WeightsError;
use crate::memory::{collect, refused, with_room};
use crate::pattern::{CONSTANT_SLOT, Shape, mirrored_configurations, swapped_configurations};
use crate::quadrants::{COUNTS, SET_SLOTS, SETS, set_slot};
use crate::weights::{Elements, STRIDE, TABLE_LEN};

/// The rows of plies of one parity, of `W` numbers each: an element for each value of each lane. The
/// elements after the first [`STRIDE`] belong to the other parity or are unused.
pub(crate) type RowTable<const W: usize> = [[i8; W]; TABLE_LEN];

/// The rows of the quadrants, by the numbers of [`Quadrants`](crate::Quadrants).
#[derive(Clone, Copy)]
pub(crate) struct QuadrantTable<'a, const W: usize> {
    pub(crate) counts: &'a [[i8; W]; COUNTS],
    /// The mover's moves, and the opponent's.
    pub(crate) moves: &'a [[[i8; W]; SETS]; 2],
}

/// A [`Head`] in the order of the kernels, for rows of `W` numbers. `FOURS` is the number of groups of four
/// inputs.
#[repr(C, align(64))]
pub(crate) struct Layers<const W: usize, const FOURS: usize> {
    pub(crate) bias: [i16; W],
    /// In groups of four inputs, each group with all outputs.
    pub(crate) hidden: [[[i8; 4]; HIDDEN]; FOURS],
    pub(crate) hidden_bias: [i32; HIDDEN],
    pub(crate) output: [i16; HIDDEN],
    /// The weights of the sums, and those of their squares.
    pub(crate) direct: [[i16; W]; 2],
    pub(crate) constant: i32,
}

impl<const W: usize, const FOURS: usize> Layers<W, FOURS> {
    const INPUTS: usize = {
        assert!(2 * W == 4 * FOURS);
        2 * W
    };

    /// Decodes layers from the bytes of a head in a file.
    pub(crate) fn decode(mut bytes: &[u8]) -> Layers<W, FOURS> {
        let mut take = |len: usize| {
            let (taken, rest) = bytes.split_at(len);
            bytes = rest;
            taken
        };
        fn shorts<const N: usize>(bytes: &[u8]) -> [i16; N] {
            std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
        }
        let int = |bytes: &[u8]| i32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let bias = shorts(take(2 * W));
        let hidden = take(Self::INPUTS * HIDDEN);
        let weight = |h: usize, i: usize| hidden[Self::INPUTS * h + i] as i8;
        let group = |group| std::array::from_fn(|h| std::array::from_fn(|i| weight(h, 4 * group + i)));
        let hidden_bias = take(4 * HIDDEN);
        Layers {
            bias,
            hidden: std::array::from_fn(group),
            hidden_bias: std::array::from_fn(|h| int(&hidden_bias[4 * h..][..4])),
            output: shorts(take(2 * HIDDEN)),
            direct: [shorts(take(2 * W)), shorts(take(2 * W))],
            constant: int(take(4)),
        }
    }

    /// The head that they were made of.
    pub(crate) fn head(&self) -> Result<Head, WeightsError> {
        let weight = |i: usize| self.hidden[i % Self::INPUTS / 4][i / Self::INPUTS][i % 4];
        Ok(Head {
            bias: collect(W, self.bias.into_iter())?,
            hidden: collect(HIDDEN * Self::INPUTS, (0..HIDDEN * Self::INPUTS).map(weight))?,
            hidden_bias: self.hidden_bias,
            output: self.output,
            direct: collect(Self::INPUTS, self.direct.into_iter().flatten())?,
            constant: self.constant,
        })
    }
}

/// Something that differs in its type by the width of the rows.
#[derive(Clone, Copy)]
pub(crate) enum ByWidth<A, B, C, D> {
    Of8(A),
    Of16(B),
    Of32(C),
    Of64(D),
}

/// Runs a block on the content of a [`ByWidth`], whatever its width.
macro_rules! any_width {
    ($value:expr, $content:ident => $block:expr) => {
        match $value {
            $crate::network::ByWidth::Of8($content) => $block,
            $crate::network::ByWidth::Of16($content) => $block,
            $crate::network::ByWidth::Of32($content) => $block,
            $crate::network::ByWidth::Of64($content) => $block,
        }
    };
    // The block becomes a content of the same width.
    (same $value:expr, $content:ident => $block:expr) => {
        match $value {
            $crate::network::ByWidth::Of8($content) => $crate::network::ByWidth::Of8($block),
            $crate::network::ByWidth::Of16($content) => $crate::network::ByWidth::Of16($block),
            $crate::network::ByWidth::Of32($content) => $crate::network::ByWidth::Of32($block),
            $crate::network::ByWidth::Of64($content) => $crate::network::ByWidth::Of64($block),
        }
    };
}
pub(crate) use any_width;

/// Runs a block for rows of some width, with the width and the number of groups of four inputs as constants.
macro_rules! with_width {
    ($width:expr, |$W:ident, $FOURS:ident| $block:expr) => {
        match $width {
            8 => $crate::network::with_width!(@of 8, $W, $FOURS, $block),
            16 => $crate::network::with_width!(@of 16, $W, $FOURS, $block),
            32 => $crate::network::with_width!(@of 32, $W, $FOURS, $block),
            _ => $crate::network::with_width!(@of 64, $W, $FOURS, $block),
        }
    };
    (@of $width:literal, $W:ident, $FOURS:ident, $block:expr) => {{
        const $W: usize = $width;
        #[allow(dead_code, reason = "not every block needs it")]
        const $FOURS: usize = $W / 2;
        $block
    }};
}
pub(crate) use with_width;

/// Rows for both parities, because the sides swap digits from ply to ply, and the heads.
pub(crate) struct Wide<const W: usize, const FOURS: usize> {
    rows: Elements<i8>,           // W * EXPANDED_ROWS
    heads: Vec<Layers<W, FOURS>>, // HEADS
}

/// A network ready for look-up: 5 MB for a width of 8.
pub(crate) type Expanded = ByWidth<Wide<8, 4>, Wide<16, 8>, Wide<32, 16>, Wide<64, 32>>;

/// The rows of patterns at plies of both parities.
const PATTERN_ROWS: usize = STRIDE + TABLE_LEN;
/// All rows: those of the quadrants follow those of the patterns.
pub(crate) const EXPANDED_ROWS: usize = PATTERN_ROWS + COUNTS + 2 * SETS;

impl Expanded {
    pub(crate) fn new(network: &Network) -> Result<Expanded, WeightsError> {
        let rows = Elements::Owned(with_width!(network.width(), |W, FOURS| expand::<W>(network))?);
        let mut heads = with_room(HEADS * head_len(network.width()))?;
        network.heads().iter().for_each(|head| head.encode(&mut heads));
        Expanded::of_parts(network.width(), rows, &heads)
    }

    /// Rows that are in order already, and their heads as in a file.
    pub(crate) fn of_parts(width: usize, rows: Elements<i8>, heads: &[u8]) -> Result<Expanded, WeightsError> {
        Ok(match width {
            8 => ByWidth::Of8(Wide::of_parts(rows, heads)?),
            16 => ByWidth::Of16(Wide::of_parts(rows, heads)?),
            32 => ByWidth::Of32(Wide::of_parts(rows, heads)?),
            _ => ByWidth::Of64(Wide::of_parts(rows, heads)?),
        })
    }

    pub(crate) fn tables(&self) -> NetworkTables<'_> {
        any_width!(same self, network => network.tables())
    }
}

/// All rows as they are looked up.
fn expand<const W: usize>(network: &Network) -> Result<LargeTable<i8>, WeightsError> {
    let len = W * EXPANDED_ROWS;
    let mut rows = LargeTable::<i8>::zeroed(len).ok_or_else(|| refused::<i8>(len))?;
    let (patterns, quadrants) = rows.as_chunks_mut::<W>().0.split_at_mut(PATTERN_ROWS);
    let (even, odd) = patterns.split_at_mut(STRIDE);
    // The first row belongs to the constant and the last to the unused lane: both stay zero.
    let (of_patterns, of_quadrants) = network.rows.as_chunks::<W>().0.split_at(CONSTANT_SLOT);
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

impl<const W: usize, const FOURS: usize> Wide<W, FOURS> {
    fn of_parts(rows: Elements<i8>, heads: &[u8]) -> Result<Wide<W, FOURS>, WeightsError> {
        let layers = heads.chunks_exact(heads.len() / HEADS).map(Layers::decode);
        Ok(Wide { rows, heads: collect(HEADS, layers)? })
    }

    fn tables(&self) -> WideTables<'_, W, FOURS> {
        WideTables { rows: self.rows.get(W * EXPANDED_ROWS), heads: &self.heads }
    }
}

/// A network at all plies.
pub(crate) type NetworkTables<'a> =
    ByWidth<WideTables<'a, 8, 4>, WideTables<'a, 16, 8>, WideTables<'a, 32, 16>, WideTables<'a, 64, 32>>;

#[derive(Clone, Copy)]
pub(crate) struct WideTables<'a, const W: usize, const FOURS: usize> {
    pub(crate) rows: &'a [i8],                // W * EXPANDED_ROWS
    pub(crate) heads: &'a [Layers<W, FOURS>], // HEADS
}

impl<'a> NetworkTables<'a> {
    /// The table for boards with `empties` empty squares.
    #[inline(always)]
    pub(crate) fn at(self, empties: u32) -> NetworkTable<'a> {
        NetworkTable(any_width!(same self, tables => tables.at(empties)))
    }
}

impl<'a, const W: usize, const FOURS: usize> WideTables<'a, W, FOURS> {
    #[inline(always)]
    fn at(self, empties: u32) -> WideTable<'a, W, FOURS> {
        let start = if empties.is_multiple_of(2) { 0 } else { STRIDE };
        let heads: &[Layers<W, FOURS>; HEADS] = self.heads.try_into().expect("a head for each ply");
        let (patterns, quadrants) = self.rows.as_chunks().0.split_at(PATTERN_ROWS);
        let (counts, moves) = quadrants.split_first_chunk().expect("the rows of quadrants follow");
        WideTable {
            rows: patterns[start..].first_chunk().expect("the second table is padded"),
            quadrants: QuadrantTable {
                counts,
                moves: moves.as_chunks().0.first_chunk().expect("tables of both sides"),
            },
            layers: &heads[ply(empties)],
        }
    }
}

/// A network at one ply, the operand of [`EvalPrimitives::network`](crate::kernel::EvalPrimitives::network).
#[derive(Clone, Copy)]
pub struct NetworkTable<'a>(pub(crate) AnyTable<'a>);

pub(crate) type AnyTable<'a> =
    ByWidth<WideTable<'a, 8, 4>, WideTable<'a, 16, 8>, WideTable<'a, 32, 16>, WideTable<'a, 64, 32>>;

/// A network of one width at one ply.
#[derive(Clone, Copy)]
pub(crate) struct WideTable<'a, const W: usize, const FOURS: usize> {
    pub(crate) rows: &'a RowTable<W>,
    pub(crate) quadrants: QuadrantTable<'a, W>,
    pub(crate) layers: &'a Layers<W, FOURS>,
}

impl std::fmt::Debug for NetworkTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NetworkTable").finish_non_exhaustive()
    }
}
