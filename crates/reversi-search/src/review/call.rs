//! The calls of an engine that review games.

use std::ops::ControlFlow;

use reversi_bitboard::Game;

use super::Review;
use crate::api::{AnalyzeError, AnalyzeRequest, Event};
use crate::engine::{AnalyzedMove, Engine};

impl Engine {
    /// Reviews a game: analyzes it as [`analyze_game`](Self::analyze_game) does, and judges its moves. If the
    /// engine [knows how people play](Self::human_moves), the sides have ratings.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game, Level};
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let review = engine.review(&game, AnalyzeRequest::level(Level::new(4)?))?;
    /// assert_eq!(review.moves.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyze`](Self::analyze).
    pub fn review(&mut self, game: &Game, request: AnalyzeRequest) -> Result<Review, AnalyzeError> {
        let turns = self.analyze_game(game, request)?;
        Ok(self.review_of(game, &turns))
    }

    /// Reviews a game as [`review`](Self::review) does, with the callback of
    /// [`analyze_game_with`](Self::analyze_game_with). After [`ControlFlow::Break`] only the moves that are
    /// done are reviewed.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Engine, Event, Game};
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let last = engine.review_with(&game, AnalyzeRequest::depth(4), |event| match event {
    ///     Event::Done(_) => ControlFlow::Break(()),
    ///     Event::Progress(_) => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!((last.moves.len(), last.moves[0].ply), (1, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyze`](Self::analyze).
    pub fn review_with(
        &mut self,
        game: &Game,
        request: AnalyzeRequest,
        callback: impl FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Review, AnalyzeError> {
        let turns = self.analyze_game_with(game, request, callback)?;
        Ok(self.review_of(game, &turns))
    }

    fn review_of(&self, game: &Game, turns: &[AnalyzedMove]) -> Review {
        let review = Review::of(game, turns, self.book.as_deref());
        let review = review.with_fingerprint(self.evaluation_fingerprint());
        #[cfg(feature = "people")]
        if let Ok(policy) = self.people() {
            return review.with_people(&policy);
        }
        review
    }
}
