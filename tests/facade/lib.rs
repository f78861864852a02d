//! The part of `reversi-engine` that needs no search, under the same paths. The examples of the crates below
//! it import it by that name, so that their tests compile no search. `cargo xtask doc-examples` compiles them
//! with the facade itself.

pub use reversi_bitboard::*;
pub use reversi_notation as notation;
pub use reversi_notation::picture;

/// As `reversi_engine::board`.
pub mod board {
    pub use reversi_bitboard::*;
}

/// As `reversi_engine::cpu`.
pub mod cpu {
    pub use reversi_bitboard::cpu::*;
    pub use reversi_bitboard::{Cpu, CpuLevel, UnsupportedLevel};
}
