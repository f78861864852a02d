use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use reversi_bitboard::Board;
use reversi_bitboard::cpu::forks;

use super::weights::{Shared, Weights, WeightsData};
use crate::file::WeightsError;
use crate::network;

/// A network that is part of the program, with rows of `W` numbers.
pub(crate) struct Embedded<const W: usize> {
    file: &'static [u8],
    unpacked: Unpacked,
}

#[cfg(feature = "embedded")]
static NETWORK: Embedded<32> = Embedded::new(include_bytes!("network.weights"));
#[cfg(feature = "embedded-small")]
static SMALL: Embedded<8> = Embedded::new(include_bytes!("small.weights"));

/// The number of numbers in a row of the most accurate network.
const BEST: usize = if cfg!(feature = "embedded") { 32 } else { 8 };

impl Embedded<BEST> {
    /// Returns the most accurate network.
    #[inline]
    pub(crate) fn best() -> Option<&'static Embedded<BEST>> {
        #[cfg(feature = "embedded")]
        return Some(&NETWORK);
        #[cfg(all(feature = "embedded-small", not(feature = "embedded")))]
        return Some(&SMALL);
        #[cfg(not(feature = "embedded-small"))]
        None
    }
}

impl<const W: usize> Embedded<W> {
    #[cfg(feature = "embedded-small")]
    const fn new(file: &'static [u8]) -> Embedded<W> {
        Embedded { file, unpacked: Unpacked::new() }
    }

    /// Returns its weights. The first call reserves their memory, the first use unpacks them.
    pub(crate) fn weights(&'static self) -> Result<Weights, WeightsError> {
        self.data().map(|data| Weights(Shared::Static(data)))
    }

    fn data(&'static self) -> Result<&'static WeightsData, WeightsError> {
        self.unpacked.get_or_try(|| WeightsData::of_valid_network::<W>(self.file))
    }

    /// Returns whether these are its weights.
    #[cfg(feature = "embedded")]
    fn is(&'static self, weights: &Weights) -> bool {
        matches!((&weights.0, self.unpacked.data.get()), (Shared::Static(a), Some(b)) if std::ptr::eq(*a, b))
    }

    /// Evaluates a board without memory: the rows of each board are unpacked anew.
    pub(crate) fn evaluate_128(&self, board: &Board) -> i32 {
        network::evaluate_file::<W>(self.file, board)
    }
}

impl Weights {
    /// Returns the network that is part of the crate by default, with the feature `embedded`. Its memory is
    /// reserved at the first call, and it is unpacked at the first use, once per process.
    ///
    /// ```
    /// use reversi_engine::{Board, Weights};
    /// use reversi_engine::weights::Evaluator;
    ///
    /// let value = Weights::embedded()?.evaluate(&Board::START);
    /// assert!(value.abs() < 10.0);
    /// # Ok::<(), reversi_engine::weights::WeightsError>(())
    /// ```
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](crate::file::WeightsErrorKind::Memory). The next call tries again.
    #[cfg(feature = "embedded")]
    pub fn embedded() -> Result<Weights, WeightsError> {
        NETWORK.weights()
    }

