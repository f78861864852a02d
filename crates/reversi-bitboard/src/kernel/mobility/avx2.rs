use core::arch::x86_64::*;

use crate::board::{Bitboard, Board, mask};
use crate::kernel::flip::avx2::or_lanes;

/// Computes the four axes in four lanes with variable shifts (MOB-04).
#[target_feature(enable = "avx2")]
#[inline]
pub fn moves(board: Board) -> Bitboard {
    let player = _mm256_set1_epi64x(board.player().0 as i64);
    // No move turns the opponent's discs on files A and H along a row or diagonal. Without them no shift
    // wraps around the edge.
    let inner = mask::FILES_B_TO_G.0 as i64;
    let opponent = _mm256_and_si256(
        _mm256_set1_epi64x(board.opponent().0 as i64),
        _mm256_setr_epi64x(inner, -1, inner, inner),
    );
    let step = _mm256_setr_epi64x(1, 8, 9, 7);
    let step2 = _mm256_setr_epi64x(2, 16, 18, 14);

    let mut up = _mm256_and_si256(opponent, _mm256_sllv_epi64(player, step));
    let mut down = _mm256_and_si256(opponent, _mm256_srlv_epi64(player, step));
    up = _mm256_or_si256(up, _mm256_and_si256(opponent, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(opponent, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(opponent, _mm256_sllv_epi64(opponent, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, step2)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, step2)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, step2)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, step2)));
    let moves = or_lanes(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)));
    Bitboard(moves) & board.empties()
}
