//! Compares the solver and the analysis with brute force: on every CPU level, by one thread and two, with any
//! window and any limit. The tables are tiny and keep entries of earlier questions.
#![no_main]

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Board, CpuLevel, Game, Move};
use reversi_engine::search::{Clock, Interrupted, StopReason};
use reversi_engine::{
    Analysis, AnalyzeRequest, Engine, Level, Limits, Line, Selectivity, Solution, SolveError, SolveRequest,
    Stop, Value,
};
use reversi_fuzz::{AnyBoard, Endgame, any_position};
use reversi_testkit::{exact_score, levels_and_quirks, numbered_move};

/// Up to this number of empties brute force finds the score.
const MAX_EMPTIES_TO_TRY: u32 = 8;

/// Up to this number of empties a separate portable engine finds the score.
const MAX_EMPTIES_TO_SOLVE: u32 = 13;

#[derive(Arbitrary, Debug)]
struct Input {
    start: Start,
    questions: Vec<Question>,
}

#[derive(Arbitrary, Debug)]
enum Start {
    NearTheEnd(Endgame<8>),
    Shared(Endgame<13>),
    Any(AnyBoard),
    /// The board after moves from the usual start. The array holds their numbers, the last field how many of
    /// them are played.
    Reached([u8; 52], u8),
}

#[derive(Arbitrary, Debug)]
enum Question {
    /// The legal move with this number, if there is one, is played before the next question.
    Play(u8),
    Exact,
    Window(i8, u8),
    /// A window that may be invalid.
    Unchecked(i32, i32),
    Limited(SearchLimits),
    Analyze(Analyze),
    AnalyzeGame(Analyze),
    Many,
    Forget,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
struct SearchLimits {
    nodes: Option<u16>,
    micros: Option<u16>,
    /// The signal is set already.
    stopped: Option<bool>,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
struct Analyze {
    goal: Goal,
    selectivity: Option<u8>,
    lines: Option<u8>,
    limits: SearchLimits,
    clock: Option<(u32, u16)>,
    /// The callback returns `Break` at this search.
    break_at: Option<u8>,
    /// The callback sets the signal at this search.
    stop_at: Option<u8>,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Goal {
    Depth(u32),
    Shallow(u8),
    Level(u8),
    Unlimited,
}

struct Engines {
    /// One for each level and quirk.
    single: Vec<Engine>,
    double: Engine,
    /// A question had a time limit since the tables were cleared, so their contents depend on chance.
    timed: bool,
}

thread_local! {
    static ENGINES: RefCell<Engines> = RefCell::new(Engines {
        single: levels_and_quirks()
            .map(|(level, quirks)| Engine::builder().cpu(level).quirks(quirks).hash_mib(0).build())
            .collect::<Result<_, _>>()
            .expect("the levels are available"),
        double: Engine::builder().hash_bytes(1 << 14).threads(2).build().expect("it is small"),
        timed: false,
    });
}

fuzz_target!(|input: Input| {
    ENGINES.with_borrow_mut(|engines| {
        engines.forget();
        let start = match input.start {
            Start::NearTheEnd(board) => board.board(),
            Start::Shared(board) => board.board(),
            Start::Any(board) => board.board(),
            Start::Reached(numbers, count) => reached(&numbers[..usize::from(count) % 53]),
        };
        let mut game = Game::from_position(any_position(start, true));
        let mut truth = Truth::default();
        // More questions than these test nothing new.
        for question in input.questions.iter().take(12) {
            engines.ask(question, &mut game, &mut truth);
        }
    });
});

/// True scores. Each is computed once.
#[derive(Default)]
struct Truth(HashMap<Board, i32>);

impl Truth {
    /// `None` if the search for the score takes too long.
    fn of(&mut self, board: Board) -> Option<i32> {
        let empties = board.empties().len();
        (empties <= MAX_EMPTIES_TO_SOLVE).then(|| {
            *self.0.entry(board).or_insert_with(|| match empties {
                ..=MAX_EMPTIES_TO_TRY => exact_score(board),
                _ => {
                    let mut plain =
                        Engine::builder().cpu(CpuLevel::Portable).hash_mib(0).build().expect("it is small");
                    let solution = plain.solve(&board, SolveRequest::exact()).expect("no limit is set");
                    solution.value().exact().expect("the request is exact")
                }
            })
        })
    }
}

impl Engines {
    fn all(&mut self) -> impl Iterator<Item = &mut Engine> {
        self.single.iter_mut().chain([&mut self.double])
    }

