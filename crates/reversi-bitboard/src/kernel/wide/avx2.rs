use core::arch::x86_64::*;

use super::WideBoard;
use crate::cpu::{X86V3, leaf};
use crate::kernel::{flip, last_flip};
use crate::{Bitboard, Board, Square};

/// Each side in all four lanes of a vector, and the board as it is.
#[derive(Clone, Copy)]
pub struct Lanes {
    pub(super) player: __m256i,
    pub(super) opponent: __m256i,
    pub(super) board: Board,
}

impl<const FAST_PEXT: bool> WideBoard<X86V3<FAST_PEXT>> for Lanes {
    #[inline(always)]
    fn new(_: X86V3<FAST_PEXT>, board: Board) -> Self {
        leaf!(new(board))
    }

    #[inline(always)]
    fn board(self) -> Board {
        self.board
    }

    #[inline(always)]
    fn child(self, _: X86V3<FAST_PEXT>, square: Square) -> Option<Self> {
        leaf!(child(self, square))
    }

    #[inline(always)]
    fn last_flip_count(self, _: X86V3<FAST_PEXT>, square: Square) -> u32 {
        if FAST_PEXT {
            leaf!(last_flip::bmi2::count(square, self.board.player().0))
        } else {
            leaf!(last_flip::avx2::count_lanes(square, self.player, self.board.player().0))
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn new(board: Board) -> Lanes {
    Lanes {
        player: _mm256_set1_epi64x(board.player().0 as i64),
        opponent: _mm256_set1_epi64x(board.opponent().0 as i64),
        board,
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn child(board: Lanes, square: Square) -> Option<Lanes> {
    play(board, square, flip::avx2::flip_lanes(square, board.player, board.opponent))
}

/// The board after a move that turns the discs of all lanes.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn play(
    Lanes { player, opponent, board }: Lanes,
    square: Square,
    lanes: __m256i,
) -> Option<Lanes> {
    let pairs = _mm256_or_si256(lanes, _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes));
    let all = _mm256_or_si256(pairs, _mm256_shuffle_epi32::<0b01_00_11_10>(pairs));
    let flips = _mm256_extract_epi64::<0>(all) as u64;
    if flips == 0 {
        return None;
    }
    Some(Lanes {
        player: _mm256_xor_si256(opponent, all),
        opponent: _mm256_xor_si256(_mm256_xor_si256(player, all), _mm256_set1_epi64x(square.bit() as i64)),
        board: board.play_unchecked(square, Bitboard(flips)),
    })
}
