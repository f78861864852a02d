//! Moves of people: `HumanMoves`; the strength of a person: `HumanRating`.

use pyo3::prelude::*;
use reversi_engine::search::{HumanMove, HumanMoves};
use reversi_engine::weights::HumanRating;

use crate::args::AnyMove;
use crate::fields::answers;

answers! {
    /// The moves that people of a rating would play at a position.
    ///
    /// >>> from reversi_engine import Board, Engine
    /// >>> people = Engine(hash_mib=1).human_moves(Board().play("f5"), 1500)
    /// >>> people.rating, sorted(each.move for each in people.moves)
    /// (1500, ['d6', 'f4', 'f6'])
    /// >>> people.chance(people.moves[0].move) == people.moves[0].chance
    /// True
    PyHumanMoves(HumanMoves) "HumanMoves" as HUMAN_MOVES { rating, moves }
        |people| {
            let shown = |each: &HumanMove| format!("{} {}", each.mv, each.chance);
            let moves: Vec<String> = people.moves.iter().map(shown).collect();
            format!("<HumanMoves {}: {}>", people.rating, moves.join(", "))
        };

    /// A move, and how likely people are to choose it.
    PyHumanMove(HumanMove) "HumanMove" as HUMAN_MOVE { mv as "move", chance }
        |each| format!("<HumanMove {} {}>", each.mv, each.chance);

    /// The rating of a person, from the moves of one game or of many.
    ///
    /// >>> from reversi_engine import Engine, Game, HumanRating
    /// >>> review = Engine(hash_mib=1).review(Game("f5d6c3d3c4f4f6f3e6e7"), depth=1)
    /// >>> [side.rating.enough for side in review.sides.values()]
    /// [False, False]
    /// >>> HumanRating.together([side.rating for side in review.sides.values()]).moves
    /// 9
    PyHumanRating(HumanRating) "HumanRating" as HUMAN_RATING { rating, low, high, moves, enough }
        |found| format!("<HumanRating {}, {} to {}>", found.rating, found.low, found.high);
}

#[pymethods]
impl PyHumanMoves {
    /// Returns how likely people are to choose this move; 0 if it is not legal.
    #[pyo3(signature = (r#move, /))]
    fn chance(&self, r#move: AnyMove) -> f64 {
        self.0.chance(r#move.0)
    }
}

#[pymethods]
impl PyHumanMove {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("move", "chance");
}

#[pymethods]
impl PyHumanRating {
    /// Combines ratings: returns the rating of a person over several games from the rating in each of them.
    #[staticmethod]
    #[pyo3(signature = (games, /))]
    fn together(games: Vec<PyRef<'_, PyHumanRating>>) -> PyHumanRating {
        let games: Vec<HumanRating> = games.iter().map(|game| game.0).collect();
        PyHumanRating(HumanRating::together(&games))
    }
}
