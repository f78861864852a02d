//! Analysis of one position: deepening until the request or a limit is reached.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use reversi_bitboard::{Bitboard, Board, Move, dispatch};

use super::pace::{Pace, Searched};
use super::{Engine, Evaluation, Extent};
use crate::api::{
    Analysis, AnalyzeError, AnalyzeRequest, Line, MoveTime, Progress, Source, StopReason, Value,
};
use crate::instant::Instant;
use crate::memory::{Draft, SharedTable};
use crate::parallel::{CallState, Callback, MIN_PLIES_TO_SHARE, Watch};
use crate::tree::Context;
use crate::tree::midgame::SolvedLeaves;
use crate::tree::outlined::Outlined;
use crate::tree::root::{Root, RootMove, Twin, deepen, drafts_to};

impl Engine {
    /// Searches a position as deep as asked, or as limits allow.
    ///
    /// If the engine has a [book](crate::EngineBuilder::book) that knows the position well enough, the book
    /// answers and nothing is searched: the [source](Analysis::source) says so.
    ///
    /// There is always a best move, however tight the limits are. The first ply is searched before the limits
    /// are polled. The first six plies are searched before a limit of time or a clock ends the analysis, and
    /// with 14 empties or fewer the rest of the game: that takes about a millisecond. With your own
    /// evaluation it takes a tenth of a second at most.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Engine, Selectivity};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let request = AnalyzeRequest::depth(10).selectivity(Selectivity::P73).lines(2);
    /// for line in engine.analyze(&Board::START.play("f5".parse()?), request)?.lines() {
    ///     println!("{}: {}", line.best_move().unwrap(), line.value());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AnalyzeError`] for a request without a depth, lines or a legal move, and for a request of the moves
    /// of people if the engine [has no policy of them](Self::human_moves).
    pub fn analyze(&mut self, board: &Board, request: AnalyzeRequest) -> Result<Analysis, AnalyzeError> {
        self.analyze_one(board, &request, None)
    }

