//! Every solver with a kernel exchanged finds the scores of the engine.

use reversi_bitboard::Board;
use reversi_gallery::solver::{Family, solvers};
use reversi_search::{Engine, SolveRequest};
use reversi_testkit::{Rng, reached};

/// With up to 13 empty squares a search needs no preparation. With 16 it sorts the moves by a look-ahead.
fn check(boards: &[Board]) {
    for &family in Family::ALL {
        let mut solved = 0;
        solvers(family, |solver| {
            let mut engine = Engine::builder().cpu(solver.level).hash_mib(1).build().unwrap();
            for board in boards {
                engine.clear_hash();
                let found = solver.solve(&mut engine, board, SolveRequest::exact()).unwrap();
                engine.clear_hash();
                let expected = engine.solve(board, SolveRequest::exact()).unwrap();
                assert_eq!(found.value(), expected.value(), "{board} by {solver:?} in {family:?}");
                if family.keeps_nodes() {
                    assert_eq!(found.nodes(), expected.nodes(), "{board} by {solver:?} in {family:?}");
                }
            }
            solved += 1;
        });
        assert!(solved > 0, "{family:?}");
    }
}

#[test]
fn every_exchanged_kernel_finds_the_same_scores() {
    let rng = &mut Rng::with_seed(1);
    check(&[reached(rng, 9), reached(rng, 11), reached(rng, 12), reached(rng, 16)]);
}