    /// Returns the small network that is part of the crate with the feature `embedded-small`, which
    /// `embedded` includes. It is less accurate than `Weights::embedded`, has a quarter of its size, and
    /// takes 5 MB in memory instead of 21 MB. It is unpacked at the first use, once per process.
    ///
    /// ```
    /// use reversi_engine::{Board, Weights};
    /// use reversi_engine::weights::Evaluator;
    ///
    /// let value = Weights::small()?.evaluate(&Board::START);
    /// assert!(value.abs() < 10.0);
    /// # Ok::<(), reversi_engine::weights::WeightsError>(())
    /// ```
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](crate::file::WeightsErrorKind::Memory). The next call tries again.
    #[cfg(feature = "embedded-small")]
    pub fn small() -> Result<Weights, WeightsError> {
        SMALL.weights()
    }

    /// Returns the pattern weights that are part of the crate with the feature `embedded`. They are less
    /// accurate than the network.
    ///
    /// ```
    /// use reversi_engine::{Board, Weights};
    /// use reversi_engine::weights::Evaluator;
    ///
    /// let value = Weights::embedded_patterns()?.evaluate(&Board::START);
    /// assert!(value.abs() < 10.0);
    /// # Ok::<(), reversi_engine::weights::WeightsError>(())
    /// ```
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](crate::file::WeightsErrorKind::Memory). The next call tries again.
    #[cfg(feature = "embedded")]
    pub fn embedded_patterns() -> Result<Weights, WeightsError> {
        use super::patterns::PatternWeights;

        static UNPACKED: Unpacked = Unpacked::new();
        let file = include_bytes!("patterns.weights");
        let unpack = || WeightsData::of_patterns(&PatternWeights::from_bytes(file)?);
        UNPACKED.get_or_try(unpack).map(|data| Weights(Shared::Static(data)))
    }

    /// Returns the weights that order the moves of an exact search: `Weights::small` for the embedded
    /// network, and otherwise these weights.
    ///
    /// Such a search needs as many values as it has nodes with thirteen empties and more. The large network
    /// is worth its cost at the root, but near the leaves its 21 MB do not fit the cache.
    ///
    /// ```
    /// use reversi_engine::{Board, Weights};
    /// use reversi_engine::weights::Evaluator;
    ///
    /// let patterns = Weights::embedded_patterns()?;
    /// assert_eq!(patterns.for_endgame()?.evaluate(&Board::START), patterns.evaluate(&Board::START));
    /// # Ok::<(), reversi_engine::weights::WeightsError>(())
    /// ```
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](crate::file::WeightsErrorKind::Memory). The next call tries again.
    pub fn for_endgame(&self) -> Result<Weights, WeightsError> {
        #[cfg(feature = "embedded")]
        if NETWORK.is(self) {
            return SMALL.weights();
        }
        Ok(self.clone())
    }

    /// Returns the best weights that are part of the program: the network with the feature `embedded`,
    /// otherwise the small one with `embedded-small`, otherwise `None`. They are the default evaluation of an
    /// engine. They are unpacked at the first use, once per process.
    ///
    /// ```
    /// use reversi_engine::Weights;
    ///
    /// match Weights::best_embedded()? {
    ///     Some(weights) => println!("{}", weights.provenance()),
    ///     None => println!("bring weights, or use `Classical`"),
    /// }
    /// # Ok::<(), reversi_engine::weights::WeightsError>(())
    /// ```
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](crate::file::WeightsErrorKind::Memory). The next call tries again.
    #[inline] // calls a function of this crate: a copy of what unpacks would be in each crate that calls it
    pub fn best_embedded() -> Result<Option<Weights>, WeightsError> {
        #[cfg(feature = "embedded")]
        return Weights::embedded().map(Some);
        #[cfg(all(feature = "embedded-small", not(feature = "embedded")))]
        return Weights::small().map(Some);
        #[cfg(not(feature = "embedded-small"))]
        Ok(None)
    }
}

/// Weights that are made once. If their memory is refused, the next call tries again.
struct Unpacked {
    data: OnceLock<WeightsData>,
    /// Held by the thread that unpacks. The others wait.
    unpacking: Mutex<()>,
    /// The process whose threads wait: its `forks` plus one. In a child process the lock may be held by a
    /// thread that does not exist there, so the threads of a child do not wait.
    process: AtomicU32,
}

impl Unpacked {
    #[cfg(any(feature = "embedded", feature = "embedded-small", test))]
    const fn new() -> Unpacked {
        Unpacked { data: OnceLock::new(), unpacking: Mutex::new(()), process: AtomicU32::new(0) }
    }

