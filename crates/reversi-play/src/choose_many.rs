//! Moves of opponents on many boards, for programs that play thousands of games at a time, or learn from
//! them.

use reversi_bitboard::arrays::PASS;
use reversi_bitboard::{Board, Move, Square};
use reversi_search::{AnalyzeError, Engine};

use crate::opponent::{Choice, Opponent, needs_scores, weights};

impl Opponent {
    /// Chooses a move on each board as an opponent of this rating does. `moves` get the indices of
    /// squares, A1 = 0 ... H8 = 63, or [`PASS`] where there is no legal move.
    ///
    /// The moves have the chances of [`Opponent::chances`]. `draws` has a random number for each
    /// board: the choice depends on it, on the board, on the rating and on nothing else. So boards can be
    /// split among engines in any way. Each engine uses the calling thread only, if it has
    /// [one thread](reversi_search::EngineBuilder::threads), the default.
    ///
    /// Up to a rating of 1299 nothing is searched, except for the last two squares: thousands of boards take
    /// a tenth of a second. Above that each board is searched, in an empty table.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine};
    /// use reversi_engine::play::Opponent;
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let boards = [Board::START, Board::START.play("f5".parse()?)];
    /// let mut moves = [0; 2];
    /// Opponent::choose_many(400, &mut engine, &boards, &[0, 1 << 63], &mut moves)?;
    /// assert!([19, 26, 37, 44].contains(&moves[0]) && [29, 43, 45].contains(&moves[1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::human_moves`]. Some moves may be written then.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn choose_many(
        rating: u32,
        engine: &mut Engine,
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
                Some(_) => drawn(&opponent.weights_on(engine, board)?, draw),
            };
        }
        Ok(())
    }

    /// Returns the moves that it may choose on a board with several, with their weights.
    fn weights_on(&self, engine: &mut Engine, board: Board) -> Result<Vec<(u64, Move)>, AnalyzeError> {
        let request = self.request();
        let Some(mistakes) = self.mistakes().filter(|_| request.is_static(&board)) else {
            engine.clear_hash();
            let analysis = engine.analyze(&board, request)?;
            return Ok(self.weights(&analysis));
        };
        let chances = engine.human_chances(&board, self.rating())?;
        let scores = match needs_scores(mistakes, &chances) {
            true => engine.static_scores(board),
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

#[cfg(test)]
mod tests {
    use reversi_bitboard::arrays;
    use reversi_testkit::boards_with_a_choice;

    use super::*;

    fn engine() -> Engine {
        Engine::builder().hash_bytes(1 << 16).build().unwrap()
    }

    /// For a range of ratings at each level of search.
    #[test]
    fn chances_are_those_of_an_opponent_with_an_analysis() {
        let mut engine = engine();
        let boards = boards_with_a_choice();
        for (rating, step) in [(400, 1), (800, 1), (1099, 1), (1100, 1), (1299, 1), (1400, 9), (2100, 40)] {
            let opponent = Opponent::rated(rating, 0);
            for &board in boards.iter().step_by(step) {
                let weights = opponent.weights_on(&mut engine, board).unwrap();
                let expected = self::engine().analyze(&board, opponent.request()).unwrap();
                assert_eq!(weights, opponent.weights(&expected), "{rating} {board}");
            }
        }
    }

    #[test]
    fn a_choice_depends_on_its_board_and_draw_only() {
        let (mut engine, mut other) = (engine(), engine());
        let boards = boards_with_a_choice();
        let draws: Vec<u64> =
            (0..boards.len() as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for (rating, count) in [(400, boards.len()), (1500, 12), (2400, 3)] {
            let (boards, draws) = (&boards[..count], &draws[..count]);
            let (mut forth, mut back) = (vec![0; count], vec![0; count]);
            Opponent::choose_many(rating, &mut engine, boards, draws, &mut forth).unwrap();
            for i in (0..count).rev() {
                Opponent::choose_many(rating, &mut other, &boards[i..=i], &draws[i..=i], &mut back[i..=i])
                    .unwrap();
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
        Opponent::choose_many(400, &mut engine, &vec![board; draws.len()], &draws, &mut moves).unwrap();
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
            Opponent::choose_many(rating, &mut engine(), &[passes, over], &[0, 7], &mut moves).unwrap();
            assert_eq!(moves, [PASS, PASS]);
        }
    }

    #[test]
    #[should_panic(expected = "draws must have a length of 1, not 0")]
    fn slices_of_different_lengths_are_refused() {
        let _ = Opponent::choose_many(400, &mut engine(), &[Board::START], &[], &mut [0]);
    }
}
