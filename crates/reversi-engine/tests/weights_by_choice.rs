//! What evaluates in a program, for each choice of embedded weights. `.ci/full` runs this with each of them:
//! the network, the small network, both, and none.

use std::path::{Path, PathBuf};

use reversi_engine::network::Network;
use reversi_engine::{
    AnalyzeRequest, Board, Classical, Engine, Evaluator, SolveRequest, Square, Value, Weights, evaluate,
    solve,
};

const LARGE: bool = cfg!(feature = "embedded");
const SMALL: bool = cfg!(feature = "embedded-small");

/// FFO problem 1, 14 empties.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
/// 16 empties, where `solve` does not fall back on the classical evaluation.
const DRAWN_OUT: &str = "--XXXX----XOOOX-OOOXOOXXOOOXOXXXOOOXXXXXOOOOOOXX-OXXXXXX-OOOOOO- X";

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../reversi-eval/src/weights").join(name)
}

/// The reference implementation of a network, from its file in the repository.
fn network(name: &str) -> Network {
    Network::from_bytes(&std::fs::read(file(name)).unwrap()).unwrap()
}

/// The boards of a game in which everyone plays the first legal move.
fn boards() -> Vec<Board> {
    let next = |board: &Board| {
        let square: Square = board.legal_moves().into_iter().next()?;
        Some(board.play(square))
    };
    let boards: Vec<Board> = std::iter::successors(Some(Board::START), next).collect();
    assert!(boards.len() > 20);
    boards
}

fn small_engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

#[test]
fn the_best_embedded_weights_evaluate_or_the_classical_evaluation() {
    let expected: Box<dyn Evaluator> = match (LARGE, SMALL) {
        (true, _) => Box::new(network("network.weights")),
        (false, true) => Box::new(network("small.weights")),
        (false, false) => Box::new(Classical),
    };
    let best = Weights::best_embedded().unwrap();
    assert_eq!(best.is_some(), LARGE || SMALL);
    let engine = small_engine();
    for board in boards() {
        let value = expected.evaluate(&board);
        assert_eq!(evaluate(&board), value, "{board}");
        assert_eq!(engine.evaluate(&board), value, "{board}");
        assert!(best.as_ref().is_none_or(|best| best.evaluate(&board) == value), "{board}");
    }
}

#[cfg(feature = "embedded-small")]
#[test]
fn the_small_network_is_that_of_the_repository() {
    let (small, expected) = (Weights::small().unwrap(), network("small.weights"));
    assert_eq!((small.provenance(), expected.width()), (expected.provenance(), 8));
    for board in boards() {
        assert_eq!(small.evaluate(&board), expected.evaluate(&board), "{board}");
    }
}

#[test]
fn every_choice_proves_the_same_scores() {
    let mut engine = small_engine();
    for (text, score) in [(FFO_1, 18), (DRAWN_OUT, 38)] {
        let board: Board = text.parse().unwrap();
        assert_eq!(solve(&board).unwrap().value(), Value::Exact(score), "{text}");
        let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
        assert_eq!(solution.value(), Value::Exact(score), "{text}");
    }
}

#[test]
fn every_choice_analyzes_from_the_start_on() {
    let analysis = small_engine().analyze(&Board::START, AnalyzeRequest::depth(6)).unwrap();
    assert!(analysis.value().score().is_some());
    assert_eq!(analysis.lines().len(), 1);
    assert!(analysis.best_move().is_some());
}

#[test]
fn weights_that_come_at_run_time_replace_those_of_the_program() {
    for name in ["small.weights", "network.weights", "patterns.weights"] {
        let weights = Weights::open(file(name)).unwrap();
        let mut engine = Engine::builder().hash_mib(1).weights(weights.clone()).build().unwrap();
        for board in boards() {
            assert_eq!(engine.evaluate(&board), weights.evaluate(&board), "{name}: {board}");
        }
        let analysis = engine.analyze(&Board::START, AnalyzeRequest::depth(4)).unwrap();
        assert!(analysis.best_move().is_some(), "{name}");
    }
}
