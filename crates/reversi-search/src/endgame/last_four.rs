//! The last four squares: one function a ply, squares handed down in the order in which they are tried.

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, Square};

use super::{NO_SCORE, child};
use crate::ordering::{odd_quadrants, touches_opponent};

/// Four empties: squares alone in their quadrant come first (END-05).
#[inline(always)]
pub(super) fn last_four<L: Primitives>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let [a, b, c, d] = by_parity::<4>(board.empties().0);
    let mut best = NO_SCORE;
    for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
        if touches_opponent(square, board)
            && let Some(child) = child(l, board, square)
        {
            *nodes += 1;
            let score = -three(l, nodes, child, !alpha, single_first(rest));
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > NO_SCORE {
        return best;
    }
    // The opponent after a pass: from here on scores are the opponent's, and so is the window.
    let (passed, alpha) = (board.pass(), !alpha);
    *nodes += 1;
    let mut best = NO_SCORE;
    for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
        if let Some(child) = child(l, passed, square) {
            *nodes += 1;
            let score = -three(l, nodes, child, !alpha, single_first(rest));
            if score > alpha {
                return -score;
            }
            best = best.max(score);
        }
    }
    if best > NO_SCORE { -best } else { board.final_score() }
}

/// One to three empties, for callers that come from above.
#[inline(always)]
pub(super) fn last_three<L: Primitives>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let empties = board.empties().0;
    match empties.count_ones() {
        1 => one(l, nodes, board.player().0, by_parity::<1>(empties)[0], alpha),
        2 => two(l, nodes, board, alpha, by_parity(empties)),
        _ => three(l, nodes, board, alpha, by_parity(empties)),
    }
}

#[inline(always)]
fn three<L: Primitives>(l: L, nodes: &mut u64, board: Board, alpha: i32, [a, b, c]: [Square; 3]) -> i32 {
    let mut best = NO_SCORE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if touches_opponent(square, board)
            && let Some(child) = child(l, board, square)
        {
            *nodes += 1;
            let score = -two(l, nodes, child, !alpha, rest);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > NO_SCORE {
        return best;
    }
    let (passed, alpha) = (board.pass(), !alpha);
    *nodes += 1;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        if let Some(child) = child(l, passed, square) {
            *nodes += 1;
            let score = -two(l, nodes, child, !alpha, rest);
            if score > alpha {
                return -score;
            }
            best = best.max(score);
        }
    }
    if best > NO_SCORE { -best } else { board.final_score() }
}

#[inline(always)]
fn two<L: Primitives>(l: L, nodes: &mut u64, board: Board, alpha: i32, [a, b]: [Square; 2]) -> i32 {
    let mut best = NO_SCORE;
    for (square, last) in [(a, b), (b, a)] {
        if touches_opponent(square, board)
            && let Some(child) = child(l, board, square)
        {
            *nodes += 1;
            let score = -one(l, nodes, child.player().0, last, !alpha);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > NO_SCORE {
        return best;
    }
    let (passed, alpha) = (board.pass(), !alpha);
    *nodes += 1;
    for (square, last) in [(a, b), (b, a)] {
        if let Some(child) = child(l, passed, square) {
            *nodes += 1;
            let score = -one(l, nodes, child.player().0, last, !alpha);
            if score > alpha {
                return -score;
            }
            best = best.max(score);
        }
    }
    if best > NO_SCORE { -best } else { board.final_score() }
}

/// The last square: only the discs of the side to move are needed, all others are the opponent's (LAST-17, LAST-19).
#[inline(always)]
fn one<L: Primitives>(l: L, nodes: &mut u64, player: u64, square: Square, alpha: i32) -> i32 {
    *nodes += 1;
    let score = 2 * player.count_ones() as i32 - 62; // the last square counted as the player's
    let turned = l.last_flip_count(square, player) as i32;
    if turned != 0 {
        return score + 2 * turned;
    }
    let over = if score > 0 { score } else { score - 2 };
    if over <= alpha {
        return over; // the opponent's move can only lower it
    }
    let turned = l.last_flip_count(square, !(player | square.bit())) as i32;
    if turned != 0 { score - 2 - 2 * turned } else { over }
}

/// The squares of a set of `N`, those in odd quadrants first, otherwise from A1 to H8.
#[inline(always)]
fn by_parity<const N: usize>(empties: u64) -> [Square; N] {
    let odd = empties & odd_quadrants(empties);
    let mut squares = [Square::A1; N];
    let mut i = 0;
    for set in [odd, empties & !odd] {
        for square in Bitboard(set) {
            if i < N {
                squares[i] = square;
                i += 1;
            }
        }
    }
    squares
}

/// If two of three squares share a quadrant and one is alone, that one comes first.
#[inline(always)]
fn single_first([a, b, c]: [Square; 3]) -> [Square; 3] {
    const QUADRANT_BITS: usize = 0x24; // bit 2 of the index: files E-H; bit 5: ranks 5-8
    let same = |x: Square, y: Square| (x.index() ^ y.index()) & QUADRANT_BITS == 0;
    if same(a, b) {
        if same(b, c) { [a, b, c] } else { [c, a, b] }
    } else if same(a, c) {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singles_come_before_pairs() {
        use Square as S;
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>().0;
        assert_eq!(by_parity::<4>(set(&[S::A1, S::B1, S::H1, S::H8])), [S::H1, S::H8, S::A1, S::B1]);
        assert_eq!(by_parity::<4>(set(&[S::A1, S::B1, S::H7, S::H8])), [S::A1, S::B1, S::H7, S::H8]);
        assert_eq!(by_parity::<2>(set(&[S::A1, S::H8])), [S::A1, S::H8]);
        assert_eq!(single_first([S::A1, S::B1, S::H8]), [S::H8, S::A1, S::B1]);
        assert_eq!(single_first([S::A1, S::H8, S::B1]), [S::H8, S::A1, S::B1]);
        assert_eq!(single_first([S::H8, S::A1, S::B1]), [S::H8, S::A1, S::B1]);
        assert_eq!(single_first([S::A1, S::A8, S::H8]), [S::A1, S::A8, S::H8]);
        assert_eq!(single_first([S::A1, S::A2, S::B1]), [S::A1, S::A2, S::B1]);
    }
}
