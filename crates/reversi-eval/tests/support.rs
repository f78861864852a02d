//! Random weights, the same in every run.
#![allow(dead_code, reason = "each test program uses its part")]

use reversi_eval::PatternWeights;
use reversi_eval::network::{HEADS, HIDDEN, Head, Network, ROWS};
use reversi_eval::pattern::PACKED_LEN;
use reversi_testkit::Rng;

/// Random weights in this range.
pub(crate) fn random_weights(plies: &[u8], range: std::ops::RangeInclusive<i16>) -> PatternWeights {
    let mut rng = Rng::with_seed(1883);
    let slots = (0..plies.len() * PACKED_LEN).map(|_| rng.i16(range.clone())).collect();
    PatternWeights::new(plies.to_vec(), slots, "random").unwrap()
}

/// A network of random numbers with rows of this width: of moderate size, or large numbers and zeros.
pub(crate) fn random_network(width: usize, extreme: bool) -> Network {
    let mut rng = Rng::with_seed(2018);
    let mut number = |limit: i32| match extreme {
        true => limit * (rng.i32(0..3) - 1),
        false => rng.i32(-limit / 4..=limit / 4),
    };
    let rows = (0..width * ROWS).map(|_| number(127) as i8 / 2).collect();
    let mut head = || Head {
        bias: (0..width).map(|_| number(1000) as i16).collect(),
        hidden: (0..HIDDEN * 2 * width).map(|_| number(127) as i8).collect(),
        hidden_bias: std::array::from_fn(|_| number(1 << 14)),
        output: std::array::from_fn(|_| number(32767) as i16),
        direct: (0..2 * width).map(|_| number(32767) as i16).collect(),
        constant: number(1 << 24),
    };
    Network::new(rows, (0..HEADS).map(|_| head()).collect(), "random").unwrap()
}
