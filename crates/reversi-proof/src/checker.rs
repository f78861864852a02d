//! The interface of the checker.

use reversi_bitboard::Position;

use crate::{Claim, Library, ProofError, check};

/// Checks a proof on one thread: see [`Checker`]. Only the result counts, not the claim in the head of the
/// file.
///
/// ```
/// use reversi_engine::proof::{Claim, verify};
///
/// // Black plays h8 and has all discs but one.
/// let file = b"reversi-proof 1 6aba3c47
/// board XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXO- X
/// score at-least 62
/// leaves 8
/// positions 0
/// ";
/// let verified = verify(file)?;
/// assert_eq!(verified.claim(), Claim::AtLeast(62));
/// # Ok::<(), reversi_engine::proof::ProofError>(())
/// ```
///
/// # Errors
/// [`ProofError`] if the file proves nothing.
pub fn verify(file: &[u8]) -> Result<Verified, ProofError> {
    Checker::new().verify(file)
}

/// The result of a check. Only a check makes one, and nothing changes it: a [`Library`] relies on that.
///
/// ```compile_fail,E0616
/// # let file = std::fs::read("a.proof")?;
/// let mut verified = reversi_engine::proof::verify(&file)?;
/// verified.claim = reversi_engine::proof::Claim::Exactly(64); // a private field
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Verified {
    pub(crate) position: Position,
    pub(crate) claim: Claim,
    pub(crate) leaf_empties: u32,
    pub(crate) positions: u64,
    pub(crate) leaves: u64,
}

impl Verified {
    /// Returns the position.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Returns the proven claim about the score of the position, seen by the side to move.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// Returns the number of empty squares of the positions that the checker has searched, or looked up. The
    /// positions may have fewer.
    pub fn leaf_empties(&self) -> u32 {
        self.leaf_empties
    }

    /// Returns the number of positions with more empty squares than [`leaf_empties`](Self::leaf_empties).
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the number of positions that the checker has searched or looked up. A position that it met
    /// again much later counts again.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }
}

/// Options of a check.
///
/// ```no_run
/// use reversi_engine::proof::Checker;
///
/// let verified = Checker::new().threads(4).verify(&std::fs::read("ffo-40.proof")?)?;
/// println!("{}: {}", verified.position(), verified.claim());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Checker {
    pub(crate) threads: usize,
    pub(crate) positions: u64,
}

impl Checker {
    /// Makes a checker with one thread and a limit of 2^26 positions.
    pub fn new() -> Checker {
        Checker { threads: 1, positions: 1 << 26 }
    }

    /// Sets the number of threads that search the leaves, 1 or more.
    pub fn threads(mut self, threads: usize) -> Checker {
        self.threads = threads.max(1);
        self
    }

    /// Sets the maximum number of positions of a proof, whatever its size. A checker takes about 100 bytes of
    /// memory for each position of the widest level: some gigabytes for a proof of 2^26.
    pub fn positions(mut self, positions: u64) -> Checker {
        self.positions = positions;
        self
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// [`ProofError`] if the file proves nothing.
    pub fn verify(&self, file: &[u8]) -> Result<Verified, ProofError> {
        self.verify_with(file, &Library::new())
    }

    /// Checks a proof, which may rest on others: see [`Library`].
    ///
    /// # Errors
    /// [`ProofError`] if the file proves nothing.
    pub fn verify_with(&self, file: &[u8], library: &Library) -> Result<Verified, ProofError> {
        check::check(self, file, library)
    }
}

impl Default for Checker {
    fn default() -> Checker {
        Checker::new()
    }
}
