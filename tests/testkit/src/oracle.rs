//! The oracle: the score of a board, by searches that are too simple to be wrong.

use reversi_bitboard::Board;

use crate::rules::{children, moves};

/// Returns the exact score.
///
/// ```
/// let board = "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?;
/// assert_eq!(reversi_testkit::exact_score(board), -12);
/// # Ok::<(), reversi_notation::ParseBoardError>(())
/// ```
pub fn exact_score(board: Board) -> i32 {
    alpha_beta(board, -64, 64)
}

/// Returns the score if it lies between `alpha` and `beta`, otherwise a bound on the same side of the window.
///
/// Moves that leave the opponent few replies come first. A move that reaches `beta` ends the search of its
/// node. There is no table, no stability and no other cut. 16 empties take a fraction of a second.
pub fn alpha_beta(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let mut children: Vec<Board> = children(board).map(|(_, child)| child).collect();
    if children.is_empty() {
        return match moves(board.pass()).is_empty() {
            true => board.final_score(),
            false => -alpha_beta(board.pass(), -beta, -alpha),
        };
    }
    children.sort_by_cached_key(|&child| moves(child).len());
    let mut best = i32::MIN;
    for child in children {
        best = best.max(-alpha_beta(child, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// How a pass counts: as a ply or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// A pass is a ply.
    Count,
    /// Only moves on squares are plies.
    AreFree,
}

/// Returns the minimax value: the best that the side to move can reach, down to the boards for which `value`
/// returns a value.
///
/// `value` gets each board and its remaining depth. It must return a value where the depth is 0 and where the
/// game is over. Moves after one that the other side would not have allowed are not tried.
///
/// ```
/// use reversi_bitboard::Board;
/// use reversi_testkit::{Passes, minimax};
///
/// let mobility = |board: Board, depth| (depth == 0).then(|| board.legal_moves().len() as i32);
/// assert_eq!(minimax(Board::START, 1, Passes::Count, &mobility), -3);
/// ```
pub fn minimax(board: Board, depth: u32, passes: Passes, value: &impl Fn(Board, u32) -> Option<i32>) -> i32 {
    within((-i32::MAX, i32::MAX), board, depth, passes, value)
}

/// [`minimax`] if it lies in the window, otherwise a bound on the same side of it.
fn within(
    (mut alpha, beta): (i32, i32),
    board: Board,
    depth: u32,
    passes: Passes,
    value: &impl Fn(Board, u32) -> Option<i32>,
) -> i32 {
    if let Some(value) = value(board, depth) {
        return value;
    }
    let mut best = None;
    for (_, child) in children(board) {
        let score = -within((-beta, -alpha), child, depth - 1, passes, value);
        best = best.max(Some(score));
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best.unwrap_or_else(|| {
        let left = if passes == Passes::Count { depth - 1 } else { depth };
        -within((-beta, -alpha), board.pass(), left, passes, value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reached;
    use fastrand::Rng;

    /// Tries every move.
    fn full_minimax(
        board: Board,
        depth: u32,
        passes: Passes,
        value: &impl Fn(Board, u32) -> Option<i32>,
    ) -> i32 {
        value(board, depth).unwrap_or_else(|| {
            let after = |(_, child)| -full_minimax(child, depth - 1, passes, value);
            let left = if passes == Passes::Count { depth - 1 } else { depth };
            children(board)
                .map(after)
                .max()
                .unwrap_or_else(|| -full_minimax(board.pass(), left, passes, value))
        })
    }

    #[test]
    fn moves_that_are_not_tried_change_nothing() {
        let rng = &mut Rng::with_seed(2);
        let value = |board: Board, depth| match depth {
            _ if board.is_game_over() => Some(board.final_score()),
            0 => Some(board.legal_moves().len() as i32 + board.disc_difference()),
            _ => None,
        };
        for (board, passes) in (0..224).map(|i| (reached(rng, 1 + i % 56), [Passes::Count, Passes::AreFree]))
        {
            for passes in passes {
                assert_eq!(minimax(board, 4, passes, &value), full_minimax(board, 4, passes, &value));
            }
        }
    }

    #[test]
    fn inside_the_window_it_is_the_score_of_trying_everything() {
        let rng = &mut Rng::with_seed(1);
        for board in (0..200).map(|_| reached(rng, 6)) {
            let at_the_end = |board: Board, _| board.is_game_over().then(|| board.final_score());
            let expected = full_minimax(board, 64, Passes::AreFree, &at_the_end);
            assert_eq!(exact_score(board), expected);
            assert_eq!(alpha_beta(board, expected - 1, expected + 1), expected);
            assert!(alpha_beta(board, expected - 3, expected - 2) > expected - 3);
            assert!(alpha_beta(board, expected + 1, expected + 2) < expected + 2);
        }
    }
}
