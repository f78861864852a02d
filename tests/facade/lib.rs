//! The part of `reversi-engine` that needs no search, under the same paths. The examples of the crates below
//! it import it by that name, so that their tests compile no search. `cargo xtask doc-examples` compiles them
//! with the facade itself.

pub use reversi_bitboard::cpu::{ParseCpuLevelError, Quirks};
pub use reversi_bitboard::*;
pub use reversi_notation as notation;
pub use reversi_notation::picture;
