//! Values as JSON, and by it as bytes of `pickle`.

use pyo3::prelude::*;
use pyo3::types::PyType;
use reversi_engine::question::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::errors::Class;

/// How an object is made again: a function and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (String,));

/// Reads JSON. Contradictory data is refused.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| {
        let code = if error.is_data() { "bad-answer" } else { "not-json" };
        let mut problem = Problem::new(code, error.to_string());
        problem.at.line = Some(error.line() as u64);
        problem.at.column = Some(error.column() as u64);
        Class::Parse.of(problem)
    })
}

pub(crate) fn write(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| contradiction(&error.to_string()))
}

/// Reports an answer that contradicts itself.
pub(crate) fn contradiction(message: &str) -> PyErr {
    Class::Parse.of(Problem::new("bad-answer", message))
}

pub(crate) fn reduce<'py>(class: &Bound<'py, PyType>, json: String) -> PyResult<Reduced<'py>> {
    Ok((class.getattr("from_json")?, (json,)))
}

/// JSON and `pickle` of a class: the type with its form, and the conversions.
macro_rules! data {
    ($($Class:ident: $Form:ty = $form:expr, $value:expr;)*) => {$(
        #[pymethods]
        impl $Class {
            /// Returns the value as JSON, in the form of the schema if it has one.
            fn to_json(&self) -> PyResult<String> {
                let form: fn(&$Class) -> PyResult<$Form> = $form;
                $crate::data::write(&form(self)?)
            }

            /// Reads what `to_json` wrote. Contradictory data is refused.
            #[classmethod]
            fn from_json(
                _: &pyo3::Bound<'_, pyo3::types::PyType>,
                text: $crate::args::Text,
            ) -> PyResult<$Class> {
                let value: fn($Form) -> PyResult<$Class> = $value;
                value($crate::data::read(&text.0)?)
            }

            fn __reduce__(slf: pyo3::Bound<'_, Self>) -> PyResult<$crate::data::Reduced<'_>> {
                $crate::data::reduce(&slf.get_type(), slf.get().to_json()?)
            }
        }
    )*};
}
pub(crate) use data;