    /// Analyzes like [`analyze`](Self::analyze), with a callback on the calling thread: after each search on
    /// the way, which is deeper or surer than the one before, and in between at most every
    /// [`Progress::INTERVAL`]. [`ControlFlow::Break`] ends the analysis.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Board, Engine};
    /// use reversi_engine::search::StopReason;
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let analysis = engine.analyze_with(&Board::START, AnalyzeRequest::depth(20), |progress| {
    ///     println!("{} after {} nodes", progress.value(), progress.nodes());
    ///     if progress.nodes() < 10_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
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
        mut callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Analysis, AnalyzeError> {
        self.analyze_one(board, &request, Some(&mut callback))
    }

    fn analyze_one(
        &mut self,
        &board: &Board,
        request: &AnalyzeRequest,
        callback: Option<&mut Callback<'_>>,
    ) -> Result<Analysis, AnalyzeError> {
        let human = self.people_of(&board, request)?;
        if let Some((analysis, _)) = self.book_answer(board, request) {
            return Ok(Analysis { human, ..analysis });
        }
        let whole = CallState::whole_call(Instant::now(), &request.total_limits, &request.limits);
        let watch = callback.map(|callback| Watch { callback, board, done: 0, every_search: true });
        let (analysis, _) = self.search(board, request, Bitboard::EMPTY, &whole, watch)?;
        Ok(Analysis { human, ..analysis })
    }

    /// Analyzes a position. The moves `wanted` get lines of their own, however good they are.
    pub(super) fn search(
        &mut self,
        board: Board,
        request: &AnalyzeRequest,
        wanted: Bitboard,
        whole: &Arc<CallState>,
        watch: Option<Watch<'_>>,
    ) -> Result<(Analysis, Vec<Line>), AnalyzeError> {
        let start = Instant::now();
        let empties = board.empties().len();
        let (depth, selectivity) = request.target(empties)?;
        let target = Draft { depth, selectivity };
        if board.is_game_over() {
            let lines = vec![Line { value: Value::Exact(board.final_score()), pv: Vec::new() }];
            let (nodes, elapsed, source) = (0, start.elapsed(), Source::Search);
            return Ok((
                Analysis { nodes, elapsed, source, ..Analysis::of_search(board, lines) },
                Vec::new(),
            ));
        }
        let for_move = request.clock.map(|clock| clock.for_move(empties, self.threads()));
        let mut limits = request.limits.clone();
        limits.time = for_move.map(|time| time.most).into_iter().chain(limits.time).min();
        let (to_move, lines, moves) = if board.must_pass() {
            (board.pass(), 1, board.pass().legal_moves())
        } else {
            (board, request.lines, request.moves(board, wanted)?)
        };
        let own = matches!(self.evaluation, Evaluation::Custom(_));
        let most = if own { SLOW_FLOOR } else { Duration::MAX };
        let call = CallState::part_with_floor(whole, start, limits, most);
        let floor = if call.is_timed() { target.depth.min(FLOOR_PLIES).min(empties as u8) } else { 0 };
        let long = u32::from(target.depth).min(empties) > MIN_PLIES_TO_SHARE.into();
        let extent = Extent { estimates: Some(SolvedLeaves::ANALYSIS), long };
        let deepening = Deepening { board, to_move, moves, lines, wanted, target, floor, for_move, start };
        Ok(dispatch!(self.cpu, l => self.search_with(l, call, watch, extent, |cx| deepening.run(l, cx))))
    }
}

/// The plies of every analysis, however little time there is: about a millisecond. With up to 14 empties the
/// search that reaches them goes to the end of the game.
const FLOOR_PLIES: u8 = 6;

/// The user's own evaluation may be slow: it gets this much time for these plies.
const SLOW_FLOOR: Duration = Duration::from_millis(100);

/// One search after the other, up to the target or until the clock says that the next one would not pay.
struct Deepening {
    board: Board,
    /// The board whose moves are searched: the one after a forced pass.
    to_move: Board,
    /// The moves that are searched.
    moves: Bitboard,
    /// The maximum number of lines of the analysis.
    lines: usize,
    wanted: Bitboard,
    target: Draft,
    /// The plies that no time limit ends, or 0. They are shown as one search.
    floor: u8,
    /// The time of the move, with a clock.
    for_move: Option<MoveTime>,
    start: Instant,
}

impl Deepening {
    fn run<L: Outlined>(&self, l: L, cx: &mut Context<'_>) -> (Analysis, Vec<Line>) {
        let mut root = Root::new(l, cx, self.to_move, self.moves, self.lines, self.wanted);
        let drafts = drafts_to(self.target, self.to_move.empties().len());
        let mut pace = self.for_move.map(|time| Pace::new(time, self.target, self.to_move.empties().len()));
        let finished =
            deepen(l, cx, &mut root, drafts, &mut |cx, root| self.after_search(cx, root, pace.as_mut()));
        let stopped = match cx.control.call().stopped() {
            _ if finished => None,
            None if self.has_choice(&root) => Some(StopReason::Time), // by the clock
            limit => limit,
        };
        let board = self.board;
        let wanted = root.wanted().flat_map(|mv| lines_of_move(mv, mv.draft, board, false, cx.table));
        let wanted = wanted.filter(|line| line.is_of(self.wanted)).collect();
        let lines = lines_of(&root, board, self.lines, cx.table);
        let (nodes, elapsed) = (cx.control.total_nodes(), self.start.elapsed());
        (Analysis { stopped, nodes, elapsed, ..Analysis::of_search(board, lines) }, wanted)
    }

    /// Shows the lines. With a clock, breaks if there is nothing to choose, or if the next search does not
    /// pay.
    fn after_search(&self, cx: &mut Context<'_>, root: &Root, pace: Option<&mut Pace>) -> ControlFlow<()> {
        let forced = pace.is_some() && !self.has_choice(root);
        if root.done.depth < self.floor && !forced {
            return ControlFlow::Continue(());
        }
        cx.control.call().reach_floor();
        show_lines(cx, root, self.board, self.lines)?;
        match pace {
            Some(_) if forced => ControlFlow::Break(()),
            Some(pace) => pace.after(Searched::of(root, self.start.elapsed())),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns whether the side to move has more than one legal move, even if they are equal by symmetry.
    fn has_choice(&self, root: &Root) -> bool {
        let passed = self.board != self.to_move;
        !passed && (root.moves.len() > 1 || !root.moves[0].twins.is_empty())
    }
}

/// Shows the best lines of a complete search to the caller, if the call is watched.
pub(super) fn show_lines(cx: &mut Context<'_>, root: &Root, board: Board, most: usize) -> ControlFlow<()> {
    if !cx.control.is_watched() {
        return ControlFlow::Continue(());
    }
    let lines = lines_of(root, board, most, cx.table);
    cx.control.show(lines, root.has_all_moves())
}

/// Returns at most `most` of the best lines of a root. `board` is its board, or the one before its forced
/// pass.
fn lines_of(root: &Root, board: Board, most: usize, table: &SharedTable) -> Vec<Line> {
    // While another move may be better, the score of a move proves nothing about the position.
    let exact = Draft::exact(board.empties().len());
    let draft = |mv: &RootMove| if mv.draft == exact { root.done } else { mv.draft };
    let passed = root.board != board;
    let lines = |mv| lines_of_move(mv, draft(mv), board, passed, table);
    root.best().into_iter().flat_map(lines).take(most).collect()
}

/// Returns the line of a move, and the lines of its twins.
fn lines_of_move(
    mv: &RootMove,
    draft: Draft,
    board: Board,
    passed: bool,
    table: &SharedTable,
) -> impl Iterator<Item = Line> {
    let line = line_of(mv, draft, board, passed, table);
    let twins = mv.twins.iter().map(|twin| line.of_twin(twin)).collect::<Vec<_>>();
    std::iter::once(line).chain(twins)
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

impl Line {
    /// Returns whether the first move is to one of these squares.
    fn is_of(&self, squares: Bitboard) -> bool {
        self.best_move().and_then(Move::square).is_some_and(|square| squares.contains(square))
    }

    /// Returns the line of a twin of the first move, which may come after a pass.
    fn of_twin(&self, twin: &Twin) -> Line {
        let image = |mv: &Move| mv.square().map_or(Move::Pass, |square| twin.symmetry.square(square).into());
        let mut pv: Vec<Move> = self.pv.iter().map(image).collect();
        if let Some(first) = pv.iter_mut().find(|mv| **mv != Move::Pass) {
            *first = Move::Place(twin.square); // the boards before the moves need not be symmetric
        }
        Line { value: self.value, pv }
    }
}

/// Continues with moves from the table until `depth` squares are played.
fn extend(pv: &mut Vec<Move>, board: Board, table: &SharedTable, depth: usize) {
    let mut at = pv.iter().copied().fold(board, Board::after);
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
