//! Memory that the system refuses, at every allocation from the first of a process on. The result is an error
//! or an answer with less memory, and the right answer once there is memory again.
//!
//! Each attempt is a process of its own, because weights are unpacked once a process.
// Other systems allocate for a mutex, or map memory by another function.
#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::{c_int, c_void};
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reversi_bitboard::Board;
use reversi_engine::search::Solved;
use reversi_engine::{AnalyzeRequest, BuildError, Engine, SolveRequest, Value};
use reversi_eval::{Evaluator, Weights, WeightsError, WeightsErrorKind, evaluate};
use reversi_testkit::{FFO_1, Rng, reached, scattered};

/// The system's allocator, which can be told to refuse.
struct Refusing {
    /// Smaller allocations are never refused and not counted.
    at_least: AtomicUsize,
    /// Allocations up to the one that is refused.
    granted: AtomicUsize,
    /// True if all later allocations are refused as well.
    for_good: AtomicBool,
    refused: AtomicUsize,
}

#[global_allocator]
static MEMORY: Refusing = Refusing {
    at_least: AtomicUsize::new(usize::MAX),
    granted: AtomicUsize::new(0),
    for_good: AtomicBool::new(false),
    refused: AtomicUsize::new(0),
};

impl Refusing {
    fn refuse(&self, plan: Plan) {
        self.granted.store(plan.granted, Ordering::Relaxed);
        self.for_good.store(plan.for_good, Ordering::Relaxed);
        self.at_least.store(plan.at_least, Ordering::Relaxed);
    }

    /// Ends the refusals. Returns the number of refusals.
    fn grant(&self) -> usize {
        self.at_least.store(usize::MAX, Ordering::Relaxed);
        self.refused.load(Ordering::Relaxed)
    }

    fn refuses(&self, bytes: usize) -> bool {
        if bytes < self.at_least.load(Ordering::Relaxed) {
            return false;
        }
        let one_less = |granted: usize| granted.checked_sub(1);
        let refuses = match self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less) {
            Ok(_) => false,
            Err(_) => self.for_good.load(Ordering::Relaxed) || self.refused.load(Ordering::Relaxed) == 0,
        };
        self.refused.fetch_add(refuses.into(), Ordering::Relaxed);
        refuses
    }
}

// SAFETY: it returns what the system's allocator returns, or null.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if self.refuses(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above, and the block came from the system's allocator.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Takes the place of the C library's function, by which large tables are mapped.
///
/// # Safety
/// As there.
#[unsafe(no_mangle)]
unsafe extern "C" fn mmap64(
    at: *mut c_void,
    len: usize,
    protection: c_int,
    flags: c_int,
    file: c_int,
    offset: i64,
) -> *mut c_void {
    // Smaller ones are stacks for signals, without which the standard library ends the process.
    if file == -1 && len >= 256 << 10 && MEMORY.refuses(len) {
        return libc::MAP_FAILED;
    }
    // SAFETY: the caller's promises are those that the system asks for.
    unsafe { libc::syscall(libc::SYS_mmap, at, len, protection, flags, file, offset) as *mut c_void }
}

/// Which allocations are refused.
#[derive(Clone, Copy)]
struct Plan {
    at_least: usize,
    granted: usize,
    for_good: bool,
}

/// The answers of an attempt; `None` where there was an error instead.
type Answers<const N: usize> = [Option<f32>; N];

/// Makes an attempt in a process of its own for each allocation that can be refused: that one alone, and with
/// all later ones. Every answer must equal the answer with memory again, in the same process. Returns the
/// number of allocations.
fn refuse_each<const N: usize>(test: &str, at_least: usize, attempt: impl Fn() -> Answers<N>) -> usize {
    const PLAN: &str = "REVERSI_TEST_REFUSE";
    if let Ok(plan) = std::env::var(PLAN) {
        let (granted, for_good) = plan.split_once(' ').unwrap();
        let (granted, for_good) = (granted.parse().unwrap(), for_good.parse().unwrap());
        while !main_thread_sleeps() {
            std::thread::yield_now();
        }
        MEMORY.refuse(Plan { at_least, granted, for_good });
        let answers = attempt();
        let refused = MEMORY.grant();
        let expected = attempt();
        assert!(expected.iter().all(Option::is_some), "an error with memory again: {expected:?}");
        for (answer, expected) in answers.iter().zip(expected) {
            assert!(answer.is_none_or(|answer| Some(answer) == expected), "{answers:?}, not {expected:?}");
        }
        assert!(answers.iter().all(Option::is_some) || refused > 0, "an error with all memory: {answers:?}");
        println!("\n{refused} refused"); // on a line of its own
        std::process::exit(0);
    }
    let allocations = [false, true].map(|for_good| {
        let refused = |granted: &usize| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            let command =
                command.args([test, "--exact", "--include-ignored", "--nocapture", "--test-threads=1"]);
            let output = command.env(PLAN, format!("{granted} {for_good}")).output().unwrap();
            let (out, err) =
                (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(
                output.status.success() && out.contains(" refused\n"),
                "{granted} allocations granted, then refused for good: {for_good}\n{}\n{out}\n{err}",
                output.status
            );
            !out.contains("\n0 refused")
        };
        (0..).take_while(refused).count()
    });
    println!("{allocations:?} allocations of at least {at_least} bytes");
    allocations[0]
}

