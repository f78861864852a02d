//! What the fuzz targets have in common.

use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use reversi_bitboard::cpu::Quirks;
use reversi_bitboard::{Bitboard, Board, Color, Cpu, CpuLevel, Position, Square, reference};

/// Every level of this machine, where a quirk makes a difference with and without it.
pub static CPUS: LazyLock<Vec<Cpu>> = LazyLock::new(|| {
    let mut cpus = Vec::new();
    for level in CpuLevel::available() {
        for slow_pext in [false, true] {
            let mut quirks = Quirks::default();
            quirks.slow_pext = slow_pext;
            let cpu = Cpu::with_quirks(level, quirks).expect("the level is available");
            if !cpus.contains(&cpu) {
                cpus.push(cpu);
            }
        }
    }
    cpus
});

/// Any board at all.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct AnyBoard {
    player: u64,
    opponent: u64,
}

impl AnyBoard {
    pub fn board(self) -> Board {
        board(self.player, self.opponent & !self.player)
    }
}

/// Any board with at most `N` empty squares.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Endgame<const N: usize> {
    discs: u64,
    empties: [u8; N],
}

impl<const N: usize> Endgame<N> {
    pub fn board(self) -> Board {
        let empties: Bitboard = self.empties.into_iter().map(any_square).collect();
        board(self.discs & !empties.0, !self.discs & !empties.0)
    }
}

fn board(player: u64, opponent: u64) -> Board {
    Board::new(Bitboard(player), Bitboard(opponent)).expect("no square is claimed twice")
}

pub fn any_square(index: u8) -> Square {
    Square::ALL[usize::from(index % 64)]
}

pub fn any_position(board: Board, black: bool) -> Position {
    Position { board, side: if black { Color::Black } else { Color::White } }
}

/// The score of a board with few empty squares, by the rules walked square by square. All moves are tried,
/// but for those behind one that is good enough.
pub fn true_score(board: Board) -> i32 {
    best_score(board, -64, 64)
}

fn best_score(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = reference::moves(board);
    if moves.is_empty() {
        let over = reference::moves(board.pass()).is_empty();
        return if over { board.final_score() } else { -best_score(board.pass(), -beta, -alpha) };
    }
    for square in moves {
        let child = board.play_unchecked(square, reference::flip(square, board));
        alpha = alpha.max(-best_score(child, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}
