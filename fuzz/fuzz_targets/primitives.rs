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
    let player = board.player().0;
    assert_eq!(l.moves(board), reference::moves(board), "{board}");
    for square in board.empties() {
        assert_eq!(l.flip(square, board), reference::flip(square, board), "{square} {board}");
    }
    for square in Square::ALL {
        // All but `square` is occupied.
        let own = player & !square.bit();
        let full = Board::new(Bitboard(own), Bitboard(!player & !square.bit())).expect("complements");
        assert_eq!(
            l.last_flip_count(square, own),
            reference::flip(square, full).count_ones(),
            "{square} {full}"
        );
    }

    let lines = l.full_lines(board.occupied().0);
    assert_eq!(
        [lines.row, lines.file, lines.diagonal9, lines.diagonal7],
        reference::full_lines(board.occupied().0)
    );
    assert_eq!(l.transpose(player), moved(player, |file, rank| (rank, file)));
    assert_eq!(l.mirror_files(player), moved(player, |file, rank| (7 - file, rank)));

    let stable = l.stable(board);
    assert_eq!(stable & !player, 0, "{board}");
    assert_eq!(stable, cpu::Portable.stable(board), "{board}");
}

fn moved(set: u64, to: impl Fn(u8, u8) -> (u8, u8)) -> u64 {
    let squares = Bitboard(set).into_iter().map(|square| to(square.file(), square.rank()));
    squares.map(|(file, rank)| Square::at(file, rank).expect("on the board").bit()).sum()
}
