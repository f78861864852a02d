//! Verified claims, for proofs that rest on others.

use std::collections::BTreeMap;

use crate::check::rules::Discs;
use crate::{Claim, ProofError, ProofErrorKind, Verified};

/// Verified claims, for proofs with open leaves.
///
/// An open proof is the trunk of a large one: its leaves have many empty squares and a proof each, made on
/// other days or other machines. Together they prove the claim of the trunk.
///
/// ```
/// use reversi_engine::Engine;
/// use reversi_engine::proof::{Checker, Claim, Library, ProveRequest, verify};
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// let trunk = engine.prove(&board, ProveRequest::exact().open_at(12))?;
///
/// let mut library = Library::new();
/// for &(board, claim) in trunk.open() {
///     let shard = engine.prove(&board, ProveRequest::claim(claim))?.to_bytes();
///     library.add(&verify(&shard)?);
/// }
/// assert!(verify(&trunk.to_bytes()).is_err()); // alone it proves nothing
/// let verified = Checker::new().verify_with(&trunk.to_bytes(), &library)?;
/// assert_eq!(verified.claim(), Claim::Exactly(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The bounds of the score of the side to move, by canonical image.
    bounds: BTreeMap<Discs, (i32, i32)>,
}

impl Library {
    /// Makes a library without claims.
    pub fn new() -> Library {
        Library::default()
    }

    /// Adds the result of a check.
    pub fn add(&mut self, verified: &Verified) {
        let canonical = Discs::of(&verified.position.board).canonical();
        let (lower, upper) = verified.claim.bounds();
        let known = self.bounds.entry(canonical).or_insert((-64, 64));
        *known = (known.0.max(lower), known.1.min(upper));
    }

    /// Checks that we score `least` on all leaves of a strategy. The leaves are canonical images.
    pub(crate) fn prove_all(&self, leaves: &[(bool, Discs)], least: i32) -> Result<(), ProofError> {
        for &(we_move, discs) in leaves {
            let (lower, upper) = self.bounds.get(&discs).copied().unwrap_or((-64, 64));
            let (claim, is_proven) = match we_move {
                true => (Claim::AtLeast(least), least <= lower),
                false => (Claim::AtMost(-least), upper <= -least),
            };
            if !is_proven {
                return Err(ProofErrorKind::Open { claim, board: discs.board() }.into());
            }
        }
        Ok(())
    }
}
