//! A Reversi (Othello) engine to embed: exact endgames, deep search and evaluation, on any CPU, without data
//! files.
//!
//! ```
//! use reversi_engine::{AnalyzeRequest, Board, Engine, Level, SolveRequest, Value, evaluate, solve};
//!
//! // 64 cells from A1 to H8, then the side to move: FFO problem 1, 14 empties.
//! let board: Board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse()?;
//! assert_eq!(solve(&board)?.value(), Value::Exact(18)); // proven
//! println!("{:+.1} discs", evaluate(&board)); // without a search
//!
//! let mut engine = Engine::builder().threads(2).build()?; // for several requests
//! let who_wins = engine.solve(&board, SolveRequest::wld())?;
//! let best = engine.analyze(&Board::START, AnalyzeRequest::level(Level::of::<10>()))?; // any position
//! println!("{} and {}", who_wins.value(), best.value());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Guide | |
//! |---|---|
//! | [Getting started](docs::getting_started) | the first program, boards, scores, passes |
//! | [Solving](docs::solving) | exact scores, win/loss/draw, windows |
//! | [Analyzing](docs::analyzing) | best moves, levels, games |
//! | [Playing](docs::playing) | human-like opponents, from beginner to master; a game with clocks and undo |
//! | [Evaluating](docs::evaluating) | static evaluation, custom evaluators |
//! | [Proofs](docs::proofs) | do not trust us: scores that anyone can check |
//! | [Limits](docs::limits) | time, nodes, clocks, stop, progress |
//! | [Threads](docs::threads) | one search, thousands of positions, runs of days |
//! | [Many machines](docs::many_machines) | a million positions in shards: Slurm, GNU parallel, cost |
//! | [Cluster](docs::cluster) | a million positions by Ray: from a laptop to a cluster, in Python |
//! | [Formats](docs::formats) | boards, problems, games, JSON |
//! | [Questions](docs::questions) | everything that can be asked, as data: JSON in, JSON out |
//! | [Opening books](docs::book) | the entries of a book, growing one, files of other engines, variety |
//! | [Weights](docs::weights) | the embedded networks, and other weights |
//! | [CPU levels](docs::cpu_levels) | instruction sets, and how one is chosen |
//! | [Embedding](docs::embedding) | a window, a thread pool, a web page, a small machine |
//! | [Serving](docs::serving) | a pool of engines, an asynchronous server, clients that leave |
//! | [C](docs::c) | the engine from C, C++ and languages that call C |
//! | [JavaScript](docs::javascript) | the npm package: web pages, Node, bundlers |
//! | [Python](docs::python) | the package for Python: boards, searches, arrays, threads |
//!
//! # Features
//!
//! | Feature | |
//! |---|---|
//! | `embedded` (default) | the network of 2.2 MB is part of the program: `Weights::embedded`; with `embedded-small` |
//! | `embedded-small` | a network of 0.5 MB is part of the program: `Weights::small` |
//! | `embedded-people` (default) | how people play is part of the program, 0.3 MB: `HumanPolicy::embedded`; with `people` |
//! | `people` | how people play, by a policy of a file: `HumanPolicy`; with `embedded-small` |
//! | `serde` | `Serialize` and `Deserialize` for boards, moves, games, questions and answers |
//! | `json` | `serde`, and questions and answers as text |
//! | `games` | `json`, questions about games at the board, and all notations in questions and among JSON |
//! | `review` | questions for a review of a game, in builds without `games`; the calls are always there |
//! | `archives` | files of games in gzip and ZIP are unpacked |
//! | `shift-jis` | Chinese characters of names in files in Shift-JIS; without it kana are read |
//! | `runs` | runs of days: the module `runs`, with files of answers, games in bulk and shards; with `json` |
//! | `book` | opening books: the module `book`, for [`EngineBuilder::book`]; with `runs` they grow |
//! | `proof` | proofs of scores that anyone can check: the module `proof`, which makes and checks them |
//! | `embedded-book` | `book`, and a book that is part of the program: `Book::embedded` |
//!
//! With `default-features = false` and without `embedded-small`, a program contains no weights. It evaluates
//! by [`Classical`](weights::Classical), or by weights that it brings: see
//! [Weights](docs::weights#weights-by-choice). With `serde`, values are checked when they are read: see
//! [Formats](docs::formats#json). Instruction sets need no feature: they are chosen at run time.
#![forbid(unsafe_code)]

use std::sync::{Arc, Mutex};

#[cfg(any(doc, doctest))]
pub mod docs;

/// Compiles and runs the program of README.md as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use reversi_bitboard::{Bitboard, Board, Color, Game, IllegalMove, Move, Position, Square};
pub use reversi_eval::{Weights, evaluate};
pub use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, BuildError, Engine, EngineBuilder, Level, Limits, Line, Progress,
    Selectivity, Solution, SolveError, SolveRequest, Stop, Value,
};

