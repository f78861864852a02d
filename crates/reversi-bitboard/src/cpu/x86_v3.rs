use crate::kernel::{Primitives, Sealed, flip, last_flip, lines, mobility, symmetry};
use crate::{Board, Square};

/// Proof that the CPU has the x86-64-v3 instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct X86V3(());

impl X86V3 {
    /// The token, if the CPU qualifies.
    #[inline]
    pub fn detect() -> Option<X86V3> {
        #[cfg(feature = "std")]
        let found = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("fma")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("movbe")
            && std::is_x86_feature_detected!("popcnt");
        #[cfg(not(feature = "std"))]
        let found = cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "fma",
            target_feature = "lzcnt",
            target_feature = "movbe",
            target_feature = "popcnt",
        ));
        found.then_some(X86V3(()))
    }
}

impl Sealed for X86V3 {}

/// Calls a leaf whose features the level has.
macro_rules! leaf {
    ($call:expr) => {
        // SAFETY: the token proves the features of x86-64-v3, and the leaf needs no others.
        unsafe { $call }
    };
}

impl Primitives for X86V3 {
    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> u64 {
        leaf!(flip::avx2::flip(square, board))
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        leaf!(mobility::avx2::moves(board))
    }

    #[inline(always)]
    fn last_flip_count(self, square: Square, player: u64) -> u32 {
        leaf!(last_flip::avx2::count(square, player))
    }

    #[inline(always)]
    fn full_lines(self, occupied: u64) -> lines::FullLines {
        leaf!(lines::avx2::full_lines(occupied))
    }

    #[inline(always)]
    fn transpose(self, set: u64) -> u64 {
        leaf!(symmetry::avx2::transpose(set))
    }

    #[inline(always)]
    fn mirror_files(self, set: u64) -> u64 {
        leaf!(symmetry::avx2::mirror_files(set))
    }
}
