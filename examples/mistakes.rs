//! The mistakes in a game: each move beside the best one.
//!
//! `cargo run --release -p reversi-examples --example mistakes`

use reversi_engine::{AnalyzeRequest, Engine, Game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Game = include_str!("data/game.txt").parse()?; // f5d6c4..., passes may be left out

    let mut engine = Engine::builder().build()?;
    let turns = engine.analyze_game(&game, AnalyzeRequest::depth(8))?;
    for (ply, turn) in (1..).zip(&turns).filter(|(_, turn)| turn.loss() >= 4) {
        let (side, best) = (turn.position().side, turn.analysis().best_move());
        let best = best.expect("a move was played, so there is a best one");
        println!("{ply:>2}. {side} {} lost {:>2} discs to {best}", turn.played(), turn.loss());
    }
    println!("{} moves; black won by {:+}", turns.len(), game.score().expect("the game is over"));
    Ok(())
}
