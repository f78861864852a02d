//! Stable discs: discs that no sequence of moves can turn. The contract is
//! [`Primitives::stable`](super::Primitives::stable).

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod edge;

use super::Primitives;
use crate::board::{Bitboard, Board, mask};

/// Finds stable edges by table, full lines, and discs protected along each axis by a full line or a stable
/// neighbour (FULL-09).
#[inline(always)]
pub fn stable<L: Primitives>(l: L, board: Board) -> Bitboard {
    let inner = board.player() & mask::INNER;
    let full = l.full_lines(board.occupied());
    let mut stable = l.stable_edge(board) | (inner & full.all());
    loop {
        let next = inner
            & (stable >> 1 | stable << 1 | full.row)
            & (stable >> 8 | stable << 8 | full.file)
            & (stable >> 9 | stable << 9 | full.diagonal9)
            & (stable >> 7 | stable << 7 | full.diagonal7);
        if (next - stable).is_empty() {
            return stable;
        }
        stable |= next;
    }
}
