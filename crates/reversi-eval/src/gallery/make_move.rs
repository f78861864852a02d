//! What a move costs a search at each level: the kernels that the level uses, inlined into one loop.

use core::hint::black_box;

use reversi_bitboard::gallery::{Call, Kernel, Kernels};
use reversi_bitboard::{Bitboard, Cpu, CpuLevel, cpu, points};

use super::MakeMoveCall;
use crate::kernel::EvalPrimitives;

/// Flip, update and sum, the features written to memory on the way.
#[inline(always)]
fn one<L: EvalPrimitives>(l: L, ((layouts, features, square), board): MakeMoveCall) -> u64 {
    let flips = l.flip(square, board);
    let child = l.features_after_move(&features, square, flips, board.empties().len());
    let sum = l.sum(black_box(&child), layouts.interleaved);
    u64::from(sum as u32) ^ board.play_unchecked(square, Bitboard(flips)).player().0
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

points! {
    trait Loops: EvalPrimitives {
        fn one(call: MakeMoveCall) -> u64 = one;
        fn all(calls: &[MakeMoveCall]) -> u64 = all;
        fn chain(calls: &[MakeMoveCall], zero: u64) -> u64 = chain;
    }
}

macro_rules! kernels {
    ($($(#[$cfg:meta])* $level:ident($token:expr) $id:literal;)*) => {{
        let mut list = Kernels::new();
        $(
            $(#[$cfg])*
            if Cpu::new(CpuLevel::$level).is_ok() {
                list.push(Kernel::new(
                    $id,
                    "flip, update, sum",
                    CpuLevel::$level,
                    |call| $token.one(call),
                    |calls| $token.all(calls),
                    |calls, zero| $token.chain(calls, zero),
                ));
            }
        )*
        list
    }};
}

/// All that a move takes, with the kernels of the level: flip, update and sum.
pub fn make_move() -> Kernels<MakeMoveCall> {
    #[allow(dead_code, reason = "not every architecture has a level of its own")]
    const LISTED: &str = "a kernel is listed only where its level is";
    kernels! {
        Portable(cpu::Portable) "EVAL-07 EVAL-10";
        #[cfg(target_arch = "x86_64")]
        X86V2(cpu::X86V2::detect().expect(LISTED)) "EVAL-07 EVAL-10";
        #[cfg(target_arch = "x86_64")]
        X86V3(cpu::X86V3::<false>::detect().expect(LISTED)) "EVAL-07 EVAL-10";
        #[cfg(target_arch = "x86_64")]
        X86V3(cpu::X86V3::<true>::detect().expect(LISTED)) "EVAL-07 EVAL-13";
        #[cfg(target_arch = "x86_64")]
        X86V4(cpu::X86V4::detect().expect(LISTED)) "EVAL-07 EVAL-13";
        #[cfg(target_arch = "aarch64")]
        Neon(cpu::Neon::detect().expect(LISTED)) "EVAL-07 EVAL-10";
    }
}
