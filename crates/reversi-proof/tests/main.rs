//! Proofs: made, accepted, refused.
//!
//! | File | What is in it |
//! |---|---|
//! | `made.rs` | proofs of random boards are accepted, by both checkers; a false claim has none; limits |
//! | `refused.rs` | no changed or invented file proves what is false; hostile files |
//! | `support.rs` | a file as a head and moves, with its checksum |

mod made;
mod refused;
mod support;
