use super::FILES_B_TO_G;
use crate::Board;

/// Parallel prefix in eight directions, interleaved by the compiler (MOB-01).
#[inline(always)]
pub(crate) fn moves(board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let inner = opponent & FILES_B_TO_G;
    let moves = along::<1>(player, inner)
        | along::<8>(player, opponent)
        | along::<9>(player, inner)
        | along::<7>(player, inner);
    moves & board.empties().0
}

#[inline(always)]
pub(crate) fn along<const STEP: u32>(player: u64, opponent: u64) -> u64 {
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
