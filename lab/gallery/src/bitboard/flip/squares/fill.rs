//! The row toward file H, filled in ways that need spare bits or a lane of 16 bits (FLIP-16).

use core::arch::x86_64::*;

use reversi_bitboard::__internal::rays::RAYS_UP;

use super::{Trick, next_on_row, rays_if, tricks};

/// The row toward file H, of a square on these ranks that has room for a flip there.
pub(super) const fn row_of_ranks(square: usize, first_rank: usize, last_rank: usize) -> u8 {
    let rank = square / 8;
    rays_if(first_rank <= rank && rank <= last_rank && square % 8 <= 5, 1)
}

/// The outflanking disc on the row toward file H, by carry (FLIP-06).
#[inline(always)]
fn outflank<const S: usize>(player: u64, opponent: u64) -> u64 {
    let row = const { RAYS_UP[S].0[0] };
    (opponent | !row).wrapping_add(1) & player & row
}

tricks! {
/// Multiplied by 255 and shifted back, a bit becomes the eight bits below it (FLIP-16h). The product needs
/// eight spare bits above the row, so rank 8 is left out.
struct FillByProduct: |square| row_of_ranks(square, 0, 6) => |player, opponent| {
    ((outflank::<S>(player, opponent) * 0xff) >> 8) & const { RAYS_UP[S].0[0] }
}

/// A bit minus the bit eight places below it is the eight bits below it (FLIP-16h). The subtraction needs
/// eight spare bits below the row, so rank 1 is left out.
struct FillByDifference: |square| row_of_ranks(square, 1, 7) => |player, opponent| {
    let outflank = outflank::<S>(player, opponent);
    (outflank - (outflank >> 8)) & const { RAYS_UP[S].0[0] }
}

/// The high half of a product with 0xffff is the predecessor of a word, and zero for zero (FLIP-16i).
struct FillByHighProduct: |square| row_of_ranks(square, 0, 7) => |player, opponent| {
    // The carry stays in the byte of the rank, as in FLIP-17.
    let next = _mm_cvtsi64_si128(const { next_on_row(S) as i64 });
    let carried = _mm_add_epi8(_mm_cvtsi64_si128(opponent as i64), next);
    let outflank = _mm_and_si128(carried, _mm_cvtsi64_si128(player as i64));
    let below = _mm_mulhi_epu16(outflank, _mm_set1_epi16(-1));
    _mm_cvtsi128_si64(below) as u64 & const { RAYS_UP[S].0[0] }
}
}
