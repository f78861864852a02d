//! Features of a board, after a move and after a pass: sums of rows of increments (EVAL-07).
//!
//! `updates!` holds the algorithm for vectors. The file of an instruction set defines its vectors: six or
//! three for the features of a board.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "aarch64")]
pub mod neon;
#[allow(dead_code, reason = "the level below all takes this or `words`")]
pub mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;
#[cfg(target_arch = "x86_64")]
pub mod sse2;
#[allow(dead_code, reason = "the level below all takes this or `portable`")]
pub mod words;

/// The three functions of an instruction set, from its `Vectors` and their `zero`, `add`, `sub`, `load` and
/// `store`.
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
macro_rules! updates {
    ($vis:vis, $feature:literal) => {
        #[target_feature(enable = $feature)]
        #[inline]
        $vis fn features(board: reversi_bitboard::Board) -> $crate::features::Features {
            let [zeros, ones] = $crate::features::by_digit(board);
            let (zeros, ones) = (increments(zeros), increments(ones));
            store(sub(sub(sub(load(&$crate::features::EMPTY_BOARD), zeros), zeros), ones))
        }

        /// At even plies the digit of the new disc changes from 2 to 0, and the digits of turned discs
        /// from 1 to 0. At odd plies they change from 2 to 1 and from 0 to 1.
        #[target_feature(enable = $feature)]
        #[inline]
        $vis fn after_move(
            features: &$crate::features::Features,
            square: reversi_bitboard::Square,
            flips: reversi_bitboard::Bitboard,
            empties: u32,
        ) -> $crate::features::Features {
            let (placed, turned) = (load(&$crate::features::INCREMENTS[square.index()]), increments(flips));
            let without = sub(load(features), placed);
            store(if empties.is_multiple_of(2) {
                sub(sub(without, placed), turned)
            } else {
                add(without, turned)
            })
        }

        #[target_feature(enable = $feature)]
        #[inline]
        $vis fn after_pass(
            features: &$crate::features::Features,
            empties: reversi_bitboard::Bitboard,
        ) -> $crate::features::Features {
            let empties = increments(empties);
            let swapped = sub(load(&$crate::features::PASS_SUM), load(features));
            store(add(add(add(swapped, empties), empties), empties))
        }

        /// Sums the increments of all squares of a set, two at a time. Few moves turn more than two discs,
        /// and a branch costs more than a row.
        #[target_feature(enable = $feature)]
        #[inline]
        fn increments(mut set: reversi_bitboard::Bitboard) -> Vectors {
            let mut sum = zero();
            loop {
                let (row, others) = $crate::features::first(set);
                let (next_row, others) = $crate::features::first(others);
                sum = add(add(sum, load(row)), load(next_row));
                set = others;
                if set.is_empty() {
                    return sum;
                }
            }
        }
    };
}
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(crate) use updates;
