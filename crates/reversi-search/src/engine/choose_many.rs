//! Moves of opponents and scores of moves on many boards, for programs that play thousands of games at a
//! time, or learn from them.

use reversi_bitboard::arrays::PASS;
use reversi_bitboard::{Board, Move, Square, Symmetry};
use reversi_eval::{Evaluator, to_discs};

use super::{Engine, Evaluation};
use crate::api::{AnalyzeError, AnalyzeRequest, Choice, Level, Line, Opponent, needs_scores, weights};

impl Engine {
    /// The score of a square without a legal move, by [`score_moves`](Self::score_moves).
    pub const NO_MOVE: i8 = i8::MIN;

    /// Chooses a move on each board as an [`Opponent`] of this rating does. `moves` get the indices of
    /// squares, A1 = 0 ... H8 = 63, or [`PASS`] where there is no legal move.
    ///
    /// The chances of the moves are those of [`Opponent::chances`]. `draws` has a random number for each
    /// board: the choice depends on it, on the board, on the rating and on nothing else. So boards can be
    /// split among engines in any way. Each engine uses the calling thread only, if it has
    /// [one thread](crate::EngineBuilder::threads), the default.
    ///
    /// Up to a rating of 1299 nothing is searched, except for the last two squares: thousands of boards take
    /// a tenth of a second. Above that each board is searched, in an empty table.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine};
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let boards = [Board::START, Board::START.play("f5".parse()?)];
    /// let mut moves = [0; 2];
    /// engine.choose_many(400, &boards, &[0, 1 << 63], &mut moves)?;
    /// assert!([19, 26, 37, 44].contains(&moves[0]) && [29, 43, 45].contains(&moves[1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`human_moves`](Self::human_moves). Some moves may be written then.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn choose_many(
        &mut self,
        rating: u32,
        boards: &[Board],
        draws: &[u64],
        moves: &mut [u8],
    ) -> Result<(), AnalyzeError> {
        assert_length("draws", draws.len(), boards.len());
        assert_length("moves", moves.len(), boards.len());
        let opponent = Opponent::rated(rating, 0);
        for ((&board, &draw), mv) in boards.iter().zip(draws).zip(moves) {
            let legal = board.legal_moves();
            *mv = match legal.first() {
                None => PASS,
                Some(only) if legal.len() == 1 => only.index() as u8,
                Some(_) => drawn(&self.weights_of(&opponent, board)?, draw),
            };
        }
        Ok(())
    }

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
    /// engine.score_moves(Level::new(1)?, &[Board::START], &mut scores)?;
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
        assert_length("scores", scores.len(), boards.len());
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

    /// Returns the moves that the opponent may choose on a board with several, with their weights.
    fn weights_of(&mut self, opponent: &Opponent, board: Board) -> Result<Vec<(u64, Move)>, AnalyzeError> {
        let request = opponent.request();
        let Some(mistakes) = opponent.mistakes().filter(|_| is_static(&request, board)) else {
            self.clear_hash();
            let analysis = self.analyze(&board, request)?;
            return Ok(opponent.weights(&analysis));
        };
        let chances = self.chances_of(board, opponent.rating())?;
        let scores = match needs_scores(mistakes, &chances) {
            true => self.static_scores(board),
            false => vec![0; chances.len()],
        };
        let choice = |((square, score), chance): ((Square, i32), f64)| Choice {
            mv: square.into(),
            score,
            chance,
            turned: board.flips(square).len(),
        };
        let moves = board.legal_moves().into_iter().zip(scores).zip(chances);
        Ok(weights(mistakes, &moves.map(choice).collect::<Vec<_>>()))
    }

    /// Returns the chance that people choose each legal move, in the order of the squares.
    #[cfg(feature = "people")]
    fn chances_of(&self, board: Board, rating: u32) -> Result<Vec<f64>, AnalyzeError> {
        let moves = self.people()?.probabilities(&board, rating);
        Ok(moves.into_iter().map(|(_, chance)| crate::api::rounded(chance)).collect())
    }

    #[cfg(not(feature = "people"))]
    fn chances_of(&self, board: Board, rating: u32) -> Result<Vec<f64>, AnalyzeError> {
        Ok(self.human_moves(&board, rating)?.moves.iter().map(|each| each.chance).collect())
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
        if is_static(request, board) {
            let scores = self.static_scores(board);
            return Ok(board.legal_moves().into_iter().map(Move::from).zip(scores).collect());
        }
        self.clear_hash();
        let analysis = self.analyze(&board, request.clone())?;
        let scored = |line: &Line| Some((line.best_move()?, line.value().score()?));
        Ok(analysis.lines().iter().filter_map(scored).collect())
    }

    /// The scores that a search of one ply finds, of the legal moves in the order of squares. Moves that
    /// lead to the same board up to symmetry have one score there.
    fn static_scores(&self, board: Board) -> Vec<i32> {
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

/// Returns whether the analysis that this request asks for is the evaluation after each move.
fn is_static(request: &AnalyzeRequest, board: Board) -> bool {
    request.target(board.empties().len()).is_ok_and(|(depth, _)| depth <= 1)
}

/// Returns whether two boards are the same up to symmetry.
fn is_image(one: Board, other: Board) -> bool {
    one.player().len() == other.player().len()
        && Symmetry::ALL.into_iter().any(|symmetry| symmetry.board(one) == other)
}

/// The index of the move that a random number chooses.
fn drawn(weights: &[(u64, Move)], draw: u64) -> u8 {
    let total: u64 = weights.iter().map(|&(weight, _)| weight).sum();
    let mut left = ((u128::from(draw) * u128::from(total)) >> 64) as u64;
    for &(weight, mv) in weights {
        if left < weight {
            return mv.square().map_or(PASS, |square| square.index() as u8);
        }
        left -= weight;
    }
    PASS
}

#[track_caller]
fn assert_length(name: &str, found: usize, expected: usize) {
    assert!(found == expected, "{name} must have a length of {expected}, not {found}");
}

#[cfg(all(test, feature = "embedded-people", feature = "embedded"))]
mod tests {
    use reversi_bitboard::arrays;

    use super::*;

    fn engine() -> Engine {
        Engine::builder().hash_bytes(1 << 16).build().unwrap()
    }

    /// Boards with several moves, the first of them with mirror images.
    fn boards() -> Vec<Board> {
        let rng = &mut reversi_testkit::Rng::with_seed(3);
        let reached = (1..60).flat_map(|empties| std::iter::repeat_n(empties, 4));
        let mut boards = vec![Board::START, Board::START.play("f5".parse().unwrap())];
        boards.extend(reached.map(|empties| reversi_testkit::reached(rng, empties)));
        boards.retain(|board| board.legal_moves().len() > 1);
        boards
    }

    /// For a range of ratings at each level of search.
    #[test]
    fn chances_are_those_of_an_opponent_with_an_analysis() {
        let mut engine = engine();
        let boards = boards();
        for (rating, step) in [(400, 1), (800, 1), (1099, 1), (1100, 1), (1299, 1), (1400, 9), (2100, 40)] {
            let opponent = Opponent::rated(rating, 0);
            for &board in boards.iter().step_by(step) {
                let weights = engine.weights_of(&opponent, board).unwrap();
                let expected = self::engine().analyze(&board, opponent.request()).unwrap();
                assert_eq!(weights, opponent.weights(&expected), "{rating} {board}");
            }
        }
    }

    #[test]
    fn a_choice_depends_on_its_board_and_draw_only() {
        let (mut engine, mut other) = (engine(), engine());
        let boards = boards();
        let draws: Vec<u64> =
            (0..boards.len() as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for (rating, count) in [(400, boards.len()), (1500, 12), (2400, 3)] {
            let (boards, draws) = (&boards[..count], &draws[..count]);
            let (mut forth, mut back) = (vec![0; count], vec![0; count]);
            engine.choose_many(rating, boards, draws, &mut forth).unwrap();
            for i in (0..count).rev() {
                other.choose_many(rating, &boards[i..=i], &draws[i..=i], &mut back[i..=i]).unwrap();
            }
            assert_eq!(forth, back, "{rating}");
            let mut next = boards.to_vec();
            arrays::play(boards, &forth, &mut next).unwrap();
        }
    }

    #[test]
    fn moves_are_drawn_as_often_as_they_are_likely() {
        let mut engine = engine();
        let board = Board::START.play("f5".parse().unwrap());
        let count = 4096;
        let draws: Vec<u64> = (0..count).map(|i| (i << 52) + (1 << 51)).collect();
        let mut moves = vec![0; draws.len()];
        engine.choose_many(400, &vec![board; draws.len()], &draws, &mut moves).unwrap();
        let opponent = Opponent::rated(400, 0);
        let analysis = engine.analyze(&board, opponent.request()).unwrap();
        for (mv, chance) in opponent.chances(&analysis) {
            let square = mv.square().unwrap().index() as u8;
            let found = moves.iter().filter(|&&mv| mv == square).count() as f64 / count as f64;
            assert!((found - chance).abs() < 1e-3, "{mv} {found} {chance}");
        }
    }

    #[test]
    fn a_side_without_a_move_passes() {
        let passes: Board = ("XO".to_owned() + &"-".repeat(62) + " O").parse().unwrap();
        let over: Board = ("X".repeat(64) + " X").parse().unwrap();
        let mut moves = [0; 2];
        for rating in [400, 1500, 2400] {
            engine().choose_many(rating, &[passes, over], &[0, 7], &mut moves).unwrap();
            assert_eq!(moves, [PASS, PASS]);
        }
        let mut scores = [[0; 64]; 2];
        engine().score_moves(Level::new(4).unwrap(), &[passes, over], &mut scores).unwrap();
        assert_eq!(scores, [[Engine::NO_MOVE; 64]; 2]);
    }

    #[test]
    fn scores_of_moves_are_those_of_an_analysis() {
        let boards = boards();
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
    }

    #[test]
    #[should_panic(expected = "draws must have a length of 1, not 0")]
    fn slices_of_different_lengths_are_refused() {
        let _ = engine().choose_many(400, &[Board::START], &[], &mut [0]);
    }
}