    fn get_or_try(
        &'static self,
        unpack: impl FnOnce() -> Result<WeightsData, WeightsError>,
    ) -> Result<&'static WeightsData, WeightsError> {
        if let Some(data) = self.data.get() {
            return Ok(data);
        }
        let here = forks() + 1;
        let first = self.process.compare_exchange(0, here, Ordering::Relaxed, Ordering::Relaxed);
        let may_wait = first.map_or_else(|process| process == here, |_| true);
        let _unpacking = may_wait.then(|| self.unpacking.lock().unwrap_or_else(PoisonError::into_inner));
        match self.data.get() {
            Some(data) => Ok(data),
            None => {
                let data = unpack()?;
                Ok(self.data.get_or_init(|| data))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Evaluator;
    use crate::file::{WeightsErrorKind, memory};
    use crate::network::Network;
    use crate::pattern::PACKED_LEN;
    use crate::weights::PatternWeights;

    /// Embedded weights are unpacked without the checks of other files.
    #[test]
    fn embedded_files_are_valid_networks_of_the_current_version() {
        fn check<const W: usize>(file: &'static [u8]) {
            let network = Network::from_bytes(file).unwrap();
            assert_eq!(network.width(), W);
            let mut written = Vec::new();
            network.write(&mut written).unwrap();
            assert!(written == file, "{}", network.provenance());
            let [read, unpacked] =
                [WeightsData::of_network(&network), WeightsData::of_valid_network::<W>(file)];
            let [read, unpacked] = [read, unpacked].map(|data| Weights::counted(data.unwrap()));
            let tables = [&read, &unpacked].map(|weights| {
                let mut tables = Vec::new();
                weights.write_tables(&mut tables).unwrap();
                tables
            });
            assert!(tables[0] == tables[1], "{}", network.provenance());
        }
        check::<32>(include_bytes!("network.weights"));
        check::<8>(include_bytes!("small.weights"));
    }

    #[cfg(feature = "embedded")]
    #[test]
    fn exact_searches_with_the_embedded_network_take_the_small_one_and_others_their_own() {
        let board = reversi_testkit::reached(&mut reversi_testkit::Rng::with_seed(2), 20);
        let endgame = |weights: &Weights| weights.for_endgame().unwrap().evaluate_128(&board);
        let (embedded, small) = (Weights::embedded().unwrap(), Weights::small().unwrap());
        assert_ne!(embedded.evaluate_128(&board), small.evaluate_128(&board));
        assert_eq!(endgame(&embedded), small.evaluate_128(&board));
        assert_eq!(endgame(&small), small.evaluate_128(&board));
        assert_eq!(endgame(&Weights::read(NETWORK.file).unwrap()), embedded.evaluate_128(&board));
    }

    /// Simulates a child of a process in which another thread unpacks them.
    #[test]
    fn a_forked_process_waits_for_no_weights() {
        static UNPACKED: Unpacked = Unpacked::new();
        let patterns = PatternWeights::new(vec![30], vec![128; PACKED_LEN], "").unwrap();
        let of_another_thread = UNPACKED.unpacking.lock().unwrap();
        UNPACKED.process.store(forks() + 2, Ordering::Relaxed);
        let [first, second] = [(); 2].map(|()| UNPACKED.get_or_try(|| WeightsData::of_patterns(&patterns)));
        assert!(std::ptr::eq(first.unwrap(), second.unwrap()));
        drop(of_another_thread);
    }

    #[test]
    fn weights_that_were_refused_are_unpacked_by_the_next_call() {
        static UNPACKED: Unpacked = Unpacked::new();
        let patterns = PatternWeights::new(vec![30], vec![128; PACKED_LEN], "").unwrap();
        if cfg!(panic = "unwind") {
            let panic = std::panic::catch_unwind(|| UNPACKED.get_or_try(|| panic!("on purpose")));
            assert!(panic.is_err());
        }
        let error = UNPACKED.get_or_try(|| Err(memory::refused::<u8>(7))).map(drop).unwrap_err();
        assert!(matches!(error.kind, WeightsErrorKind::Memory { bytes: 7 }));
        let data = UNPACKED.get_or_try(|| WeightsData::of_patterns(&patterns)).unwrap();
        assert_eq!(Weights(Shared::Static(data)).evaluate(&Board::START), 47.0);
        let again = UNPACKED.get_or_try(|| unreachable!("they are unpacked"));
        assert!(std::ptr::eq(again.unwrap(), data));
    }
}
