//! Compares every kernel of the evaluation with the definition.

mod same;

use reversi_eval::pattern::PACKED_LEN;
use reversi_eval::{Evaluator, Features, PatternWeights, Weights};
use reversi_gallery::eval::{self, Layouts};
use reversi_gallery::{Call, Kernel};
use reversi_testkit::{Rng, game_boards};

/// Checks that all kernels of a list return the same result as the first, alone and in both timing loops.
fn same<C: Call>(kernels: &[Kernel<C>], input: C) -> u64 {
    let expected = kernels[0].call(input);
    same::same(kernels, input, expected, &String::new);
    expected
}

#[test]
fn all_kernels_agree_on_random_games() {
    let plies: Vec<u8> = (0..=60).collect();
    let mut rng = Rng::with_seed(1);
    let slots = (0..plies.len() * PACKED_LEN).map(|_| rng.i16(..)).collect();
    let weights = Weights::new(&PatternWeights::new(plies, slots, "random").unwrap()).unwrap();
    let layouts = Layouts::leak(&weights);
    for board in (0..20).flat_map(|_| game_boards(&mut rng)) {
        let (features, empties) = (Features::new(board), board.empties());
        same(&eval::features(), board);
        same(&eval::after_pass(), (features, empties.0));
        let layouts_here = layouts[empties.len() as usize];
        let sum = same(&eval::sum(), (layouts_here, features.into()));
        assert_eq!(sum as u32 as i32, weights.evaluate_128(&board), "{board}");
        for square in board.legal_moves() {
            let flips = board.flips(square);
            same(&eval::after_move(), ((features, square, empties.len()), flips.0));
            same(&eval::move_and_back(), ((features, square, empties.len()), flips.0));
            let layouts = layouts[empties.len() as usize - 1];
            same(&eval::make_move(), ((layouts, features, square), board));
        }
    }
}

#[test]
fn all_kernels_of_networks_agree_on_random_games() {
    let mut rng = Rng::with_seed(2);
    let boards: Vec<_> = (0..5).flat_map(|_| game_boards(&mut rng)).collect();
    for weights in [Weights::embedded().unwrap(), Weights::small().unwrap()] {
        let (quadrants, networks) = eval::network_calls(&weights, &boards);
        for ((&board, of_quadrants), of_network) in boards.iter().zip(quadrants).zip(networks) {
            same(&eval::quadrants(), of_quadrants);
            let value = same(&eval::network(), of_network);
            assert_eq!(value as u32 as i32, weights.evaluate_128(&board), "{board}");
        }
    }
}
