//! The JSON of questions, answers and problems.
//!
//! | File | What is in it |
//! |---|---|
//! | [`fields`] | a map of a few small values, and the values taken from it one by one |
//! | [`read`] | questions and requests from their fields |
//! | [`write`] | questions and requests as fields |
//! | [`answers`] | answers, checked when they are read |
//! | [`problems`] | errors |
//! | [`text`] | all of it as text (feature `json`) |

mod answers;
mod fields;
mod problems;
mod read;
#[cfg(feature = "json")]
mod text;
mod write;
