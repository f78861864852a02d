//! Notations, pasted text, pictures.

mod archives;
mod hostile;
mod notation;
mod pictures;
mod reading;
mod serde;
mod units;
