//! The moves of a chess queen, by the techniques of the flips. A ray ends at the first piece of either colour
//! (FLIP-43).

use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
use reversi_bitboard::Square;

use crate::list::kernel_lists;

/// A square and the occupied squares.
///
/// ```
/// use reversi_bitboard::Square;
/// use reversi_gallery::bitboard::SlideCall;
///
/// let call: SlideCall = (Square::D1, 0xff);
/// # let _ = call;
/// ```
pub type SlideCall = (Square, u64);

kernel_lists! {
    /// The squares that a chess queen attacks, the first piece of each ray included.
    ///
    /// ```
    /// use reversi_bitboard::Square;
    /// use reversi_gallery::bitboard;
    ///
    /// for kernel in bitboard::queen() {
    ///     assert_eq!(kernel.call((Square::A1, 0x0808_0808)), 0x0101_0101_0905_030e);
    /// }
    /// ```
    queen(SlideCall): |(square, occupied)| {
        Portable X86V3 "FLIP-43 scalar" "lowest bit up, leading zeros down" => queen_scalar(square, occupied);
        X86V3 "FLIP-43" "four rays each way, shadows down" => avx2::queen(square, occupied);
    }
}

#[inline(always)]
fn queen_scalar(square: Square, occupied: u64) -> u64 {
    let mut attacks = 0;
    for lane in 0..4 {
        let (up, down) = (RAYS_UP[square.index()].0[lane], RAYS_DOWN[square.index()].0[lane]);
        let blockers = occupied & up;
        attacks |= (blockers ^ blockers.wrapping_sub(1)) & up;
        let first = 1 << 63 >> (occupied & down | 1).leading_zeros();
        attacks |= u64::wrapping_neg(first) & down;
    }
    attacks
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use core::arch::x86_64::*;

    use reversi_bitboard::__internal::flip::avx2::{load, or_lanes};
    use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
    use reversi_bitboard::Square;

    /// Upper rays up to the lowest piece, lower rays without the squares behind the first piece.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn queen(square: Square, occupied: u64) -> u64 {
        let step = _mm256_setr_epi64x(1, 8, 9, 7);
        let step2 = _mm256_setr_epi64x(2, 16, 18, 14);
        let step4 = _mm256_setr_epi64x(4, 32, 36, 28);
        let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
        let occupied = _mm256_set1_epi64x(occupied as i64);

        let pieces = _mm256_and_si256(occupied, up);
        let to_first = _mm256_xor_si256(pieces, _mm256_add_epi64(pieces, _mm256_set1_epi64x(-1)));

        let pieces = _mm256_and_si256(occupied, down);
        let behind = _mm256_or_si256(_mm256_srlv_epi64(pieces, step), _mm256_srlv_epi64(pieces, step2));
        let further = _mm256_or_si256(_mm256_srlv_epi64(behind, step2), _mm256_srlv_epi64(behind, step4));
        let shadow = _mm256_or_si256(behind, further);
        or_lanes(_mm256_or_si256(_mm256_and_si256(to_first, up), _mm256_andnot_si256(shadow, down)))
    }
}
