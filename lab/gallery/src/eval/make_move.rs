//! The cost of a move in a search at each level: the kernels of the level, inlined into one loop.

use std::hint::black_box;

use reversi_bitboard::{CpuLevel, levels, outlined};
use reversi_eval::kernel::EvalPrimitives;

use super::MakeMoveCall;
use crate::{Call, Kernel, Kernels};

/// Flip, update and sum. The features are written to memory between the last two.
#[inline(always)]
fn one<L: EvalPrimitives>(l: L, ((layouts, features, square), board): MakeMoveCall) -> u64 {
    let flips = l.flip(square, board);
    let child = l.features_after_move(&features, square, flips, board.empties().len());
    let sum = l.sum(black_box(&child), layouts.interleaved);
    u64::from(sum as u32) ^ board.play_unchecked(square, flips).player().0
}

#[inline(always)]
fn all<L: EvalPrimitives>(l: L, calls: &[MakeMoveCall]) -> u64 {
    let mut sum = 0u64;
    for &call in calls {
        sum = sum.wrapping_add(one(l, call));
    }
    sum
}

#[inline(always)]
fn chain<L: EvalPrimitives>(l: L, calls: &[MakeMoveCall], zero: u64) -> u64 {
    let mut last = 0;
    for call in calls {
        last = one(l, call.disturbed(last & zero));
    }
    last
}

outlined! {
    trait Loops: EvalPrimitives {
        fn one(call: MakeMoveCall) -> u64 = one;
        fn all(calls: &[MakeMoveCall]) -> u64 = all;
        fn chain(calls: &[MakeMoveCall], zero: u64) -> u64 = chain;
    }
}

/// A kernel for each token. Its functions get no token as an argument, so they detect it again.
macro_rules! kernels_of_tokens {
    ([$({ level: $Level:ident, cfg: $cfg:meta, tokens: [$($Token:ident = $Type:ty),+], $($rest:tt)* })*]) => {{
        let mut list = Kernels::new();
        $($(
            #[cfg($cfg)]
            if let Some(_) = <$Type>::detect() {
                const LISTED: &str = "a kernel is listed only where its level is";
                list.push(Kernel {
                    id: "EVAL-07",
                    name: concat!("flip, update, sum: ", stringify!($Token)),
                    level: CpuLevel::$Level,
                    call: |call| <$Type>::detect().expect(LISTED).one(call),
                    throughput: |calls| <$Type>::detect().expect(LISTED).all(calls),
                    latency: |calls, zero| <$Type>::detect().expect(LISTED).chain(calls, zero),
                });
            }
        )+)*
        list
    }};
}

/// Flip, update and sum with the kernels of the level.
pub fn make_move() -> Kernels<MakeMoveCall> {
    levels! { [kernels_of_tokens] }
}
