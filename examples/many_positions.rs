//! Thousands of positions on all cores, with a checkpoint: run it twice, and the second run solves nothing.
//!
//! `cargo run --release -p reversi-examples --features reversi-engine/runs --example many_positions`

use std::ops::ControlFlow;

use reversi_engine::runs::Checkpoint;
use reversi_engine::search::Event;
use reversi_engine::{Board, Engine, SolveRequest};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::temp_dir().join("reversi-many-positions.jsonl");
    let checkpoint = Checkpoint::open(&path, SolveRequest::wld())?;
    let mut engine = Engine::builder().threads(0).build()?; // as many as the machine has

    let (mut wins, mut stored) = (0, 0);
    checkpoint.solve_many(&mut engine, endgames(2000), |event| {
        if let Event::Done(solved) = event {
            match solved.result {
                Ok(solution) => wins += usize::from(solution.value().lower() > 0),
                Err(interrupted) => println!("{}: {interrupted}", solved.board), // by a limit: none is set
            }
            stored += usize::from(solved.stored);
        }
        ControlFlow::Continue(())
    })?;
    println!("{wins} of 2000 are won by the side to move; {stored} were known from {}", path.display());
    Ok(())
}

/// Positions with 12 empties from games of random moves.
fn endgames(count: usize) -> impl Iterator<Item = Board> {
    let mut random = 1_u64;
    let game = move || {
        let mut board = Board::START;
        while board.empties().len() > 12 && !board.is_game_over() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves: Vec<_> = board.legal_moves().into_iter().collect();
            board = match moves.len() {
                0 => board.pass(),
                n => board.play(moves[(random >> 33) as usize % n]),
            };
        }
        board
    };
    std::iter::repeat_with(game).filter(|board| board.empties().len() == 12).take(count)
}