    fn forget(&mut self) {
        self.all().for_each(Engine::clear_hash);
        self.timed = false;
    }

    fn ask(&mut self, question: &Question, game: &mut Game, truth: &mut Truth) {
        let board = game.board();
        let small = board.empties().len() <= MAX_EMPTIES_TO_SOLVE;
        match *question {
            Question::Play(number) => play(game, number),
            Question::Forget => self.forget(),
            Question::Exact if small => self.solve(board, SolveRequest::exact(), truth),
            Question::Window(alpha, width) if small => {
                let alpha = i32::from(alpha).rem_euclid(130) - 65;
                let beta = alpha + 1 + i32::from(width) % (65 - alpha);
                self.solve(board, SolveRequest::window(alpha, beta), truth);
            }
            Question::Unchecked(alpha, beta) => {
                let request = SolveRequest::window(alpha, beta).limits(Limits::new().nodes(0));
                let answer = self.double.solve(&board, request);
                let proper = -65 <= alpha && alpha < beta && beta <= 65;
                assert_eq!(
                    matches!(answer, Err(SolveError::InvalidWindow { .. })),
                    !proper,
                    "{alpha} {beta}"
                );
            }
            Question::Limited(limits) => self.solve_limited(board, limits, small, truth),
            Question::Analyze(analyze) => self.analyze(board, analyze, small, truth),
            Question::AnalyzeGame(analyze) => self.analyze_game(game, analyze),
            Question::Many if small => self.solve_many(game, truth),
            Question::Exact | Question::Window(..) | Question::Many => {}
        }
    }

    fn solve(&mut self, board: Board, request: SolveRequest, truth: &mut Truth) {
        let score = truth.of(board).expect("it is small");
        let nodes = self.all().map(|engine| {
            let solution = engine.solve(&board, request.clone()).expect("no limit is set");
            check_solution(board, &request, &solution, score, truth);
            solution.nodes()
        });
        let nodes: Vec<_> = nodes.collect();
        let (_of_two_threads, single) = nodes.split_last().expect("there are engines");
        assert!(self.timed || single.iter().all(|&n| n == single[0]), "{board}: {nodes:?}");
    }

