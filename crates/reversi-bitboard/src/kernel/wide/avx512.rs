use super::WideBoard;
use super::avx2::{self, Lanes};
use crate::cpu::{X86V4, leaf};
use crate::kernel::{flip, last_flip};
use crate::{Board, Square};

impl WideBoard<X86V4> for Lanes {
    #[inline(always)]
    fn new(_: X86V4, board: Board) -> Self {
        leaf!(avx2::new(board))
    }

    #[inline(always)]
    fn board(self) -> Board {
        self.board
    }

    #[inline(always)]
    fn child(self, _: X86V4, square: Square) -> Option<Self> {
        leaf!(child(self, square))
    }

    #[inline(always)]
    fn last_flip_count(self, _: X86V4, square: Square) -> u32 {
        leaf!(last_flip::avx512::count_lanes(square, self.player, self.board.player().0))
    }
}

#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
#[inline]
fn child(board: Lanes, square: Square) -> Option<Lanes> {
    avx2::play(board, square, flip::avx512::flip_lanes(square, board.player, board.opponent))
}
