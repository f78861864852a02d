//! `Opponent`: a human-like opponent.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use reversi_engine::play::{Opponent, Strength};
use reversi_engine::surface::{DynValue, Fields as _, OpponentOptions};

use crate::args::{self, AnyBoard};
use crate::data::data;
use crate::engine::PyEngine;
use crate::errors::Class;

/// A human-like opponent: it plays like a person of its rating, and makes the mistakes that people make.
///
/// `strength` is `"beginner"`, `"casual"`, `"intermediate"`, `"club"`, `"tournament"`, `"expert"` or
/// `"master"`: names of ratings. Or `rating` is 400 to 2400; 1500 is the median of people who play many
/// tournament games, 2400 is without mistakes. The same seed gives the same moves on every machine.
///
/// >>> from reversi_engine import Engine, Game, Opponent
/// >>> Opponent("club").rating, Opponent(rating=1350).strength
/// (1400, None)
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
        let opponent = options.opponent().map_err(|error| Class::Request.of(&error))?;
        Ok(PyOpponent(Mutex::new(opponent)))
    }

    pub(crate) fn opponent(&self) -> Opponent {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[pymethods]
impl PyOpponent {
    #[new]
    #[pyo3(
        signature = (strength=None, *, rating=None, seed=None),
        text_signature = "(strength=None, *, rating=None, seed=0)"
    )]
    fn new(
        strength: Option<&Bound<'_, PyAny>>,
        rating: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyOpponent> {
        let seed = seed.map_or(DynValue::Whole(0), args::plain);
        let names = [("strength", strength), ("rating", rating)];
        let given = names.into_iter().filter_map(|(name, value)| Some((name.into(), args::plain(value?))));
        PyOpponent::of(args::read_given(given.chain([("seed".into(), seed)]).collect())?)
    }

    /// The rating of the opponent, from 400 to 2400.
    #[getter]
    fn rating(&self) -> u32 {
        self.opponent().rating()
    }

    /// The name of the rating; `None` if it has none.
    #[getter]
    fn strength(&self) -> Option<&'static str> {
        self.opponent().strength().map(Strength::name)
    }

    /// The seed with which a new opponent goes on as this one would.
    #[getter]
    fn seed(&self) -> u64 {
        self.opponent().seed()
    }

    /// Chooses the move of the opponent by a search of this engine: `"ps"` if it must pass, `None` if the
    /// game is over.
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
        match self.strength() {
            Some(strength) => format!("Opponent('{strength}', seed={})", self.seed()),
            None => format!("Opponent(rating={}, seed={})", self.rating(), self.seed()),
        }
    }
}

data! {
    PyOpponent: DynValue = |opponent| Ok(OpponentOptions::from(&opponent.opponent()).to_plain()),
        |plain| PyOpponent::of(args::of_plain(plain)?);
}
