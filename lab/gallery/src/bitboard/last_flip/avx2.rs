use core::arch::x86_64::*;

use reversi_bitboard::__internal::flip::avx2::load;
use reversi_bitboard::__internal::last_flip::{avx2, sum};
use reversi_bitboard::__internal::rays::{LINES, NEIGHBOURS, RAYS_DOWN, RAYS_UP, RayLanes};
use reversi_bitboard::{Bitboard, Square};

use super::both::{self, DIAGONAL, FULL, OFFSET};
use crate::table::table;

/// A1-H8 diagonal, nothing, the other diagonal, file. So in the byte mask the diagonals are the low bytes of
/// the two halves.
static SPREAD: [RayLanes; 64] = table!(|square| {
    let [_, file, diagonal9, diagonal7] = LINES[square].0;
    RayLanes([diagonal9, 0, diagonal7, file])
});

/// The offsets of both diagonals in one word.
static OFFSETS: [u32; 64] = table!(|square| OFFSET[square][0] as u32 | (OFFSET[square][1] as u32) << 16);

/// Both sides' counts from the same bits (LAST-10, LAST-14).
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn counts(square: Square, player: u64) -> [u32; 2] {
    let discs = _mm256_and_si256(_mm256_set1_epi64x(player as i64), load(&LINES[square.index()]));
    let by_rank = _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)) as u32;
    let row = player >> (8 * square.rank());
    both::counts(square, row, by_rank >> 8, by_rank >> 16 & 0xff, by_rank >> 24)
}

/// Both sides' counts. One addition computes the indices of both diagonals (LAST-10, LAST-14, LAST-15).
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn two_offsets(square: Square, player: u64) -> [u32; 2] {
    let discs = _mm256_and_si256(_mm256_set1_epi64x(player as i64), load(&SPREAD[square.index()]));
    let by_rank = _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)) as u32;
    let diagonals = OFFSETS[square.index()] + (by_rank & 0x00ff_00ff);
    let row = player >> (8 * square.rank()) & 0xff;
    let sum = FULL[square.file() as usize][row as usize]
        + FULL[square.rank() as usize][(by_rank >> 24) as usize]
        + DIAGONAL[(diagonals & 0xffff) as usize]
        + DIAGONAL[(diagonals >> 16) as usize];
    [u32::from(sum & 0xff), u32::from(sum >> 8)]
}

/// Both sides' counts. Those of the other side come from the test for a legal move: it leaves out rays
/// without a disc of the player, and on these the other side turns nothing (LAST-10, LAST-24).
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn from_closed_rays(square: Square, player: u64) -> [u32; 2] {
    let mine = avx2::count(square, Bitboard(player));
    [mine, sum_of_rays(square, !player, on_closed_rays(square, player))]
}

/// The count of a side with these discs on file and diagonals.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn sum_of_rays(square: Square, side: u64, discs: __m256i) -> u32 {
    sum(square, side, _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)) as u32)
}

/// Both sides' counts, gathered by a byte mask each, without a branch between them.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn one_by_one(square: Square, player: u64) -> [u32; 2] {
    [avx2::count(square, Bitboard(player)), avx2::count(square, Bitboard(!player))]
}

/// Looks for an adjacent opponent's disc on a ray that also holds an own disc (LAST-21).
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn can_flip(square: Square, player: u64) -> bool {
    can_flip_on(square, on_closed_rays(square, player))
}

/// Whether one of these discs is next to the square.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn can_flip_on(square: Square, closed_rays: __m256i) -> bool {
    let neighbours = _mm256_set1_epi64x(NEIGHBOURS[square.index()].0 as i64);
    _mm256_testz_si256(closed_rays, neighbours) == 0
}

/// The opponent's discs on rays that also hold an own disc.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn on_closed_rays(square: Square, player: u64) -> __m256i {
    let player = _mm256_set1_epi64x(player as i64);
    let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
    let (up_theirs, down_theirs) = (_mm256_andnot_si256(player, up), _mm256_andnot_si256(player, down));
    _mm256_or_si256(
        _mm256_andnot_si256(_mm256_cmpeq_epi64(up_theirs, up), up_theirs),
        _mm256_andnot_si256(_mm256_cmpeq_epi64(down_theirs, down), down_theirs),
    )
}
