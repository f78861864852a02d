//! An experiment: is NegaScout worth it? A search of fixed depth on any evaluation, with or without null
//! windows. A search of a few plies sorts the moves (GRA-02, GRA-03).
//!
//! A null window costs less, but it only shows whether a move is better than the best one so far. If it is,
//! the move is searched again. So null windows pay only if the first move is usually the best: the better the
//! order, the more.

use reversi_bitboard::Board;
use reversi_eval::Evaluator;

/// How to search the moves after the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// With the full window.
    AlphaBeta,
    /// With a null window, and again with the full window if the move is better.
    NegaScout,
}

/// A search of fixed depth.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FixedDepth<'a> {
    evaluator: &'a dyn Evaluator,
    method: Method,
    sorting_depth: u32,
    /// The number of moves and passes made so far, including those of sorting.
    pub nodes: u64,
}

/// Above every value.
const INFINITE: i32 = i32::MAX;

impl<'a> FixedDepth<'a> {
    /// A search whose moves are sorted by a search of `sorting_depth` plies. With 0 they are tried from A1 to
    /// H8.
    pub fn new(evaluator: &'a dyn Evaluator, method: Method, sorting_depth: u32) -> FixedDepth<'a> {
        FixedDepth { evaluator, method, sorting_depth, nodes: 0 }
    }

    /// The value of the board after a search of `depth` plies, in 1/128 disc.
    pub fn value(&mut self, board: Board, depth: u32) -> i32 {
        self.search(board, -INFINITE, INFINITE, depth)
    }

    fn search(&mut self, board: Board, alpha: i32, beta: i32, depth: u32) -> i32 {
        if board.is_game_over() {
            return 128 * board.final_score();
        }
        if depth == 0 {
            return self.evaluator.evaluate_128(&board);
        }
        // Without a move there is no value yet: this fold has no identity (GRA-06).
        let mut best: Option<i32> = None;
        for child in self.children(board, depth) {
            self.nodes += 1;
            let alpha = best.map_or(alpha, |best| best.max(alpha));
            let value = match best {
                Some(_) if self.method == Method::NegaScout => self.scout(child, alpha, beta, depth - 1),
                _ => -self.search(child, -beta, -alpha, depth - 1),
            };
            best = best.max(Some(value));
            if value >= beta {
                break;
            }
        }
        best.expect("a board that is not over has a child")
    }

    fn scout(&mut self, child: Board, alpha: i32, beta: i32, depth: u32) -> i32 {
        let value = -self.search(child, -alpha - 1, -alpha, depth);
        if alpha < value && value < beta { -self.search(child, -beta, -value, depth) } else { value }
    }

    /// The boards after each move, or after the pass. Those with the lowest value for the opponent come
    /// first.
    fn children(&mut self, board: Board, depth: u32) -> Vec<Board> {
        if board.must_pass() {
            return vec![board.pass()];
        }
        let mut children: Vec<Board> =
            board.legal_moves().into_iter().map(|square| board.play(square)).collect();
        if self.sorting_depth > 0 && depth > self.sorting_depth + 1 {
            let mut sorter = FixedDepth { sorting_depth: 0, ..*self };
            children.sort_by_cached_key(|&child| {
                sorter.nodes += 1;
                sorter.value(child, self.sorting_depth - 1)
            });
            self.nodes = sorter.nodes;
        }
        children
    }
}

#[cfg(test)]
mod tests {
    use reversi_eval::Classical;
    use reversi_testkit::Passes;

    use super::*;

    /// A pass counts as a ply. A game that is over is not evaluated.
    fn minimax(board: Board, depth: u32) -> i32 {
        reversi_testkit::minimax(board, depth, Passes::Count, &|board, depth| match depth {
            _ if board.is_game_over() => Some(128 * board.final_score()),
            0 => Some(Classical.evaluate_128(&board)),
            _ => None,
        })
    }

    #[test]
    fn every_method_and_order_has_the_same_value() {
        let board = "--XXXX----XOOOX-OOOXOOXXOOOXOXXXOOOXXXXXOOOOOOXX-OXXXXXX-OOOOOO- X".parse().unwrap();
        for (board, depth) in [(Board::START, 6), (board, 6), (board, 12)] {
            let expected = minimax(board, depth);
            for method in [Method::AlphaBeta, Method::NegaScout] {
                for sorting_depth in 0..=3 {
                    let value = FixedDepth::new(&Classical, method, sorting_depth).value(board, depth);
                    assert_eq!(value, expected, "{method:?}, sorted by {sorting_depth} plies");
                }
            }
        }
    }
}
