//! A pool of engines that many threads share, as in a server.
//!
//! `cargo run --release -p reversi-examples --example pool`

use std::thread;

use reversi_engine::search::EnginePool;
use reversi_engine::{AnalyzeRequest, Board, Engine};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = EnginePool::new(Engine::builder().hash_mib(16), 2)?; // two engines

    let requests: Vec<Board> =
        Board::START.legal_moves().into_iter().map(|mv| Board::START.play(mv)).collect();
    let answers: Vec<_> = thread::scope(|scope| {
        let handle = |board| {
            let mut engine = pool.get(); // waits for a free engine; it goes back when it is dropped
            engine.clear_hash();
            engine.analyze(board, AnalyzeRequest::depth(8))
        };
        let threads: Vec<_> = requests.iter().map(|board| scope.spawn(move || handle(board))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    for (board, answer) in requests.iter().zip(answers) {
        let analysis = answer?;
        println!("{board}: {} with {}", analysis.value(), analysis.best_move().expect("a move"));
    }
    println!("{} of {} engines are free", pool.available(), pool.engines());
    Ok(())
}
