//! The referee: an independent search that shares only the rules with the engines, so that it cannot share
//! their mistakes.

use reversi_engine::Board;

/// At this number of empties the referee takes about as long as all engines together.
pub(super) const MAX_EMPTIES: u32 = 16;

/// The score if it lies inside the window, otherwise a bound. Plain alpha-beta with moves ordered by
/// mobility: no table, no stability, no other cut.
pub(super) fn score(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return if board.is_game_over() { board.final_score() } else { -score(board.pass(), -beta, -alpha) };
    }
    let mut children: Vec<Board> = moves.into_iter().map(|square| board.play(square)).collect();
    children.sort_by_cached_key(|child| child.legal_moves().len());
    let mut best = i32::MIN;
    for child in children {
        best = best.max(-score(child, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crosscheck::positions::random_board;
    use fastrand::Rng;

    fn minimax(board: Board) -> i32 {
        let children = board.legal_moves().into_iter().map(|square| -minimax(board.play(square)));
        children.max().unwrap_or_else(|| match board.is_game_over() {
            true => board.final_score(),
            false => -minimax(board.pass()),
        })
    }

    #[test]
    fn inside_the_window_the_score_is_that_of_minimax() {
        let rng = &mut Rng::with_seed(1);
        for board in (0..200).filter_map(|_| random_board(rng, 6)) {
            let expected = minimax(board);
            assert_eq!(score(board, -65, 65), expected);
            assert_eq!(score(board, expected - 1, expected + 1), expected);
            assert!(score(board, expected - 3, expected - 2) > expected - 3);
            assert!(score(board, expected + 1, expected + 2) < expected + 2);
        }
    }
}
