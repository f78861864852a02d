//! The options of a question for a proof, and of one to check a proof.

use reversi_fields::{Kind, surface};
use reversi_search::Limits;
use reversi_search::surface::LIMITS;

use crate::base64::Base64;

surface! {
    /// The claim of a proof to make.
    ///
    /// ```
    /// use reversi_engine::ProveOptions;
    ///
    /// let wins = ProveOptions { at_least: Some(2), ..ProveOptions::default() };
    /// assert_eq!(wins.leaf_empties, None); // 8
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// use reversi_engine::{Base64, VerifyOptions};
    ///
    /// let options = VerifyOptions { proof: Base64(b"reversi-proof 1 ...".to_vec()), positions: Some(1000) };
    /// # let _ = options;
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct VerifyOptions as VERIFY: "The proof to check." {
        /// The file, in base64.
        pub proof: Base64 as "proof": Kind::Text;
        /// The maximum number of positions of the proof. The widest level takes about 100 bytes for each.
        pub positions: Option<u64> as "positions": Kind::COUNTER, or "67108864";
    }
}

#[cfg(feature = "proof")]
impl ProveOptions {
    /// The number of empty squares of the leaves.
    pub(crate) fn leaf_empties(&self) -> u32 {
        self.leaf_empties.unwrap_or(reversi_search::ProveRequest::LEAF_EMPTIES)
    }

    /// Makes the request of the options.
    ///
    /// # Errors
    /// [`QuestionError`](crate::QuestionError) for a value that is out of its range, and for two claims.
    pub fn request(&self) -> Result<reversi_search::ProveRequest, crate::QuestionError> {
        use reversi_fields::Fields as _;
        use reversi_proof::Claim;
        use reversi_search::ProveRequest;

        self.check()?;
        let at_least = self.at_least.map(Claim::AtLeast);
        let claim = at_least.or(self.at_most.map(Claim::AtMost)).or(self.exactly.map(Claim::Exactly));
        let request = claim.map_or(ProveRequest::exact(), ProveRequest::claim);
        Ok(request.leaf_empties(self.leaf_empties()).limits(self.limits.clone()))
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
