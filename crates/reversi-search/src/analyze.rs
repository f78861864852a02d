use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use reversi_bitboard::{Board, Move, Square, dispatch};

use crate::endgame::Context;
use crate::midgame::MIN_DEPTH_TO_SHARE;
use crate::midgame::deepen::{Root, RootMove, deepen};
use crate::monitor::Call;
use crate::table::{Draft, Table};
use crate::{AnalyzeError, Clock, Engine, Level, Limits, Selectivity, StopReason, Value};

/// How thoroughly to analyze a position, and within which limits.
///
/// All of it combines: an analysis ends when it has reached its depth and selectivity, or a limit before.
///
/// ```
/// use std::time::Duration;
/// use reversi_search::{AnalyzeRequest, Clock, Level, Limits, Selectivity};
///
/// let level = AnalyzeRequest::level(Level::new(21)?).multi_pv(3);
/// let full_width = AnalyzeRequest::depth(10);
/// let selective = AnalyzeRequest::depth(20).selectivity(Selectivity::P73);
/// let for_a_second = AnalyzeRequest::unlimited().limits(Limits::new().time(Duration::from_secs(1)));
/// let clock = Clock::new(Duration::from_secs(300), Duration::ZERO);
/// let in_a_game = AnalyzeRequest::unlimited().clock(clock);
/// # let _ = (level, full_width, selective, for_a_second, in_a_game);
/// # Ok::<(), reversi_search::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct AnalyzeRequest {
    goal: Goal,
    selectivity: Option<Selectivity>,
    lines: usize,
    limits: Limits,
    clock: Option<Clock>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Depth(u32),
    Level(Level),
}

impl AnalyzeRequest {
    fn new(goal: Goal) -> AnalyzeRequest {
        AnalyzeRequest { goal, selectivity: None, lines: 1, limits: Limits::new(), clock: None }
    }

    /// So many plies, passes not counted, without selectivity. From as many plies on as there are empty squares the
    /// search goes to the end of the game, and its score is exact.
    pub fn depth(depth: u32) -> AnalyzeRequest {
        AnalyzeRequest::new(Goal::Depth(depth))
    }

    /// The depth and selectivity of a level. Level 0 looks one ply ahead.
    pub fn level(level: Level) -> AnalyzeRequest {
        AnalyzeRequest::new(Goal::Level(level))
    }

    /// As deep as limits and clock allow; without them to the exact score.
    pub fn unlimited() -> AnalyzeRequest {
        AnalyzeRequest::depth(u32::MAX)
    }

    /// Leaves out moves that are unlikely to matter: much deeper in the same time, and not quite certain. For a level
    /// this takes the place of its own selectivity.
    pub fn selectivity(mut self, selectivity: Selectivity) -> AnalyzeRequest {
        self.selectivity = Some(selectivity);
        self
    }

    /// Searches the best `lines` moves, or all there are, each to a score of its own.
    pub fn multi_pv(mut self, lines: usize) -> AnalyzeRequest {
        self.lines = lines;
        self
    }

    /// Ends when a limit is reached, with the best that was found by then.
    pub fn limits(mut self, limits: Limits) -> AnalyzeRequest {
        self.limits = limits;
        self
    }

    /// Ends in time for the rest of the game: see [`Clock::time_for_move`].
    pub fn clock(mut self, clock: Clock) -> AnalyzeRequest {
        self.clock = Some(clock);
        self
    }

    fn target(&self, empties: u32) -> Result<Draft, AnalyzeError> {
        let (depth, selectivity) = match self.goal {
            Goal::Depth(0) => return Err(AnalyzeError::NoDepth),
            _ if self.lines == 0 => return Err(AnalyzeError::NoLines),
            Goal::Depth(depth) => (depth, Selectivity::P100),
            Goal::Level(level) => level.at(empties),
        };
        let depth = depth.clamp(1, 64) as u8;
        Ok(Draft { depth, selectivity: self.selectivity.unwrap_or(selectivity) })
    }
}

/// A move, what it is worth, and how the game is expected to go on.
///
/// ```
/// use reversi_bitboard::Board;
/// use reversi_search::{AnalyzeRequest, Engine};
///
/// let analysis = Engine::builder().hash_mib(1).build()?.analyze(&Board::START, AnalyzeRequest::depth(4))?;
/// let line = &analysis.lines()[0];
/// assert_eq!(line.pv().len(), 4);
/// println!("{} is worth {}", line.best_move().unwrap(), line.value());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    value: Value,
    pv: Vec<Move>,
}

impl Line {
    /// The score from the side to move: exact, or an estimate.
    pub fn value(&self) -> Value {
        self.value
    }

    /// The first move of [`pv`](Self::pv); `None` if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// The moves of both sides, forced passes included. Legal, and as long as the search was deep unless the hash table
    /// has lost the end of it; to the end of the game if the score is exact.
    pub fn pv(&self) -> &[Move] {
        &self.pv
    }
}

