//! The solver on every CPU level against trying everything, with one tiny table each that is never cleared.
#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Bitboard, Board, Color, CpuLevel, Game, Position, Square, reference};
use reversi_search::{Engine, SolveRequest, Value};

thread_local! {
    static ENGINES: RefCell<Vec<Engine>> = RefCell::new(
        CpuLevel::available()
            .map(|level| Engine::builder().cpu(level).hash_mib(0).build().expect("the level is available"))
            .collect(),
    );
}

fuzz_target!(|input: (u64, [u8; 8], u8, u8)| {
    let (discs, empties, alpha, beta) = input;
    let empties: Bitboard = empties.into_iter().map(|i| Square::ALL[usize::from(i % 64)]).collect();
    let board = Board::new(Bitboard(discs) - empties, Bitboard(!discs) - empties).expect("complements");
    let alpha = i32::from(alpha % 130) - 65;
    let beta = alpha + 1 + i32::from(beta) % (65 - alpha);
    let score = reference::solve(board);

    ENGINES.with_borrow_mut(|engines| {
        let mut nodes = Vec::new();
        for engine in engines {
            let exact = engine.solve(&board, SolveRequest::exact()).expect("no limit is set");
            assert_eq!(exact.value(), Value::Exact(score), "{board}");
            let mut game = Game::from_position(Position { board, side: Color::Black });
            for &mv in exact.pv() {
                game.play(mv).expect("the line is legal");
            }
            assert_eq!(game.score(), Some(score), "{board}: {game}");

            let answer =
                engine.solve(&board, SolveRequest::window(alpha, beta)).expect("no limit is set").value();
            assert!(answer.lower() <= score && score <= answer.upper(), "{board} {alpha} {beta}: {answer}");
            assert!(
                answer.exact().is_some() || answer.upper() <= alpha || answer.lower() >= beta,
                "{board} {alpha} {beta}: {answer} answers nothing"
            );
            nodes.push(exact.nodes());
        }
        assert!(nodes.iter().all(|&n| n == nodes[0]), "{board}: {nodes:?}");
    });
});