/// The harness has a thread of its own, which allocates until it waits for the result of the test.
fn main_thread_sleeps() -> bool {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    stat.rsplit(") ").next().unwrap().starts_with('S')
}

fn built(result: Result<Engine, BuildError>) -> Option<Engine> {
    match result {
        Ok(engine) => Some(engine),
        Err(BuildError::WeightsAllocation { .. } | BuildError::HashAllocation { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Every allocation, however small.
#[test]
fn a_board_is_evaluated_without_memory() {
    let board: Board = FFO_1.split(';').next().unwrap().parse().unwrap();
    const TEST: &str = "a_board_is_evaluated_without_memory";
    assert_eq!(refuse_each(TEST, 0, || [Some(evaluate(&board))]), 3); // provenance, heads, rows
}

/// All but the counts of references, which take less than 256 bytes.
#[test]
fn an_engine_is_built_or_there_is_an_error() {
    const TEST: &str = "an_engine_is_built_or_there_is_an_error";
    let attempt = || {
        let engine = built(Engine::builder().hash_mib(1).threads(2).build());
        [engine.map(|engine| engine.evaluate(&Board::START))]
    };
    assert!(refuse_each(TEST, 256, attempt) > 5);
}

fn score(value: Value) -> Option<f32> {
    value.exact().map(|score| score as f32)
}

fn value(weights: Result<Weights, WeightsError>) -> Option<f32> {
    match weights {
        Ok(weights) => Some(weights.evaluate(&Board::START)),
        Err(WeightsError { kind: WeightsErrorKind::Memory { .. }, .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Every allocation, however small.
#[test]
fn embedded_weights_are_unpacked_or_there_is_an_error() {
    const TEST: &str = "embedded_weights_are_unpacked_or_there_is_an_error";
    assert!(refuse_each(TEST, 0, || [value(Weights::embedded_patterns())]) > 5);
}

#[test]
fn a_file_of_weights_is_read_or_there_is_an_error() {
    read("small.weights", "a_file_of_weights_is_read_or_there_is_an_error");
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn a_file_of_the_large_network_is_read_or_there_is_an_error() {
    read("network.weights", "a_file_of_the_large_network_is_read_or_there_is_an_error");
}

/// All but the counts of references.
fn read(file: &str, test: &str) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reversi-eval/src/weights/").to_owned() + file;
    assert!(refuse_each(test, 256, || [value(Weights::open(&file))]) > 5);
}

/// The solve has a small table, and unpacks no network.
#[test]
fn the_free_solve_of_an_easy_position_needs_little_memory() {
    let board: Board = FFO_1.split(';').next().unwrap().parse().unwrap();
    assert_eq!(board.empties().len(), 14);
    const TEST: &str = "the_free_solve_of_an_easy_position_needs_little_memory";
    let solve = || [reversi_engine::solve(&board).ok().and_then(|solution| score(solution.value()))];
    assert_eq!(refuse_each(TEST, 512 << 10, solve), 0);
}

/// The allocations of 4 KiB and more: docs/src/memory.md lists the smaller ones.
#[test]
fn a_search_has_the_right_answer_or_there_is_an_error() {
    let easy: Board = FFO_1.split(';').next().unwrap().parse().unwrap();
    let rng = &mut Rng::with_seed(1);
    let harder = reached(rng, 17);
    let many_moves = loop {
        let board = scattered(rng, 30, 1);
        if board.legal_moves().len() >= 24 {
            break board;
        }
    };
    const TEST: &str = "a_search_has_the_right_answer_or_there_is_an_error";
    let allocations = refuse_each(TEST, 4 << 10, || {
        let engine = built(Engine::builder().hash_mib(1).threads(2).build());
        let Some(mut engine) = engine else { return [None; 8] };
        let mut answers = [None; 8];
        answers[0] = Some(engine.evaluate(&easy));
        answers[1] = score(engine.solve(&harder, SolveRequest::exact()).unwrap().value());
        let analysis = engine.analyze(&easy, AnalyzeRequest::unlimited().lines(64)).unwrap();
        answers[2] = score(analysis.value());
        let full_width = AnalyzeRequest::depth(2).lines(64);
        let analysis = engine.analyze(&many_moves, full_width).unwrap();
        assert!(analysis.lines().len() >= 24);
        answers[3] = analysis.value().score().map(|score| score as f32);
        let each = |solved: Solved| {
            answers[4 + solved.index] = score(solved.result.unwrap().value());
            ControlFlow::Continue(())
        };
        engine.solve_many([easy, harder, easy, harder], SolveRequest::exact(), each).unwrap();
        answers
    });
    assert!(allocations > 5);
}