/// The answer to an [`AnalyzeRequest`].
///
/// ```
/// use reversi_bitboard::Board;
/// use reversi_search::{AnalyzeRequest, Engine, Limits, StopReason};
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let analysis = engine.analyze(&Board::START, AnalyzeRequest::unlimited().limits(Limits::new().nodes(10_000)))?;
/// assert_eq!(analysis.stopped(), Some(StopReason::Nodes));
/// assert!(analysis.best_move().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Analysis {
    board: Board,
    lines: Vec<Line>,
    stopped: Option<StopReason>,
    nodes: u64,
    elapsed: Duration,
}

impl Analysis {
    /// The position.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The best moves with their lines, the best first: as many as were asked for or as there are, at least one.
    ///
    /// Where the side to move has to pass there is one line, which begins with the pass; where the game is over there is
    /// one without moves.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The value of the best line. Exact if no move is better: a stopped analysis has not proven that.
    pub fn value(&self) -> Value {
        self.lines[0].value
    }

    /// The best move; `None` if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.lines[0].best_move()
    }

    /// The best line.
    pub fn pv(&self) -> &[Move] {
        &self.lines[0].pv
    }

    /// The limit that ended the analysis before it reached what was asked for.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Nodes searched, counted as [`Solution::nodes`](crate::Solution::nodes) are.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Wall-clock time of the call.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }
}

impl Engine {
    /// Searches a position as deep as asked, or as limits allow.
    ///
    /// There is always a best move, however tight the limits are; the first ply is looked at before any of them.
    ///
    /// ```
    /// use reversi_bitboard::Board;
    /// use reversi_search::{AnalyzeRequest, Engine, Selectivity};
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

    /// The same, telling on the calling thread about every search on the way, each deeper or surer than the one before.
    /// [`ControlFlow::Break`] ends the analysis.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_bitboard::Board;
    /// use reversi_search::{AnalyzeRequest, Engine, StopReason};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let mut told = 0;
    /// let analysis = engine.analyze_with(&Board::START, AnalyzeRequest::depth(20), |so_far| {
    ///     println!("{} after {} nodes", so_far.value(), so_far.nodes());
    ///     told += 1;
    ///     if told == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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

    /// Analyzes a position, and one of its moves however good it is: that comes with a line of its own.
    pub(crate) fn search(
        &mut self,
        board: Board,
        request: &AnalyzeRequest,
        wanted: Option<Square>,
        progress: &mut dyn FnMut(&Analysis) -> ControlFlow<()>,
    ) -> Result<(Analysis, Option<Line>), AnalyzeError> {
        let start = Instant::now();
        let empties = board.empties().len();
        let target = request.target(empties)?;
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
            nodes: cx.monitor.total_nodes(),
            elapsed: start.elapsed(),
        };
        let call = Call::new(start, limits);
        let long = u32::from(target.depth).min(empties) > MIN_DEPTH_TO_SHARE.into();
        Ok(dispatch!(self.cpu, l => self.search_with(l, call, long, |cx| {
            let mut ended = None;
            let mut after_each = |cx: &Context<'_>, root: &Root| {
                let settled = root.moves.len() == 1 || for_move.is_some_and(|time| start.elapsed() > time / 2);
                ended = match () {
                    () if progress(&answer(cx, root, None)).is_break() => Some(StopReason::Callback),
                    () if for_move.is_some() && settled => Some(StopReason::Time),
                    () => return ControlFlow::Continue(()),
                };
                ControlFlow::Break(())
            };
            let mut root = Root::new(l, cx, to_move, lines, wanted);
            let finished = deepen(l, cx, &mut root, target, &mut after_each);
            let stopped = if finished { None } else { cx.monitor.call().stopped().or(ended) };
            let wanted = root.moves.iter().find(|mv| Some(mv.square) == wanted);
            let wanted = wanted.map(|mv| line_of(mv, mv.draft, board, false, cx.table));
            (answer(cx, &root, stopped), wanted)
        })))
    }
}

/// The lines of a root, which is `board` or what it becomes by a forced pass.
fn lines_of(root: &Root, board: Board, table: &Table) -> Vec<Line> {
    let mut best: Vec<&RootMove> = root.best().iter().collect();
    best.sort_by_key(|mv| Reverse(mv.score)); // in case only some of them were searched as deep as the others
    // As long as one of the others may be better, the score of a move proves nothing about the position.
    let exact = Draft::exact(board.empties().len());
    let draft = |mv: &RootMove| if mv.draft == exact { root.done } else { mv.draft };
    best.into_iter().map(|mv| line_of(mv, draft(mv), board, root.board != board, table)).collect()
}

fn line_of(mv: &RootMove, draft: Draft, board: Board, passed: bool, table: &Table) -> Line {
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
fn extend(pv: &mut Vec<Move>, board: Board, table: &Table, depth: usize) {
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
