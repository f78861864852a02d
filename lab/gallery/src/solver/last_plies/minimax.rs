//! The last four plies as minimax: one function a ply, which takes the maximum or the minimum (END-01).
//!
//! All scores are those of the side that moves with four empties, so none changes its sign on the way. The
//! last ply returns the score of its caller's caller at once.

use reversi_bitboard::kernel::{NEIGHBOURS, WideBoard};
use reversi_bitboard::{Bitboard, Board, Square};

use super::Outlined;
use super::order::Order;

/// Worse than every score for the side that looks for the maximum or the minimum.
const fn none<const MAX: bool>() -> i32 {
    if MAX { -127 } else { 127 }
}

#[inline(always)]
fn better<const MAX: bool>(a: i32, b: i32) -> i32 {
    if MAX { a.max(b) } else { a.min(b) }
}

/// Whether the side whose turn it is need not look further.
#[inline(always)]
fn cuts<const MAX: bool>(score: i32, alpha: i32) -> bool {
    if MAX { score > alpha } else { score <= alpha }
}

/// The score of a finished game. `board` is seen from the side that looks for the maximum or the minimum.
#[inline(always)]
fn over<const MAX: bool>(board: Board) -> i32 {
    if MAX { board.final_score() } else { -board.final_score() }
}

#[inline(always)]
pub(super) fn solve_4<L: Outlined, O: Order<L>>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let order = O::new(l, board.empties());
    let best = best_of_4::<L, true>(l, nodes, board, alpha, |i| order.candidate(i));
    if best != none::<true>() {
        return best;
    }
    if !l.has_move(board.pass()) {
        return over::<true>(board);
    }
    *nodes += 1;
    l.min_4_after_pass(nodes, board, alpha, &[0, 1, 2, 3].map(|i| order.candidate(i)))
}

/// The opponent's turn after a pass with four empties. It has a move.
#[inline(always)]
pub(super) fn min_4_after_pass<L: Outlined>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    order: &[[Square; 4]; 4],
) -> i32 {
    best_of_4::<L, false>(l, nodes, board.pass(), alpha, |i| order[i])
}

#[inline(always)]
fn best_of_4<L: Outlined, const MAX: bool>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    candidate: impl Fn(usize) -> [Square; 4],
) -> i32 {
    let wide = L::Wide::new(l, board);
    let mut best = none::<MAX>();
    for i in 0..4 {
        let [square, rest @ ..] = candidate(i);
        if let Some(child) = child::<L, true>(l, wide, square) {
            *nodes += 1;
            let score = match MAX {
                true => solve_3::<L, false>(l, nodes, child, alpha, rest),
                false => solve_3::<L, true>(l, nodes, child, alpha, rest),
            };
            best = better::<MAX>(best, score);
            if cuts::<MAX>(best, alpha) {
                return best;
            }
        }
    }
    best
}

/// Makes the functions of a ply with some empties, from the one that tries its squares, the ones that are
/// outlined after a pass, and the next ply: for the maximum after a move of the side that looks for the
/// minimum, and the other way round.
macro_rules! ply {
    ($N:literal: $solve:ident, $after_move:ident, $best:ident,
        after a pass $after_pass:ident, $max_after_pass:ident, $min_after_pass:ident,
        then $max:expr, $min:expr
    ) => {
        #[inline(always)]
        fn $solve<L: Outlined, const MAX: bool>(
            l: L,
            nodes: &mut u64,
            board: L::Wide,
            alpha: i32,
            squares: [Square; $N],
        ) -> i32 {
            let best = $best::<L, MAX, true>(l, nodes, board, alpha, squares);
            if best != none::<MAX>() {
                return best;
            }
            match MAX {
                true => l.$min_after_pass(nodes, board.board(), alpha, squares),
                false => l.$max_after_pass(nodes, board.board(), alpha, squares),
            }
        }

        /// The turn of the side `MAX` after the other side has found no move. `board` is still the other
        /// side's.
        #[inline(always)]
        pub(super) fn $after_pass<L: Outlined, const MAX: bool>(
            l: L,
            nodes: &mut u64,
            board: Board,
            alpha: i32,
            squares: [Square; $N],
        ) -> i32 {
            *nodes += 1;
            let wide = L::Wide::new(l, board.pass());
            let best = $best::<L, MAX, false>(l, nodes, wide, alpha, squares);
            if best != none::<MAX>() { best } else { over::<MAX>(board.pass()) }
        }

        #[inline(always)]
        fn $after_move<L: Outlined, const MAX: bool, const TEST: bool>(
            l: L,
            nodes: &mut u64,
            board: L::Wide,
            alpha: i32,
            square: Square,
            rest: [Square; $N - 1],
        ) -> i32 {
            let Some(child) = child::<L, TEST>(l, board, square) else { return none::<MAX>() };
            *nodes += 1;
            if MAX { $min(l, nodes, child, alpha, rest) } else { $max(l, nodes, child, alpha, rest) }
        }
    };
}
ply!(3: solve_3, after_move_of_3, best_of_3,
    after a pass after_pass_of_3, max_3_after_pass, min_3_after_pass,
    then solve_2::<L, true>, solve_2::<L, false>);
