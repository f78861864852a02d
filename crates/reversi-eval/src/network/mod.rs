//! A small neural network on top of the patterns and of the moves of both sides.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`Network`]: rows and heads |
//! | `format.rs` | its file format |
//! | `packed.rs` | rows of few bits in that file |
//! | `expanded.rs` | its rows and heads, laid out for look-up |
//!
//! Each slot of [`pattern`] has a row of numbers instead of one weight, the same row at all plies. The moves
//! in each quadrant have three more: one for the numbers of empty squares and of moves, one for the squares
//! that the mover can move to, and one for those of the opponent. A network has a *width*, the number of
//! numbers in a row: one of [`WIDTHS`]. The rows of a board's 58 [`PLACES`] are added up, and the sum passes
//! through two small layers, the [`Head`] of the ply. In a sum of weights, the contribution of a pattern
//! does not depend on the rest of the board. Here the patterns interact.
//!
//! All numbers are small integers, so that every CPU computes the same value, bit for bit. With rows of w
//! numbers:
//!
//! ```text
//! sum[i]    = head.bias[i] + rows of the 58 places [i]
//! input[i]  = clamp(sum[i] / 2, 0, 127)        for i < w
//! input[i]  = input[i - w]² / 128              for i >= w
//! hidden[h] = clamp((head.hidden_bias[h] + sum over i of head.hidden[h][i] input[i]) / 64, 0, 127)
//! value     = (head.constant + sum of head.output[h] hidden[h] + sum of head.direct[i] input[i]) / 512
//! ```
//!
//! For each of the corners A1, H1, A8 and H8, the squares of its quadrant are numbered from the corner: its
//! rank and the three next to it, four squares each. With the rows of the patterns before them, the rows are
//!
//! ```text
//! counts    64 min(empty squares, 15) + 8 min(moves of the mover, 7) + min(moves of the opponent, 7)
//! moves     2080 d + h (h + 1) / 2 + l
//! ```
//!
//! where d are the bits of the squares 0, 5, 10 and 15, and h and l the greater and the smaller one of the
//! bits of 1, 2, 3, 6, 7, 11 and of 4, 8, 12, 9, 13, 14, the first of each list in the highest bit.
//!
//! Divisions round down. The value is in 1/128 disc, seen from the side to move. Related: NNUE (Y. Nasu,
//! 2018), where the first layer is a sum of rows too.

mod expanded;
mod format;
mod packed;

#[allow(unused_imports, reason = "the kernels of some architectures use it")]
pub(crate) use expanded::ByWidth;
pub use expanded::NetworkTable;
pub(crate) use expanded::{EXPANDED_ROWS, Expanded, Layers, NetworkTables, WideTable, any_width, with_width};
pub(crate) use format::{MAGIC, Sizes, evaluate_file, head_len, read_body};
use reversi_bitboard::Board;

use crate::pattern::{self, CONSTANT_SLOT, Shape};
use crate::quadrants::{self, COUNTS, QUADRANTS, SET_SLOTS};
use crate::{Evaluator, WeightsError};

/// The widths that a network may have.
pub const WIDTHS: [usize; 4] = [8, 16, 32, 64];
/// The greatest width.
pub(crate) const MAX_WIDTH: usize = 64;
/// Outputs of the first layer.
pub const HIDDEN: usize = 16;
/// Heads of a network: one for each ply.
pub const HEADS: usize = 61;

/// The rows of a network: one for each slot of the patterns except the constant, then those of the
/// quadrants.
pub const ROWS: usize = CONSTANT_SLOT + COUNTS + 2 * SET_SLOTS;
/// The number of rows that are added up for a board.
pub const PLACES: usize = pattern::PLACES + 3 * QUADRANTS;
/// No sum leaves 16 bits.
const _: () = assert!((1 << 14) + 128 * PLACES <= i16::MAX as usize);

/// Rows that some places share: those of a [`Shape`], or one place in each quadrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowGroup {
    /// The number of rows.
    pub rows: usize,
    /// The number of places.
    pub places: usize,
}

