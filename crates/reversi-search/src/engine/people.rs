//! Moves that people would play, beside the moves that the engine finds.

use reversi_bitboard::Board;
#[cfg(feature = "embedded-people")]
use reversi_eval::WeightsErrorKind;
#[cfg(feature = "people")]
use reversi_eval::human::HumanPolicy;

use super::Engine;
#[cfg(feature = "people")]
use crate::api::rounded;
use crate::api::{AnalyzeError, AnalyzeRequest, HumanMoves};

impl Engine {
    /// Returns the moves that people of this rating would play, without a search: it takes some ten
    /// microseconds. Ratings beyond [`HumanMoves::RATINGS`] count as the nearest of these.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine};
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// for each in engine.human_moves(&Board::START.play("f5".parse()?), 1500)?.moves {
    ///     println!("{}: {:.0} %", each.mv, 100.0 * each.chance);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AnalyzeError::NoPeople`] if neither the program nor [its builder](crate::EngineBuilder::people) has
    /// a policy, [`AnalyzeError::Memory`] if there is no memory to unpack the policy of the program.
    pub fn human_moves(&self, board: &Board, rating: u32) -> Result<HumanMoves, AnalyzeError> {
        let (least, most) = HumanMoves::RATINGS.into_inner();
        let rating = rating.clamp(least, most);
        #[cfg(feature = "people")]
        return Ok(HumanMoves::of(rating, self.people()?.probabilities(board, rating)));
        #[cfg(not(feature = "people"))]
        return Err(no_policy(board, rating));
    }

    /// Sets the policy of how people play from now on, as [its builder](crate::EngineBuilder::people) does,
    /// for programs that read the policy only when it is needed.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine};
    /// use reversi_engine::weights::HumanPolicy;
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// engine.set_people(HumanPolicy::embedded()?); // or HumanPolicy::read(file)?
    /// assert_eq!(engine.human_moves(&Board::START, 1500)?.moves.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "people")]
    pub fn set_people(&mut self, policy: HumanPolicy) {
        self.people = Some(policy);
    }

    /// Returns the moves of people that the request asks for.
    pub(super) fn people_of(
        &self,
        board: &Board,
        request: &AnalyzeRequest,
    ) -> Result<Option<HumanMoves>, AnalyzeError> {
        request.human.map(|rating| self.human_moves(board, rating)).transpose()
    }

    /// Returns the chance that people of this rating choose each legal move, in the order of the squares.
    ///
    /// # Errors
    /// As [`human_moves`](Self::human_moves).
    #[doc(hidden)] // reversi-play: moves of opponents on many boards
    pub fn human_chances(&self, board: &Board, rating: u32) -> Result<Vec<f64>, AnalyzeError> {
        #[cfg(feature = "people")]
        {
            let moves = self.people()?.probabilities(board, rating);
            Ok(moves.into_iter().map(|(_, chance)| rounded(chance)).collect())
        }
        #[cfg(not(feature = "people"))]
        Err(no_policy(board, rating))
    }

    /// Returns the policy of how people play: from the builder, or from the program.
    ///
    /// # Errors
    /// As [`human_moves`](Self::human_moves).
    #[cfg(feature = "people")]
    #[doc(hidden)] // reversi-play: ratings of reviews
    pub fn people(&self) -> Result<HumanPolicy, AnalyzeError> {
        #[cfg(feature = "embedded-people")]
        let embedded = || {
            HumanPolicy::embedded().map_err(|error| match error.kind {
                WeightsErrorKind::Memory { bytes } => AnalyzeError::Memory { bytes },
                _ => unreachable!("the embedded policy is damaged: {error}"),
            })
        };
        #[cfg(not(feature = "embedded-people"))]
        let embedded = || Err(AnalyzeError::NoPeople);
        self.people.clone().map_or_else(embedded, Ok)
    }
}

#[cfg(not(feature = "people"))]
fn no_policy(_: &Board, _: u32) -> AnalyzeError {
    AnalyzeError::NoPeople
}
