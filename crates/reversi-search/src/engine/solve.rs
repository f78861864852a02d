//! A proof with its preparation: selective searches, then null windows around its estimate.

use std::ops::ControlFlow;

use reversi_bitboard::{Bitboard, Board, Move, dispatch};

use super::analyze::show_lines;
use super::proven_line::proven_line;
use super::{Engine, Extent};
use crate::api::{Interrupted, Progress, Selectivity, Solution, SolveError, SolveRequest, Value};
use crate::instant::Instant;
use crate::memory::Draft;
use crate::parallel::{CallState, Callback, MIN_EMPTIES_TO_SHARE, Watch};
use crate::tree::midgame::SolvedLeaves;
use crate::tree::outlined::Outlined;
use crate::tree::root::{Root, deepen, drafts_to};
use crate::tree::search::pvs;
use crate::tree::{Context, Window};

impl Engine {
    /// Proves the score of a position, or as much of it as the request asks for. A score that earlier
    /// searches have proven, and the hash table still has, is a solution at once, whatever the limits.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if a limit of the request was reached first; it carries the proven bounds,
    /// which do not answer the request yet.
    /// [`SolveError::InvalidWindow`] and [`SolveError::InvalidScore`] if the request's window holds no score.
    pub fn solve(&mut self, board: &Board, request: SolveRequest) -> Result<Solution, SolveError> {
        dispatch!(self.cpu, l => self.solve_on(l, board, request, None))
    }

    /// Solves like [`solve`](Self::solve), with a callback on the calling thread at most every
    /// [`Progress::INTERVAL`]. [`ControlFlow::Break`] ends the solve as a limit does. A short solve never
    /// calls it.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Engine, SolveRequest};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let board = "--XXXX----XOOOX-OOOXOOXXOOOXOXXXOOOXXXXXOOOOOOXX-OXXXXXX-OOOOOO- X".parse()?;
    /// let solution = engine.solve_with(&board, SolveRequest::exact(), |progress| {
    ///     println!("{} nodes, proven so far: {}", progress.nodes(), progress.bounds());
    ///     ControlFlow::Continue(())
    /// })?;
    /// println!("{}", solution.value());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`solve`](Self::solve). After a `Break` the reason is
    /// [`StopReason::Callback`](crate::StopReason::Callback).
    pub fn solve_with(
        &mut self,
        board: &Board,
        request: SolveRequest,
        mut callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Solution, SolveError> {
        dispatch!(self.cpu, l => self.solve_on(l, board, request, Some(&mut callback)))
    }

    /// Solves like [`solve`](Self::solve), on this level, or on a level with another kernel.
    pub(crate) fn solve_on<L: Outlined>(
        &mut self,
        l: L,
        board: &Board,
        request: SolveRequest,
        callback: Option<&mut Callback<'_>>,
    ) -> Result<Solution, SolveError> {
        let start = Instant::now();
        let (alpha, beta) = request.checked_window()?;
        let whole = CallState::whole_call(start, &request.total_limits, &request.limits);
        let call = CallState::part_of(&whole, start, request.limits);
        let watch = callback.map(|callback| Watch { callback, board: *board, done: 0, every_search: false });
        let window = Window { alpha, beta };
        Ok(self.search_with(l, call, watch, Extent::of_solve(*board), |cx| {
            solve_window(l, cx, *board, window)
        })?)
    }
}

/// With fewer empties a proof costs less than its preparation.
const MIN_EMPTIES_TO_PREPARE: u32 = 15;

/// The plies from the end of the deepening to the end of the game.
const PLIES_LEFT_BY_DEEPENING: u32 = 6;

/// From this number of empties on a surer preparation pays.
const MIN_EMPTIES_TO_BE_SURER: u32 = 22;

/// Selective searches to the end of the game follow: from how many empties on, and how sure.
const TO_THE_END: [(u32, Selectivity); 2] = [(22, Selectivity::P73), (24, Selectivity::P87)];

/// From this estimate on, the first window asks for a wipe-out: it is the fastest score to prove, and many
/// steps away.
const NEARLY_WIPED_OUT: i32 = 56;

/// A preparation that finds a score this many discs outside of the window is left: most orders of moves
/// prove the bound then (measured: lab/docs/src/notebook.md, 27 November 2026).
const FAR_OUTSIDE: i32 = 12;

/// Returns the solution for this window, or the proven bounds when a limit is reached. Bounds that answer the
/// window are a solution, whatever limit was reached.
pub(super) fn solve_window<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    window: Window,
) -> Result<Solution, Interrupted> {
    let mut pv = Vec::new();
    let score = solve(l, cx, board, window, &mut pv);
    let aborted = cx.control.aborted();
    let (lower, upper) = if aborted {
        cx.table.proven_bounds(board)
    } else {
        (if score > window.alpha { score } else { -64 }, if score < window.beta { score } else { 64 })
    };
    let value = Value::between(lower, upper);
    let answered = value.exact().is_some() || value.upper() <= window.alpha || window.beta <= value.lower();
    if aborted && answered {
        pv = proven_line(l, cx, board, window, value);
    }
    let (nodes, elapsed) = (cx.control.total_nodes(), cx.control.call().elapsed());
    if answered {
        return Ok(Solution { nodes, elapsed, ..Solution::of_search(value, pv) });
    }
    let reason = cx.control.call().stopped().expect("a limit has aborted the search");
    Err(Interrupted { reason, bounds: value, nodes, elapsed })
}

