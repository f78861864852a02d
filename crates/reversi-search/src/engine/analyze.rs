//! Analysis of one position: deepening until the request or a limit is reached.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use reversi_bitboard::{Board, Move, Square, dispatch};

use super::Engine;
use crate::api::{Analysis, AnalyzeError, AnalyzeRequest, Line, StopReason, Value};
use crate::instant::Instant;
use crate::memory::{Draft, SharedTable};
use crate::parallel::{CallState, MIN_PLIES_TO_SHARE};
use crate::tree::Context;
use crate::tree::root::{Root, RootMove, deepen};

impl Engine {
    /// Searches a position as deep as asked, or as limits allow.
    ///
    /// There is always a best move, however tight the limits are: the first ply is searched before the limits
    /// are polled.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Engine, Selectivity};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let request = AnalyzeRequest::depth(10).selectivity(Selectivity::P73).multi_pv(2);
    /// for line in engine.analyze(&Board::START.play("f5".parse()?), request)?.lines() {
    ///     println!("{}: {}", line.best_move().unwrap(), line.value());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AnalyzeError`] for a request of no depth or no lines.
    pub fn analyze(&mut self, board: &Board, request: AnalyzeRequest) -> Result<Analysis, AnalyzeError> {
        self.analyze_with(board, request, |_| ControlFlow::Continue(()))
    }

    /// [`analyze`](Self::analyze) with a callback, on the calling thread, after each search on the way: each
    /// is deeper or surer than the one before. [`ControlFlow::Break`] ends the analysis.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Board, Engine, StopReason};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let mut searches = 0;
    /// let analysis = engine.analyze_with(&Board::START, AnalyzeRequest::depth(20), |so_far| {
    ///     println!("{} after {} nodes", so_far.value(), so_far.nodes());
    ///     searches += 1;
    ///     if searches == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// })?;
    /// assert_eq!(analysis.stopped(), Some(StopReason::Callback));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyze`](Self::analyze).
    pub fn analyze_with(
        &mut self,
        board: &Board,
        request: AnalyzeRequest,
        mut progress: impl FnMut(&Analysis) -> ControlFlow<()>,
    ) -> Result<Analysis, AnalyzeError> {
        self.search(*board, &request, None, &mut progress).map(|(analysis, _)| analysis)
    }

    /// Analyzes a position. The move `wanted` gets a line of its own, however good it is.
    pub(crate) fn search(
        &mut self,
        board: Board,
        request: &AnalyzeRequest,
        wanted: Option<Square>,
        progress: &mut dyn FnMut(&Analysis) -> ControlFlow<()>,
    ) -> Result<(Analysis, Option<Line>), AnalyzeError> {
        let start = Instant::now();
        let empties = board.empties().len();
        let (depth, selectivity) = request.target(empties)?;
        let target = Draft { depth, selectivity };
        if board.is_game_over() {
            let lines = vec![Line { value: Value::Exact(board.final_score()), pv: Vec::new() }];
            return Ok((Analysis { board, lines, stopped: None, nodes: 0, elapsed: start.elapsed() }, None));
        }
        let for_move = request.clock.map(|clock| clock.time_for_move(empties));
        let mut limits = request.limits.clone();
        limits.time = for_move.into_iter().chain(limits.time).min();
        let (to_move, lines) = if board.must_pass() { (board.pass(), 1) } else { (board, request.lines) };
        let answer = |cx: &Context<'_>, root: &Root, stopped| Analysis {
            board,
            lines: lines_of(root, board, cx.table),
            stopped,
            nodes: cx.control.total_nodes(),
            elapsed: start.elapsed(),
        };
        let call = CallState::new(start, limits);
        let long = u32::from(target.depth).min(empties) > MIN_PLIES_TO_SHARE.into();
        Ok(dispatch!(self.cpu, l => self.search_with(l, call, long, |cx| {
            let mut ended = None;
            let mut after_each = |cx: &Context<'_>, root: &Root| {
                let settled = root.moves.len() == 1 || for_move.is_some_and(|time| start.elapsed() > time / 2);
                if progress(&answer(cx, root, None)).is_break() {
                    ended = Some(StopReason::Callback);
                } else if for_move.is_some() && settled {
                    ended = Some(StopReason::Time);
                } else {
                    return ControlFlow::Continue(());
                }
                ControlFlow::Break(())
            };
            let mut root = Root::new(l, cx, to_move, lines, wanted);
            let finished = deepen(l, cx, &mut root, target, &mut after_each);
            let stopped = if finished { None } else { cx.control.call().stopped().or(ended) };
            let wanted = root.moves.iter().find(|mv| Some(mv.square) == wanted);
            let wanted = wanted.map(|mv| line_of(mv, mv.draft, board, false, cx.table));
            (answer(cx, &root, stopped), wanted)
        })))
    }
}

/// The lines of a root: `board`, or the board after its forced pass.
fn lines_of(root: &Root, board: Board, table: &SharedTable) -> Vec<Line> {
    let mut best: Vec<&RootMove> = root.best().iter().collect();
    best.sort_by_key(|mv| Reverse(mv.score)); // a stopped search leaves moves of two depths
    // While another move may be better, the score of a move proves nothing about the position.
    let exact = Draft::exact(board.empties().len());
    let draft = |mv: &RootMove| if mv.draft == exact { root.done } else { mv.draft };
    best.into_iter().map(|mv| line_of(mv, draft(mv), board, root.board != board, table)).collect()
}

fn line_of(mv: &RootMove, draft: Draft, board: Board, passed: bool, table: &SharedTable) -> Line {
    let score = if passed { -mv.score } else { mv.score };
    let Draft { depth, selectivity } = draft;
    let value = if draft == Draft::exact(board.empties().len()) {
        Value::Exact(score)
    } else {
        Value::Estimate { score, depth: depth.into(), selectivity }
    };
    let mut pv = if passed { vec![Move::Pass] } else { Vec::new() };
    pv.push(Move::Place(mv.square));
    pv.extend(&mv.line);
    extend(&mut pv, board, table, mv.draft.depth.into());
    Line { value, pv }
}

/// Goes on with moves from the table until `depth` squares are played.
fn extend(pv: &mut Vec<Move>, board: Board, table: &SharedTable, depth: usize) {
    let mut at = pv.iter().fold(board, |at, mv| mv.square().map_or(at.pass(), |square| at.play(square)));
    let mut placed = pv.iter().filter(|mv| mv.square().is_some()).count();
    while placed < depth && !at.is_game_over() {
        if at.must_pass() {
            at = at.pass();
            pv.push(Move::Pass);
        }
        let Some(square) = table.best_move(at).filter(|&square| at.is_legal(square)) else { break };
        at = at.play(square);
        pv.push(Move::Place(square));
        placed += 1;
    }
}
