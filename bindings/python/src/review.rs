//! A game reviewed: `Review` and what it consists of, and puzzles.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reversi_engine::play::{
    Accuracy, Chances, Puzzle, Reason, Review, ReviewedMove, SideReview, TurningPoint,
};
use reversi_engine::search::Outcome;

use crate::answers::PyLine;
use crate::args::{self, AnyColor};
use crate::data::data;
use crate::people::PyHumanRating;
use crate::position::PyPosition;
use crate::value;

data! {
    PyReview: Review = |review| Ok(review.0.clone()), |review| Ok(PyReview(review));
    PyReviewedMove: ReviewedMove = |mv| Ok(mv.0.clone()), |mv| Ok(PyReviewedMove(mv));
    PyReason: Reason = |reason| Ok(reason.0.clone()), |reason| Ok(PyReason(reason));
    PySideReview: SideReview = |side| Ok(side.0.clone()), |side| Ok(PySideReview(side));
    PyTurningPoint: TurningPoint = |point| Ok(point.0), |point| Ok(PyTurningPoint(point));
    PyChances: Chances = |chances| Ok(chances.0), |chances| Ok(PyChances(chances));
    PyAccuracy: Accuracy = |accuracy| Ok(accuracy.0), |accuracy| Ok(PyAccuracy(accuracy));
    PyPuzzle: Puzzle = |puzzle| Ok(puzzle.0.clone()), |puzzle| Ok(PyPuzzle(puzzle));
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
    /// The version of the definitions of classes, errors, chances and accuracy.
    #[getter]
    fn version(&self) -> u32 {
        self.0.version
    }

    /// The evaluation behind the values, as 16 hexadecimal digits; `None` if it is not known.
    #[getter]
    fn fingerprint(&self) -> Option<&str> {
        self.0.fingerprint.as_deref()
    }

    /// The result from black's side, empties to the winner; `None` if the game is not over.
    #[getter]
    fn black_score(&self) -> Option<i32> {
        self.0.black_score
    }

    /// The name of the opening in English; `None` if it has none here.
    #[getter]
    fn opening(&self) -> Option<&str> {
        self.0.opening.as_deref()
    }

    /// The ply that led from a position of the book to one that the book does not have; `None` without a
    /// book, and if no move did.
    #[getter]
    fn left_book(&self) -> Option<u32> {
        self.0.left_book
    }

    /// The moves in the order of the game: all of them, or the last ones if the call was ended.
    #[getter]
    fn moves(&self) -> Vec<PyReviewedMove> {
        self.0.moves.iter().cloned().map(PyReviewedMove).collect()
    }

    /// How each side played: `sides["black"]`, `sides["white"]`.
    #[getter]
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let sides = PyDict::new(py);
        sides.set_item("black", PySideReview(self.0.sides.black.clone()))?;
        sides.set_item("white", PySideReview(self.0.sides.white.clone()))?;
        Ok(sides)
    }

    /// The moves that changed the result to expect, the worst first.
    #[getter]
    fn turning_points(&self) -> Vec<PyTurningPoint> {
        self.0.turning_points.iter().copied().map(PyTurningPoint).collect()
    }

    /// The first limit that ended a search early, or `None`.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.0.stopped.map(|reason| reason.name())
    }

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
    /// The number of the ply from 1, passes included.
    #[getter]
    fn ply(&self) -> u32 {
        self.0.ply
    }

    /// The side that moved.
    #[getter]
    fn side(&self) -> &'static str {
        args::color(self.0.side())
    }

    /// The position before the move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position)
    }

    /// The move that was played.
    #[getter]
    fn played(&self) -> String {
        self.0.played.to_string()
    }

    /// The value of the move, from the side that played it.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.0.value)
    }

    /// The best move; the one that was played, if it is as good.
    #[getter]
    fn best_move(&self) -> String {
        self.0.best_move.to_string()
    }

    /// The value of the best move.
    #[getter]
    fn best_value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.0.best_value)
    }

    /// By how many discs the move was worse than the best one; 0 where this may be an error of the search.
    #[getter]
    fn loss(&self) -> u32 {
        self.0.loss
    }

    /// The standard error of the loss in discs; 0 if it is proven.
    #[getter]
    fn error(&self) -> f64 {
        self.0.error
    }

    /// True if the loss is proven.
    #[getter]
    fn proven(&self) -> bool {
        self.0.proven
    }

    /// True if the move is part of the accuracy: it had a choice.
    #[getter]
    fn judged(&self) -> bool {
        self.0.judged
    }

    /// The class of the move: `"best"`, `"good"`, `"inaccuracy"`, `"mistake"`, `"blunder"`.
    #[getter]
    fn class_(&self) -> String {
        self.0.class.to_string()
    }

    /// The proven result that the move gave away, or `None`.
    #[getter]
    fn gave_away(&self) -> Option<&'static str> {
        self.0.gave_away.map(Outcome::name)
    }

    /// The chances with the best move.
    #[getter]
    fn best_chances(&self) -> PyChances {
        PyChances(self.0.best_chances)
    }

    /// The chances after the move.
    #[getter]
    fn chances(&self) -> PyChances {
        PyChances(self.0.chances)
    }

    /// The best move and what follows, passes as `"ps"`.
    #[getter]
    fn best_line(&self) -> Vec<String> {
        args::moves(self.0.best_line.iter().copied())
    }

    /// The move and what could have followed, passes as `"ps"`.
    #[getter]
    fn line(&self) -> Vec<String> {
        args::moves(self.0.line.iter().copied())
    }

    /// Why an inaccuracy, a mistake or a blunder was worse than the best move; `None` for other moves, and
    /// where no fact explains it.
    #[getter]
    fn why(&self) -> Option<PyReason> {
        self.0.why.clone().map(PyReason)
    }

    /// How likely people of the rating `human` of the call are to play the best move, from 0 to 1; `None`
    /// if the call has none.
    #[getter]
    fn found(&self) -> Option<f64> {
        self.0.found
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
    /// The name of the fact, such as `"mobility"`.
    #[getter]
    fn fact(&self) -> &'static str {
        self.0.fact.name()
    }

    /// The squares of the fact.
    #[getter]
    fn squares(&self) -> Vec<String> {
        args::moves(self.0.squares.iter().copied())
    }

    /// The number after the move that was played, if the fact has one.
    #[getter]
    fn played(&self) -> u32 {
        self.0.played
    }

    /// The number after the best move, if the fact has one.
    #[getter]
    fn best(&self) -> u32 {
        self.0.best
    }

    /// The sentence in English.
    #[getter]
    fn en(&self) -> &str {
        &self.0.en
    }

    /// The sentence in Japanese.
    #[getter]
    fn ja(&self) -> &str {
        &self.0.ja
    }

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
    /// The moves with a choice.
    #[getter]
    fn judged(&self) -> u32 {
        self.0.judged
    }

    /// The discs that its moves lost, all together.
    #[getter]
    fn lost(&self) -> u32 {
        self.0.lost
    }

    /// How many of these discs are proven.
    #[getter]
    fn proven(&self) -> u32 {
        self.0.proven
    }

    /// The number of its inaccuracies.
    #[getter]
    fn inaccuracies(&self) -> u32 {
        self.0.inaccuracies
    }

    /// The number of its mistakes.
    #[getter]
    fn mistakes(&self) -> u32 {
        self.0.mistakes
    }

    /// The number of its blunders.
    #[getter]
    fn blunders(&self) -> u32 {
        self.0.blunders
    }

    /// The accuracy; `None` if fewer than 10 moves were judged.
    #[getter]
    fn accuracy(&self) -> Option<PyAccuracy> {
        self.0.accuracy.map(PyAccuracy)
    }

    /// The strength in the moves of this game, by what people of each rating play.
    #[getter]
    fn rating(&self) -> Option<PyHumanRating> {
        self.0.rating.map(PyHumanRating)
    }

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
    /// The number of the ply from 1, passes included.
    #[getter]
    fn ply(&self) -> u32 {
        self.0.ply
    }

    /// The result with the best move: `"win"`, `"draw"` or `"loss"`.
    #[getter]
    fn before(&self) -> &'static str {
        self.0.before.name()
    }

    /// The result after the move.
    #[getter]
    fn after(&self) -> &'static str {
        self.0.after.name()
    }

    /// True if both results are proven.
    #[getter]
    fn proven(&self) -> bool {
        self.0.proven
    }

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
    /// To win.
    #[getter]
    fn win(&self) -> f64 {
        self.0.win
    }

    /// To draw.
    #[getter]
    fn draw(&self) -> f64 {
        self.0.draw
    }

    /// To lose.
    #[getter]
    fn loss(&self) -> f64 {
        self.0.loss
    }

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
    /// The accuracy in per cent.
    #[getter]
    fn percent(&self) -> f64 {
        self.0.percent
    }

    /// The lower end of its interval.
    #[getter]
    fn low(&self) -> f64 {
        self.0.low
    }

    /// The upper end of its interval.
    #[getter]
    fn high(&self) -> f64 {
        self.0.high
    }

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
    /// The position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position)
    }

    /// The best move.
    #[getter]
    fn best_move(&self) -> String {
        self.0.best_move.to_string()
    }

    /// The value of the best move.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.0.value())
    }

    /// By how many discs every other move is worse.
    #[getter]
    fn margin(&self) -> u32 {
        self.0.margin
    }

    /// The difficulty: the discs that the best move of a search of one ply loses. 0 if that search finds the
    /// best move.
    #[getter]
    fn hard(&self) -> u32 {
        self.0.hard
    }

    /// How likely people of the rating `human` of the call are to find the best move, from 0 to 1; `None`
    /// if the call has none.
    #[getter]
    fn found(&self) -> Option<f64> {
        self.0.found
    }

    /// True if the values are exact.
    #[getter]
    fn proven(&self) -> bool {
        self.0.proven
    }

    /// All moves with their values and lines, the best first.
    #[getter]
    fn moves(&self) -> Vec<PyLine> {
        self.0.moves.iter().cloned().map(PyLine).collect()
    }

    fn __repr__(&self) -> String {
        let Puzzle { best_move, margin, .. } = &self.0;
        format!("<Puzzle {best_move}, the others {margin} discs worse>")
    }
}
