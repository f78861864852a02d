//! A Reversi (Othello) engine to embed: exact endgames, deep search and evaluation, on any CPU, with no file to bring
//! along.
//!
//! ```
//! use reversi_engine::{AnalyzeRequest, Board, Engine, Level, SolveRequest, Value, evaluate, solve};
//!
//! // 64 cells from A1 to H8, then the side to move: FFO problem 1, 14 empties.
//! let board: Board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse()?;
//! assert_eq!(solve(&board)?.value(), Value::Exact(18)); // proven
//! println!("{:+.1} discs", evaluate(&board)); // without a search
//!
//! let mut engine = Engine::builder().threads(2).build()?; // for more than one question
//! let who_wins = engine.solve(&board, SolveRequest::wld())?;
//! let best = engine.analyze(&Board::START, AnalyzeRequest::level(Level::new(10)?))?; // any position
//! println!("{} and {}", who_wins.value(), best.value());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Guide | |
//! |---|---|
//! | [Getting started](docs::getting_started) | the first program, boards, scores, passes |
//! | [Solving](docs::solving) | exact scores; who wins; at least so much |
//! | [Analyzing](docs::analyzing) | best moves, levels, games, weaker play |
//! | [Evaluating](docs::evaluating) | without a search; an evaluation of your own |
//! | [Limits](docs::limits) | time, nodes, clocks, stop, progress |
//! | [Threads](docs::threads) | one search, thousands of positions, runs of days |
//! | [Formats](docs::formats) | boards, problems, games |
//! | [Weights](docs::weights) | the network in the crate, and other ones |
//! | [CPU levels](docs::cpu_levels) | what runs where |
//! | [Embedding](docs::embedding) | a server, a window, a thread pool, a small machine |
#![forbid(unsafe_code)]

#[cfg(any(doc, doctest))]
pub mod docs;

/// The programs of README.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use reversi_bitboard::cpu::{ParseCpuLevelError, Quirks};
pub use reversi_bitboard::{
    Bitboard, Board, Color, Cpu, CpuLevel, Game, IllegalMove, IllegalMoveReason, Move, Overlap, Position,
    Square, Squares, Symmetry, UnsupportedLevel, notation, perft, perft_on,
};
pub use reversi_eval::network;
pub use reversi_eval::{
    ByteOrder, Classical, EdaxHeader, Evaluator, PatternWeights, Weights, WeightsError, WeightsErrorKind,
};
pub use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, AnalyzedMove, BuildError, Checkpoint, CheckpointError,
    CheckpointErrorKind, Clock, Engine, EngineBuilder, Handicap, Interrupted, Level, LevelError, Limits,
    Line, Outcome, ParseSelectivityError, Selectivity, Solution, SolveError, SolveRequest, Solved, Stop,
    StopReason, Value,
};

/// The exact score of a position, its best move and the line of best play: [`Engine::solve`] with an engine made for
/// the occasion.
///
/// There is no limit: up to about 24 empties take seconds, each empty more takes about three times as long. For
/// limits, for more than one position and for other questions build an [`Engine`].
///
/// ```
/// use reversi_engine::{Board, Value};
///
/// let board: Board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// let solution = reversi_engine::solve(&board)?;
/// assert_eq!(solution.value(), Value::Exact(2));
/// assert_eq!(solution.best_move().unwrap().to_string(), "g8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BuildError`] if there is no memory for the hash table.
pub fn solve(board: &Board) -> Result<Solution, BuildError> {
    // Up to 14 empties a large table costs more to allocate than it saves.
    let mib = if board.empties().len() <= 14 { 1 } else { Engine::DEFAULT_HASH_MIB };
    match Engine::builder().hash_mib(mib).build()?.solve(board, SolveRequest::exact()) {
        Ok(solution) => Ok(solution),
        Err(error) => unreachable!("a request without limits was not answered: {error}"),
    }
}

/// What a position is worth in discs, from the side to move, by the weights inside of the crate and without a search;
/// the final score if the game is over.
///
/// ```
/// use reversi_engine::{Board, Square};
///
/// let value = reversi_engine::evaluate(&Board::START.play(Square::F5));
/// assert!(value.abs() < 10.0);
/// ```
pub fn evaluate(board: &Board) -> f32 {
    Weights::embedded().evaluate_or_score(board)
}
