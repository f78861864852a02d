//! Measures.
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let board: reversi_bitboard::Board = args[1].parse().unwrap();
    let k = args[2].parse().unwrap();
    let mut engine = reversi_search::Engine::builder().hash_mib(256).build().unwrap();
    let t = Instant::now();
    let s = engine.solve(&board, reversi_search::SolveRequest::exact()).unwrap();
    println!("solve {:?} {} {}", t.elapsed(), s.value(), s.nodes());
    let t = Instant::now();
    let proof = reversi_proof::prove(&mut engine, &board, None, k).to_bytes();
    println!("prove {:?} bytes {}", t.elapsed(), proof.len());
    std::fs::write("/tmp/p.proof", &proof).unwrap();
    let t = Instant::now();
    println!("{:?}", reversi_proof::verify(&proof));
    println!("verify {:?}", t.elapsed());
}
