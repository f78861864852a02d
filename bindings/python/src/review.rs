//! A game reviewed: `Review` and what it consists of, and puzzles.

use pyo3::prelude::*;
use reversi_engine::play::{
    Accuracy, Chances, Puzzle, Reason, Review, ReviewedMove, SideReview, TurningPoint,
};

use crate::args::{self, AnyColor};
use crate::fields::answers;
use crate::value;

answers! {
    /// A game reviewed: what each move lost, which moves turned the game, and how well each side played.
    ///
    /// >>> from reversi_engine import Engine, Game
    /// >>> review = Engine(hash_mib=1).review(Game("f5d6c3d3c4f4f6f3e6e7"), depth=4)
    /// >>> review.opening, len(review.moves), review.moves[0].class_
    /// ("Comp'Oth", 10, 'best')
    /// >>> print(review.sides["black"].accuracy)  # of fewer than 10 moves
    /// None
    PyReview(Review) "Review" as REVIEW {
        version, fingerprint, black_score, opening, left_book, moves, sides, turning_points, stopped,
    }
        |review| {
            let count = |side: &SideReview| side.inaccuracies + side.mistakes + side.blunders;
            let (black, white) = (count(&review.sides.black), count(&review.sides.white));
            format!("<Review of {} moves, mistakes: {black} of black, {white} of white>", review.moves.len())
        };

    /// A move of a game and how good it was.
    PyReviewedMove(ReviewedMove) "ReviewedMove" as REVIEWED_MOVE {
        ply, position, played, value, best_move, best_value, loss, error, proven, judged, class, gave_away,
        best_chances, chances, best_line, line, why, found,
    }
        |mv| format!("<ReviewedMove {} {}: {}, loss {}>", mv.ply, mv.played, mv.class, mv.loss);

    /// Why a move was worse than the best one: a fact that is true on both lines.
    PyReason(Reason) "Reason" as REASON { fact, squares, played, best, en, ja }
        |reason| format!("<Reason {}: {}>", reason.fact.name(), reason.en);

    /// How a side played.
    PySideReview(SideReview) "SideReview" as SIDE_REVIEW {
        judged, lost, proven, inaccuracies, mistakes, blunders, accuracy, rating,
    }
        |side| format!("<SideReview of {} moves, {} discs lost>", side.judged, side.lost);

    /// A move that changed the result to expect, seen by the side that moved.
    PyTurningPoint(TurningPoint) "TurningPoint" as TURNING_POINT { ply, before, after, proven }
        |point| format!("<TurningPoint {}: {} to {}>", point.ply, point.before.name(), point.after.name());

    /// The chances of the side to move, if players of tournaments go on. Together they are 1.
    PyChances(Chances) "Chances" as CHANCES { win, draw, loss }
        |of| format!("<Chances win {}, draw {}, loss {}>", of.win, of.draw, of.loss);

    /// How well a side played: 100 % if it lost no disc.
    PyAccuracy(Accuracy) "Accuracy" as ACCURACY { percent, low, high }
        |of| format!("<Accuracy {} %, {} to {}>", of.percent, of.low, of.high);

    /// A position with one best move: see `Engine.puzzle`.
    PyPuzzle(Puzzle) "Puzzle" as PUZZLE { position, best_move, margin, hard, found, proven, moves }
        |puzzle| format!("<Puzzle {}, the others {} discs worse>", puzzle.best_move, puzzle.margin);
}

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
}

#[pymethods]
impl PyReviewedMove {
    /// The side that moved.
    #[getter]
    fn side(&self) -> &'static str {
        args::color(self.0.side())
    }
}

#[pymethods]
impl PyPuzzle {
    /// The value of the best move.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.0.value())
    }
}
