//! Compares every primitive, on every CPU level of this machine, with the rules walked square by square.
//! Compares features that are updated by a move or a pass with the features of the board.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Board, Symmetry, dispatch, reference};
use reversi_eval::Features;
use reversi_eval::kernel::EvalPrimitives;
use reversi_fuzz::AnyBoard;
use reversi_testkit::{check_primitives, cpus};

fuzz_target!(|input: AnyBoard| {
    let board = input.board();
    check_primitives(board);
    for &cpu in cpus() {
        dispatch!(cpu, l => check_features(l, board));
    }
    let moves = reference::moves(board);
    for symmetry in Symmetry::ALL {
        let image = symmetry.board(board);
        assert_eq!(image.legal_moves(), symmetry.bitboard(moves), "{board}");
        assert_eq!(symmetry.inverse().board(image), board);
        assert_eq!(image.canonical().0, board.canonical().0);
    }
});

fn check_features<L: EvalPrimitives>(l: L, board: Board) {
    let features = Features::new(board);
    assert_eq!(l.features(board), features, "{board}");
    let after_pass = l.features_after_pass(&features, board.empties());
    assert_eq!(after_pass, Features::new(board.pass()), "{board}");
    for square in reference::moves(board) {
        let flips = reference::flip(square, board);
        let after = l.features_after_move(&features, square, flips, board.empties().len());
        assert_eq!(after, Features::new(board.play_unchecked(square, flips)), "{square} {board}");
    }
}
