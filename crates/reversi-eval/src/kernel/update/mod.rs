//! Features of a board, after a move and after a pass: sums of rows of increments (EVAL-07).
//!
//! `updates!` holds the algorithm for vectors. The file of an instruction set names its vectors, six or three
//! for the features of a board, and its instructions.

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

/// The three functions of an instruction set: its vectors with their number of lanes, a vector of zeros, and
/// the instructions that add, subtract, load and store a vector.
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
macro_rules! updates {
    (
        $feature:literal, [$Vector:ty; $count:literal] of $lanes:literal,
        $zero:expr, $add:path, $sub:path, $load:path, $store:path
    ) => {
        /// The features as vectors.
        type Vectors = [$Vector; $count];

        #[target_feature(enable = $feature)]
        #[inline]
        pub fn features(board: reversi_bitboard::Board) -> $crate::features::Features {
            let [zeros, ones] = $crate::features::by_digit(board);
            let (zeros, ones) = (increments(zeros), increments(ones));
            store(sub(sub(sub(load(&$crate::features::EMPTY_BOARD), zeros), zeros), ones))
        }

        /// Returns the features after a move. At even plies the digit of the new disc changes from 2 to 0, and
        /// the digits of turned discs from 1 to 0. At odd plies they change from 2 to 1 and from 0 to 1.
        #[target_feature(enable = $feature)]
        #[inline]
        pub fn after_move(
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
        pub fn after_pass(
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

        #[target_feature(enable = $feature)]
        #[inline]
        fn zero() -> Vectors {
            [$zero; $count]
        }

        #[target_feature(enable = $feature)]
        #[inline]
        fn add(mut a: Vectors, b: Vectors) -> Vectors {
            for i in 0..$count {
                a[i] = $add(a[i], b[i]);
            }
            a
        }

        #[target_feature(enable = $feature)]
        #[inline]
        fn sub(mut a: Vectors, b: Vectors) -> Vectors {
            for i in 0..$count {
                a[i] = $sub(a[i], b[i]);
            }
            a
        }

        #[target_feature(enable = $feature)]
        #[inline]
        fn load(features: &$crate::features::Features) -> Vectors {
            const { assert!(size_of::<Vectors>() == 96 && $lanes * $count == 48) };
            let mut vectors = zero();
            for (vector, lanes) in $crate::kernel::zip(&mut vectors, features.0.as_chunks::<$lanes>().0) {
                // SAFETY: the lanes of the chunk are as many bytes as the vector. Chunks of them start at
                // multiples of these bytes from an alignment of 64.
                *vector = unsafe { $load(lanes.as_ptr().cast()) };
            }
            vectors
        }

        #[target_feature(enable = $feature)]
        #[inline]
        fn store(vectors: Vectors) -> $crate::features::Features {
            let mut features = $crate::features::Features([0; 48]);
            for (lanes, vector) in $crate::kernel::zip(features.0.as_chunks_mut::<$lanes>().0, &vectors) {
                // SAFETY: as in `load`.
                unsafe { $store(lanes.as_mut_ptr().cast(), *vector) };
            }
            features
        }
    };
}
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(crate) use updates;
