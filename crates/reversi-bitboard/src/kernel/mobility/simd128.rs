use core::arch::wasm32::*;

use super::portable::along;
use crate::board::{Bitboard, Board, mask};
use crate::kernel::flip::simd128::upside_down;

/// Computes files and diagonals in vectors of the board and the board upside down, where a step of -7 is one
/// of +9 (BB-07). Rows run in a general register at the same time (MOB-03).
#[target_feature(enable = "simd128")]
#[inline]
pub fn moves(board: Board) -> Bitboard {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let rows = along::<1>(player, opponent & mask::FILES_B_TO_G.0);
    let both = u64x2(player, opponent);
    let turned = upside_down(both);
    let (players, opponents) = (i64x2_shuffle::<0, 2>(both, turned), i64x2_shuffle::<1, 3>(both, turned));
    let inners = v128_and(opponents, u64x2_splat(mask::FILES_B_TO_G.0));
    let files = up::<8>(players, opponents);
    let diagonals = v128_or(up::<7>(players, inners), up::<9>(players, inners));
    let vectors = v128_or(files, diagonals);
    let moves = rows | u64x2_extract_lane::<0>(vectors) | u64x2_extract_lane::<1>(upside_down(vectors));
    Bitboard(moves) & board.empties()
}

#[target_feature(enable = "simd128")]
#[inline]
fn up<const STEP: u32>(player: v128, opponent: v128) -> v128 {
    let mut run = v128_and(opponent, u64x2_shl(player, STEP));
    run = v128_or(run, v128_and(opponent, u64x2_shl(run, STEP)));
    let pairs = v128_and(opponent, u64x2_shl(opponent, STEP));
    run = v128_or(run, v128_and(pairs, u64x2_shl(run, 2 * STEP)));
    run = v128_or(run, v128_and(pairs, u64x2_shl(run, 2 * STEP)));
    u64x2_shl(run, STEP)
}
