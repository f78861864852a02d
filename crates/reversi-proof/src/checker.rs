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
/// assert_eq!(verified.claim, Claim::AtLeast(62));
/// # Ok::<(), reversi_engine::proof::ProofError>(())
/// ```
///
/// # Errors
/// [`ProofError`] if the file proves nothing.
pub fn verify(file: &[u8]) -> Result<Verified, ProofError> {
    Checker::new().verify(file)
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Verified {
    /// The position.
    pub position: Position,
    /// The proven claim about its score, seen by the side to move.
    pub claim: Claim,
    /// The checker has searched, or looked up, the positions with this number of empty squares.
    pub leaf_empties: u32,
    /// The number of positions with more empty squares than [`leaf_empties`](Self::leaf_empties).
    pub positions: u64,
    /// The number of positions that the checker has searched or looked up. A position that it met again much
    /// later counts again.
    pub leaves: u64,
}

/// Options of a check.
///
/// ```no_run
/// use reversi_engine::proof::Checker;
///
/// let verified = Checker::new().threads(4).verify(&std::fs::read("ffo-40.proof")?)?;
/// println!("{}: {}", verified.position, verified.claim);
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
