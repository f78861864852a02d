//! A cut-off by discs that the opponent can never lose.

use reversi_bitboard::Board;
use reversi_bitboard::kernel::Primitives;

/// The least `alpha`, by empties, where the test saves more than it costs. A cut needs (64 - alpha) / 2
/// stable discs, and a board with more empties has fewer of them. Near the end a search is cheap too.
const MIN_ALPHA: [i8; 64] = {
    let mut table = [40; 64];
    let mut empties = 0;
    while empties < 24 {
        table[empties] = 2 * empties as i8 - if empties < 12 { 2 } else { 8 };
        empties += 1;
    }
    table
};

/// Returns an upper bound of at most `alpha`, if the opponent's stable discs prove one: it keeps all of them.
#[inline(always)]
pub fn stability_cutoff<L: Primitives>(l: L, board: Board, alpha: i32) -> Option<i32> {
    if alpha < i32::from(MIN_ALPHA[board.empties().len() as usize & 63]) {
        return None;
    }
    let upper = 64 - 2 * l.stable(board.pass()).len() as i32;
    (upper <= alpha).then_some(upper)
}
