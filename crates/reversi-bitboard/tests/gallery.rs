//! Every kernel of the gallery against the slow reference.
#![cfg(feature = "gallery")]

mod support;

use proptest::prelude::*;
use reversi_bitboard::gallery::{self, Call, Kernel};
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, Square, cpu::Portable, reference};
use support::{any_board, board, boards, config, lines, random_game};

/// All kernels of a list give this result, called alone and in both timing loops.
fn same<C: Call + std::fmt::Debug>(kernels: &[Kernel<C>], input: C, expected: u64) {
    assert!(!kernels.is_empty(), "the portable kernel runs everywhere");
    for kernel in kernels {
        let context = || format!("{} {} ({}) on {input:?}", kernel.id, kernel.name, kernel.level);
        assert_eq!(kernel.call(input), expected, "{}", context());
        assert_eq!(kernel.throughput(&[input, input]), expected.wrapping_add(expected), "{}", context());
        assert_eq!(kernel.latency(&[input, input]), expected, "{}", context());
    }
}

fn check(board: Board) {
    same(&gallery::moves(), board, reference::moves(board));
    let kernels = gallery::flip();
    for square in board.empties() {
        same(&kernels, (square, board), reference::flip(square, board));
    }
    if let [a, b, c, d, ..] = board.empties().into_iter().collect::<Vec<_>>()[..] {
        let flips = [a, b, c, d].map(|square| reference::flip(square, board));
        let folded = flips.iter().zip(0..).fold(0, |sum, (flip, i)| sum ^ flip.rotate_left(i));
        same(&gallery::flip_four(), ([a, b, c, d], board), folded);
    }
    let occupied = board.occupied().0;
    let lines = reference::full_lines(occupied);
    same(
        &gallery::full_lines(),
        occupied,
        lines.iter().zip(0..).fold(0, |sum, (line, i)| sum ^ line.rotate_left(i)),
    );
    let edges = reference::edges(board);
    same(&gallery::edges(), board, edges.iter().zip(0..).map(|(&e, i)| u64::from(e) << (16 * i)).sum());
    same(&gallery::hash(), board, Portable.hash(board));
    check_set(board.player().0);
}

fn check_set(set: u64) {
    same(&gallery::transpose(), set, reference::transpose(set));
    same(&gallery::mirror_files(), set, reference::mirror_files(set));
    let (one, both, can) = (gallery::last_flip(), gallery::last_flip_both(), gallery::can_flip_last());
    for square in Square::ALL {
        let player = set & !square.bit();
        let count = u64::from(reference::last_flip_count(square, player));
        let other = u64::from(reference::last_flip_count(square, !(player | square.bit())));
        same(&one, (square, player), count);
        same(&both, (square, player), count | other << 32);
        same(&can, (square, player), u64::from(count != 0));
    }
}

#[test]
fn boards_of_random_games() {
    for seed in 0..20 {
        boards(&random_game(seed)).into_iter().for_each(check);
    }
}

#[test]
fn flips_on_every_filling_of_every_line() {
    let kernels = gallery::flip();
    for line in lines() {
        let others = !line.iter().map(|s| s.bit()).sum::<u64>();
        for filling in 0..3u32.pow(line.len() as u32) {
            let mut discs = [0; 3];
            for (i, square) in line.iter().enumerate() {
                discs[(filling / 3u32.pow(i as u32) % 3) as usize] |= square.bit();
            }
            let [player, opponent, empty] = discs;
            for board in [board(player, opponent), board(player | others, opponent)] {
                for square in Bitboard(empty) {
                    same(&kernels, (square, board), reference::flip(square, board));
                }
            }
        }
    }
}

/// Everything occupied but single squares, and discs of one side alone: where off-by-one masks show.
#[test]
fn sparse_and_dense_sets() {
    for a in Square::ALL {
        for b in Square::ALL {
            check_set(a.bit() | b.bit());
            check_set(!(a.bit() | b.bit()));
        }
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn random_boards(board in any_board()) {
        check(board);
    }
}
