use reversi_bitboard::{Board, Move};

use super::{HumanPolicy, exp};
use crate::HumanRating;
use crate::human_rating::PEOPLE;

/// The step between the ratings that are compared, in points.
const STEP: usize = 25;

impl HumanPolicy {
    /// Estimates the rating of the person who played these moves, each with the board before it. Moves that
    /// are forced or not legal do not count. The openings do not count either: people of any rating have
    /// their own.
    ///
    /// ```
    /// use reversi_engine::{Color, Game};
    /// use reversi_engine::weights::HumanPolicy;
    ///
    /// let game: Game = "f5d6c3d3c4f4c5b3c2e3".parse()?;
    /// let of_black = game.turns().filter(|(at, _)| at.side == Color::Black);
    /// let of_black = of_black.map(|(at, mv)| (at.board, mv));
    /// let rating = HumanPolicy::embedded()?.rating(of_black);
    /// println!("{} to {}, too few moves to say more", rating.low, rating.high);
    /// assert!(rating.low < rating.rating && rating.rating < rating.high);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rating(&self, moves: impl IntoIterator<Item = (Board, Move)>) -> HumanRating {
        let ratings = || HumanPolicy::RATINGS.step_by(STEP);
        let [people, spread] = PEOPLE.map(|number| number as f32);
        let prior = |rating| -((rating as f32 - people) / spread).powi(2) / 2.0;
        let mut logs: Vec<f32> = ratings().map(prior).collect();
        let mut count = 0;
        for (board, mv) in moves {
            let squares = board.legal_moves();
            let played = squares.into_iter().position(|square| mv.square() == Some(square));
            let Some(played) = played.filter(|_| squares.len() > 1) else { continue };
            count += 1;
            let judged = self.judged(board);
            for (rating, log) in ratings().zip(&mut logs) {
                *log += judged.chances(rating)[played].max(1e-6).ln();
            }
        }
        if count == 0 {
            return HumanRating::UNKNOWN; // the steps between the ratings would round it
        }
        let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let chances: Vec<f32> = logs.iter().map(|log| exp(log - most)).collect();
        let sum: f32 = chances.iter().sum();
        let mean_of = |of: &dyn Fn(f32) -> f32| {
            ratings().zip(&chances).map(|(rating, chance)| of(rating as f32) * chance).sum::<f32>() / sum
        };
        let mean = mean_of(&|rating| rating);
        let variance = mean_of(&|rating| (rating - mean) * (rating - mean));
        HumanRating::of(mean.into(), variance.into(), count)
    }
}

#[cfg(all(test, feature = "embedded-people"))]
mod tests {
    use super::*;

    /// Plays games in which both sides choose by the policy of a rating.
    fn games(policy: &HumanPolicy, rating: u32, count: usize) -> Vec<(Board, Move)> {
        let mut rng = reversi_testkit::Rng::with_seed(rating.into());
        let mut moves = Vec::new();
        for _ in 0..count {
            let mut board = Board::START;
            while !board.is_game_over() {
                let chances = policy.probabilities(&board, rating);
                let mut at = rng.f32();
                let chosen = chances.iter().find(|(_, chance)| {
                    at -= chance;
                    at <= 0.0
                });
                let mv = chosen.unwrap_or(&chances[0]).0;
                moves.push((board, mv));
                board = board.after(mv);
            }
        }
        moves
    }

    #[test]
    fn a_player_of_a_rating_is_rated_near_it() {
        let policy = HumanPolicy::embedded().unwrap();
        let none = policy.rating([]);
        assert_eq!(none, HumanRating::UNKNOWN);
        let mut before = 0;
        for rating in [1200, 1500, 1800] {
            let found = policy.rating(games(&policy, rating, 30));
            assert!(
                found.rating.abs_diff(rating) < 120 && found.rating > before + 100,
                "{rating}: {found:?}"
            );
            assert!(found.low < found.rating && found.rating < found.high && found.high - found.low < 400);
            before = found.rating;
        }
        let illegal = policy.rating([(Board::START, Move::Pass)]);
        assert_eq!(illegal, none);
        let forced = "-OX----- -------- -------- -------- -------- -------- -------- -------- X";
        let forced: reversi_bitboard::Position = forced.parse().unwrap();
        assert_eq!(forced.board.legal_moves().len(), 1);
        assert_eq!(policy.rating(forced.board.legal_plays().map(|mv| (forced.board, mv))), none);
        let two = "-OX--XO- -------- -------- -------- -------- -------- -------- -------- X";
        let two: reversi_bitboard::Position = two.parse().unwrap();
        assert_eq!(policy.rating(two.board.legal_plays().map(|mv| (two.board, mv))).moves, 2);
    }

    #[test]
    fn games_together_say_what_all_their_moves_do() {
        let policy = HumanPolicy::embedded().unwrap();
        let moves = games(&policy, 1400, 8);
        let whole = policy.rating(moves.iter().copied());
        // As many as one side has in a game.
        let parts: Vec<_> = moves.chunks(30).map(|part| policy.rating(part.iter().copied())).collect();
        let together = HumanRating::together(&parts);
        assert!(parts.iter().all(|part| !part.enough) && whole.enough && together.enough, "{parts:?}");
        assert_eq!(together.moves, whole.moves);
        let pairs = [(together.rating, whole.rating), (together.low, whole.low), (together.high, whole.high)];
        assert!(pairs.iter().all(|(a, b)| a.abs_diff(*b) < 30), "{together:?} {whole:?}");
        assert_eq!(HumanRating::together(&[]), HumanRating::UNKNOWN);
    }
}
