//! A search that shows its progress and ends when a button is pressed, here after half a second.
//!
//! `cargo run --release -p reversi-examples --example stop_and_progress`

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use reversi_engine::{AnalyzeRequest, Board, Engine, Limits, Stop};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stop = Stop::new();
    let button = stop.clone(); // all clones share one signal
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(500));
        button.set();
    });

    let mut engine = Engine::builder().build()?;
    let request = AnalyzeRequest::unlimited().limits(Limits::new().stop(&stop));
    let analysis = engine.analyze_with(&Board::START, request, |progress| {
        if let Some(mv) = progress.best_move() {
            println!("{:>9.1?} {:>9} nodes, {mv} {}", progress.elapsed(), progress.nodes(), progress.value());
        }
        ControlFlow::Continue(()) // `Break` would end the search too
    })?;
    let reason = analysis.stopped().expect("without a stop, it takes years");
    println!("ended by {reason}: {} with {}", analysis.value(), analysis.best_move().expect("a move"));
    Ok(())
}
