//! Features and sums at every CPU level against their definitions.

use crate::support::{random_network, random_weights};
use reversi_bitboard::{Bitboard, Board, Cpu, Move, Symmetry, dispatch};
use reversi_eval::kernel::EvalPrimitives;
use reversi_eval::network::{Head, Network, ROWS, WIDTHS};
use reversi_eval::{Classical, Evaluator, Features, PlyTable, Weights};
use reversi_testkit::{Rng, any_board, any_move, cpus, game_boards};

fn after(cpu: Cpu, features: &Features, board: Board, mv: Move) -> Features {
    let empties = board.empties();
    match mv {
        Move::Place(square) => {
            let flips = board.flips(square);
            dispatch!(cpu, l => l.features_after_move(features, square, flips, empties.len()))
        }
        Move::Pass => dispatch!(cpu, l => l.features_after_pass(features, empties)),
    }
}

fn value(cpu: Cpu, board: Board, features: &Features, table: PlyTable<'_>) -> i32 {
    dispatch!(cpu, l => l.evaluate(board, features, table))
}

#[test]
fn incremental_features_are_those_of_the_board() {
    let mut rng = Rng::with_seed(7);
    let (mut moves, mut passes) = (0, 0);
    for _ in 0..300 {
        let mut board = Board::START;
        let mut incremental = vec![Features::new(board); cpus().len()];
        while let Some(mv) = any_move(&mut rng, board) {
            for (&cpu, features) in cpus().iter().zip(&mut incremental) {
                *features = after(cpu, features, board, mv);
            }
            board = match mv {
                Move::Place(square) => board.play(square),
                Move::Pass => board.pass(),
            };
            let expected = Features::new(board);
            for (&cpu, features) in cpus().iter().zip(&incremental) {
                assert_eq!(*features, expected, "{cpu:?} after {mv} to {board}");
                assert_eq!(dispatch!(cpu, l => l.features(board)), expected, "{cpu:?} {board}");
            }
            moves += 1;
            passes += usize::from(mv == Move::Pass);
        }
    }
    assert!(moves > 15_000 && passes > 100, "{moves} moves, {passes} passes");
}

#[test]
fn a_pass_on_any_board_and_back() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..if cfg!(miri) { 5 } else { 2000 } {
        let board = any_board(&mut rng);
        let features = Features::new(board);
        for &cpu in cpus() {
            let passed = after(cpu, &features, board, Move::Pass);
            assert_eq!(passed, Features::new(board.pass()), "{cpu:?} {board}");
            assert_eq!(after(cpu, &passed, board.pass(), Move::Pass), features, "{cpu:?} {board}");
        }
    }
}

#[test]
fn every_level_sums_up_what_the_definition_says() {
    let plies: Vec<u8> = (0..=60).collect();
    let patterns = random_weights(&plies, i16::MIN..=i16::MAX);
    let weights = Weights::new(&patterns).unwrap();
    let mut rng = Rng::with_seed(9);
    for _ in 0..40 {
        for board in game_boards(&mut rng) {
            let empties = board.empties().len();
            let value = weights.evaluate_128(&board);
            if (7..=58).contains(&empties) {
                assert_eq!(value, patterns.evaluate_128(&board), "{board}");
            }
            let table = weights.tables().at(empties);
            for &cpu in cpus() {
                assert_eq!(self::value(cpu, board, &Features::new(board), table), value, "{cpu:?} {board}");
            }
        }
    }
}

#[test]
fn the_first_and_the_last_plies_share_tables() {
    let plies: Vec<u8> = (0..=60).collect();
    let patterns = random_weights(&plies, -200..=200);
    let weights = Weights::new(&patterns).unwrap();
    let mut rng = Rng::with_seed(10);
    for board in game_boards(&mut rng) {
        let ply = 60 - board.empties().len() as u8;
        let shared = match ply {
            0..2 => ply + 2,
            2..54 => ply,
            _ => 52 + ply % 2,
        };
        let of_shared_ply = patterns.with_plies(vec![shared]).unwrap();
        assert_eq!(weights.evaluate_128(&board), of_shared_ply.evaluate_128(&board), "{board}");
    }
}