impl Extent {
    pub(super) fn of_solve(board: Board) -> Extent {
        let empties = board.empties().len();
        let estimates = (empties >= MIN_EMPTIES_TO_PREPARE).then_some(SolvedLeaves::PREPARATION);
        Extent { estimates, long: empties > MIN_EMPTIES_TO_SHARE.into() }
    }
}

/// Returns the score of a board within the window, or a bound on the side where it lies outside. The line is
/// complete if the score lies strictly inside the window.
fn solve<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, window: Window, line: &mut Vec<Move>) -> i32 {
    let exact = Draft::exact(board.empties().len());
    let trivial = window.beta <= -64 || window.alpha >= 64;
    let Some(estimate) = (if trivial { None } else { estimate(l, cx, board, window) }) else {
        return pvs(l, cx, board, window, exact, line);
    };
    // Null windows cost least. The last window holds one even score, its guess, so it proves that score or a
    // bound.
    let mut guess = if estimate.abs() < NEARLY_WIPED_OUT { estimate } else { 64 * estimate.signum() };
    let mut wipeout_denied = guess == estimate;
    loop {
        guess = guess.clamp(window.alpha, window.beta);
        let (alpha, beta) = ((guess - 1).max(window.alpha), (guess + 1).min(window.beta));
        let score = pvs(l, cx, board, Window { alpha, beta }, exact, line);
        // A bound may lie beyond the window that was searched, and beyond the whole one.
        let inside = alpha < score && score < beta;
        if inside || score <= window.alpha || score >= window.beta || cx.control.aborted() {
            return score;
        }
        guess = if wipeout_denied {
            score
        } else if score <= alpha {
            estimate.min(score)
        } else {
            estimate.max(score)
        };
        wipeout_denied = true;
    }
}

/// Returns the likely score, an even number of discs, from searches that leave good moves in the table all
/// over the tree (END-21). Returns `None` if that does not pay.
fn estimate<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, window: Window) -> Option<i32> {
    let empties = board.empties().len();
    if empties < MIN_EMPTIES_TO_PREPARE || board.is_game_over() || cx.control.must_stop() {
        return None;
    }
    let must_pass = board.must_pass();
    let to_move = if must_pass { board.pass() } else { board };
    let mut root = Root::new(l, cx, to_move, to_move.legal_moves(), 1, Bitboard::EMPTY);
    let score_of = |root: &Root| if must_pass { -root.best()[0].score } else { root.best()[0].score };
    // Near a wipe-out ProbCut has no room to cut, and depth is expensive.
    deepen(l, cx, &mut root, preparation(empties), &mut |cx, root| {
        show_lines(cx, root, board, 1)?;
        let score = score_of(root);
        let far_outside = score <= window.alpha - FAR_OUTSIDE || score >= window.beta + FAR_OUTSIDE;
        if far_outside || score.abs() >= NEARLY_WIPED_OUT {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    Some(score_of(&root) / 2 * 2)
}

/// The searches of the preparation.
fn preparation(empties: u32) -> impl Iterator<Item = Draft> {
    let selectivity = if empties < MIN_EMPTIES_TO_BE_SURER { Selectivity::P73 } else { Selectivity::P87 };
    let deepest = Draft { depth: (empties - PLIES_LEFT_BY_DEEPENING) as u8, selectivity };
    let to_the_end = TO_THE_END.into_iter().filter(move |&(from, _)| empties >= from);
    let to_the_end = to_the_end.map(move |(_, selectivity)| Draft { depth: empties as u8, selectivity });
    drafts_to(deepest, empties).chain(to_the_end)
}

#[cfg(test)]
mod tests {
    use Selectivity::{P73, P87};

    use super::*;

    #[test]
    fn a_preparation_deepens_then_becomes_surer() {
        let last = |empties, n| {
            let drafts: Vec<_> = preparation(empties).map(|draft| (draft.depth, draft.selectivity)).collect();
            assert_eq!(drafts[0], (1, P73));
            drafts[drafts.len() - n..].to_vec()
        };
        assert_eq!(last(15, 2), [(8, P73), (9, P73)]);
        assert_eq!(last(21, 2), [(14, P73), (15, P73)]);
        assert_eq!(last(22, 4), [(15, P73), (16, P73), (16, P87), (22, P73)]);
        assert_eq!(last(24, 4), [(18, P73), (18, P87), (24, P73), (24, P87)]);
    }
}
