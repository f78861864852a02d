//! The checker's rules against the rules walked square by square.

use reversi_bitboard::{Bitboard, Board, Square, Symmetry, reference};
use reversi_testkit::{Rng, reached, scattered};

use crate::check::reader::{checksum, width};
use crate::check::rules::{Discs, squares};

fn discs(board: Board) -> Discs {
    assert_eq!(Discs::of(&board).board(), board);
    Discs::of(&board)
}

#[test]
fn the_rules_are_those_of_the_reference() {
    let mut rng = Rng::with_seed(12);
    for i in 0..20_000 {
        let empties = rng.u32(1..=60);
        let board = if i % 2 == 0 { scattered(&mut rng, empties, 1) } else { reached(&mut rng, empties) };
        let position = discs(board);
        assert_eq!(position.empties(), board.empties().0);
        assert_eq!(discs(board.pass()), position.pass());
        assert_eq!(position.score(), board.final_score());
        let moves = reference::moves(board);
        let after = |square| discs(board.play_unchecked(square, reference::flip(square, board)));
        assert!(position.moves().eq(moves.into_iter().map(after)), "{board}");
        assert_eq!(position.can_move(), !moves.is_empty());
        for square in board.empties() {
            assert_eq!(
                position.flips(square.index() as u32),
                reference::flip(square, board).0,
                "{board} {square}"
            );
        }
    }
}

#[test]
fn the_canonical_image_is_the_smallest_of_the_eight() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..5000 {
        let empties = rng.u32(1..=60);
        let board = scattered(&mut rng, empties, 1);
        let images: Vec<_> = Symmetry::ALL.into_iter().map(|symmetry| discs(symmetry.board(board))).collect();
        assert_eq!(discs(board).canonical(), *images.iter().min().unwrap());
        images.iter().for_each(|image| assert_eq!(image.canonical(), discs(board).canonical()));
    }
}

#[test]
fn squares_rise() {
    for set in [0, 1, 1 << 63, 0x8000_0000_0000_0101, u64::MAX] {
        let expected: Vec<u32> =
            Bitboard(set).into_iter().map(|square: Square| square.index() as u32).collect();
        assert_eq!(squares(set).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn numbers_take_the_fewest_bits() {
    assert_eq!([1, 2, 3, 4, 5, 8, 9, 33].map(width), [0, 1, 2, 2, 3, 3, 4, 6]);
}

#[test]
fn the_checksum_is_that_of_zip() {
    assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    assert_eq!(checksum(b""), 0);
}
