//! Measures the cost that the ABI adds to the evaluation of a board: `cargo bench --manifest-path
//! lab/Cargo.toml --bench c_abi`. It takes the best of many short, alternating rounds, because other
//! programs interrupt some of them.

use std::hint::black_box;
use std::time::Instant;

use reversi::*;
use reversi_engine::weights::Evaluator;
use reversi_engine::{Bitboard, Board, Weights};

const BOARDS: usize = 200;

fn main() {
    let mut rng = fastrand::Rng::with_seed(1);
    let boards: Vec<ReversiBoard> = (0..BOARDS)
        .map(|_| {
            let (discs, colors) = (rng.u64(..) | 0x0000_0018_1800_0000, rng.u64(..));
            ReversiBoard { player: discs & colors, opponent: discs & !colors }
        })
        .collect();
    let weights = Weights::best_embedded().unwrap().expect("the library has weights");
    let mut engine = Handle::NULL;
    // SAFETY: a null pointer stands for the defaults.
    let defaults = unsafe { In::new(std::ptr::null()) };
    // SAFETY: there is room for one handle.
    let out = unsafe { Out::new(&mut engine) };
    assert_eq!(reversi_engine_new(defaults, out), ReversiStatus::Ok);
    // Through a pointer, as from C: the compiler inlines nothing.
    let evaluate: extern "C" fn(Handle<ReversiEngine>, In<ReversiBoard>, Out<f32>) -> ReversiStatus =
        black_box(reversi_evaluate);
    let (mut rust, mut c) = (f64::MAX, f64::MAX);
    for _ in 0..5000 {
        let start = Instant::now();
        for board in &boards {
            let board = Board::new(Bitboard(board.player), Bitboard(board.opponent)).expect("disjoint");
            black_box(weights.evaluate(black_box(&board)));
        }
        rust = rust.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        for board in &boards {
            let mut score = 0.0;
            // SAFETY: it points to one board.
            let board = unsafe { In::new(board) };
            // SAFETY: there is room for one score.
            evaluate(engine, board, unsafe { Out::new(&mut score) });
            black_box(score);
        }
        c = c.min(start.elapsed().as_secs_f64());
    }
    let nanoseconds = |seconds: f64| seconds / BOARDS as f64 * 1e9;
    println!("Rust {:.1} ns, C ABI {:.1} ns a board", nanoseconds(rust), nanoseconds(c));
    println!("the ABI adds {:.1} ns", nanoseconds(c - rust));
    assert_eq!(reversi_engine_free(engine), ReversiStatus::Ok);
}
