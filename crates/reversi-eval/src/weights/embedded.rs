use std::sync::LazyLock;

use super::{PatternWeights, Weights};
use crate::network::Network;

static NETWORK: LazyLock<Weights> =
    LazyLock::new(|| Weights::from_network(&good(Network::from_bytes(include_bytes!("network.weights")))));

static PATTERNS: LazyLock<Weights> =
    LazyLock::new(|| Weights::new(&good(PatternWeights::from_bytes(include_bytes!("patterns.weights")))));

/// Unwraps embedded weights, which the tests have read.
fn good<T>(read: Result<T, crate::WeightsError>) -> T {
    read.unwrap_or_else(|error| panic!("the weights embedded in this crate cannot be read: {error}"))
}

impl Weights {
    /// The network embedded in this crate. It is unpacked at the first call, once per process.
    ///
    /// ```
    /// use reversi_engine::{Board, Evaluator, Weights};
    ///
    /// let value = Weights::embedded().evaluate(&Board::START);
    /// assert!(value.abs() < 10);
    /// ```
    pub fn embedded() -> Weights {
        NETWORK.clone()
    }

    /// The pattern weights embedded in this crate: faster and less accurate than the network.
    ///
    /// ```
    /// use reversi_engine::{Board, Evaluator, Weights};
    ///
    /// let value = Weights::embedded_patterns().evaluate(&Board::START);
    /// assert!(value.abs() < 10);
    /// ```
    pub fn embedded_patterns() -> Weights {
        PATTERNS.clone()
    }
}
