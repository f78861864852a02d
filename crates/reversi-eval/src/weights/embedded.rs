use std::sync::LazyLock;

use super::{PackedWeights, Weights};

static EMBEDDED: LazyLock<Weights> = LazyLock::new(|| {
    match PackedWeights::from_bytes(include_bytes!("embedded.bin")) {
        Ok(packed) => Weights::new(&packed),
        Err(error) => panic!("the weights inside of this crate cannot be read: {error}"), // a test reads them
    }
});

impl Weights {
    /// The weights inside of this crate, unpacked at the first call: one copy for the whole process.
    ///
    /// ```
    /// use reversi_bitboard::Board;
    /// use reversi_eval::{Evaluator, Weights};
    ///
    /// let value = Weights::embedded().evaluate(&Board::START);
    /// assert!(value.abs() < 10);
    /// ```
    pub fn embedded() -> Weights {
        EMBEDDED.clone()
    }
}
