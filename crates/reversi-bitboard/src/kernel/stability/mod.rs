//! Stable discs: those that nobody can ever turn. The contract is [`Primitives::stable`](super::Primitives::stable).

pub(crate) mod edge;

use super::Primitives;
use crate::{Bitboard, Board};

/// Stable edges by table, full lines, and discs protected along each axis by a full line or a stable neighbour
/// (FULL-09).
#[inline(always)]
pub(crate) fn stable<L: Primitives>(l: L, board: Board) -> u64 {
    let inner = board.player().0 & 0x007e_7e7e_7e7e_7e00;
    let full = l.full_lines(board.occupied().0);
    let mut stable = l.stable_edge(board) | (inner & full.all());
    loop {
        let next = inner
            & (stable >> 1 | stable << 1 | full.row)
            & (stable >> 8 | stable << 8 | full.file)
            & (stable >> 9 | stable << 9 | full.diagonal9)
            & (stable >> 7 | stable << 7 | full.diagonal7);
        if next & !stable == 0 {
            return stable;
        }
        stable |= next;
    }
}

/// Corners of the side to move, and its edge discs next to them.
#[inline(always)]
pub(crate) fn corners(board: Board) -> u64 {
    const FILES_A_TO_G: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let player = board.player().0;
    let corners = player & Bitboard::CORNERS.0;
    let beside = (corners & FILES_A_TO_G) << 1 | corners >> 1 & FILES_A_TO_G | corners << 8 | corners >> 8;
    corners | player & beside
}
