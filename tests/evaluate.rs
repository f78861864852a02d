//! Every `evaluate` has one meaning: discs from the side to move, the final score if the game is over,
//! otherwise an estimate that never claims a wipe-out.

use std::sync::Arc;

use reversi_engine::weights::network::{HEADS, Head, Network, ROWS};
use reversi_engine::weights::pattern::PACKED_LEN;
use reversi_engine::weights::{Classical, Evaluator, PatternWeights};
use reversi_engine::{Board, Engine, Weights, evaluate};

/// Scores every board as won by far.
struct Optimist;

impl Evaluator for Optimist {
    fn evaluate_128(&self, _: &Board) -> i32 {
        1_000_000
    }
}

type Evaluate = Box<dyn Fn(&Board) -> f32>;

fn evaluators() -> Vec<(&'static str, Evaluate)> {
    let patterns = PatternWeights::new(vec![30], vec![500; PACKED_LEN], "high").unwrap();
    let mut head = Head::zero(16);
    head.constant = -(1 << 24);
    let network = Network::new(vec![0; 16 * ROWS], vec![head; HEADS], "low").unwrap();
    let engine = Engine::builder().hash_mib(1).build().unwrap();
    let optimist = Engine::builder().hash_mib(1).evaluator(Arc::new(Optimist)).build().unwrap();
    let weights = [
        Weights::embedded().unwrap(),
        Weights::embedded_patterns().unwrap(),
        Weights::new(&patterns).unwrap(),
        Weights::from_network(&network).unwrap(),
    ];
    let mut all: Vec<(&str, Evaluate)> = vec![
        ("evaluate", Box::new(evaluate)),
        ("Engine", Box::new(move |board| engine.evaluate(board))),
        ("Engine with a custom evaluator", Box::new(move |board| optimist.evaluate(board))),
        ("Classical", Box::new(|board| Classical.evaluate(board))),
        ("a custom evaluator", Box::new(|board| Optimist.evaluate(board))),
        ("PatternWeights", Box::new(move |board| patterns.evaluate(board))),
        ("Network", Box::new(move |board| network.evaluate(board))),
    ];
    for weights in weights {
        all.push(("Weights", Box::new(move |board| weights.evaluate(board))));
    }
    all
}

#[test]
fn a_game_that_is_over_is_worth_its_score_and_no_other_board_a_wipe_out() {
    let full_and_drawn = format!("{}{} X", "X".repeat(32), "O".repeat(32));
    let over = [(full_and_drawn.as_str(), 0.0), (WIPED_OUT, -64.0), (NOBODY_CAN_MOVE, 32.0)];
    for (name, evaluate) in evaluators() {
        for (text, score) in over {
            let board: Board = text.parse().unwrap();
            assert!(board.is_game_over());
            assert_eq!(evaluate(&board), score, "{name}: {text}");
        }
        let mut board = Board::START;
        while let Some(square) = board.legal_moves().first() {
            assert!(evaluate(&board).abs() <= 63.0, "{name}: {board}");
            board = board.play(square);
        }
    }
}

const WIPED_OUT: &str = "---------------------------OO------OO--------------------------- X";
/// The empty squares go to the winner.
const NOBODY_CAN_MOVE: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX----------------OOOOOOOOOOOOOOOO X";
