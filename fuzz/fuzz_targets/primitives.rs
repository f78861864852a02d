//! Every primitive, on every CPU level of this machine, against the rules walked square by square.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, Cpu, CpuLevel, Square, cpu, dispatch, reference};

fuzz_target!(|discs: (u64, u64)| {
    let (player, opponent) = (discs.0, discs.1 & !discs.0);
    let board = Board::new(Bitboard(player), Bitboard(opponent)).expect("no square is claimed twice");
    for level in CpuLevel::available() {
        let cpu = Cpu::new(level).expect("the level is available");
        dispatch!(cpu, l => check(l, board));
    }
});

fn check<L: Primitives>(l: L, board: Board) {
    let (player, occupied) = (board.player().0, board.occupied().0);
    assert_eq!(l.moves(board), reference::moves(board), "{board}");
    for square in board.empties() {
        assert_eq!(l.flip(square, board), reference::flip(square, board), "{square} {board}");
    }
    for square in Square::ALL {
        let player = player & !square.bit();
        let count = reference::last_flip_count(square, player);
        assert_eq!(l.last_flip_count(square, player), count, "{square} {player:#x}");
    }
    let lines = l.full_lines(occupied);
    let lines = [lines.row, lines.file, lines.diagonal9, lines.diagonal7];
    assert_eq!(lines, reference::full_lines(occupied), "{occupied:#x}");
    assert_eq!(l.transpose(player), reference::transpose(player), "{player:#x}");
    assert_eq!(l.mirror_files(player), reference::mirror_files(player), "{player:#x}");
    assert_eq!(l.stable_edge(board), reference::stable_edge(board), "{board}");
    assert_eq!(l.stable(board), reference::stable(board), "{board}");
    assert_eq!(l.hash(board), cpu::Portable.hash(board), "{board}");
}
