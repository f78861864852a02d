//! The Python package `reversi_engine`: the compiled half. The other half is in `python/reversi_engine`.
//!
//! | File | What is in it |
//! |---|---|
//! | [`board`], [`position`], [`game`] | boards, positions, games |
//! | [`records`] | files of problems and games |
//! | [`value`], [`answers`] | scores, and what searches answer |
//! | [`review`] | what a review of a game says, and puzzles |
//! | [`limits`] | limits, clocks and the stop signal |
//! | [`weights`], [`book`] | what an engine evaluates by; opening books |
//! | [`engine`] | the engine and its calls |
//! | [`arrays`] | the rules on arrays of NumPy |
//! | [`runs`] | shards, and what positions will cost |
//! | [`opponent`] | a human-like opponent |
//! | [`human`] | what people play, and how strong they are |
//! | [`picture`] | pictures, and what notebooks show |
//! | [`proof`] | proofs of scores: made, checked |
//! | [`session`] | a game at the board |
//! | [`args`] | arguments, as the surface of the engine reads them |
//! | [`data`] | JSON and `pickle` |
//! | [`fields`] | attributes by the tables of the surface |
//! | [`errors`] | errors as exceptions |
//! | [`signals`] | Ctrl-C during work that runs no code of Python |
//!
//! All classes are frozen: what changes is behind a lock, so that no thread ever meets a borrowed object. A
//! lock of Rust is never waited for with the lock of the interpreter held, unless no Python code runs and no
//! other lock is taken while it is held.
#![forbid(unsafe_code)]

mod answers;
mod args;
mod arrays;
mod board;
mod book;
mod data;
mod engine;
mod errors;
mod fields;
mod game;
mod human;
mod limits;
mod opponent;
mod picture;
mod position;
mod proof;
mod reading;
mod records;
mod review;
mod runs;
mod session;
mod signals;
mod value;
mod weights;

use pyo3::prelude::*;
use reversi_engine::arrays::PASS;
use reversi_engine::{Bitboard, Board};
use signals::Signals;

/// Returns the number of a square: A1 is 0, B1 is 1, H8 is 63. It is the number of its bit.
///
/// >>> from reversi_engine import square_index, square_name
/// >>> square_index("f5"), square_name(37)
/// (37, 'f5')
#[pyfunction]
#[pyo3(signature = (square, /))]
fn square_index(square: args::AnySquare) -> usize {
    square.0.index()
}

/// Returns the name of the square with this number.
#[pyfunction]
#[pyo3(signature = (index, /))]
fn square_name(index: &Bound<'_, PyAny>) -> PyResult<String> {
    let square: u8 = args::whole(index, "index", 0, 63)?;
    Ok(reversi_engine::Square::ALL[usize::from(square)].to_string())
}

/// Returns the number of a move: the number of its square, or 64 for a pass, as in `reversi_engine.arrays`.
///
/// Calls that take a move also take its number.
///
/// >>> from reversi_engine import Board, move_index, move_name
/// >>> move_index("f5"), move_name(64), Board().play(37) == Board().play("f5")
/// (37, 'ps', True)
#[pyfunction]
#[pyo3(signature = (r#move, /))]
fn move_index(r#move: args::AnyMove) -> u8 {
    args::number(r#move.0)
}

/// Returns the move with this number, from 0 to 64.
#[pyfunction]
#[pyo3(signature = (index, /))]
fn move_name(index: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(args::numbered_move(args::whole(index, "index", 0, PASS.into())?).to_string())
}

/// Returns the names of the squares of a set, from A1 to H8.
///
/// >>> from reversi_engine import Board, square_index, squares
/// >>> squares(Board().legal_squares)
/// ['d3', 'c4', 'f5', 'e6']
/// >>> [square_index(square) for square in squares(0b101)]
/// [0, 2]
#[pyfunction]
#[pyo3(signature = (mask, /))]
fn squares(mask: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let mask = args::whole(mask, "mask", 0, u64::MAX.into())?;
    Ok(Bitboard(mask).into_iter().map(|square| square.to_string()).collect())
}

/// Returns the set of these squares: `squares` in reverse.
///
/// >>> from reversi_engine import mask_of
/// >>> hex(mask_of(["a1", "h1", "a8", "h8"]))
/// '0x8100000000000081'
#[pyfunction]
#[pyo3(signature = (squares, /))]
fn mask_of(squares: &Bound<'_, PyAny>) -> PyResult<u64> {
    let expected = "an iterable of squares";
    let items = squares
        .try_iter()
        .map_err(|_| args::wrong("wrong-type", "squares", expected, &args::plain(squares)))?;
    let mut mask = 0;
    for item in items {
        mask |= 1 << item?.extract::<args::AnySquare>()?.0.index();
    }
    Ok(mask)
}

/// How many plies are counted between two looks at Ctrl-C: some milliseconds.
const PLIES_AT_ONCE: u32 = 6;

/// Counts the leaves at this depth. `look` may end it.
fn leaves<E>(board: Board, depth: u32, look: &mut impl FnMut() -> Result<(), E>) -> Result<u64, E> {
    if depth <= PLIES_AT_ONCE {
        look()?;
        return Ok(reversi_engine::board::perft(&board, depth));
    }
    let mut moves = board.legal_plays().peekable();
    if moves.peek().is_none() {
        return Ok(1); // the game is over
    }
    moves.map(|mv| leaves(board.after(mv), depth - 1, look)).sum()
}

/// Counts the sequences of moves of this length from a board. A pass is a move; a game that ends earlier
/// counts once.
///
/// >>> from reversi_engine import Board, perft
/// >>> perft(Board(), 5)
/// 1396
#[pyfunction]
#[pyo3(signature = (board, depth, /))]
fn perft(py: Python<'_>, board: args::AnyBoard, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
    let depth = args::whole(depth, "depth", 0, u32::MAX.into())?;
    let mut signals = Signals::new();
    py.detach(|| leaves(board.0, depth, &mut || signals.look_now()))
}

/// Returns the JSON Schema of questions and answers: see `Engine.ask`.
#[pyfunction]
fn schema() -> &'static str {
    reversi_engine::question::schema()
}

