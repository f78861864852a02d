use core::arch::x86_64::*;

use crate::board::{Bitboard, Board, Square};
use crate::kernel::{flip, last_flip};

/// The discs of each side in all four lanes of a vector, and the board itself.
#[derive(Clone, Copy)]
pub struct BoardLanes {
    pub player: __m256i,
    pub opponent: __m256i,
    pub board: Board,
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn new(board: Board) -> BoardLanes {
    BoardLanes {
        player: _mm256_set1_epi64x(board.player().0 as i64),
        opponent: _mm256_set1_epi64x(board.opponent().0 as i64),
        board,
    }
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn child(board: BoardLanes, square: Square) -> Option<BoardLanes> {
    play(board, square, flip::avx2::flip_lanes(square, board.player, board.opponent))
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn last_flip_count(board: BoardLanes, square: Square) -> u32 {
    last_flip::avx2::count_lanes(square, board.player, board.board.player().0)
}

/// Counts as [`last_flip_count`] does, by PEXT, which does not use the lanes.
#[target_feature(enable = "bmi2")]
#[inline]
pub fn last_flip_count_by_pext(board: BoardLanes, square: Square) -> u32 {
    last_flip::bmi2::count(square, board.board.player())
}

/// Returns the board after a move on `square` that turns the discs of all lanes, if there are any.
#[target_feature(enable = "avx2")]
#[inline]
pub fn play(
    BoardLanes { player, opponent, board }: BoardLanes,
    square: Square,
    lanes: __m256i,
) -> Option<BoardLanes> {
    let pairs = _mm256_or_si256(lanes, _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes));
    let all = _mm256_or_si256(pairs, _mm256_shuffle_epi32::<0b01_00_11_10>(pairs));
    let flips = _mm256_extract_epi64::<0>(all) as u64;
    if flips == 0 {
        return None;
    }
    Some(BoardLanes {
        player: _mm256_xor_si256(opponent, all),
        opponent: _mm256_xor_si256(_mm256_xor_si256(player, all), _mm256_set1_epi64x(square.bit() as i64)),
        board: board.play_unchecked(square, Bitboard(flips)),
    })
}
