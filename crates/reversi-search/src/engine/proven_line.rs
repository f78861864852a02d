//! The line of a score that was proven before a limit ended the search.

use reversi_bitboard::{Board, Move};

use crate::api::{Limits, Value};
use crate::instant::Instant;
use crate::memory::Draft;
use crate::parallel::{CallState, SearchControl};
use crate::tree::outlined::Outlined;
use crate::tree::search::pvs;
use crate::tree::{Context, Window};

/// The maximum nodes of a search for moves that the table has lost: a fraction of a millisecond. From ten
/// empties on it may be too little for the rest of a line.
const MAX_NODES: u64 = 8192;

/// With fewer empties no search asks for an evaluation: the user's own may take any time.
const MIN_EMPTIES_TO_EVALUATE: u32 = 13;

/// Returns the line of a value that answers the window, as [`Solution::pv`](crate::Solution::pv) describes
/// it, from what the table has proven. The search of `cx` is aborted.
pub(super) fn proven_line<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    mut board: Board,
    window: Window,
    value: Value,
) -> Vec<Move> {
    let mut line = Vec::new();
    if value.upper() <= window.alpha {
        return line;
    }
    let to_the_end = value.exact().is_some_and(|score| score < window.beta);
    let mut score = value.lower();
    while !board.is_game_over() {
        let Some(mv) = cx.table.move_proven_to_reach(board, score) else {
            line.extend(search_line(l, cx, board, score));
            break;
        };
        line.push(mv);
        if !to_the_end {
            break; // the score may be more, and the replies are not known
        }
        board = board.after(mv);
        score = -score;
    }
    line
}

/// Returns the line to this score, by a small search that the limits of the call do not end. Empty if that is
/// not enough.
fn search_line<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, score: i32) -> Vec<Move> {
    let mut line = Vec::new();
    let empties = board.empties().len();
    if cx.evaluator.is_some() && empties >= MIN_EMPTIES_TO_EVALUATE {
        return line;
    }
    let team = cx.control.team().again(); // the team of the call may be dismissed
    let call = CallState::new(Instant::now(), Limits::new().nodes(MAX_NODES));
    let mut search = Context {
        table: cx.table,
        own: &mut *cx.own,
        control: SearchControl::new(&team, call, None),
        weights: cx.weights,
        endgame_weights: cx.endgame_weights,
        evaluator: cx.evaluator,
        estimates: cx.estimates,
    };
    let window = Window { alpha: score - 1, beta: score + 1 };
    let found = pvs(l, &mut search, board, window, Draft::exact(empties), &mut line);
    if search.control.aborted() || found != score {
        line.clear();
    }
    let nodes = search.control.nodes;
    drop(search);
    cx.control.nodes += nodes;
    line
}
