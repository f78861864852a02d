//! Moves of people: `HumanMoves`; the strength of a person: `HumanRating`.

use pyo3::prelude::*;
use reversi_engine::search::{HumanMove, HumanMoves};
use reversi_engine::weights::HumanRating;

use crate::args::AnyMove;
use crate::data::data;

data! {
    PyHumanMoves: HumanMoves = |people| Ok(people.0.clone()), |people| Ok(PyHumanMoves(people));
    PyHumanMove: HumanMove = |each| Ok(each.0), |each| Ok(PyHumanMove(each));
    PyHumanRating: HumanRating = |rating| Ok(rating.0), |rating| Ok(PyHumanRating(rating));
}

/// The moves that people of a rating would play at a position.
///
/// >>> from reversi_engine import Board, Engine
/// >>> people = Engine(hash_mib=1).human_moves(Board().play("f5"), 1500)
/// >>> people.rating, sorted(each.move for each in people.moves)
/// (1500, ['d6', 'f4', 'f6'])
/// >>> people.chance(people.moves[0].move) == people.moves[0].chance
/// True
#[pyclass(frozen, eq, module = "reversi_engine", name = "HumanMoves")]
#[derive(PartialEq, Eq)]
pub(crate) struct PyHumanMoves(pub(crate) HumanMoves);

#[pymethods]
impl PyHumanMoves {
    /// The rating of the people: 1500 is the median of people who play many tournament games.
    #[getter]
    fn rating(&self) -> u32 {
        self.0.rating
    }

    /// All legal moves, the likeliest first. Only the pass if it is forced, nothing if the game is over.
    #[getter]
    fn moves(&self) -> Vec<PyHumanMove> {
        self.0.moves.iter().copied().map(PyHumanMove).collect()
    }

    /// Returns how likely people are to choose this move; 0 if it is not legal.
    #[pyo3(signature = (r#move, /))]
    fn chance(&self, r#move: AnyMove) -> f64 {
        self.0.chance(r#move.0)
    }

    fn __repr__(&self) -> String {
        let shown = |each: &HumanMove| format!("{} {}", each.mv, each.chance);
        let moves: Vec<String> = self.0.moves.iter().map(shown).collect();
        format!("<HumanMoves {}: {}>", self.0.rating, moves.join(", "))
    }
}

/// A move, and how likely people are to choose it.
#[pyclass(frozen, eq, module = "reversi_engine", name = "HumanMove")]
#[derive(PartialEq, Eq)]
pub(crate) struct PyHumanMove(HumanMove);

#[pymethods]
impl PyHumanMove {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("move", "chance");

    /// The move.
    #[getter]
    fn r#move(&self) -> String {
        self.0.mv.to_string()
    }

    /// How likely people are to choose it, from 0 to 1, with four decimals.
    #[getter]
    fn chance(&self) -> f64 {
        self.0.chance
    }

    fn __repr__(&self) -> String {
        format!("<HumanMove {} {}>", self.0.mv, self.0.chance)
    }
}

/// The rating of a person, from the moves of one game or of many.
///
/// >>> from reversi_engine import Engine, Game, HumanRating
/// >>> review = Engine(hash_mib=1).review(Game("f5d6c3d3c4f4f6f3e6e7"), depth=1)
/// >>> [side.rating.enough for side in review.sides.values()]
/// [False, False]
/// >>> HumanRating.together([side.rating for side in review.sides.values()]).moves
/// 10
#[pyclass(frozen, eq, module = "reversi_engine", name = "HumanRating")]
#[derive(PartialEq, Eq)]
pub(crate) struct PyHumanRating(pub(crate) HumanRating);

#[pymethods]
impl PyHumanRating {
    /// The mean of the possible ratings.
    #[getter]
    fn rating(&self) -> u32 {
        self.0.rating
    }

    /// The lower end of the interval of 90 %.
    #[getter]
    fn low(&self) -> u32 {
        self.0.low
    }

    /// The upper end of the interval of 90 %.
    #[getter]
    fn high(&self) -> u32 {
        self.0.high
    }

    /// The moves that had a choice.
    #[getter]
    fn moves(&self) -> u32 {
        self.0.moves
    }

    /// True if the moves are enough to tell a person from others. The moves of one game are not, as a rule.
    #[getter]
    fn enough(&self) -> bool {
        self.0.enough
    }

    /// Combines ratings: returns the rating of a person over several games from the rating in each of them.
    #[staticmethod]
    #[pyo3(signature = (games, /))]
    fn together(games: Vec<PyRef<'_, PyHumanRating>>) -> PyHumanRating {
        let games: Vec<HumanRating> = games.iter().map(|game| game.0).collect();
        PyHumanRating(HumanRating::together(&games))
    }

    fn __repr__(&self) -> String {
        let HumanRating { rating, low, high, .. } = self.0;
        format!("<HumanRating {rating}, {low} to {high}>")
    }
}
