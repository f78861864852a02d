//! Scores: `Exact`, `Bounds` and `Estimate`, for `match` of Python.

use pyo3::prelude::*;
use reversi_engine::search::{AnswerError, Outcome};
use reversi_engine::surface::{AnalyzeOptions, DynValue};
use reversi_engine::{Selectivity, Value};

use crate::args::{self, read_given};
use crate::data::{contradiction, data};
use crate::errors::Class;

/// Returns the object of the class that the value is of.
pub(crate) fn to_python(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        Value::Exact(_) => Bound::new(py, Exact(value))?.into_any(),
        Value::Bounds { .. } => Bound::new(py, Bounds(value))?.into_any(),
        _ => Bound::new(py, Estimate(value))?.into_any(),
    })
}

/// Returns the value of an object of one of the three classes.
pub(crate) fn as_value(object: &Bound<'_, PyAny>) -> Option<Value> {
    let exact = object.cast::<Exact>().ok().map(|value| value.get().0);
    let bounds = || object.cast::<Bounds>().ok().map(|value| value.get().0);
    let estimate = || object.cast::<Estimate>().ok().map(|value| value.get().0);
    exact.or_else(bounds).or_else(estimate)
}

fn invalid(error: AnswerError) -> PyErr {
    Class::InvalidValue.of(&error)
}

/// Reads the number in discs of an argument. `checked` knows which ones exist.
fn discs(value: &Bound<'_, PyAny>, field: &str) -> PyResult<i32> {
    args::whole(value, field, -64, 64)
}

data! {
    Exact: Value = |value| Ok(value.0), |value| match value {
        Value::Exact(_) => Ok(Exact(value)),
        _ => Err(contradiction("the value is not exact")),
    };
    Bounds: Value = |value| Ok(value.0), |value| match value {
        Value::Bounds { .. } => Ok(Bounds(value)),
        _ => Err(contradiction("the value is not bounds")),
    };
    Estimate: Value = |value| Ok(value.0), |value| match value {
        Value::Estimate { .. } => Ok(Estimate(value)),
        _ => Err(contradiction("the value is not an estimate")),
    };
}

/// The attributes that the three classes share, with their docs.
macro_rules! bounded {
    ($($Class:ident: $lower:literal, $upper:literal, $outcome:literal;)+) => {$(
        #[pymethods]
        impl $Class {
            #[doc = $lower]
            #[getter]
            fn lower(&self) -> i32 {
                self.0.lower()
            }

            #[doc = $upper]
            #[getter]
            fn upper(&self) -> i32 {
                self.0.upper()
            }

            #[doc = $outcome]
            #[getter]
            fn outcome(&self) -> Option<&'static str> {
                self.0.outcome().map(Outcome::name)
            }

            fn __str__(&self) -> String {
                self.0.to_string()
            }
        }
    )+};
}
bounded! {
    Exact: "The score.", "The score.", "`\"win\"`, `\"draw\"` or `\"loss\"` for the side to move.";
    Bounds: "Proven to be reached.", "Proven not to be exceeded.",
        "`\"win\"`, `\"draw\"` or `\"loss\"` for the side to move if that much is proven, else `None`.";
    Estimate: "-64: nothing is proven.", "64: nothing is proven.", "`None`: nothing is proven.";
}

/// A score under best play of both sides: proven. Discs, from the side to move, empties to the winner.
///
/// >>> from reversi_engine import Exact
/// >>> Exact(8).outcome, str(Exact(8)), Exact(8)
/// ('win', '+8', Exact(8))
#[pyclass(frozen, eq, hash, module = "reversi_engine")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Exact(Value);

#[pymethods]
impl Exact {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str,) = ("score",);

    #[new]
    fn new(score: &Bound<'_, PyAny>) -> PyResult<Exact> {
        Value::Exact(discs(score, "score")?).checked().map(Exact).map_err(invalid)
    }

    /// Discs, from the side to move.
    #[getter]
    fn score(&self) -> i32 {
        self.0.lower()
    }

    fn __repr__(&self) -> String {
        format!("Exact({})", self.0.lower())
    }
}

/// Proven bounds: the score under best play is not below `lower` and not above `upper`. An end of -64 or 64
/// is no bound.
///
/// >>> from reversi_engine import Bounds
/// >>> Bounds(2, 64).outcome, str(Bounds(2, 64)), Bounds(-64, 64).outcome
/// ('win', '>= +2', None)
#[pyclass(frozen, eq, hash, module = "reversi_engine")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Bounds(Value);

#[pymethods]
impl Bounds {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str) = ("lower", "upper");

    #[new]
    fn new(lower: &Bound<'_, PyAny>, upper: &Bound<'_, PyAny>) -> PyResult<Bounds> {
        let (lower, upper) = (discs(lower, "lower")?, discs(upper, "upper")?);
        Value::Bounds { lower, upper }.checked().map(Bounds).map_err(invalid)
    }

    /// `None`: bounds are no score.
    #[getter]
    fn score(&self) -> Option<i32> {
        None
    }

    fn __repr__(&self) -> String {
        format!("Bounds({}, {})", self.0.lower(), self.0.upper())
    }
}

/// The result of a search that proves nothing: it ended before the end of the game or left out moves.
///
/// >>> from reversi_engine import Estimate
/// >>> str(Estimate(3, 24, 73)), Estimate(3, 24, 73)
/// ('+3 at 24@73%', Estimate(3, 24, 73))
#[pyclass(frozen, eq, hash, module = "reversi_engine")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Estimate(Value);

impl Estimate {
    fn parts(&self) -> (i32, u32, u32) {
        match self.0 {
            Value::Estimate { score, depth, selectivity } => (score, depth, selectivity.percent()),
            other => (other.lower(), 0, 100), // never made
        }
    }
}

#[pymethods]
impl Estimate {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str) = ("score", "depth", "selectivity");

    #[new]
    #[pyo3(signature = (score, depth, selectivity=None), text_signature = "(score, depth, selectivity=100)")]
    fn new(
        score: &Bound<'_, PyAny>,
        depth: &Bound<'_, PyAny>,
        selectivity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Estimate> {
        let percent = selectivity.map_or(DynValue::Whole(100), args::plain);
        let options: AnalyzeOptions = read_given(vec![("selectivity".into(), percent)])?;
        let depth = args::whole(depth, "depth", 0, u32::MAX.into())?;
        let selectivity = options.selectivity.unwrap_or(Selectivity::P100);
        Value::estimate(discs(score, "score")?, depth, selectivity).map(Estimate).map_err(invalid)
    }

    /// In whole discs, from the side to move; odd values are possible.
    #[getter]
    fn score(&self) -> i32 {
        self.parts().0
    }

    /// The plies that were searched, passes not counted.
    #[getter]
    fn depth(&self) -> u32 {
        self.parts().1
    }

    /// The confidence of the search in the moves that it left out, in percent. 100: it left out none.
    #[getter]
    fn selectivity(&self) -> u32 {
        self.parts().2
    }

    fn __repr__(&self) -> String {
        let (score, depth, selectivity) = self.parts();
        format!("Estimate({score}, {depth}, {selectivity})")
    }
}
