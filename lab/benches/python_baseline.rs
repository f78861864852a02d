//! The work of `lab/tools/python/bench.py` in Rust: reads boards as pairs of `u64`, prints seconds.
//!
//! `python_baseline evaluate|array|solve FILE THREADS`

use std::error::Error;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use reversi_engine::weights::Evaluator;
use reversi_engine::{Bitboard, Board, Engine, SolveRequest, Weights};

/// The boards that a thread takes at a time, as in the package.
const ROWS_AT_A_TIME: usize = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [what, file, threads] = &args[..] else {
        return Err("usage: evaluate|array|solve FILE THREADS".into());
    };
    let (boards, threads) = (read(file)?, threads.parse()?);
    let weights = Weights::embedded()?;
    weights.evaluate(&Board::START);
    let mut engine = Engine::builder().threads(threads).build()?;
    engine.clear_hash(); // as in Python: its memory is there
    let start = Instant::now();
    let seconds = match &what[..] {
        "evaluate" => {
            for board in &boards {
                black_box(weights.evaluate(black_box(board)));
            }
            start.elapsed()
        }
        "array" => {
            black_box(evaluate_all(&weights, &boards, threads));
            start.elapsed()
        }
        "solve" => {
            let mut total = 0;
            engine.solve_many(boards, SolveRequest::exact(), |solved| {
                total += solved.result.map_or(0, |solution| solution.value().lower());
                ControlFlow::Continue(())
            })?;
            black_box(total);
            start.elapsed()
        }
        _ => return Err(format!("unknown: {what}").into()),
    };
    println!("{}", seconds.as_secs_f64());
    Ok(())
}

fn read(file: &str) -> Result<Vec<Board>, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let words: Vec<u64> = bytes.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
    let boards = words.as_chunks::<2>().0.iter().map(|&[player, opponent]| {
        Board::new(Bitboard(player), Bitboard(opponent)).map_err(|error| error.into())
    });
    boards.collect()
}

fn evaluate_all(weights: &Weights, boards: &[Board], threads: usize) -> Vec<f32> {
    let mut values = vec![0.0; boards.len()];
    let parts = Mutex::new(values.chunks_mut(ROWS_AT_A_TIME).zip(boards.chunks(ROWS_AT_A_TIME)));
    let work = || {
        loop {
            let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((values, boards)) = part else { return };
            for (value, board) in values.iter_mut().zip(boards) {
                *value = weights.evaluate(board);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    values
}