#[test]
fn every_level_computes_the_network_of_the_definition() {
    let mut rng = Rng::with_seed(19);
    for (width, extreme) in WIDTHS.into_iter().flat_map(|width| [(width, false), (width, true)]) {
        let network = random_network(width, extreme);
        let weights = Weights::from_network(&network).unwrap();
        let mut values = Vec::new();
        for board in (0..10).flat_map(|_| game_boards(&mut rng)) {
            let value = network.evaluate_128(&board);
            values.push(value);
            assert_eq!(weights.evaluate_128(&board), value, "{board}");
            let table = weights.tables().at(board.empties().len());
            for &cpu in cpus() {
                assert_eq!(self::value(cpu, board, &Features::new(board), table), value, "{cpu:?} {board}");
            }
            for symmetry in Symmetry::ALL {
                assert_eq!(weights.evaluate_128(&symmetry.board(board)), value, "{board} {symmetry:?}");
            }
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 250, "{} different values only", values.len());
    }
}

#[test]
fn the_largest_numbers_leave_no_level_behind() {
    let mut rng = Rng::with_seed(20);
    let boards: Vec<Board> = (0..5).flat_map(|_| game_boards(&mut rng)).collect();
    for width in WIDTHS {
        for (row, bias) in [(127, 1 << 14), (-128, -(1 << 14)), (127, -5000), (-128, 5000)] {
            let network = random_network(width, true);
            let mut heads = network.heads().to_vec();
            heads.iter_mut().for_each(|head: &mut Head| head.bias.fill(bias));
            let network = Network::new(vec![row; width * ROWS], heads, "large").unwrap();
            let weights = Weights::from_network(&network).unwrap();
            for &board in &boards {
                let (value, table) =
                    (network.evaluate_128(&board), weights.tables().at(board.empties().len()));
                for &cpu in cpus() {
                    assert_eq!(
                        self::value(cpu, board, &Features::new(board), table),
                        value,
                        "{cpu:?} {board}"
                    );
                }
            }
        }
    }
}

/// Features that no board has: squares are occupied more than once. They must not lead out of the tables
/// either.
#[test]
fn no_features_lead_outside_of_the_tables() {
    lead_nowhere_else(&Weights::new(&random_weights(&[30], -200..=200)).unwrap());
    lead_nowhere_else(&Weights::from_network(&random_network(64, true)).unwrap());
}

fn lead_nowhere_else(weights: &Weights) {
    let mut rng = Rng::with_seed(11);
    let mut features = Features::new(Board::START);
    for _ in 0..5000 {
        let square = reversi_bitboard::Square::ALL[rng.usize(..64)];
        let (flips, empties) = (Bitboard(rng.u64(..)), rng.u32(..100));
        let table = weights.tables().at(empties);
        let board = any_board(&mut rng);
        let mut values = Vec::new();
        for &cpu in cpus() {
            let next = dispatch!(cpu, l => l.features_after_move(&features, square, flips, empties));
            values.push((value(cpu, board, &next, table), next));
        }
        assert!(values.iter().all(|value| value == &values[0]));
        features = values[0].1;
    }
}

#[test]
fn symmetric_boards_are_worth_the_same() {
    let weights = Weights::new(&random_weights(&[10, 11, 40], i16::MIN..=i16::MAX)).unwrap();
    let mut rng = Rng::with_seed(12);
    for board in (0..20).flat_map(|_| game_boards(&mut rng)) {
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            assert_eq!(weights.evaluate_128(&image), weights.evaluate_128(&board), "{board} {symmetry:?}");
            assert_eq!(
                Classical.evaluate_128(&image),
                Classical.evaluate_128(&board),
                "{board} {symmetry:?}"
            );
        }
        assert_eq!(Classical.evaluate_128(&board.pass()), -Classical.evaluate_128(&board), "{board}");
    }
}
