use crate::board::{Bitboard, Board, Square};
use crate::kernel::rays::{RAYS_DOWN, RAYS_UP};

/// Carry propagation toward higher bits (FLIP-06), leading-zero count toward lower bits (FLIP-08).
#[inline(always)]
pub fn flip(square: Square, board: Board) -> Bitboard {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let (up, down) = (&RAYS_UP[square.index()].0, &RAYS_DOWN[square.index()].0);
    let mut flips = 0;
    let mut lane = 0;
    while lane < 4 {
        // The carry runs through the opponent's discs and stops at the first other square.
        let ray = up[lane];
        let outflank = (opponent | !ray).wrapping_add(1) & player & ray;
        flips |= outflank.saturating_sub(1) & ray;

        let ray = down[lane];
        let outflank = (1 << 63 >> ((!opponent & ray).leading_zeros() & 63)) & player;
        flips |= outflank.wrapping_neg() << 1 & ray;
        lane += 1;
    }
    Bitboard(flips)
}
