//! Random weights, the same in every run.
#![allow(dead_code, reason = "each test program uses its part")]

use reversi_eval::PatternWeights;
use reversi_eval::network::{HEADS, Head, Network, ROWS};
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
    let mut head = || {
        let mut head = Head::zero(width);
        head.bias.fill_with(|| number(1000) as i16);
        head.hidden.fill_with(|| number(127) as i8);
        head.hidden_bias.fill_with(|| number(1 << 14));
        head.output.fill_with(|| number(32767) as i16);
        head.direct.fill_with(|| number(32767) as i16);
        head.constant = number(1 << 24);
        head
    };
    Network::new(rows, (0..HEADS).map(|_| head()).collect(), "random").unwrap()
}
