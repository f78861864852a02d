use std::sync::{Mutex, OnceLock, PoisonError};

use reversi_bitboard::Board;

use super::{PatternWeights, Shared, Weights, WeightsData, WeightsError};
use crate::Evaluator;
use crate::network::{self, Network};

static NETWORK_FILE: &[u8] = include_bytes!("network.weights");

impl Weights {
    /// The network embedded in this crate. It is unpacked at the first call, once per process.
    ///
    /// ```
    /// use reversi_engine::{Board, Evaluator, Weights};
    ///
    /// let value = Weights::embedded()?.evaluate(&Board::START);
    /// assert!(value.abs() < 10.0);
    /// # Ok::<(), reversi_engine::WeightsError>(())
    /// ```
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](super::WeightsErrorKind::Memory). The next call tries again.
    pub fn embedded() -> Result<Weights, WeightsError> {
        static UNPACKED: Unpacked = Unpacked::new();
        UNPACKED.get_or_try(|| WeightsData::of_network(&Network::from_bytes(NETWORK_FILE)?))
    }

    /// The pattern weights embedded in this crate: faster and less accurate than the network.
    ///
    /// ```
    /// use reversi_engine::{Board, Evaluator, Weights};
    ///
    /// let value = Weights::embedded_patterns()?.evaluate(&Board::START);
    /// assert!(value.abs() < 10.0);
    /// # Ok::<(), reversi_engine::WeightsError>(())
    /// ```
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](super::WeightsErrorKind::Memory). The next call tries again.
    pub fn embedded_patterns() -> Result<Weights, WeightsError> {
        static UNPACKED: Unpacked = Unpacked::new();
        let file = include_bytes!("patterns.weights");
        UNPACKED.get_or_try(|| WeightsData::of_patterns(&PatternWeights::from_bytes(file)?))
    }
}

/// Weights that are unpacked once, unless their memory is refused: then the next call tries again.
struct Unpacked {
    data: OnceLock<WeightsData>,
    /// One thread unpacks, the others wait.
    unpacking: Mutex<()>,
}

impl Unpacked {
    const fn new() -> Unpacked {
        Unpacked { data: OnceLock::new(), unpacking: Mutex::new(()) }
    }

    fn get_or_try(
        &'static self,
        unpack: impl FnOnce() -> Result<WeightsData, WeightsError>,
    ) -> Result<Weights, WeightsError> {
        let _unpacking = match self.data.get() {
            Some(data) => return Ok(Weights(Shared::Static(data))),
            None => self.unpacking.lock().unwrap_or_else(PoisonError::into_inner),
        };
        let data = match self.data.get() {
            Some(data) => data,
            None => {
                let data = unpack()?;
                self.data.get_or_init(|| data)
            }
        };
        Ok(Weights(Shared::Static(data)))
    }
}

/// The value of a board by the embedded network, in discs, from the side to move; the final score if the game
/// is over. An estimate stays within -63 to 63: it never claims a wipe-out.
///
/// The first call unpacks the network, which takes some milliseconds. Where it gets no memory for that, each
/// call takes about a millisecond, and the value is the same.
///
/// ```
/// use reversi_engine::{Board, Square, evaluate};
///
/// let value = evaluate(&Board::START.play(Square::F5));
/// assert!(value.abs() < 10.0);
/// ```
pub fn evaluate(board: &Board) -> f32 {
    match Weights::embedded() {
        Ok(weights) => weights.evaluate(board),
        Err(_) => WithoutMemory.evaluate(board),
    }
}

/// The embedded network, whose rows are picked out of its file for each board.
struct WithoutMemory;

impl Evaluator for WithoutMemory {
    fn evaluate_128(&self, board: &Board) -> i32 {
        network::evaluate_file(NETWORK_FILE, board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WeightsErrorKind;

    #[test]
    fn without_memory_a_board_has_the_same_value() {
        let weights = Weights::embedded().unwrap();
        let rng = &mut reversi_testkit::Rng::with_seed(1);
        for empties in 1..=60 {
            let board = reversi_testkit::reached(rng, empties);
            assert_eq!(WithoutMemory.evaluate(&board), weights.evaluate(&board), "{board}");
        }
    }

    #[test]
    fn weights_that_were_refused_are_unpacked_by_the_next_call() {
        static UNPACKED: Unpacked = Unpacked::new();
        let patterns = PatternWeights::new(vec![30], vec![128; crate::pattern::PACKED_LEN], "").unwrap();
        if cfg!(panic = "unwind") {
            let panic = std::panic::catch_unwind(|| UNPACKED.get_or_try(|| panic!("on purpose")));
            assert!(panic.is_err());
        }
        let error = UNPACKED.get_or_try(|| Err(crate::memory::refused::<u8>(7))).unwrap_err();
        assert!(matches!(error.kind, WeightsErrorKind::Memory { bytes: 7 }));
        let weights = UNPACKED.get_or_try(|| WeightsData::of_patterns(&patterns)).unwrap();
        assert_eq!(weights.evaluate(&Board::START), 47.0);
        let again = UNPACKED.get_or_try(|| unreachable!("they are unpacked"));
        assert_eq!(again.unwrap().evaluate(&Board::START), 47.0);
    }
}
