//! The row toward file H, filled in ways that need spare bits or a lane of 16 bits (FLIP-16).

use core::arch::x86_64::*;

use reversi_bitboard::__internal::rays::RAYS_UP;

use super::{Trick, next_on_row};

/// The row toward file H of all squares on some ranks that have room for a flip there.
pub(super) const fn rows_up(first_rank: usize, last_rank: usize) -> [u8; 64] {
    let mut rays = [0; 64];
    let mut square = 8 * first_rank;
    while square < 8 * last_rank + 8 {
        if square % 8 <= 5 {
            rays[square] = 1;
        }
        square += 1;
    }
    rays
}

/// The outflanking disc on the row toward file H, by carry (FLIP-06).
#[inline(always)]
fn outflank<const S: usize>(player: u64, opponent: u64) -> u64 {
    let row = const { RAYS_UP[S].0[0] };
    (opponent | !row).wrapping_add(1) & player & row
}

/// Multiplied by 255 and shifted back, a bit becomes the eight bits below it (FLIP-16h). The product needs
/// eight spare bits above the row, so rank 8 is left out.
pub(in crate::bitboard::flip) struct FillByProduct;

impl Trick for FillByProduct {
    const RAYS: [u8; 64] = rows_up(0, 6);

    #[target_feature(enable = "sse2")]
    #[inline]
    unsafe fn flip<const S: usize>(player: u64, opponent: u64) -> u64 {
        ((outflank::<S>(player, opponent) * 0xff) >> 8) & const { RAYS_UP[S].0[0] }
    }
}

/// A bit minus the bit eight places below it is the eight bits below it (FLIP-16h). The subtraction needs
/// eight spare bits below the row, so rank 1 is left out.
pub(in crate::bitboard::flip) struct FillByDifference;

impl Trick for FillByDifference {
    const RAYS: [u8; 64] = rows_up(1, 7);

    #[target_feature(enable = "sse2")]
    #[inline]
    unsafe fn flip<const S: usize>(player: u64, opponent: u64) -> u64 {
        let outflank = outflank::<S>(player, opponent);
        (outflank - (outflank >> 8)) & const { RAYS_UP[S].0[0] }
    }
}

/// The high half of a product with 0xffff is the predecessor of a word, and zero for zero (FLIP-16i).
pub(in crate::bitboard::flip) struct FillByHighProduct;

impl Trick for FillByHighProduct {
    const RAYS: [u8; 64] = rows_up(0, 7);

    #[target_feature(enable = "sse2")]
    #[inline]
    unsafe fn flip<const S: usize>(player: u64, opponent: u64) -> u64 {
        // The carry stays in the byte of the rank, as in FLIP-17.
        let next = _mm_cvtsi64_si128(const { next_on_row(S) as i64 });
        let carried = _mm_add_epi8(_mm_cvtsi64_si128(opponent as i64), next);
        let outflank = _mm_and_si128(carried, _mm_cvtsi64_si128(player as i64));
        let below = _mm_mulhi_epu16(outflank, _mm_set1_epi16(-1));
        _mm_cvtsi128_si64(below) as u64 & const { RAYS_UP[S].0[0] }
    }
}
