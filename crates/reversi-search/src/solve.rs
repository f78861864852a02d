//! A proof with everything that makes it short: a search on the evaluation first, then null windows around what it found.

use std::ops::ControlFlow;

use reversi_bitboard::{Board, Move};

use crate::endgame::Context;
use crate::midgame::deepen::{Root, deepen};
use crate::midgame::{Points, Window};
use crate::table::Draft;
use crate::{Interrupted, Selectivity, Solution, Value};

/// With fewer empties a proof costs less than its preparation.
const MIN_EMPTIES_TO_PREPARE: u32 = 15;

/// So many plies before the end the preparation ends: deeper ones find moves that are little better.
const PLIES_LEFT_UNPREPARED: u32 = 6;

/// With so many empties a surer preparation pays.
const MIN_EMPTIES_TO_BE_SURER: u32 = 22;

/// From such an estimate on a wipe-out is asked about first: of all scores it is the fastest to prove, and many steps away.
const NEARLY_WIPED_OUT: i32 = 40;

/// What a request for this window gets.
pub(crate) fn answer<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    window: Window,
) -> Result<Solution, Interrupted> {
    let mut pv = Vec::new();
    let score = solve(l, cx, board, window, &mut pv);
    let (nodes, elapsed) = (cx.monitor.total_nodes(), cx.monitor.call().start.elapsed());
    match cx.monitor.call().stopped() {
        None => {
            let lower = if score > window.alpha { score } else { -64 };
            let upper = if score < window.beta { score } else { 64 };
            Ok(Solution { value: Value::between(lower, upper), pv, nodes, elapsed })
        }
        Some(reason) => {
            let (lower, upper) = cx.table.proven_bounds(board);
            Err(Interrupted { reason, bounds: Value::between(lower, upper), nodes, elapsed })
        }
    }
}

/// The score of a board within the window, or a bound on the side where it lies outside. The line is complete if the
/// score lies strictly inside of the window.
fn solve<L: Points>(l: L, cx: &mut Context<'_>, board: Board, window: Window, line: &mut Vec<Move>) -> i32 {
    let trivial = window.beta <= -64 || window.alpha >= 64;
    let Some(estimate) = (if trivial { None } else { estimate(l, cx, board) }) else {
        return l.principal(cx, board, window.alpha, window.beta, line);
    };
    // Null windows cost least. The one that is left open holds no score but the one that is asked about.
    let mut guess = if estimate.abs() < NEARLY_WIPED_OUT { estimate } else { 64 * estimate.signum() };
    let mut wipeout_denied = guess == estimate;
    loop {
        guess = guess.clamp(window.alpha, window.beta);
        let (alpha, beta) = ((guess - 1).max(window.alpha), (guess + 1).min(window.beta));
        let score = l.principal(cx, board, alpha, beta, line);
        // A bound may lie beyond the window that was searched, and beyond the whole one.
        let inside = alpha < score && score < beta;
        if inside || score <= window.alpha || score >= window.beta || cx.monitor.unwinding() {
            return score;
        }
        guess = match () {
            () if wipeout_denied => score,
            () if score <= alpha => estimate.min(score),
            () => estimate.max(score),
        };
        wipeout_denied = true;
    }
}

/// About what a proof is going to show, an even number of discs: from a search that leaves good moves in the table all
/// over the tree (END-21). Nothing if that does not pay.
fn estimate<L: Points>(l: L, cx: &mut Context<'_>, board: Board) -> Option<i32> {
    let empties = board.empties().len();
    if empties < MIN_EMPTIES_TO_PREPARE || board.is_game_over() || cx.monitor.must_stop() {
        return None;
    }
    let must_pass = board.must_pass();
    let to_move = if must_pass { board.pass() } else { board };
    let mut root = Root::new(l, cx, to_move, 1, None);
    let selectivity = if empties < MIN_EMPTIES_TO_BE_SURER { Selectivity::P73 } else { Selectivity::P87 };
    let draft = Draft { depth: (empties - PLIES_LEFT_UNPREPARED) as u8, selectivity };
    // Near a wipe-out nothing can be cut for being unlikely, and depth is expensive.
    deepen(l, cx, &mut root, draft, &mut |_, root| match root.best()[0].score.abs() {
        ..NEARLY_WIPED_OUT => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    let score = root.best()[0].score / 2 * 2;
    Some(if must_pass { -score } else { score })
}
