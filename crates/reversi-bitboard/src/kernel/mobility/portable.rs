use crate::board::{Bitboard, Board, mask};

/// Computes a parallel prefix in eight directions, interleaved by the compiler (MOB-01).
#[inline(always)]
pub fn moves(board: Board) -> Bitboard {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let inner = opponent & mask::FILES_B_TO_G.0;
    let moves = along::<1>(player, inner)
        | along::<8>(player, opponent)
        | along::<9>(player, inner)
        | along::<7>(player, inner);
    Bitboard(moves) & board.empties()
}

#[inline(always)]
pub fn along<const STEP: u32>(player: u64, opponent: u64) -> u64 {
    let mut up = opponent & (player << STEP);
    let mut down = opponent & (player >> STEP);
    up |= opponent & (up << STEP);
    down |= opponent & (down >> STEP);
    let pairs_up = opponent & (opponent << STEP);
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up << STEP | down >> STEP
}
