//! Proofs in questions and answers.

use std::time::Duration;

use reversi_bitboard::Position;
use reversi_fields::{Kind, answer, names, surface};
use reversi_search::Limits;
use reversi_search::surface::LIMITS;

use crate::base64::Base64;

surface! {
    /// The claim of a proof to make.
    ///
    /// ```
    /// use reversi_engine::question::ProveOptions;
    ///
    /// let mut wins = ProveOptions::default();
    /// wins.at_least = Some(2);
    /// assert_eq!(wins.leaf_empties, None); // 8
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct ProveOptions as PROVE:
        "The claim to prove, by default the exact score, and the limits.",
        not ("at_least", "at_most"), not ("at_least", "exactly"), not ("at_most", "exactly")
    {
        /// The side to move scores this or more.
        pub at_least: Option<i32> as "at_least": Kind::Whole { least: -64, most: 64 }, or "none";
        /// The side to move scores this or less.
        pub at_most: Option<i32> as "at_most": Kind::Whole { least: -64, most: 64 }, or "none";
        /// The side to move scores this.
        pub exactly: Option<i32> as "exactly": Kind::Whole { least: -64, most: 64 }, or "the score";
        /// A checker searches positions with at most this number of empty squares. The fewer, the larger the
        /// proof.
        pub leaf_empties: Option<u32> as "leaf_empties": Kind::Whole { least: 0, most: 10 }, or "8";
        /// The limits of the call.
        pub limits: Limits as "limits": Kind::Object(&LIMITS), or "none";
    }
}

surface! {
    /// A proof to check.
    ///
    /// ```
    /// use reversi_engine::question::VerifyOptions;
    ///
    /// let mut options = VerifyOptions::new(b"reversi-proof 1 ...");
    /// options.positions = Some(1000);
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct VerifyOptions as VERIFY: "The proof to check." {
        /// The file, in base64.
        pub proof: Base64 as "proof": Kind::Text;
        /// The maximum number of positions of the proof. The widest level takes about 100 bytes for each.
        pub positions: Option<u64> as "positions": Kind::COUNTER, or "67108864";
    }
}

impl VerifyOptions {
    /// Asks whether this file is a proof.
    pub fn new(file: impl Into<Vec<u8>>) -> VerifyOptions {
        VerifyOptions { proof: Base64(file.into()), positions: None }
    }
}

names! {
    /// The claim of a proof about the score of the side to move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
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
    /// use reversi_engine::Engine;
    /// use reversi_engine::question::{Ask, ProveOptions, Question, Reply};
    ///
    /// let position = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
    /// let question = Question::new(position, Ask::Prove(ProveOptions::default()));
    /// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
    /// let Reply::Proof(proof) = answer.reply else { unreachable!() };
    /// assert_eq!((proof.claim.name(), proof.score), ("exactly", 2));
    /// assert_eq!(verify(&proof.file.0)?.position(), position);
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
    /// use reversi_engine::Engine;
    /// use reversi_engine::question::{Question, Reply, VerifyOptions};
    ///
    /// // Black plays h8 and has all discs but one.
    /// let file = b"reversi-proof 1 6aba3c47
    /// board XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXO- X
    /// score at-least 62
    /// leaves 8
    /// positions 0
    /// ";
    /// let question = Question::to_verify(VerifyOptions::new(file));
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
    use reversi_fields::Fields as _;
    use reversi_proof::{Checker, Claim, Verified};
    use reversi_search::instant::Instant;
    use reversi_search::{Engine, Progress, ProveRequest};

    use crate::base64::Base64;
    use crate::proof::{CheckedProof, ClaimName, MadeProof, ProveOptions, VerifyOptions};
    use crate::question::QuestionError;
    use crate::reply::Reply;

    impl From<Claim> for ClaimName {
        fn from(claim: Claim) -> ClaimName {
            ClaimName::of_name(claim.bound()).expect("each bound of a claim is a name")
        }
    }

    impl ProveOptions {
        /// The number of empty squares of the leaves.
        pub(crate) fn leaf_empties(&self) -> u32 {
            self.leaf_empties.unwrap_or(ProveRequest::LEAF_EMPTIES)
        }

        /// Makes the request of the options.
        ///
        /// # Errors
        /// [`QuestionError`](crate::QuestionError) for a value that is out of its range, and for two claims.
        pub fn request(&self) -> Result<ProveRequest, QuestionError> {
            self.check()?;
            let at_least = self.at_least.map(Claim::AtLeast);
            let claim = at_least.or(self.at_most.map(Claim::AtMost)).or(self.exactly.map(Claim::Exactly));
            let request = claim.map_or(ProveRequest::exact(), ProveRequest::claim);
            Ok(request.leaf_empties(self.leaf_empties()).limits(self.limits.clone()))
        }

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
                position: verified.position(),
                claim: verified.claim().into(),
                score: verified.claim().score(),
                leaf_empties: verified.leaf_empties(),
                positions: verified.positions(),
                leaves: verified.leaves(),
            }
        }
    }
}

#[cfg(all(test, feature = "proof"))]
mod tests {
    use reversi_proof::{Claim, MAX_LEAF_EMPTIES};
    use reversi_search::ProveRequest;

    use super::*;

    #[test]
    fn options_ask_for_their_claim() {
        let of =
            |at_least, at_most, exactly| ProveOptions { at_least, at_most, exactly, ..Default::default() };
        for (options, request) in [
            (of(None, None, None), ProveRequest::exact()),
            (of(Some(2), None, None), ProveRequest::claim(Claim::AtLeast(2))),
            (of(None, Some(-64), None), ProveRequest::claim(Claim::AtMost(-64))),
            (of(None, None, Some(64)), ProveRequest::claim(Claim::Exactly(64))),
        ] {
            assert_eq!(options.request(), Ok(request));
        }
        let limits = Limits::new().nodes(7);
        let options = ProveOptions { leaf_empties: Some(3), limits: limits.clone(), ..Default::default() };
        assert_eq!(options.request(), Ok(ProveRequest::exact().leaf_empties(3).limits(limits)));
        for (options, message) in [
            (of(Some(2), Some(4), None), "at_most must not be given together with at_least"),
            (of(Some(2), None, Some(2)), "exactly must not be given together with at_least"),
            (of(None, Some(2), Some(2)), "exactly must not be given together with at_most"),
            (of(Some(65), None, None), "at_least must be -64 to 64, not 65"),
        ] {
            assert_eq!(options.request().unwrap_err().to_string(), message);
        }
        let most = |name| PROVE.fields.iter().find(|field| field.name == name).map(|field| &field.kind);
        let Some(Kind::Whole { least: 0, most }) = most("leaf_empties") else { panic!("no range") };
        assert_eq!(*most, i128::from(MAX_LEAF_EMPTIES));
    }
}
