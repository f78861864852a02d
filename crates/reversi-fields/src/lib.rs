//! Fields that are declared once. [`surface!`] and [`answer!`] declare a struct together with the table of
//! its fields, [`names!`] an enum with its names. Doors of an engine read values of any language by these
//! tables, with one check of types, ranges and conflicts and one [`FieldError`].
//!
//! | File | What is in it |
//! |---|---|
//! | `macros` | `surface!`, `answer!`, `names!`, `table!` |
//! | `field` | a field of a table: its name, kind, range, default and doc; the checks |
//! | `dyn_value` | a value of any language, before it is checked |
//! | `field_value` | values of Rust from plain ones and back |
//! | `error` | the field and the problem of a refused value |
//! | `seconds` | times as numbers |
//!
//! This crate is the machinery beneath [`reversi-engine`](https://docs.rs/reversi-engine), and makes no
//! promise of stability.
#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "its macros write tables and values as literals in other crates"
)]

mod dyn_value;
mod error;
mod field;
mod field_value;
mod macros;
pub mod seconds;

pub use dyn_value::DynValue;
#[cfg(feature = "serde")]
pub use dyn_value::Large;
pub use error::{Cause, FieldError, FieldErrorKind, last_name, with_cause};
pub use field::{Field, Fields, Kind, Name, Object, check_names, object_of, read};
pub use field_value::{COLORS, FieldValue, Seed};
