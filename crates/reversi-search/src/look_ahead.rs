//! A few plies on an estimate that knows mobility and edges, to order moves high in the tree.

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, points};

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
    if depth == 0 {
        return estimate(l, board);
    }
    let moves = l.moves(board);
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
            let child = board.play_unchecked(square, Bitboard(l.flip(square, board)));
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
fn estimate<L: Primitives>(l: L, board: Board) -> i32 {
    let passed = board.pass();
    let mobility = 10 * l.weighted_mobility(board) as i32 - 8 * l.weighted_mobility(passed) as i32;
    let potential_mobility =
        3 * l.potential_moves(board).count_ones() as i32 - 2 * l.potential_moves(passed).count_ones() as i32;
    let stable_edge = l.stable_edge_count(board) as i32 - l.stable_edge_count(passed) as i32;
    mobility + potential_mobility + 10 * stable_edge
}
