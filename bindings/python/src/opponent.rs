//! `Opponent`: a human-like opponent.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use reversi_engine::Opponent;
use reversi_engine::surface::{Fields as _, OpponentOptions, Plain};

use crate::args::{self, AnyBoard};
use crate::data::data;
use crate::engine::PyEngine;
use crate::errors::Class;

/// A human-like opponent: it makes mistakes, more and greater ones the lower its strength is.
///
/// `strength` is `"beginner"`, `"casual"`, `"intermediate"`, `"club"`, `"tournament"`, `"expert"` or
/// `"master"`. The same seed gives the same moves on every machine. From `"club"` on it plays by the book of
/// the engine, if there is one.
///
/// >>> from reversi_engine import Engine, Game, Opponent
/// >>> game, opponent = Game("f5"), Opponent("casual", seed=1)
/// >>> game.play(opponent.choose(Engine(hash_mib=1), game))
/// >>> len(game)
/// 2
#[pyclass(frozen, module = "reversi_engine", name = "Opponent")]
pub(crate) struct PyOpponent(Mutex<Opponent>);

impl PyOpponent {
    pub(crate) fn new_of(opponent: Opponent) -> PyOpponent {
        PyOpponent(Mutex::new(opponent))
    }

    fn of(options: OpponentOptions) -> PyResult<PyOpponent> {
        Ok(PyOpponent(Mutex::new(options.opponent())))
    }

    pub(crate) fn opponent(&self) -> Opponent {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[pymethods]
impl PyOpponent {
    #[new]
    #[pyo3(signature = (strength, *, seed=None), text_signature = "(strength, *, seed=0)")]
    fn new(strength: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<PyOpponent> {
        let seed = seed.map_or(Plain::Whole(0), args::plain);
        PyOpponent::of(args::read_given(vec![
            ("strength".into(), args::plain(strength)),
            ("seed".into(), seed),
        ])?)
    }

    /// The name of its strength.
    #[getter]
    fn strength(&self) -> &'static str {
        self.opponent().strength().name()
    }

    /// The seed with which a new opponent goes on as this one would.
    #[getter]
    fn seed(&self) -> u64 {
        self.opponent().seed()
    }

    /// The move of the opponent, by a search of this engine: `"ps"` if it must pass, `None` if the game is over.
    #[pyo3(signature = (engine, board, /, *, limits=None))]
    fn choose(
        &self,
        py: Python<'_>,
        engine: &Bound<'_, PyAny>,
        board: AnyBoard,
        limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<String>> {
        let mut request = self.opponent().request();
        if let Some(limits) = limits {
            request = request.limits(args::limits(limits)?);
        }
        let analysis =
            args::object::<PyEngine>(engine, "engine")?.get().search(py, None, |engine, watch| {
                engine.analyze_with(&board.0, request, |progress| watch.look(progress))
            })?;
        let analysis = analysis.map_err(|error| Class::Request.of(&error))?;
        let mv = self.0.lock().unwrap_or_else(PoisonError::into_inner).choose(&analysis);
        Ok(mv.map(|mv| mv.to_string()))
    }

    fn __repr__(&self) -> String {
        format!("Opponent('{}', seed={})", self.strength(), self.seed())
    }
}

data! {
    PyOpponent: Plain = |opponent| Ok(OpponentOptions::from(&opponent.opponent()).to_plain()),
        |plain| PyOpponent::of(args::of_plain(plain)?);
}