/// All groups, in the order of their rows and places: the shapes, the counts of the quadrants, the mover's
/// moves, and the opponent's.
///
/// ```
/// use reversi_engine::network::{PLACES, ROW_GROUPS, ROWS};
///
/// assert_eq!(ROW_GROUPS.iter().map(|group| group.rows).sum::<usize>(), ROWS);
/// assert_eq!(ROW_GROUPS.iter().map(|group| group.places).sum::<usize>(), PLACES);
/// ```
pub const ROW_GROUPS: [RowGroup; Shape::COUNT + 3] = {
    let mut groups = [RowGroup { rows: SET_SLOTS, places: QUADRANTS }; Shape::COUNT + 3];
    let mut i = 0;
    while i < Shape::COUNT {
        groups[i] = RowGroup { rows: Shape::ALL[i].slots(), places: Shape::ALL[i].places() };
        i += 1;
    }
    groups[Shape::COUNT].rows = COUNTS;
    groups
};

/// The rows of a board that are added up.
///
/// ```
/// use reversi_engine::{Board, Symmetry, network};
///
/// let sorted = |board| {
///     let mut slots = network::slots(&board);
///     slots.sort();
///     slots
/// };
/// let board = Board::START.play("f5".parse()?);
/// assert_eq!(sorted(board), sorted(Symmetry::TRANSPOSE.board(board)));
/// # Ok::<(), reversi_engine::notation::ParseSquareError>(())
/// ```
pub fn slots(board: &Board) -> [u32; PLACES] {
    let (patterns, quadrants) = (pattern::packed_slots(*board), quadrants::slots(board));
    std::array::from_fn(|place| match place.checked_sub(pattern::PLACES) {
        None => patterns[place],
        Some(place) => (CONSTANT_SLOT + quadrants[place]) as u32,
    })
}

/// The upper limit of the activations of both layers.
pub(crate) const ONE: i16 = 127;
pub(crate) const SUM_SHIFT: u32 = 1;
pub(crate) const SQUARE_SHIFT: u32 = 7;
pub(crate) const HIDDEN_SHIFT: u32 = 6;
pub(crate) const VALUE_SHIFT: u32 = 9;

/// The layers of one ply: all parameters except the rows.
///
/// ```
/// use reversi_engine::network::{HIDDEN, Head};
///
/// let head = Head { constant: 512 * 128, ..Head::zero(16) }; // one disc for every board
/// assert_eq!((head.output, head.direct.len()), ([0; HIDDEN], 32));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Head {
    /// The initial values of the sums of the rows, -16384 ..= 16384: one for each number of a row.
    pub bias: Vec<i16>,
    /// The weights of the first layer: for each output, the weights of the inputs, twice as many as numbers
    /// in a row.
    pub hidden: Vec<i8>,
    /// The initial values of the sums of the first layer, at most 2²⁴ in magnitude.
    pub hidden_bias: [i32; HIDDEN],
    /// The weights of the second layer for the outputs of the first layer.
    pub output: [i16; HIDDEN],
    /// The weights of the second layer for the inputs of the first layer.
    pub direct: Vec<i16>,
    /// The initial value of the sum of the second layer, at most 2²⁴ in magnitude.
    pub constant: i32,
}

/// A network as it is stored and exchanged. To evaluate boards, convert it to [`Weights`](crate::Weights).
///
/// ```
/// use reversi_engine::network::{HEADS, Head, Network, ROWS};
/// use reversi_engine::{Board, Evaluator, Weights};
///
/// let mut heads = vec![Head::zero(16); HEADS];
/// heads[0].constant = 512 * 128; // a disc for having the move at the start of the game
/// let network = Network::new(vec![0; 16 * ROWS], heads, "made up")?;
/// assert_eq!((network.width(), network.evaluate(&Board::START)), (16, 1.0));
/// assert_eq!(Weights::from_network(&network)?.evaluate(&Board::START), 1.0);
/// # Ok::<(), reversi_engine::WeightsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Network {
    width: usize,
    rows: Vec<i8>,
    heads: Vec<Head>,
    provenance: String,
}

