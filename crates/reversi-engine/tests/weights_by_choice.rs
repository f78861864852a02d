//! The evaluation of a program, for each choice of embedded weights. `.ci/full` runs this with each of them:
//! the network, the small network, both, and none.

use std::path::{Path, PathBuf};

use reversi_engine::weights::network::Network;
use reversi_engine::weights::{Classical, Evaluator};
use reversi_engine::{AnalyzeRequest, Board, Engine, SolveRequest, Square, Value, Weights, evaluate, solve};

const LARGE: bool = cfg!(feature = "embedded");
const SMALL: bool = cfg!(feature = "embedded-small");

/// FFO problem 1, 14 empties.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
/// FFO problem 22, 17 empties: from 15 on the free `solve` uses the embedded weights.
const FFO_22: &str = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O";

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../reversi-eval/src/weights").join(name)
}

/// The reference implementation of a network, from its file in the repository.
fn network(name: &str) -> Network {
    Network::from_bytes(&std::fs::read(file(name)).unwrap()).unwrap()
}

/// The boards of games whose players take the n-th legal move, or the last one.
fn boards() -> Vec<Board> {
    let game = |n: usize| {
        let next = move |board: &Board| {
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            moves.get(n).or(moves.last()).map(|&square| board.play(square))
        };
        std::iter::successors(Some(Board::START), next)
    };
    let boards: Vec<Board> = (0..8).flat_map(game).collect();
    assert!(boards.len() > 100);
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
    for (text, score) in [(FFO_1, 18), (FFO_22, 2)] {
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
