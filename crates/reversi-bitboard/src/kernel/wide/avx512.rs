use super::avx2::{BoardLanes, play};
use crate::board::Square;
use crate::kernel::{flip, last_flip};

#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
#[inline]
pub fn child(board: BoardLanes, square: Square) -> Option<BoardLanes> {
    play(board, square, flip::avx512::flip_lanes(square, board.player, board.opponent))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub fn last_flip_count(board: BoardLanes, square: Square) -> u32 {
    last_flip::avx512::count_lanes(square, board.player, board.board.player().0)
}
