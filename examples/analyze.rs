//! The best moves of a position before the endgame, each with its score and line.
//!
//! `cargo run --release -p reversi-examples --example analyze`

use reversi_engine::{AnalyzeRequest, Board, Engine, Level};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 64 cells from A1 to H8, then the side to move.
    let board: Board = "---------------------------OX------XXX-------------------------- O".parse()?;
    println!("{board:#}\n");

    let mut engine = Engine::builder().build()?;
    let analysis = engine.analyze(&board, AnalyzeRequest::level(Level::of::<12>()).lines(3))?;
    for line in analysis.lines() {
        let moves: Vec<String> = line.pv().iter().map(|mv| mv.to_string()).collect();
        println!("{:<12} {}", line.value().to_string(), moves.join(" ")); // such as "-1 at 12@73%"
    }
    println!("{} nodes in {:.1?}", analysis.nodes(), analysis.elapsed());
    Ok(())
}