/// The compiled half of `reversi_engine`.
#[pymodule]
mod _engine {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::answers::{_interrupted, PyAnalysis, PyAnalyzedMove, PyLine, PySolution, PySolved};
    #[pymodule_export]
    use super::arrays::features::{
        _feature_counts, _feature_heads, _feature_human_moves, _feature_layers, _feature_list,
        _feature_pattern_list, _feature_patterns, _feature_regions, _feature_sets, _feature_values,
        _feature_width,
    };
    #[pymodule_export]
    use super::arrays::games::{_array_moves_of, _array_moves_of_wthor, _array_random_games, _array_replay};
    #[pymodule_export]
    use super::arrays::play::{_array_choose, _array_move_scores};
    #[pymodule_export]
    use super::arrays::{
        _array_bytes, _array_canonical, _array_cells, _array_flips, _array_from_cells, _array_pack,
        _array_perft, _array_planes, _array_play, _array_transform, _array_unpack, _array_words,
    };
    #[pymodule_export]
    use super::board::{PyBoard, PySymmetry};
    #[pymodule_export]
    use super::book::{PyBook, PyEntry};
    #[pymodule_export]
    use super::engine::{
        PyAnalyzedBoards, PyAnalyzedGame, PyAnalyzedGames, PyEngine, PyProgress, PySolvedBoards, evaluate,
        from_array, solve, to_array,
    };
    #[pymodule_export]
    use super::game::PyGame;
    #[pymodule_export]
    use super::human::{PyHumanMove, PyHumanMoves, PyHumanRating};
    #[pymodule_export]
    use super::limits::{PyClock, PyLimits, PyStop};
    #[pymodule_export]
    use super::opponent::PyOpponent;
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::proof::{PyVerifiedProof, verify};
    #[pymodule_export]
    use super::reading::{PyRecord, PyRecords, read_games};
    #[pymodule_export]
    use super::records::{PyGgfGame, PyObfLine, PyWthorGame, read_ggf, read_names, read_obf, read_wtb};
    #[pymodule_export]
    use super::review::{
        PyAccuracy, PyChances, PyPuzzle, PyReason, PyReview, PyReviewedMove, PySideReview, PyTurningPoint,
    };
    #[pymodule_export]
    use super::runs::{expected_nodes, in_shard};
    #[pymodule_export]
    use super::session::{PyEngineMove, PyGameResult, PySession};
    #[pymodule_export]
    use super::value::{Bounds, Estimate, Exact};
    #[pymodule_export]
    use super::weights::PyWeights;
    #[pymodule_export]
    use super::{mask_of, move_index, move_name, perft, schema, square_index, square_name, squares};

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn add_properties(module: &Bound<'_, PyModule>) -> PyResult<()> {
        use super::{answers, engine, human, limits, proof, review, session};
        // For `import *`: the other names are of the package alone.
        let names = module.index()?.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let is_public = |name: &Bound<'_, PyAny>| !name.to_string().starts_with('_');
        module.setattr("__all__", names.into_iter().filter(is_public).collect::<Vec<_>>())?;
        let modules = [
            answers::PROPERTIES,
            engine::PROPERTIES,
            human::PROPERTIES,
            limits::PROPERTIES,
            proof::PROPERTIES,
            review::PROPERTIES,
            session::PROPERTIES,
        ];
        modules.into_iter().flatten().try_for_each(|properties| properties.add(module.py()))
    }
}
