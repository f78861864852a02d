//! The value of a board under a network: the sum of the rows of its 58 places, then two small layers.
//! [`network`](crate::network) has the definition. A vector fits every width of the rows that is a multiple
//! of its own.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;
#[cfg(target_arch = "x86_64")]
pub mod sse4;

/// Runs a block with the row of each of the 58 places and a number, which spreads the rows over several
/// sums. A macro, because a closure need not be inlined, and then the sums stay in memory.
#[allow(unused_macros, reason = "not every architecture has kernels that use it")]
macro_rules! for_each_row {
    (@sections $([$first:expr, $end:expr])*; $features:expr, $rows:expr, |$lane:pat_param, $row:pat_param| $add:block) => {$(
        for lane in $first..$end {
            let offset = const { $crate::features::LANE_OFFSETS.0[$first] as usize };
            let ($lane, $row) = (lane, &$rows[offset + usize::from($features.0[lane])]);
            $add
        }
    )*};
    (@quadrants $numbers:expr, $rows:expr, |$lane:pat_param, $row:pat_param| $add:block) => {
        // The lengths are powers of two: with the mask, no look-up needs a bounds check.
        for (quadrant, &number) in $numbers.iter().enumerate() {
            let ($lane, $row) = (quadrant, &$rows[usize::from(number) & ($rows.len() - 1)]);
            $add
        }
    };
    ($features:expr, $quadrants:expr, $table:expr, |$lane:pat_param, $row:pat_param| $add:block) => {
        // The lanes of a section share an offset into the table, so no look-up needs a bounds check.
        $crate::kernel::network::for_each_row! {
            @sections [0, 4] [4, 8] [8, 12] [12, 16] [16, 30] [30, $crate::features::CONSTANT_LANE];
            $features, $table.rows, |$lane, $row| $add
        }
        let (quadrants, rows) = ($quadrants, &$table.quadrants);
        $crate::kernel::network::for_each_row! { @quadrants quadrants.counts, rows.counts, |$lane, $row| $add }
        $crate::kernel::network::for_each_row! { @quadrants quadrants.moves[0], rows.moves[0], |$lane, $row| $add }
        $crate::kernel::network::for_each_row! { @quadrants quadrants.moves[1], rows.moves[1], |$lane, $row| $add }
    };
}
#[allow(unused_imports, reason = "not every architecture has kernels that use it")]
use for_each_row;
