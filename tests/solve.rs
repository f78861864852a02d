//! The free `solve`, which keeps an engine for easy positions.

use reversi_engine::{Board, Engine, Solution, SolveRequest, solve};
use reversi_testkit::{Rng, reached};

fn found(solution: &Solution) -> (String, String, u64) {
    (solution.value().to_string(), format!("{:?}", solution.pv()), solution.nodes())
}

#[test]
fn an_answer_does_not_depend_on_earlier_ones() {
    let rng = &mut Rng::with_seed(1);
    let boards: Vec<Board> = [14, 12, 10, 13, 7, 15, 11, 1, 14].map(|empties| reached(rng, empties)).into();
    let first: Vec<_> = boards.iter().map(|board| found(&solve(board).unwrap())).collect();
    for (board, first) in boards.iter().zip(&first).rev() {
        assert_eq!(&found(&solve(board).unwrap()), first, "{board}");
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let value = engine.solve(board, SolveRequest::exact()).unwrap().value();
        assert_eq!(value.to_string(), first.0, "{board}");
    }
}

#[test]
fn threads_solve_at_the_same_time() {
    let rng = &mut Rng::with_seed(2);
    let boards: Vec<Board> = (0..20).map(|i| reached(rng, 6 + i % 6)).collect();
    let expected: Vec<_> = boards.iter().map(|board| found(&solve(board).unwrap())).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (board, expected) in boards.iter().zip(&expected) {
                    assert_eq!(&found(&solve(board).unwrap()), expected, "{board}");
                }
            });
        }
    });
}
