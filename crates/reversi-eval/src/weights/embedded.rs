use std::sync::{Mutex, OnceLock, PoisonError};

use super::patterns::PatternWeights;
use super::weights::{Shared, Weights, WeightsData};
use crate::file::WeightsError;
use crate::network::Network;

pub(crate) static NETWORK_FILE: &[u8] = include_bytes!("network.weights");

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
    /// [`WeightsErrorKind::Memory`](crate::file::WeightsErrorKind::Memory). The next call tries again.
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
    /// [`WeightsErrorKind::Memory`](crate::file::WeightsErrorKind::Memory). The next call tries again.
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

#[cfg(test)]
mod tests {
    use reversi_bitboard::Board;

    use super::*;
    use crate::evaluator::Evaluator;
    use crate::file::{WeightsErrorKind, memory};
    use crate::pattern::PACKED_LEN;

    #[test]
    fn weights_that_were_refused_are_unpacked_by_the_next_call() {
        static UNPACKED: Unpacked = Unpacked::new();
        let patterns = PatternWeights::new(vec![30], vec![128; PACKED_LEN], "").unwrap();
        if cfg!(panic = "unwind") {
            let panic = std::panic::catch_unwind(|| UNPACKED.get_or_try(|| panic!("on purpose")));
            assert!(panic.is_err());
        }
        let error = UNPACKED.get_or_try(|| Err(memory::refused::<u8>(7))).unwrap_err();
        assert!(matches!(error.kind, WeightsErrorKind::Memory { bytes: 7 }));
        let weights = UNPACKED.get_or_try(|| WeightsData::of_patterns(&patterns)).unwrap();
        assert_eq!(weights.evaluate(&Board::START), 47.0);
        let again = UNPACKED.get_or_try(|| unreachable!("they are unpacked"));
        assert_eq!(again.unwrap().evaluate(&Board::START), 47.0);
    }
}
