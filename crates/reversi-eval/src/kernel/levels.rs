//! Which kernel each CPU level uses.

#[allow(unused_imports, reason = "not every architecture has a level of its own")]
use reversi_bitboard::cpu;
use reversi_bitboard::cpu::Portable;
use reversi_bitboard::{Board, Square};

use super::{EvalPrimitives, network, sum, update};
use crate::network::NetworkTable;
use crate::{Features, PatternTable};

/// Implements the primitives of a level: whose updates and whose network it uses, and how it sums up.
macro_rules! level {
    ([$($generics:tt)*] $Token:ty, $update:ident, $network:ident, |$features:ident, $table:ident| $sum:expr) => {
        impl<$($generics)*> EvalPrimitives for $Token {
            #[inline(always)]
            fn features(self, board: Board) -> Features {
                leaf!(update::$update::features(board))
            }

            #[inline(always)]
            fn features_after_move(self, features: &Features, square: Square, flips: u64, empties: u32) -> Features {
                leaf!(update::$update::after_move(features, square, flips, empties))
            }

            #[inline(always)]
            fn features_after_pass(self, features: &Features, empties: u64) -> Features {
                leaf!(update::$update::after_pass(features, empties))
            }

            #[inline(always)]
            fn sum(self, $features: &Features, $table: PatternTable<'_>) -> i32 {
                $sum
            }

            #[inline(always)]
            fn network(self, features: &Features, table: NetworkTable<'_>) -> i32 {
                leaf!(network::$network::network(features, table))
            }
        }
    };
}

/// Calls a leaf whose features the level has.
macro_rules! leaf {
    ($call:expr) => {{
        // SAFETY: the token proves the features of its level, and the leaf needs no others.
        #[allow(unused_unsafe, reason = "the portable level has no feature to prove")]
        unsafe {
            $call
        }
    }};
}

level! { [] Portable, portable, portable, |features, table| sum::portable::sum(features, table) }
#[cfg(target_arch = "x86_64")]
level! { [] cpu::X86V2, sse2, portable, |features, table| sum::portable::sum(features, table) }
#[cfg(target_arch = "x86_64")]
level! {
    [const FAST_PEXT: bool] cpu::X86V3<FAST_PEXT>, avx2, avx2, |features, table| {
        // CPUs that are slow at PEXT are slow at gathering too.
        if FAST_PEXT { leaf!(sum::avx2::sum(features, table)) } else { sum::portable::sum(features, table) }
    }
}
#[cfg(target_arch = "x86_64")]
level! { [] cpu::X86V4, avx2, avx2, |features, table| leaf!(sum::avx2::sum(features, table)) }
#[cfg(target_arch = "aarch64")]
level! { [] cpu::Neon, neon, portable, |features, table| sum::portable::sum(features, table) }

reversi_bitboard::if_gallery! {
    impl<L: EvalPrimitives, K: reversi_bitboard::gallery::Substitute<L>> EvalPrimitives
        for reversi_bitboard::gallery::With<L, K>
    {
        #[inline(always)]
        fn features(self, board: Board) -> Features {
            self.level().features(board)
        }

        #[inline(always)]
        fn features_after_move(self, features: &Features, square: Square, flips: u64, empties: u32) -> Features {
            self.level().features_after_move(features, square, flips, empties)
        }

        #[inline(always)]
        fn features_after_pass(self, features: &Features, empties: u64) -> Features {
            self.level().features_after_pass(features, empties)
        }

        #[inline(always)]
        fn sum(self, features: &Features, table: PatternTable<'_>) -> i32 {
            self.level().sum(features, table)
        }

        #[inline(always)]
        fn network(self, features: &Features, table: NetworkTable<'_>) -> i32 {
            self.level().network(features, table)
        }
    }
}
