//! Compares every primitive, on every CPU level of this machine, with the rules walked square by square.
//! Compares features that are updated by a move or a pass with the features of the board.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::kernel::{Primitives as _, WideBoard};
use reversi_bitboard::{Bitboard, Board, Square, Symmetry, cpu, dispatch, reference};
use reversi_eval::Features;
use reversi_eval::kernel::EvalPrimitives;
use reversi_fuzz::AnyBoard;
use reversi_testkit::cpus;

fuzz_target!(|input: AnyBoard| {
    let board = input.board();
    let expected = Expected::new(board);
    for &cpu in cpus() {
        dispatch!(cpu, l => check(l, board, &expected));
    }
    for symmetry in Symmetry::ALL {
        let image = symmetry.board(board);
        assert_eq!(image.legal_moves(), symmetry.bitboard(expected.moves), "{board}");
        assert_eq!(symmetry.inverse().board(image), board);
        assert_eq!(image.canonical().0, board.canonical().0);
    }
});

/// The results by the rules, square by square.
struct Expected {
    flips: [Bitboard; 64],
    moves: Bitboard,
    potential_moves: Bitboard,
    last_flips: [u32; 64],
    full_lines: [Bitboard; 4],
    edges: [u16; 4],
    stable_edge: Bitboard,
    stable: Bitboard,
}

impl Expected {
    fn new(board: Board) -> Expected {
        let player = board.player();
        let last_flip = |square| reference::last_flip_count(square, player.without_square(square));
        Expected {
            flips: Square::ALL.map(|square| reference::flip(square, board)),
            moves: reference::moves(board),
            potential_moves: reference::potential_moves(board),
            last_flips: Square::ALL.map(last_flip),
            full_lines: reference::full_lines(board.occupied()),
            edges: reference::edges(board),
            stable_edge: reference::stable_edge(board),
            stable: reference::stable(board),
        }
    }
}

fn check<L: EvalPrimitives>(l: L, board: Board, expected: &Expected) {
    let features = Features::new(board);
    assert_eq!(l.features(board), features, "{board}");
    let after_pass = l.features_after_pass(&features, board.empties());
    assert_eq!(after_pass, Features::new(board.pass()), "{board}");

    assert_eq!(l.moves(board), expected.moves, "{board}");
    assert_eq!(l.has_move(board), !expected.moves.is_empty(), "{board}");
    let corners = expected.moves & Bitboard::CORNERS;
    assert_eq!(l.weighted_mobility(board), expected.moves.len() + corners.len(), "{board}");
    assert_eq!(l.potential_moves(board), expected.potential_moves, "{board}");

    let wide = L::Wide::new(l, board);
    assert_eq!(wide.board(), board);
    for square in board.empties() {
        let flips = expected.flips[square.index()];
        assert_eq!(l.flip(square, board), flips, "{square} {board}");
        let child = (!flips.is_empty()).then(|| board.play_unchecked(square, flips));
        assert_eq!(wide.child(l, square).map(WideBoard::<L>::board), child, "{square} {board}");
        if let Some(child) = child {
            let after = l.features_after_move(&features, square, flips, board.empties().len());
            assert_eq!(after, Features::new(child), "{square} {board}");
        }
    }
    for square in Square::ALL {
        let player = board.player().without_square(square);
        let count = expected.last_flips[square.index()];
        assert_eq!(l.last_flip_count(square, player), count, "{square} {player:?}");
    }
    let lines = l.full_lines(board.occupied());
    assert_eq!([lines.row, lines.file, lines.diagonal9, lines.diagonal7], expected.full_lines, "{board}");
    assert_eq!(l.edges(board), expected.edges, "{board}");
    assert_eq!(l.stable_edge(board), expected.stable_edge, "{board}");
    assert_eq!(l.stable_edge_count(board), expected.stable_edge.len(), "{board}");
    assert_eq!(l.stable(board), expected.stable, "{board}");
    assert_eq!(l.hash(board), cpu::Portable.hash(board), "{board}");
}
