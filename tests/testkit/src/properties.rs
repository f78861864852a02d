//! The settings and strategies of proptest.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use reversi_bitboard::{Board, Game};

use crate::boards::{of_words, random_game};

/// Returns the settings for this number of cases, which are the same in every run.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1883), failure_persistence: None, ..Default::default() }
}

/// Generates any board. No game reaches most of them.
pub fn boards() -> impl Strategy<Value = Board> {
    (0..3usize, any::<[u64; 3]>()).prop_map(|(density, words)| of_words(density, words))
}

/// Generates games of random moves to the end.
pub fn games() -> impl Strategy<Value = Game> {
    any::<u64>().prop_map(|seed| random_game(&mut fastrand::Rng::with_seed(seed)))
}
