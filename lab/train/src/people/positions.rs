//! Positions of the games in which a person chose among several moves.

use rayon::prelude::*;
use reversi_bitboard::{Board, Color, Game, Square, Symmetry};
use reversi_eval::Weights;
use reversi_eval::human::{MoveInputs, MoveValues, move_inputs, move_values};

use super::games::Played;
use super::ratings::Ratings;

/// A position, and what was played.
#[derive(Clone)]
pub(crate) struct Choice {
    pub(crate) board: Board,
    pub(crate) rating: u32,
    /// The number of the move among the legal ones.
    pub(crate) played: u8,
    /// The moves that agree with it: a bit for each legal one.
    pub(crate) agreeing: u64,
    /// Where its values begin.
    at: u32,
    /// Positions of one game have the same number.
    pub(crate) game: u32,
}

impl Choice {
    /// What was played.
    pub(crate) fn square(&self) -> Square {
        let mut squares = self.board.legal_moves().into_iter();
        squares.nth(self.played.into()).expect("one of the legal moves")
    }
}

/// Which moves count, and what agrees with them.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Counted {
    /// Moves that were chosen: not forced, not the first of the game. Only the move itself agrees.
    Chosen,
    /// All moves. Mirror images of the move on the same board agree.
    All,
}

/// Choices with the values of all their moves.
#[derive(Default)]
pub(crate) struct Choices {
    pub(crate) all: Vec<Choice>,
    values: Vec<MoveValues>,
}

impl Choices {
    /// The choices of these games, of each game those whose numbers `keep` picks.
    pub(crate) fn of(
        games: &[&Played],
        ratings: &Ratings,
        weights: &Weights,
        counted: Counted,
        keep: impl Fn(usize, usize) -> bool + Sync,
    ) -> Choices {
        let of_game = |(number, played): (usize, &&Played)| -> Vec<(Choice, Vec<MoveValues>)> {
            let chosen = choices(&played.game, counted).enumerate().filter(|(i, _)| keep(number, *i));
            let choice = |(_, (board, side, index))| {
                let player = if side == Color::Black { played.black } else { played.white };
                let rating = ratings.of(player, played.year).round() as u32;
                let agreeing = agreeing(board, index, counted);
                let choice = Choice { board, rating, played: index, agreeing, at: 0, game: number as u32 };
                (choice, move_values(weights, board))
            };
            chosen.map(choice).collect()
        };
        let found: Vec<_> = games.par_iter().enumerate().map(of_game).collect();
        let mut choices = Choices::default();
        for (choice, values) in found.into_iter().flatten() {
            choices.all.push(Choice { at: choices.values.len() as u32, ..choice });
            choices.values.extend(values);
        }
        choices
    }

    /// The values of the moves of a choice.
    pub(crate) fn values(&self, choice: &Choice) -> &[MoveValues] {
        &self.values[choice.at as usize..][..choice.board.legal_moves().len() as usize]
    }

    /// What the policy is told of them.
    pub(crate) fn inputs(&self, choice: &Choice) -> Vec<MoveInputs> {
        move_inputs(choice.board, self.values(choice))
    }
}

/// The positions of a game with several moves, and the number of the one that was played. The first move
/// is left out: its four squares are mirror images, and WTHOR writes all of them as f5.
fn choices(game: &Game, counted: Counted) -> impl Iterator<Item = (Board, Color, u8)> {
    let [first, least] = if counted == Counted::All { [0, 1] } else { [1, 2] };
    game.turns().skip(first).filter_map(move |(position, mv)| {
        let moves = position.board.legal_moves();
        let index = moves.into_iter().position(|square| Some(square) == mv.square())?;
        (moves.len() as usize >= least).then_some((position.board, position.side, index as u8))
    })
}

fn agreeing(board: Board, played: u8, counted: Counted) -> u64 {
    if counted == Counted::Chosen {
        return 1 << played;
    }
    let same = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(board) == board);
    let moves: Vec<_> = board.legal_moves().into_iter().collect();
    same.fold(0, |set, symmetry| {
        let image = symmetry.square(moves[usize::from(played)]);
        set | moves.iter().position(|&square| square == image).map_or(0, |index| 1 << index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::history::Assumed;

    #[test]
    fn forced_moves_and_the_first_one_are_no_choices() -> anyhow::Result<()> {
        let game: Game = "f5d6c3d3c4f4c5b3c2e3".parse()?;
        let played = Played { year: 2000, black: 1, white: 2, score: 2, game };
        let ratings = Ratings::fitted(&[&played], &Assumed::TEST);
        let choices = Choices::of(&[&played], &ratings, &Weights::small()?, Counted::Chosen, |_, _| true);
        assert_eq!(choices.all.len(), 9);
        let first = &choices.all[0];
        assert_eq!((first.played, choices.values(first).len()), (1, 3)); // of f4, d6 and f6
        assert_eq!(first.agreeing, 0b010);
        assert!(first.rating < 1500 && choices.all[1].rating > 1500);
        let last = &choices.all[8];
        assert_eq!(choices.values(last), move_values(&Weights::small()?, last.board));
        assert_eq!(choices.inputs(last).len(), choices.values(last).len());
        let some =
            Choices::of(&[&played], &ratings, &Weights::small()?, Counted::Chosen, |game, i| game + i == 3);
        assert_eq!(some.all.len(), 1);
        assert_eq!(some.values(&some.all[0]), choices.values(&choices.all[3]));
        Ok(())
    }

    #[test]
    fn all_moves_count_and_mirror_images_agree() -> anyhow::Result<()> {
        let mut game = Game::new();
        while let Some(mv) = game.board().legal_plays().next() {
            game.play(mv)?;
        }
        let of_game = |counted| choices(&game, counted).collect::<Vec<_>>();
        let all = of_game(Counted::All);
        assert_eq!(all.len(), 60 - game.board().empties().len() as usize);
        let forced = all.iter().filter(|(board, ..)| board.legal_moves().len() == 1).count();
        assert!(forced > 3 && of_game(Counted::Chosen).len() == all.len() - forced - 1);
        assert_eq!(agreeing(Board::START, 2, Counted::All), 0b1111);
        assert_eq!(agreeing(Board::START, 2, Counted::Chosen), 0b0100);
        assert_eq!(agreeing(Board::START.play("f5".parse()?), 1, Counted::All), 0b010);
        // b3, c4, e6 and f7: a mirror exchanges the outer two and the inner two.
        let game: Game = "f5f6d3c3".parse()?;
        assert_eq!(agreeing(game.board(), 0, Counted::All), 0b1001);
        Ok(())
    }
}
