use super::Board;
use crate::cpu::Cpu;
use crate::{dispatch, outlined};

/// Counts the move sequences of exactly `depth` plies, on the best level of this machine.
///
/// A pass is a ply; a game that ends earlier counts once. Every leaf position is made, not only counted.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::board::perft;
///
/// let leaves = [1, 2, 3, 4, 5, 6].map(|depth| perft(&Board::START, depth));
/// assert_eq!(leaves, [4, 12, 56, 244, 1396, 8200]);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    perft_on(Cpu::detect(), board, depth)
}

/// Counts as [`perft`] does, on a CPU level of your choice.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::board::perft_on;
/// use reversi_engine::cpu::{Cpu, CpuLevel};
///
/// for level in CpuLevel::available() {
///     assert_eq!(perft_on(Cpu::new(level)?, &Board::START, 5), 1396);
/// }
/// # Ok::<(), reversi_engine::cpu::UnsupportedLevel>(())
/// ```
pub fn perft_on(cpu: Cpu, board: &Board, depth: u32) -> u64 {
    if depth == 0 { 1 } else { dispatch!(cpu, l => l.count_leaves(*board, depth)) }
}

outlined! {
    trait Outlined {
        fn count_leaves(board: Board, depth: u32) -> u64 = count_leaves;
    }
}

#[inline(always)]
fn count_leaves<L: Outlined>(l: L, board: Board, depth: u32) -> u64 {
    let moves = l.moves(board);
    if moves.is_empty() {
        let over = l.moves(board.pass()).is_empty();
        return if over || depth == 1 { 1 } else { l.count_leaves(board.pass(), depth - 1) };
    }
    let mut leaves = 0;
    for square in moves {
        let child = board.play_unchecked(square, l.flip(square, board));
        if depth == 1 {
            core::hint::black_box(child); // made, though only counted
            leaves += 1;
        } else {
            leaves += l.count_leaves(child, depth - 1);
        }
    }
    leaves
}