    fn solve_limited(&mut self, board: Board, limits: SearchLimits, small: bool, truth: &mut Truth) {
        self.timed |= limits.micros.is_some();
        let limits = limits.limits(&Stop::new(), small);
        let request = SolveRequest::exact().limits(limits.clone());
        let score = truth.of(board);
        for engine in self.all() {
            match engine.solve(&board, request.clone()) {
                Ok(solution) => {
                    let score = score.or(solution.value().exact()).expect("the request is exact");
                    // A limit may have cut the line of a score that was proven before.
                    if replay(board, solution.pv()).is_over() {
                        check_solution(board, &request, &solution, score, truth);
                    }
                    assert_eq!(solution.value(), Value::Exact(score), "{board}");
                }
                Err(SolveError::Interrupted(Interrupted { reason, bounds, nodes, .. })) => {
                    check_reason(reason, &limits, nodes);
                    assert!(bounds.lower() < bounds.upper(), "{board}: {bounds} is a solution");
                    if let Some(score) = score {
                        assert!(bounds.lower() <= score && score <= bounds.upper(), "{board}: {bounds}");
                    }
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    fn analyze(&mut self, board: Board, analyze: Analyze, small: bool, truth: &mut Truth) {
        self.timed |= analyze.limits.micros.is_some() || analyze.clock.is_some();
        let mut answers = Vec::new();
        for engine in self.all() {
            let stop = Stop::new();
            let request = analyze.request(&stop, small);
            let (mut told, mut last) = (0, Vec::new());
            let answer = engine.analyze_with(&board, request, |progress| {
                if progress.lines() == last {
                    return ControlFlow::Continue(()); // by the clock, in the middle of a search
                }
                last = progress.lines().to_vec();
                told += 1;
                check_lines(board, progress.lines(), analyze.lines());
                if analyze.stop_at == Some(told) {
                    stop.set();
                }
                if analyze.break_at == Some(told) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let Some(target) = analyze.target(board) else {
                assert!(answer.is_err());
                return;
            };
            let analysis = answer.expect("depth and lines are not 0");
            analyze.check(&analysis, target, small, truth);
            answers.push(analysis);
        }
        let double = answers.pop().expect("there are engines");
        let same = |a: &Analysis, b: &Analysis| {
            (a.lines(), a.stopped(), a.nodes()) == (b.lines(), b.stopped(), b.nodes())
        };
        assert!(self.timed || answers.iter().all(|answer| same(answer, &answers[0])), "{answers:#?}");
        // The score of a search that leaves out nothing does not depend on the threads.
        let full_width = |answer: &Analysis| {
            let sure = !matches!(answer.value(), Value::Estimate { selectivity, .. } if selectivity < Selectivity::P100);
            (answer.stopped().is_none() && sure).then_some(answer.value())
        };
        if let (Some(one), Some(two)) = (full_width(&answers[0]), full_width(&double)) {
            assert_eq!(one, two, "{board}");
        }
    }

    fn analyze_game(&mut self, game: &Game, analyze: Analyze) {
        let request = analyze.request(&Stop::new(), false); // its first boards are not small
        let Ok(turns) = self.double.analyze_game(game, request) else { return };
        // A signal ends the call: the moves before the one in work are left out.
        let missing = game.turns().count() - turns.len();
        assert!(missing == 0 || analyze.limits.stopped == Some(true), "{missing} moves are missing");
        assert!(turns.iter().map(|turn| (turn.position(), turn.played())).eq(game.turns().skip(missing)));
        for turn in turns {
            check_lines(turn.position().board, turn.analysis().lines(), analyze.lines());
            assert_eq!(turn.line().best_move(), Some(turn.played()));
            let best = turn.analysis().value();
            let as_sure = turn.analysis().stopped().is_some() || draft(turn.line().value()) == draft(best);
            assert!(
                as_sure,
                "{} {}: {}, but the best {best}",
                turn.position(),
                turn.played(),
                turn.line().value()
            );
            let score = |value: Value| value.score().expect("no line has bounds");
            assert_eq!(turn.loss() as i32, score(best) - score(turn.line().value()), "{turn:?}");
        }
    }

    fn solve_many(&mut self, game: &Game, truth: &mut Truth) {
        let mut boards: Vec<Board> = game.turns().map(|(position, _)| position.board).collect();
        boards.push(game.board());
        boards.retain(|board| board.empties().len() <= MAX_EMPTIES_TO_SOLVE);
        let mut told = 0;
        let request = SolveRequest::exact();
        let each = |solved: reversi_engine::search::Solved| {
            assert_eq!((solved.index, solved.board), (told, boards[told]));
            let score = truth.of(solved.board).expect("it is small");
            let solution = solved.result.as_ref().expect("no limit is set");
            check_solution(solved.board, &request, solution, score, truth);
            told += 1;
            ControlFlow::Continue(())
        };
        self.double.solve_many(boards.clone(), request.clone(), each).expect("it is the whole window");
        assert_eq!(told, boards.len());
    }
}

fn reached(numbers: &[u8]) -> Board {
    let mut game = Game::new();
    numbers.iter().for_each(|&number| play(&mut game, number));
    game.board()
}

fn play(game: &mut Game, number: u8) {
    if let Some(mv) = numbered_move(game.board(), number.into()) {
        game.play(mv).expect("the move is legal");
    }
}

/// The depth and the selectivity of an estimate; `None` for a proof.
fn draft(value: Value) -> Option<(u32, Selectivity)> {
    match value {
        Value::Estimate { depth, selectivity, .. } => Some((depth, selectivity)),
        _ => None,
    }
}

/// Asserts that the value contains the true score and answers the window, and that the line leads to the
/// score.
fn check_solution(board: Board, request: &SolveRequest, solution: &Solution, score: i32, truth: &mut Truth) {
    let (alpha, beta, value) = (request.alpha(), request.beta(), solution.value());
    let (lower, upper) = (value.lower(), value.upper());
    assert!(lower <= score && score <= upper, "{board} {alpha} {beta}: {value} and not {score}");
    assert!(value.exact().is_some() || upper <= alpha || lower >= beta, "{board} {alpha} {beta}: {value}");
    assert!(lower % 2 == 0 && upper % 2 == 0, "{board} {alpha} {beta}: {value}");
    let end = replay(board, solution.pv());
    if alpha < score && score < beta {
        assert_eq!((end.is_over(), end.score()), (true, Some(score)), "{board} {alpha} {beta}: {end}");
    }
    if let Some(mv) = solution.best_move()
        && let Some(of_move) = truth.of(replay(board, &[mv]).board())
    {
        assert!(-of_move >= lower, "{board} {alpha} {beta}: {mv} is worth {}, not {value}", -of_move);
    }
}

fn replay(board: Board, moves: &[Move]) -> Game {
    let mut game = Game::from_position(any_position(board, true));
    for &mv in moves {
        game.play(mv).unwrap_or_else(|error| panic!("{board}, {game}: {error}"));
    }
    game
}

/// Asserts that the limit was set and is not exceeded by much.
fn check_reason(reason: StopReason, limits: &Limits, nodes: u64) {
    match reason {
        StopReason::Time => assert!(limits.time.is_some()),
        StopReason::Nodes => assert!(limits.nodes.is_some()),
        StopReason::Stop => assert!(limits.stop.is_some()),
        StopReason::Callback => {}
        _ => panic!("{reason}"),
    }
    if let Some(limit) = limits.nodes {
        assert!(nodes <= limit + 50_000, "{nodes} nodes instead of {limit}");
    }
}

/// Asserts the number of lines, that they are legal, that their values are possible, and that the best comes
/// first.
fn check_lines(board: Board, lines: &[Line], most: usize) {
    let moves = board.legal_moves().len() as usize;
    assert_eq!(lines.len(), most.min(moves).max(1), "{board} {lines:?}");
    let score = |line: &Line| line.value().score().expect("no line has bounds");
    assert!(lines.is_sorted_by_key(|line| -score(line)), "{board} {lines:?}");
    let mut firsts = Vec::new();
    for line in lines {
        assert!((-64..=64).contains(&score(line)), "{board} {lines:?}");
        let end = replay(board, line.pv());
        let expected = if board.is_game_over() {
            None
        } else if board.must_pass() {
            Some(Move::Pass)
        } else {
            end.moves().next()
        };
        assert_eq!(line.best_move(), expected, "{board} {lines:?}");
        assert_eq!(line.pv().is_empty(), board.is_game_over(), "{board} {lines:?}");
        assert!(!firsts.contains(&line.best_move()), "{board} {lines:?}");
        firsts.push(line.best_move());
        match line.value() {
            Value::Exact(score) => {
                assert_eq!((end.is_over(), end.score()), (true, Some(score)), "{board} {lines:?}");
            }
            Value::Estimate { depth, .. } => {
                assert!((1..=board.empties().len()).contains(&depth), "{board} {lines:?}");
            }
            _ => panic!("{board} {lines:?}"),
        }
    }
}

impl SearchLimits {
    /// A search that is not small gets a limit, because it would take too long without one.
    fn limits(self, stop: &Stop, small: bool) -> Limits {
        let mut limits = Limits::new();
        limits.nodes = self.nodes.map(u64::from).or((!small).then_some(2000));
        if !small {
            limits.nodes = limits.nodes.map(|nodes| nodes.min(20_000));
        }
        limits.time = self.micros.map(|micros| Duration::from_micros(micros.into()));
        if let Some(set) = self.stopped {
            if set {
                stop.set();
            }
            limits = limits.stop(stop);
        }
        limits
    }
}

impl Analyze {
    fn lines(&self) -> usize {
        self.lines.map_or(1, usize::from)
    }

    fn selectivity(&self) -> Option<Selectivity> {
        self.selectivity.map(|index| Selectivity::ALL[usize::from(index) % Selectivity::ALL.len()])
    }

    fn request(&self, stop: &Stop, small: bool) -> AnalyzeRequest {
        let mut request = match self.goal {
            Goal::Depth(depth) => AnalyzeRequest::depth(depth),
            Goal::Shallow(depth) => AnalyzeRequest::depth(u32::from(depth % 8)),
            Goal::Level(level) => AnalyzeRequest::level(any_level(level)),
            Goal::Unlimited => AnalyzeRequest::unlimited(),
        };
        let mut limits = self.limits.limits(stop, small);
        if self.stop_at.is_some() {
            limits = limits.stop(stop);
        }
        request = request.lines(self.lines()).limits(limits);
        if let Some(selectivity) = self.selectivity() {
            request = request.selectivity(selectivity);
        }
        if let Some((remaining, increment)) = self.clock {
            let remaining = Duration::from_micros(u64::from(remaining % 400_000));
            request = request.clock(Clock::new(remaining, Duration::from_micros(increment.into())));
        }
        request
    }

    /// The depth and the selectivity of the request; `None` if its depth or its number of lines is 0.
    fn target(&self, board: Board) -> Option<(u32, Selectivity)> {
        let (depth, selectivity) = match self.goal {
            Goal::Depth(depth) => (depth, Selectivity::P100),
            Goal::Shallow(depth) => (u32::from(depth % 8), Selectivity::P100),
            Goal::Level(level) => {
                let (depth, selectivity) = any_level(level).at(board.empties().len());
                (depth.max(1), selectivity)
            }
            Goal::Unlimited => (u32::MAX, Selectivity::P100),
        };
        (depth > 0 && self.lines() > 0).then(|| (depth, self.selectivity().unwrap_or(selectivity)))
    }

    fn check(&self, analysis: &Analysis, target: (u32, Selectivity), small: bool, truth: &mut Truth) {
        let board = analysis.board();
        check_lines(board, analysis.lines(), self.lines());
        if let (Some(score), Some(found)) = (truth.of(board), analysis.value().exact()) {
            assert_eq!(found, score, "{analysis:?}");
        }
        for line in analysis.lines() {
            if let (Some(found), Some(mv)) = (line.value().exact(), line.best_move())
                && let Some(score) = truth.of(replay(board, &[mv]).board())
            {
                assert_eq!(found, -score, "{analysis:?}");
            }
        }
        match analysis.stopped() {
            None => {
                let (depth, selectivity) = (target.0.min(board.empties().len()), target.1);
                let reached = match analysis.value() {
                    Value::Exact(_) => depth == board.empties().len() || board.is_game_over(),
                    Value::Estimate { depth: d, selectivity: s, .. } => d == depth && s == selectivity,
                    _ => false,
                };
                let no_choice = self.clock.is_some() && board.legal_moves().len() <= 1;
                assert!(reached || no_choice, "{target:?}: {analysis:?}");
            }
            Some(StopReason::Callback) => assert!(self.break_at.is_some(), "{analysis:?}"),
            Some(StopReason::Time) if self.clock.is_some() => {}
            Some(reason) => {
                let stop = Stop::new();
                let mut limits = self.limits.limits(&stop, small);
                if self.stop_at.is_some() {
                    limits = limits.stop(&stop);
                }
                check_reason(reason, &limits, analysis.nodes());
            }
        }
    }
}

fn any_level(number: u8) -> Level {
    Level::new(u32::from(number) % 61).expect("it is at most 60")
}