ply!(2: solve_2, after_move_of_2, best_of_2,
    after a pass after_pass_of_2, max_2_after_pass, min_2_after_pass,
    then last_of_max, last_of_min);

#[inline(always)]
fn best_of_3<L: Outlined, const MAX: bool, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
    alpha: i32,
    [a, b, c]: [Square; 3],
) -> i32 {
    let mut best = after_move_of_3::<L, MAX, TEST>(l, nodes, board, alpha, a, [b, c]);
    if !cuts::<MAX>(best, alpha) {
        let score = after_move_of_3::<L, MAX, TEST>(l, nodes, board, alpha, b, [a, c]);
        best = better::<MAX>(best, score);
    }
    if !cuts::<MAX>(best, alpha) {
        let score = after_move_of_3::<L, MAX, TEST>(l, nodes, board, alpha, c, [a, b]);
        best = better::<MAX>(best, score);
    }
    best
}

#[inline(always)]
fn best_of_2<L: Outlined, const MAX: bool, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
    alpha: i32,
    [a, b]: [Square; 2],
) -> i32 {
    let best = after_move_of_2::<L, MAX, TEST>(l, nodes, board, alpha, a, [b]);
    if cuts::<MAX>(best, alpha) {
        return best;
    }
    better::<MAX>(best, after_move_of_2::<L, MAX, TEST>(l, nodes, board, alpha, b, [a]))
}

/// The last square, on the turn of the side that looks for the maximum (LAST-17, LAST-19).
#[inline(always)]
fn last_of_max<L: Outlined>(l: L, nodes: &mut u64, board: L::Wide, alpha: i32, [square]: [Square; 1]) -> i32 {
    *nodes += 1;
    let player = board.board().player();
    let score = 2 * player.len() as i32 - 62; // the last square counted as the player's
    let turned = board.last_flip_count(l, square) as i32;
    if turned != 0 {
        return score + 2 * turned;
    }
    let over = if score > 0 { score } else { score - 2 };
    if over <= alpha {
        return over; // the other side's move can only lower it
    }
    let turned = l.last_count_after_pass(player, square) as i32;
    if turned != 0 { score - 2 - 2 * turned } else { over }
}

/// The same on the turn of the side that looks for the minimum, and of which `board` has the view. The score
/// is that of the side that has just moved.
#[inline(always)]
fn last_of_min<L: Outlined>(l: L, nodes: &mut u64, board: L::Wide, alpha: i32, [square]: [Square; 1]) -> i32 {
    *nodes += 1;
    let player = board.board().player();
    let score = 62 - 2 * player.len() as i32;
    let turned = board.last_flip_count(l, square) as i32;
    if turned != 0 {
        return score - 2 * turned;
    }
    let over = if score < 0 { score } else { score + 2 };
    if over > alpha {
        return over;
    }
    let turned = l.last_count_after_pass(player, square) as i32;
    if turned != 0 { score + 2 + 2 * turned } else { over }
}

/// The number of discs that the other side turns on the last square after a pass.
#[inline(always)]
pub(super) fn last_count_after_pass<L: Outlined>(l: L, player: Bitboard, square: Square) -> u32 {
    l.last_flip_count(square, !player.with_square(square))
}

/// With `TEST`, a square without an opponent's disc beside it is skipped before its flips are computed
/// (END-03).
#[inline(always)]
fn child<L: Outlined, const TEST: bool>(l: L, board: L::Wide, square: Square) -> Option<L::Wide> {
    if TEST && (NEIGHBOURS[square.index()] & board.board().opponent()).is_empty() {
        return None;
    }
    board.child(l, square)
}
