use reversi_bitboard::Board;

use super::head::{HEADS, Head, ply};
use super::rows::{ROWS, slots};
use super::widths::{MAX_WIDTH, WIDTHS};
use crate::evaluator::Evaluator;
use crate::file::{MAX_PROVENANCE, WeightsError};

/// A network as it is stored and exchanged. To evaluate boards, convert it to
/// [`Weights`](crate::weights::Weights).
///
/// ```
/// use reversi_engine::weights::network::{HEADS, Head, Network, ROWS};
/// use reversi_engine::{Board, Weights};
/// use reversi_engine::weights::Evaluator;
///
/// let mut heads = vec![Head::zero(16); HEADS];
/// heads[0].constant = 512 * 128; // a disc for having the move at the start of the game
/// let network = Network::new(vec![0; 16 * ROWS], heads, "made up")?;
/// assert_eq!((network.width(), network.evaluate(&Board::START)), (16, 1.0));
/// assert_eq!(Weights::from_network(&network)?.evaluate(&Board::START), 1.0);
/// # Ok::<(), reversi_engine::weights::WeightsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Network {
    width: usize,
    pub(super) rows: Vec<i8>,
    heads: Vec<Head>,
    provenance: String,
}

impl Network {
    /// Makes a network with these [`ROWS`], one after the other, and a head for each ply. The heads determine
    /// its width. The provenance states the origin of the numbers and is stored with them.
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
        } else if provenance.len() > MAX_PROVENANCE {
            "a provenance of up to 2000 bytes"
        } else {
            return Ok(Network { width, rows, heads, provenance });
        };
        Err(WeightsError::invalid(0, expected))
    }

    /// Returns the number of numbers in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the [`ROWS`].
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[i8]> {
        self.rows.chunks_exact(self.width)
    }

    /// Returns the heads of all plies.
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// Returns the origin of the network.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Returns the same network with another provenance.
    ///
    /// # Errors
    /// The provenance is too long.
    pub fn with_provenance(self, provenance: impl Into<String>) -> Result<Network, WeightsError> {
        Network::new(self.rows, self.heads, provenance)
    }
}

/// A slow reference implementation, written from the definition.
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

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("provenance", &self.provenance).finish_non_exhaustive()
    }
}
