use core::arch::wasm32::*;

use crate::board::Board;

/// Packs rows by shifts, files as sign bits of the bytes of both sides (EDGE-04).
#[target_feature(enable = "simd128")]
#[inline]
pub fn edges(board: Board) -> [u16; 4] {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let edge = |player: u64, opponent: u64| (player << 8 | opponent) as u16;
    let both = u64x2(opponent, player);
    [
        edge(player & 0xff, opponent & 0xff),
        edge(player >> 56, opponent >> 56),
        u8x16_bitmask(u64x2_shl(both, 7)),
        u8x16_bitmask(both),
    ]
}
