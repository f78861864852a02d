use crate::board::{Bitboard, Board, mask};

/// Computes a parallel prefix in eight directions, in general registers, where a logic instruction shifts an
/// operand for free (MOB-05).
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
fn along<const STEP: u32>(player: u64, opponent: u64) -> u64 {
    let mut up = kept(opponent & player << STEP);
    let mut down = kept(opponent & player >> STEP);
    up = kept(up | opponent & up << STEP);
    down = kept(down | opponent & down >> STEP);
    let pairs_up = kept(opponent & opponent << STEP);
    let pairs_down = kept(pairs_up >> STEP);
    up = kept(up | pairs_up & up << (2 * STEP));
    down = kept(down | pairs_down & down >> (2 * STEP));
    up = kept(up | pairs_up & up << (2 * STEP));
    down = kept(down | pairs_down & down >> (2 * STEP));
    up << STEP | down >> STEP
}

/// The same set, in a general register. Otherwise the compiler gathers the eight directions in vectors,
/// where shifts are instructions of their own.
#[inline(always)]
fn kept(mut set: u64) -> u64 {
    // SAFETY: no instruction, only a comment that names the register.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) set, options(pure, nomem, nostack, preserves_flags));
    }
    set
}
