//! Notations, pasted text, pictures.

mod hostile;
mod notation;
mod pictures;
mod reading;
mod serde;
mod units;
