//! The search beats simple players by the expected margin.

use std::sync::Arc;

use reversi_bitboard::{Board, Square};
use reversi_eval::Classical;
use reversi_search::{AnalyzeRequest, Engine};
use reversi_testkit::{Rng, reached};

const DEPTH: u32 = 4;
const PAIRS: u64 = 50;

#[test]
fn it_beats_a_player_who_turns_as_many_discs_as_possible() {
    let share = share_of_points(&mut searcher(DEPTH), &mut |board| {
        board.legal_moves().into_iter().max_by_key(|&square| board.flips(square).len()).unwrap()
    });
    assert!(share > 0.95, "{share}");
}

#[test]
fn it_beats_the_classical_evaluation_at_the_same_depth() {
    let mut classical = Engine::builder().hash_mib(1).evaluator(Arc::new(Classical)).build().unwrap();
    let share =
        share_of_points(&mut searcher(DEPTH), &mut move |board| best_move(&mut classical, board, DEPTH));
    assert!(share > 0.8, "{share}");
}

#[test]
fn it_beats_itself_at_four_plies_less() {
    // Chance has a standard deviation of 0.04.
    let share = share_of_points(&mut searcher(DEPTH + 4), &mut searcher(DEPTH));
    assert!(share > 0.7, "{share}");
}

type Player = dyn FnMut(&Board) -> Square;

fn searcher(depth: u32) -> impl FnMut(&Board) -> Square {
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    move |board| best_move(&mut engine, board, depth)
}

fn best_move(engine: &mut Engine, board: &Board, depth: u32) -> Square {
    let analysis = engine.analyze(board, AnalyzeRequest::depth(depth)).unwrap();
    analysis.best_move().and_then(|mv| mv.square()).unwrap()
}

/// The share of points in games from random openings, each played with both colours.
fn share_of_points(a: &mut Player, b: &mut Player) -> f64 {
    let mut points = 0.0;
    for seed in 0..PAIRS {
        let opening = reached(&mut Rng::with_seed(seed), 50);
        for a_begins in [true, false] {
            let discs = if a_begins { play(opening, a, b) } else { -play(opening, b, a) };
            points += f64::from(discs.signum() + 1) / 2.0;
        }
    }
    let share = points / (2 * PAIRS) as f64;
    println!("{points} of {} points, {:+.0} Elo", 2 * PAIRS, 400.0 * (share / (1.0 - share)).log10());
    share
}

/// The final score of the side to move.
fn play(mut board: Board, mover: &mut Player, other: &mut Player) -> i32 {
    let players: [&mut Player; 2] = [mover, other];
    let mut to_move = 0;
    while !board.is_game_over() {
        board = if board.must_pass() { board.pass() } else { board.play(players[to_move](&board)) };
        to_move = 1 - to_move;
    }
    if to_move == 0 { board.final_score() } else { -board.final_score() }
}
