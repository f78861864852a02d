//! Scores of the moves of many boards, for programs that play thousands of games at a time, or learn from
//! them.

use reversi_bitboard::{Board, Move, Symmetry};
use reversi_eval::{Evaluator as _, to_discs};

use super::{Engine, Evaluation};
use crate::api::{AnalyzeError, AnalyzeRequest, Level, Line};

impl Engine {
    /// The score of a square without a legal move, by [`score_moves`](Self::score_moves).
    pub const NO_MOVE: i8 = i8::MIN;

    /// Scores each legal move on each board by a search of this level, in discs from the side to move. All
    /// other squares get [`NO_MOVE`](Self::NO_MOVE).
    ///
    /// The scores are those that an [analysis](Self::analyze) of all moves finds in an empty table: they
    /// depend on nothing but the board and the level. At the levels 0 and 1 they are the evaluation after
    /// the move: hundreds of thousands of boards a second.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine, Level};
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let mut scores = [[0; 64]];
    /// engine.score_moves(Level::of::<1>(), &[Board::START], &mut scores)?;
    /// assert_eq!(scores[0][19], scores[0][37]); // d3 and f5 are mirror images
    /// assert_eq!(scores[0][0], Engine::NO_MOVE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyze`](Self::analyze).
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn score_moves(
        &mut self,
        level: Level,
        boards: &[Board],
        scores: &mut [[i8; 64]],
    ) -> Result<(), AnalyzeError> {
        assert!(
            scores.len() == boards.len(),
            "scores must have a length of {}, not {}",
            boards.len(),
            scores.len()
        );
        let request = AnalyzeRequest::level(level).lines(usize::MAX);
        for (&board, scores) in boards.iter().zip(scores) {
            *scores = [Engine::NO_MOVE; 64];
            for (mv, score) in self.scores_of(board, &request)? {
                if let Move::Place(square) = mv {
                    scores[square.index()] = score as i8;
                }
            }
        }
        Ok(())
    }

    /// Returns the moves of a board with their scores.
    fn scores_of(
        &mut self,
        board: Board,
        request: &AnalyzeRequest,
    ) -> Result<Vec<(Move, i32)>, AnalyzeError> {
        if board.legal_moves().is_empty() {
            return Ok(Vec::new());
        }
        if request.is_static(&board) {
            let scores = self.static_scores(board);
            return Ok(board.legal_moves().into_iter().map(Move::from).zip(scores).collect());
        }
        self.clear_hash();
        let analysis = self.analyze(&board, request.clone())?;
        let scored = |line: &Line| Some((line.best_move()?, line.value().score()?));
        Ok(analysis.lines().iter().filter_map(scored).collect())
    }

    /// Returns the scores that a search of one ply finds, of the legal moves in the order of squares. Moves
    /// that lead to the same board up to symmetry have one score there.
    #[doc(hidden)] // reversi-play: moves of opponents on many boards
    pub fn static_scores(&self, board: Board) -> Vec<i32> {
        let mut seen: Vec<(Board, i32)> = Vec::with_capacity(board.legal_moves().len() as usize);
        let scored = |square| {
            let child = board.play(square);
            let twin = seen.iter().find(|(other, _)| is_image(*other, child));
            let score = twin.map_or_else(|| -self.static_score(child), |(_, score)| *score);
            seen.push((child, score));
            score
        };
        board.legal_moves().into_iter().map(scored).collect()
    }

    /// The score of a board that a search of no ply finds.
    fn static_score(&self, board: Board) -> i32 {
        if board.player().is_empty() || board.empties().is_empty() {
            return board.final_score();
        }
        to_discs(match &self.evaluation {
            Evaluation::Weights { weights, .. } => weights.evaluate_128(&board),
            Evaluation::Custom(evaluator) => evaluator.evaluate_128(&board),
        })
    }
}

/// Returns whether two boards are the same up to symmetry.
fn is_image(one: Board, other: Board) -> bool {
    one.player().len() == other.player().len()
        && Symmetry::ALL.into_iter().any(|symmetry| symmetry.board(one) == other)
}

#[cfg(all(test, feature = "embedded"))]
mod tests {
    use super::*;

    fn engine() -> Engine {
        Engine::builder().hash_bytes(1 << 16).build().unwrap()
    }

    #[test]
    fn scores_of_moves_are_those_of_an_analysis() {
        let boards = reversi_testkit::boards_with_a_choice();
        for (level, step) in [(0, 1), (1, 1), (3, 6)] {
            let boards: Vec<Board> = boards.iter().copied().step_by(step).collect();
            let level = Level::new(level).unwrap();
            let mut scores = vec![[0; 64]; boards.len()];
            engine().score_moves(level, &boards, &mut scores).unwrap();
            for (board, scores) in boards.iter().zip(&scores) {
                let request = AnalyzeRequest::level(level).lines(usize::MAX);
                let analysis = engine().analyze(board, request).unwrap();
                let found = scores.iter().filter(|&&score| score != Engine::NO_MOVE).count();
                assert_eq!(found, analysis.lines().len());
                for line in analysis.lines() {
                    let square = line.best_move().and_then(Move::square).unwrap();
                    assert_eq!(line.value().score(), Some(scores[square.index()].into()), "{board} {square}");
                }
            }
        }
        let passes: Board = ("XO".to_owned() + &"-".repeat(62) + " O").parse().unwrap();
        let over: Board = ("X".repeat(64) + " X").parse().unwrap();
        let mut scores = [[0; 64]; 2];
        engine().score_moves(Level::of::<4>(), &[passes, over], &mut scores).unwrap();
        assert_eq!(scores, [[Engine::NO_MOVE; 64]; 2]);
    }
}
