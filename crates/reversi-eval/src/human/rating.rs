use reversi_bitboard::{Board, Move};

use super::HumanPolicy;
use crate::HumanRating;
use crate::human_rating::STEP;

impl HumanPolicy {
    /// Estimates the rating of the person who played these moves, each with the board before it. Moves
    /// without a [choice](Board::has_choice) and moves that are not legal do not count. The openings do not
    /// count either: people of any rating have their own. Choices tell nothing beyond
    /// [`RATINGS`](Self::RATINGS).
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
        self.rating_with_losses(moves, 0, 0.0)
    }

    /// Estimates the rating by the losses of `judged` of the moves too: `mean` is their mean loss in discs,
    /// each at most [`HumanRating::MOST_LOST`], and only of moves with at most
    /// [`HumanRating::JUDGED_EMPTIES`]. A mean beyond 0 to `MOST_LOST` counts as the nearer of both. Without
    /// a choice the rating is unknown.
    ///
    /// ```
    /// use reversi_engine::Game;
    /// use reversi_engine::weights::HumanPolicy;
    ///
    /// let game: Game = "f5d6c3d3c4f4c5b3c2e3".parse()?;
    /// let (policy, moves) = (HumanPolicy::embedded()?, || game.turns().map(|(at, mv)| (at.board, mv)));
    /// let [weak, strong] = [4.0, 0.5].map(|mean| policy.rating_with_losses(moves(), 9, mean));
    /// assert!(weak.rating < policy.rating(moves()).rating && weak.rating < strong.rating);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rating_with_losses(
        &self,
        moves: impl IntoIterator<Item = (Board, Move)>,
        judged: u32,
        mean: f64,
    ) -> HumanRating {
        let ratings = || HumanPolicy::RATINGS.step_by(STEP);
        let mut logs = vec![0.0; ratings().count()];
        let mut count = 0;
        for (board, mv) in moves {
            let mut squares = board.legal_moves().into_iter();
            let Some(played) = squares.position(|square| mv.square() == Some(square)) else { continue };
            if !board.has_choice() {
                continue;
            }
            count += 1;
            let judged = self.judged(board);
            for (rating, log) in ratings().zip(&mut logs) {
                *log += f64::from(judged.chances(rating)[played].max(1e-6).ln());
            }
        }
        if count == 0 {
            return HumanRating::UNKNOWN; // the steps between the ratings would round it
        }
        let (least, most) = HumanPolicy::RATINGS.into_inner();
        let log = |rating: u32| logs[(rating.clamp(least, most) - least) as usize / STEP];
        // `max` takes no NaN.
        HumanRating::by(count, log, judged, mean.max(0.0).min(HumanRating::MOST_LOST.into()))
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
        assert_eq!(two.board.legal_moves().len(), 2); // equal by symmetry
        assert_eq!(policy.rating(two.board.legal_plays().map(|mv| (two.board, mv))), none);
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
        let game = || moves[..30].iter().copied();
        let by = |judged, mean| policy.rating_with_losses(game(), judged, mean);
        let [none, ten] = [by(20, 0.0), by(20, 10.0)];
        let alone = policy.rating(game());
        assert!(none.rating > alone.rating + 100 && ten.rating + 100 < alone.rating, "{none:?} {ten:?}");
        assert_eq!([by(20, f64::NAN), by(20, -1.0), by(20, f64::INFINITY)], [none, none, ten]);
        assert_eq!(by(0, 9.0), alone);
    }
}