/// The rules on slices of boards: moves, replays, planes, features.
pub mod arrays {
    #[doc(inline)]
    pub use reversi_bitboard::arrays::*;
    #[doc(inline)]
    pub use reversi_eval::arrays as features;
}

/// Beside boards and moves: symmetries, sets of squares in order, perft.
pub mod board {
    pub use reversi_bitboard::{IllegalMoveReason, Overlap, Squares, Symmetry, perft, perft_on};
}

#[cfg(feature = "book")]
#[doc(inline)]
pub use reversi_book as book;

/// CPU levels, and how one is chosen: see [`docs::cpu_levels`].
pub mod cpu {
    #[doc(hidden)]
    pub use reversi_bitboard::cpu::forks;
    pub use reversi_bitboard::cpu::{ParseCpuLevelError, Quirks};
    pub use reversi_bitboard::{Cpu, CpuLevel, UnsupportedLevel};
}

#[doc(inline)]
pub use reversi_notation as notation;

/// Pictures of boards, games and answers, as SVG.
pub mod picture {
    #[doc(inline)]
    pub use reversi_notation::picture::*;
    #[doc(inline)]
    pub use reversi_play::picture::{graph_point, label, labels, of_analysis};
}

#[doc(inline)]
pub use reversi_play as play;

/// Proofs of scores: files that anyone can check, without trust in the engine that made them.
/// [`Engine::prove`] makes them, [`verify`](proof::verify) checks them; the guide is [`docs::proofs`].
#[cfg(feature = "proof")]
pub mod proof {
    #[doc(inline)]
    pub use reversi_proof::*;
    pub use reversi_search::{ProveError, ProveRequest};
}

#[doc(inline)]
pub use reversi_question as question;
#[doc(hidden)]
pub use reversi_question::surface;

#[cfg(feature = "runs")]
#[doc(inline)]
pub use reversi_runs as runs;
#[cfg(feature = "runs")]
#[doc(hidden)]
pub use reversi_runs::store;

/// Beside the calls of an [`Engine`]: pools, games, books, clocks, people, the parts of answers.
pub mod search {
    #[doc(hidden)]
    pub use reversi_search::Archive;
    pub use reversi_search::{
        AnalyzedMove, AnswerError, AnswerErrorKind, BookMove, BookMoves, BookUse, Clock, EnginePool, Event,
        ForkedProcess, HumanMove, HumanMoves, Interrupted, LevelError, ManyError, OpeningBook, Outcome,
        ParseSelectivityError, PooledEngine, Solved, Source, StopGuard, StopReason, or_cores,
    };
}

/// Evaluations: networks, pattern weights, your own, and how people play.
pub mod weights {
    #[cfg(feature = "people")]
    pub use reversi_eval::human::HumanPolicy;
    pub use reversi_eval::{
        ByteOrder, Classical, EdaxHeader, Evaluator, HumanRating, PatternWeights, WeightsError,
        WeightsErrorKind, network, pattern,
    };
}

/// Solves a position: exact score, best move and principal variation. It builds an engine and calls
/// [`Engine::solve`]. For up to 14 empties it keeps that engine, of less than 1 MiB, for the next call:
/// allocating its memory takes longer than most of these solves.
///
/// There is no limit: up to about 26 empties take seconds, and each further empty square takes about three
/// times as long. For limits, several positions or other requests, build an [`Engine`].
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
/// [`BuildError`] if there is no memory for the hash table, or for the embedded network, which positions
/// with 15 empties and more need.
pub fn solve(board: &Board) -> Result<Solution, BuildError> {
    match solve_by(board, |engine| engine.solve(board, SolveRequest::exact()))? {
        Ok(solution) => Ok(solution),
        Err(error) => unreachable!("a request without limits was not answered: {error}"),
    }
}

/// Calls a function with the engine of [`solve`] for this board, for a language with a call of its own.
///
/// # Errors
/// As [`solve`].
#[doc(hidden)]
pub fn solve_by<T>(board: &Board, solve: impl FnOnce(&mut Engine) -> T) -> Result<T, BuildError> {
    static EASY: Mutex<Option<Engine>> = Mutex::new(None);
    // No call waits for it: in a forked process it may be locked for ever.
    let easy = || EASY.try_lock().ok();
    let empties = board.empties().len();
    if empties > 14 {
        // The first use of the memory takes time. A table of this size loses hardly any proof before it
        // ends: 128 KiB for 15 empties, the default size for 24.
        return Ok(solve(&mut Engine::builder().hash_bytes(1 << (empties + 2).min(26)).build()?));
    }
    let kept = easy().and_then(|mut kept| kept.take()); // the lock is not held while an engine is built
    let mut engine = match kept {
        Some(engine) => engine,
        // The network would take longer to unpack than it saves.
        None => Engine::builder().hash_bytes(1 << 16).evaluator(Arc::new(weights::Classical)).build()?,
    };
    let solution = solve(&mut engine);
    engine.clear_hash();
    let displaced = easy().and_then(|mut kept| kept.replace(engine));
    drop(displaced); // without the lock
    Ok(solution)
}
