//! Attributes by the tables of the surface, which have their names and docs.

use std::time::Duration;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyList, PyTuple, PyType};
use reversi_engine::play::{ByColor, Ending, Fact, MoveClass};
use reversi_engine::question::ClaimName;
use reversi_engine::search::{Outcome, Source, StopReason};
use reversi_engine::surface::{Field, Kind, Object};
use reversi_engine::{Board, Move, Position, Value};

use crate::board::PyBoard;
use crate::position::PyPosition;
use crate::value;

/// A value of a field.
pub(crate) trait Attribute {
    /// Returns the object of Python.
    fn attribute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
}

macro_rules! attributes {
    ($($($Type:ty),+: |$value:ident, $py:ident| $object:expr;)+) => {$($(
        impl Attribute for $Type {
            #[inline(never)] // for the size of the library
            fn attribute<'py>(&self, $py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let $value = self;
                $object
            }
        }
    )+)+};
}
attributes! {
    bool, f64, i32, u32, u64, usize, String: |value, py| value.into_bound_py_any(py);
    ClaimName, Ending, Fact, MoveClass, Outcome, Source, StopReason: |value, py| value.name().into_bound_py_any(py);
    Duration: |value, py| value.as_secs_f64().into_bound_py_any(py);
    Move: |value, py| value.to_string().into_bound_py_any(py);
    Board: |value, py| PyBoard(*value).into_bound_py_any(py);
    Position: |value, py| PyPosition(*value).into_bound_py_any(py);
    Value: |value, py| value::to_python(py, *value);
}

impl<T: Attribute + ?Sized> Attribute for &T {
    fn attribute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        (**self).attribute(py)
    }
}

impl<T: Attribute> Attribute for Option<T> {
    fn attribute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_ref().map_or_else(|| Ok(py.None().into_bound(py)), |value| value.attribute(py))
    }
}

impl<T: Attribute> Attribute for [T] {
    fn attribute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let items: PyResult<Vec<_>> = self.iter().map(|item| item.attribute(py)).collect();
        Ok(PyList::new(py, items?)?.into_any())
    }
}

impl<T: Attribute> Attribute for Vec<T> {
    fn attribute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self[..].attribute(py)
    }
}

impl<T: Attribute> Attribute for ByColor<T> {
    fn attribute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sides = PyDict::new(py);
        sides.set_item("black", self.black.attribute(py)?)?;
        sides.set_item("white", self.white.attribute(py)?)?;
        Ok(sides.into_any())
    }
}

/// Returns the value of a field of an object.
type Getter = fn(&Bound<'_, PyAny>) -> PyResult<Py<PyAny>>;

/// A class whose attributes are the fields of a table.
pub(crate) struct Properties {
    pub(crate) object: &'static Object,
    pub(crate) class: fn(Python<'_>) -> Bound<'_, PyType>,
    pub(crate) getters: &'static [(&'static str, Getter)],
}

impl Properties {
    /// Adds a property for each field of the table. The getters must have all of them.
    pub(crate) fn add(&self, py: Python<'_>) -> PyResult<()> {
        let (class, property) = ((self.class)(py), py.import("builtins")?.getattr("property")?);
        for field in self.object.fields {
            let getter = self.getters.iter().find(|(name, _)| *name == field.name);
            let &(name, get) =
                getter.unwrap_or_else(|| panic!("{}.{} needs a getter", self.object.name, field.name));
            let getter = move |arguments: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
                get(&arguments.get_item(0)?)
            };
            let getter = PyCFunction::new_closure(py, None, None, getter)?;
            let name = if name == "class" { "class_" } else { name }; // a word of the language
            class.setattr(name, property.call1((getter, py.None(), py.None(), doc(field)))?)?;
        }
        Ok(())
    }
}

/// Returns the doc of a property, with the names that a value may be.
fn doc(field: &Field) -> String {
    let lines: Vec<&str> = field.doc.lines().map(str::trim).collect();
    let doc = lines.join("\n").replace("null", "`None`");
    let kind = if let Kind::OrNull(kind) = field.kind { kind } else { &field.kind };
    match kind {
        Kind::Names(_, names) => {
            let names: Vec<String> = names.iter().map(|name| format!("`\"{}\"`", name.name)).collect();
            format!("{doc}\n\nOne of {}.", names.join(", "))
        }
        _ => doc,
    }
}

/// The classes of a module whose attributes are the fields of a struct, each with its table and the fields
/// or the getters of the struct.
macro_rules! properties {
    ($($Class:ident as $OBJECT:ident {
        $($field:ident $(($($no:tt)*))? $(as $name:literal)?),+ $(,)?
    })+) => {
        pub(crate) const PROPERTIES: &[$crate::fields::Properties] = &[$($crate::fields::Properties {
            object: &reversi_engine::surface::$OBJECT,
            class: |py| py.get_type::<$Class>(),
            getters: &{
                #[inline(never)]
                fn own<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<&'a $Class> {
                    Ok(object.cast::<$Class>()?.get())
                }
                [$(($crate::fields::name!($field $(, $name)?), |object| {
                    let value = &own(object)?.0.$field $(($($no)*))?;
                    $crate::fields::Attribute::attribute(value, object.py()).map(Bound::unbind)
                })),+]
            },
        }),+];
    };
}

/// The classes of answers of a module, each with its docs and its `repr`: properties, JSON and `pickle`, and
/// as attributes of others.
macro_rules! answers {
    ($(
        $(#[$meta:meta])*
        $Class:ident($Struct:ty) $name:literal as $OBJECT:ident $fields:tt |$it:ident| $repr:expr;
    )+) => {
        $crate::fields::properties! { $($Class as $OBJECT $fields)+ }
        $(
            #[pyclass(frozen, eq, module = "reversi_engine", name = $name)]
            $(#[$meta])*
            #[derive(PartialEq)]
            pub(crate) struct $Class(pub(crate) $Struct);

            #[pymethods]
            impl $Class {
                fn __repr__(&self) -> String {
                    let $it = &self.0;
                    $repr
                }
            }

            impl $crate::fields::Attribute for $Struct {
                #[inline(never)]
                fn attribute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    Ok(Bound::new(py, $Class(Clone::clone(self)))?.into_any())
                }
            }

            $crate::data::data! {
                $Class: $Struct = |answer| Ok(Clone::clone(&answer.0)), |answer| Ok($Class(answer));
            }
        )+
    };
}

/// The name of a field in the table.
macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident, $name:literal) => {
        $name
    };
}
pub(crate) use {answers, name, properties};
