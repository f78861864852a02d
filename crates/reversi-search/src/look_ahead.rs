//! A few plies on an estimate that knows mobility and edges, to order moves high in the tree.

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, points};

use crate::ordering::{mobility, potential_mobility};

/// Beyond every estimate.
pub(crate) const INFINITE: i32 = 1 << 20;

points! {
    pub(crate) trait LookAhead {
        fn look_ahead(nodes: &mut u64, board: Board, alpha: i32, beta: i32, depth: u32) -> i32 = look_ahead;
    }
}

/// Plain alpha-beta, corners first; better than `beta` is as good as `beta`.
#[inline(always)]
fn look_ahead<L: LookAhead>(
    l: L,
    nodes: &mut u64,
    board: Board,
    mut alpha: i32,
    beta: i32,
    depth: u32,
) -> i32 {
    let moves = l.moves(board);
    if depth == 0 {
        return estimate(l, board, moves);
    }
    if moves == 0 {
        if l.moves(board.pass()) == 0 {
            return 100 * board.final_score();
        }
        *nodes += 1;
        return -l.look_ahead(nodes, board.pass(), -beta, -alpha, depth);
    }
    let mut best = -INFINITE;
    for group in [moves & Bitboard::CORNERS.0, moves & !Bitboard::CORNERS.0] {
        for square in Bitboard(group) {
            let child = board.play_unchecked(square, l.flip(square, board));
            *nodes += 1;
            best = best.max(-l.look_ahead(nodes, child, -beta, -alpha, depth - 1));
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
    }
    best
}

/// How good a board is for the side to move. The weights were tuned on the node counts of FFO 21-38.
#[inline(always)]
fn estimate<L: Primitives>(l: L, board: Board, moves: u64) -> i32 {
    let passed = board.pass();
    let stable = l.stable_edge(board).count_ones() as i32 - l.stable_edge(passed).count_ones() as i32;
    10 * mobility(moves) - 8 * mobility(l.moves(passed)) + 3 * potential_mobility(board)
        - 2 * potential_mobility(passed)
        + 10 * stable
}
