//! Weights of your own: made here, written to a file, read again, and used by an engine. `Weights::open`
//! reads networks and `eval.dat` files too.
//!
//! `cargo run --release -p reversi-examples --example own_weights`

use std::fs::File;

use reversi_engine::weights::PatternWeights;
use reversi_engine::weights::pattern::{CONSTANT_SLOT, PACKED_LEN};
use reversi_engine::{AnalyzeRequest, Board, Engine, Weights};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut slots = vec![0; PACKED_LEN]; // one number for each pattern of discs
    slots[CONSTANT_SLOT] = 192; // 1.5 discs, in 128ths, for having the move
    let patterns = PatternWeights::new(vec![30], slots, "having the move is worth 1.5 discs")?;

    let path = std::env::temp_dir().join("reversi-own.weights");
    patterns.write(File::create(&path)?)?;
    let weights = Weights::open(&path)?;
    println!("{}: {}", path.display(), weights.provenance());

    let mut engine = Engine::builder().weights(weights).build()?;
    println!("the start is worth {:+.1} discs", engine.evaluate(&Board::START));
    let analysis = engine.analyze(&Board::START, AnalyzeRequest::depth(5))?; // then white has the move
    println!("after a search {}", analysis.value());
    Ok(())
}
