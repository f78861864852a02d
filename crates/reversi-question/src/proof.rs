//! Proofs in answers.

use std::time::Duration;

use reversi_bitboard::Position;
use reversi_fields::{Kind, answer, names};

use crate::base64::Base64;

names! {
    /// The claim of a proof about the score of the side to move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ClaimName as CLAIMS {
        /// The score is this or more.
        AtLeast = "at-least",
        /// The score is this or less.
        AtMost = "at-most",
        /// The score is this.
        Exactly = "exactly",
    }
}

answer! {
    /// A proof made by an engine.
    ///
    /// ```
    /// use reversi_engine::proof::verify;
    /// use reversi_engine::{Ask, Engine, ProveOptions, Question, Reply};
    ///
    /// let position = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
    /// let question = Question::new(position, Ask::Prove(ProveOptions::default()));
    /// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
    /// let Reply::Proof(proof) = answer.reply else { unreachable!() };
    /// assert_eq!((proof.claim.name(), proof.score), ("exactly", 2));
    /// assert_eq!(verify(&proof.file.0)?.position, position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct MadeProof as MADE_PROOF: "A proof made by an engine." {
        /// The claim about the score of the side to move.
        pub claim: ClaimName as "claim": Kind::Names("ClaimName", CLAIMS);
        /// The score in the claim.
        pub score: i32 as "score": Kind::Score;
        /// A checker searches positions with at most this number of empty squares.
        pub leaf_empties: u32 as "leaf_empties": Kind::Whole { least: 0, most: 10 };
        /// The positions of the proof with more empty squares than that.
        pub positions: u64 as "positions": Kind::COUNTER;
        /// The file, in base64.
        pub file: Base64 as "file": Kind::Text;
        /// The nodes searched.
        pub nodes: u64 as "nodes": Kind::COUNTER;
        /// The wall-clock time of the call.
        pub elapsed: Duration as "seconds": Kind::Seconds, serde(with = "reversi_fields::seconds");
    }
}

answer! {
    /// The result of a checked proof.
    ///
    /// ```
    /// use reversi_engine::{Ask, Base64, Engine, Question, Reply, VerifyOptions};
    ///
    /// // Black plays h8 and has all discs but one.
    /// let file = b"reversi-proof 1 6aba3c47
    /// board XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXO- X
    /// score at-least 62
    /// leaves 8
    /// positions 0
    /// ";
    /// let question = Question::to_verify(VerifyOptions { proof: Base64(file.to_vec()), positions: None });
    /// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
    /// let Reply::Verified(checked) = answer.reply else { unreachable!() };
    /// assert_eq!((checked.claim.name(), checked.score, checked.leaves), ("at-least", 62, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct CheckedProof as CHECKED_PROOF: "The result of a checked proof." {
        /// The position of the proof.
        pub position: Position as "position": Kind::Position;
        /// The proven claim about the score of its side to move.
        pub claim: ClaimName as "claim": Kind::Names("ClaimName", CLAIMS);
        /// The score in the claim.
        pub score: i32 as "score": Kind::Score;
        /// The checker has searched positions with at most this number of empty squares.
        pub leaf_empties: u32 as "leaf_empties": Kind::Whole { least: 0, most: 10 };
        /// The positions of the proof with more empty squares than that.
        pub positions: u64 as "positions": Kind::COUNTER;
        /// The positions that the checker has searched.
        pub leaves: u64 as "leaves": Kind::COUNTER;
    }
}

#[cfg(feature = "serde")]
impl MadeProof {
    pub(crate) fn checked(self) -> Result<MadeProof, &'static str> {
        if_possible(self.score, self.leaf_empties).map(|()| self)
    }
}

#[cfg(feature = "serde")]
impl CheckedProof {
    pub(crate) fn checked(self) -> Result<CheckedProof, &'static str> {
        if_possible(self.score, self.leaf_empties).map(|()| self)
    }
}

/// Refuses numbers that no proof has.
#[cfg(feature = "serde")]
fn if_possible(score: i32, leaf_empties: u32) -> Result<(), &'static str> {
    match (score, leaf_empties) {
        (-64..=64, 0..=10) => Ok(()),
        (-64..=64, _) => Err("leaf_empties must be 0 to 10"),
        _ => Err("score must be -64 to 64"),
    }
}

#[cfg(feature = "proof")]
mod asked {
    //! Questions for proofs are answered by the engine and by the checker.

    use std::ops::ControlFlow;

    use reversi_bitboard::Position;
    use reversi_proof::{Checker, Claim, Verified};
    use reversi_search::instant::Instant;
    use reversi_search::{Engine, Progress};

    use crate::answer::Reply;
    use crate::base64::Base64;
    use crate::proof::{CheckedProof, ClaimName, MadeProof};
    use crate::proof_options::{ProveOptions, VerifyOptions};
    use crate::question::QuestionError;

    impl From<Claim> for ClaimName {
        fn from(claim: Claim) -> ClaimName {
            match claim {
                Claim::AtLeast(_) => ClaimName::AtLeast,
                Claim::AtMost(_) => ClaimName::AtMost,
                Claim::Exactly(_) => ClaimName::Exactly,
            }
        }
    }

    impl ProveOptions {
        /// Returns the proof, or the bounds that were proven when a limit was reached.
        pub(crate) fn reply(
            &self,
            engine: &mut Engine,
            position: Position,
            callback: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
        ) -> Result<Reply, QuestionError> {
            let (start, leaf_empties) = (Instant::now(), self.leaf_empties());
            Ok(match engine.prove_watched(&position.board, self.request()?, callback) {
                Ok((proof, nodes)) => Reply::Proof(MadeProof {
                    claim: proof.claim().into(),
                    score: proof.claim().score(),
                    leaf_empties,
                    positions: proof.positions(),
                    file: Base64(proof.with_side(position.side).to_bytes()),
                    nodes,
                    elapsed: start.elapsed(),
                }),
                Err(error) => Reply::Interrupted(error.into_interrupted(start.elapsed())?),
            })
        }
    }

    impl VerifyOptions {
        /// Checks the proof.
        ///
        /// # Errors
        /// [`QuestionError`] if the proof is not valid.
        pub(crate) fn verify(&self) -> Result<CheckedProof, QuestionError> {
            let checker = Checker::new();
            let checker = self.positions.into_iter().fold(checker, Checker::positions);
            Ok(checker.verify(&self.proof.0)?.into())
        }
    }

    impl From<Verified> for CheckedProof {
        fn from(verified: Verified) -> CheckedProof {
            CheckedProof {
                position: verified.position,
                claim: verified.claim.into(),
                score: verified.claim.score(),
                leaf_empties: verified.leaf_empties,
                positions: verified.positions,
                leaves: verified.leaves,
            }
        }
    }
}
