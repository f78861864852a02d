#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub use reversi_bitboard::cpu::{ParseCpuLevelError, Quirks};
pub use reversi_bitboard::{
    Bitboard, Board, Color, Cpu, CpuLevel, Game, IllegalMove, IllegalMoveReason, Move, Overlap, Position,
    Square, Squares, Symmetry, UnsupportedLevel, notation, perft, perft_on,
};
pub use reversi_eval::network;
pub use reversi_eval::{
    ByteOrder, Classical, EdaxHeader, Evaluator, PackedWeights, Weights, WeightsError, WeightsErrorKind,
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
    if board.is_game_over() {
        return board.final_score() as f32;
    }
    Weights::embedded().evaluate_128(board) as f32 / 128.0
}