impl Network {
    /// A network with these [`ROWS`], one after the other, and a head for each ply. The heads tell its
    /// width. The provenance states the origin of the numbers and is stored with them.
    ///
    /// # Errors
    /// The width is not one of [`WIDTHS`], the number of rows or heads is wrong, the heads differ in their
    /// width, a number exceeds its limits, or the provenance is too long.
    pub fn new(
        rows: Vec<i8>,
        heads: Vec<Head>,
        provenance: impl Into<String>,
    ) -> Result<Network, WeightsError> {
        let provenance = provenance.into();
        let width = heads.first().map_or(0, |head| head.bias.len());
        let expected = if heads.len() != HEADS {
            "61 heads"
        } else if !WIDTHS.contains(&width) {
            "rows of 8, 16, 32 or 64 numbers"
        } else if rows.len() != width * ROWS {
            "181947 rows"
        } else if !heads.iter().all(|head| head.is_of_width(width)) {
            "heads of the same width"
        } else if !heads.iter().all(Head::is_limited) {
            "biases within their limits"
        } else if provenance.len() > crate::PatternWeights::MAX_PROVENANCE {
            "a provenance of up to 2000 bytes"
        } else {
            return Ok(Network { width, rows, heads, provenance });
        };
        Err(WeightsError::invalid(0, expected))
    }

    /// The number of numbers in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The [`ROWS`].
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[i8]> {
        self.rows.chunks_exact(self.width)
    }

    /// The heads of all plies.
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// The origin of the network.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The same network with another provenance.
    ///
    /// # Errors
    /// The provenance is too long.
    pub fn with_provenance(self, provenance: impl Into<String>) -> Result<Network, WeightsError> {
        Network::new(self.rows, self.heads, provenance)
    }
}

/// The slow reference implementation, written from the definition.
impl Evaluator for Network {
    fn evaluate_128(&self, board: &Board) -> i32 {
        let mut sums = [0; MAX_WIDTH];
        for slot in slots(board) {
            let row = &self.rows[self.width * slot as usize..][..self.width];
            sums.iter_mut().zip(row).for_each(|(sum, &number)| *sum += i32::from(number));
        }
        self.heads[ply(board.empties().len())].value(&sums)
    }
}

impl Head {
    /// A head of zeros for rows of this width.
    pub fn zero(width: usize) -> Head {
        Head {
            bias: vec![0; width],
            hidden: vec![0; HIDDEN * 2 * width],
            hidden_bias: [0; HIDDEN],
            output: [0; HIDDEN],
            direct: vec![0; 2 * width],
            constant: 0,
        }
    }

    /// Whether all parts fit rows of this width.
    fn is_of_width(&self, width: usize) -> bool {
        self.bias.len() == width && self.direct.len() == 2 * width && self.hidden.len() == HIDDEN * 2 * width
    }

    /// Whether the biases are within their limits.
    pub(crate) fn is_limited(&self) -> bool {
        self.bias.iter().all(|bias| bias.unsigned_abs() <= 1 << 14)
            && self.hidden_bias.iter().chain([&self.constant]).all(|bias| bias.unsigned_abs() <= 1 << 24)
    }

    /// The value for the sums of the rows.
    fn value(&self, rows: &[i32; MAX_WIDTH]) -> i32 {
        let (head, width) = (self, self.bias.len());
        let limited = |value: i32| value.clamp(0, ONE.into());
        let mut input = [0; 2 * MAX_WIDTH];
        for i in 0..width {
            input[i] = limited((i32::from(head.bias[i]) + rows[i]) >> SUM_SHIFT);
            input[width + i] = (input[i] * input[i]) >> SQUARE_SHIFT;
        }
        let mut value = head.constant;
        for h in 0..HIDDEN {
            let weights = &head.hidden[h * 2 * width..][..2 * width];
            let products = weights.iter().zip(input).map(|(&weight, input)| i32::from(weight) * input);
            let hidden = limited((head.hidden_bias[h] + products.sum::<i32>()) >> HIDDEN_SHIFT);
            value += i32::from(head.output[h]) * hidden;
        }
        value += head.direct.iter().zip(input).map(|(&weight, input)| i32::from(weight) * input).sum::<i32>();
        value >> VALUE_SHIFT
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("provenance", &self.provenance).finish_non_exhaustive()
    }
}

/// The ply of a board with `empties` empty squares, 0 for more than 60.
#[inline(always)]
fn ply(empties: u32) -> usize {
    60 - empties.min(60) as usize
}
