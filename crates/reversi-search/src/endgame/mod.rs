//! Exact search to the end of the game.
//!
//! | empties | function | why |
//! |---|---|---|
//! | 1-4 | [`last_four`] | one function a ply, nothing but flips |
//! | 5-6 | [`shallow`] | odd quadrants first, no table |
//! | 7-10 | [`near_end`] | the thread's own table, sorted moves |
//! | 11- | [`null_window`] | the shared table, moves sorted by looking ahead |
//! | any, on the principal variation | [`principal`] | open window, builds the line |
//!
//! All scores are from the side to move. Functions return fail-soft bounds: a score at most `alpha` is an upper
//! bound, one above it a lower bound.

mod last_four;
mod near_end;
mod null_window;
mod principal;
mod shallow;
#[cfg(test)]
mod tests;

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Move, Square, outlined};

use reversi_eval::{Evaluator, Tables};

use crate::local_table::LocalTable;
use crate::monitor::Monitor;
use crate::parallel;
use crate::table::Table;

/// With fewer empties a move is searched sooner than handed to another thread. (Tests and fuzzing want to see many of them
/// shared.)
pub(crate) const MIN_EMPTIES_TO_SHARE: u32 = if cfg!(any(test, fuzzing)) { 11 } else { 15 };

/// Below every score.
pub(crate) const NO_SCORE: i32 = -127;

/// What every function of a search has at hand.
pub(crate) struct Context<'a> {
    pub(crate) table: &'a Table,
    pub(crate) local: &'a mut LocalTable,
    pub(crate) monitor: Monitor<'a>,
    pub(crate) tables: Tables<'a>,
    /// Takes the place of the tables if there is one.
    pub(crate) evaluator: Option<&'a dyn Evaluator>,
}

outlined! {
    pub(crate) trait Points: parallel::Points {
        fn principal(cx: &mut Context<'_>, board: Board, alpha: i32, beta: i32, line: &mut Vec<Move>) -> i32
            = principal::principal;
        fn null_window(cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 = null_window::null_window;
        fn near_end(cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 = near_end::near_end;
        fn shallow(nodes: &mut u64, board: Board, alpha: i32) -> i32 = shallow::shallow;
        fn last_four(nodes: &mut u64, board: Board, alpha: i32) -> i32 = last_four::last_four;
        fn last_three(nodes: &mut u64, board: Board, alpha: i32) -> i32 = last_four::last_three;
        fn three_after_pass(nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 3]) -> i32
            = last_four::three_after_pass;
        fn two_after_pass(nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 2]) -> i32
            = last_four::two_after_pass;
        fn one_after_pass(player: u64, square: Square) -> u32 = last_four::one_after_pass;
    }
}

/// The null-window search that suits the number of empties.
#[inline(always)]
pub(crate) fn search<L: Points>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
    match board.empties().len() {
        0 => board.final_score(),
        1..=3 => l.last_three(&mut cx.monitor.nodes, board, alpha),
        4 => l.last_four(&mut cx.monitor.nodes, board, alpha),
        5..=shallow::MAX_EMPTIES => l.shallow(&mut cx.monitor.nodes, board, alpha),
        7..=near_end::MAX_EMPTIES => l.near_end(cx, board, alpha),
        _ => l.null_window(cx, board, alpha),
    }
}

/// An upper bound from discs that the opponent can never lose, if it is at most `alpha`.
#[inline(always)]
pub(crate) fn stability_cutoff<L: Primitives>(l: L, board: Board, alpha: i32) -> Option<i32> {
    // The cut needs (64 - alpha) / 2 stable discs, and the emptier the board the fewer there are: below these values
    // of alpha looking for them costs more than it saves.
    const MIN_ALPHA: [i8; 64] = {
        let mut table = [40; 64];
        let mut empties = 0;
        while empties < 24 {
            table[empties] = 2 * empties as i8 - 8;
            empties += 1;
        }
        table
    };
    if alpha < i32::from(MIN_ALPHA[board.empties().len() as usize & 63]) {
        return None;
    }
    let upper = 64 - 2 * l.stable(board.pass()).len() as i32;
    (upper <= alpha).then_some(upper)
}
