//! An evaluation of your own: a search calls it at its last positions.
//!
//! `cargo run --release -p reversi-examples --example own_evaluation`

use std::sync::Arc;

use reversi_engine::weights::Evaluator;
use reversi_engine::{AnalyzeRequest, Bitboard, Board, Engine, Square};

/// Counts corners and moves.
struct CornersAndMoves;

impl Evaluator for CornersAndMoves {
    /// In 128ths of a disc, from the side to move.
    fn evaluate_128(&self, board: &Board) -> i32 {
        let corners: Bitboard = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
        let count = |discs: Bitboard| (discs & corners).len() as i32;
        let moves = |board: &Board| board.legal_moves().len() as i32;
        let discs =
            10 * (count(board.player()) - count(board.opponent())) + moves(board) - moves(&board.pass());
        128 * discs
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Board::START.play(Square::F5);
    let mut own = Engine::builder().evaluator(Arc::new(CornersAndMoves)).build()?;
    let mut network = Engine::builder().build()?;
    for (name, engine) in [("corners and moves", &mut own), ("the network", &mut network)] {
        let analysis = engine.analyze(&board, AnalyzeRequest::depth(8))?;
        let best = analysis.best_move().expect("the game is not over");
        println!(
            "{name}: {:+.2} without a search, {} with {best}",
            engine.evaluate(&board),
            analysis.value()
        );
    }
    Ok(())
}
