//! A game reviewed: `Review` and what it consists of, and puzzles.

use pyo3::prelude::*;
use reversi_engine::play::{
    Accuracy, Chances, Puzzle, Reason, Review, ReviewedMove, SideReview, TurningPoint,
};

use crate::args::{self, AnyColor};
use crate::fields::answers;
use crate::value;

answers! {
    PyReview(Review) as REVIEW {
        version, fingerprint, black_score, opening, left_book, moves, sides, turning_points, stopped,
    }
    PyReviewedMove(ReviewedMove) as REVIEWED_MOVE {
        ply, position, played, value, best_move, best_value, loss, error, proven, judged, class, gave_away,
        best_chances, chances, best_line, line, why, found,
    }
    PyReason(Reason) as REASON { fact, squares, played, best, en, ja }
    PySideReview(SideReview) as SIDE_REVIEW {
        judged, lost, proven, inaccuracies, mistakes, blunders, accuracy, rating,
    }
    PyTurningPoint(TurningPoint) as TURNING_POINT { ply, before, after, proven }
    PyChances(Chances) as CHANCES { win, draw, loss }
    PyAccuracy(Accuracy) as ACCURACY { percent, low, high }
    PyPuzzle(Puzzle) as PUZZLE { position, best_move, margin, hard, found, proven, moves }
}

/// A game reviewed: what each move lost, which moves turned the game, and how well each side played.
///
/// >>> from reversi_engine import Engine, Game
/// >>> review = Engine(hash_mib=1).review(Game("f5d6c3d3c4f4f6f3e6e7"), depth=4)
/// >>> review.opening, len(review.moves), review.moves[0].class_
/// ("Comp'Oth", 10, 'best')
/// >>> print(review.sides["black"].accuracy)  # of fewer than 10 moves
/// None
#[pyclass(frozen, eq, module = "reversi_engine", name = "Review")]
#[derive(PartialEq)]
pub(crate) struct PyReview(pub(crate) Review);

#[pymethods]
impl PyReview {
    /// Returns the moves of a side that count: inaccuracies, mistakes and blunders, in the order of the game.
    ///
    /// >>> from reversi_engine import Engine, Game
    /// >>> Engine(hash_mib=1).review(Game("f5d6c3"), depth=2).mistakes("black")
    /// []
    #[pyo3(signature = (side, /))]
    fn mistakes(&self, side: AnyColor) -> Vec<PyReviewedMove> {
        self.0.mistakes(side.0).cloned().map(PyReviewedMove).collect()
    }

    fn __repr__(&self) -> String {
        let count = |side: &SideReview| side.inaccuracies + side.mistakes + side.blunders;
        let sides = &self.0.sides;
        let (black, white) = (count(&sides.black), count(&sides.white));
        format!("<Review of {} moves, mistakes: {black} of black, {white} of white>", self.0.moves.len())
    }
}

/// A move of a game and how good it was.
#[pyclass(frozen, eq, module = "reversi_engine", name = "ReviewedMove")]
#[derive(PartialEq)]
pub(crate) struct PyReviewedMove(ReviewedMove);

#[pymethods]
impl PyReviewedMove {
    /// The side that moved.
    #[getter]
    fn side(&self) -> &'static str {
        args::color(self.0.side())
    }

    fn __repr__(&self) -> String {
        let ReviewedMove { ply, played, class, loss, .. } = &self.0;
        format!("<ReviewedMove {ply} {played}: {class}, loss {loss}>")
    }
}

/// Why a move was worse than the best one: a fact that is true on both lines.
#[pyclass(frozen, eq, module = "reversi_engine", name = "Reason")]
#[derive(PartialEq)]
pub(crate) struct PyReason(Reason);

#[pymethods]
impl PyReason {
    fn __repr__(&self) -> String {
        format!("<Reason {}: {}>", self.0.fact.name(), self.0.en)
    }
}

/// How a side played.
#[pyclass(frozen, eq, module = "reversi_engine", name = "SideReview")]
#[derive(PartialEq)]
pub(crate) struct PySideReview(SideReview);

#[pymethods]
impl PySideReview {
    fn __repr__(&self) -> String {
        let SideReview { judged, lost, .. } = &self.0;
        format!("<SideReview of {judged} moves, {lost} discs lost>")
    }
}

/// A move that changed the result to expect, seen by the side that moved.
#[pyclass(frozen, eq, module = "reversi_engine", name = "TurningPoint")]
#[derive(PartialEq)]
pub(crate) struct PyTurningPoint(TurningPoint);

#[pymethods]
impl PyTurningPoint {
    fn __repr__(&self) -> String {
        let TurningPoint { ply, before, after, .. } = self.0;
        format!("<TurningPoint {ply}: {} to {}>", before.name(), after.name())
    }
}

/// The chances of the side to move, if players of tournaments go on. Together they are 1.
#[pyclass(frozen, eq, module = "reversi_engine", name = "Chances")]
#[derive(PartialEq)]
pub(crate) struct PyChances(Chances);

#[pymethods]
impl PyChances {
    fn __repr__(&self) -> String {
        let Chances { win, draw, loss, .. } = self.0;
        format!("<Chances win {win}, draw {draw}, loss {loss}>")
    }
}

/// How well a side played: 100 % if it lost no disc.
#[pyclass(frozen, eq, module = "reversi_engine", name = "Accuracy")]
#[derive(PartialEq)]
pub(crate) struct PyAccuracy(Accuracy);

#[pymethods]
impl PyAccuracy {
    fn __repr__(&self) -> String {
        let Accuracy { percent, low, high, .. } = self.0;
        format!("<Accuracy {percent} %, {low} to {high}>")
    }
}

/// A position with one best move: see `Engine.puzzle`.
#[pyclass(frozen, eq, module = "reversi_engine", name = "Puzzle")]
#[derive(PartialEq)]
pub(crate) struct PyPuzzle(pub(crate) Puzzle);

#[pymethods]
impl PyPuzzle {
    /// The value of the best move.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.0.value())
    }

    fn __repr__(&self) -> String {
        let Puzzle { best_move, margin, .. } = &self.0;
        format!("<Puzzle {best_move}, the others {margin} discs worse>")
    }
}
