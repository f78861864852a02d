//! Representations of a board.

use reversi_bitboard::__internal::{flip, mobility};
use reversi_bitboard::{Bitboard, Board, Square};

use crate::list::kernel_lists;
use crate::table::table;

kernel_lists! {
    /// The number of games of three plies from a board. A board is either two sets, one for each side, or the
    /// occupied squares and those of the side to move.
    perft3(Board): |board| {
        Portable "BB-01" "player and opponent" => perft(board, 3);
        Portable "BB-01 table" "bits of squares from a table, sides by XOR" => perft(WithTable(board), 3);
        Portable "BB-02" "occupied and own" => perft(OccupiedOwn::new(board), 3);
    }
}

/// A representation of a board.
trait Position: Copy {
    fn board(self) -> Board;
    fn play(self, square: Square, flips: u64) -> Self;
    fn pass(self) -> Self;
}

impl Position for Board {
    #[inline(always)]
    fn board(self) -> Board {
        self
    }

    #[inline(always)]
    fn play(self, square: Square, flips: u64) -> Board {
        self.play_unchecked(square, Bitboard(flips))
    }

    #[inline(always)]
    fn pass(self) -> Board {
        Board::pass(self)
    }
}

/// A board that gets the bit of a square from a table instead of a shift, and changes its sides by XOR as
/// the source does (BB-01).
#[derive(Clone, Copy)]
struct WithTable(Board);

static BITS: [u64; 64] = table!(|square| 1 << square);

impl Position for WithTable {
    #[inline(always)]
    fn board(self) -> Board {
        self.0
    }

    #[inline(always)]
    fn play(self, square: Square, flips: u64) -> WithTable {
        let (player, opponent) = (self.0.player().0, self.0.opponent().0);
        let own = player ^ (flips | BITS[square.index()]);
        WithTable(Board::from_bits(opponent ^ flips, own))
    }

    #[inline(always)]
    fn pass(self) -> WithTable {
        WithTable(self.0.pass())
    }
}

/// The occupied squares and those of the side to move. A move adds its square to the occupied ones and
/// changes nothing else of them (BB-02).
#[derive(Clone, Copy)]
struct OccupiedOwn {
    occupied: u64,
    own: u64,
}

impl OccupiedOwn {
    #[inline(always)]
    fn new(board: Board) -> OccupiedOwn {
        OccupiedOwn { occupied: board.occupied().0, own: board.player().0 }
    }
}

impl Position for OccupiedOwn {
    #[inline(always)]
    fn board(self) -> Board {
        Board::from_bits(self.own, self.occupied ^ self.own)
    }

    #[inline(always)]
    fn play(self, square: Square, flips: u64) -> OccupiedOwn {
        OccupiedOwn { occupied: self.occupied | square.bit(), own: self.occupied ^ self.own ^ flips }
    }

    #[inline(always)]
    fn pass(self) -> OccupiedOwn {
        OccupiedOwn { occupied: self.occupied, own: self.occupied ^ self.own }
    }
}

fn perft<P: Position>(position: P, depth: u32) -> u64 {
    let board = position.board();
    let moves = mobility::portable::moves(board);
    if moves.is_empty() {
        let passed = position.pass();
        let is_over = mobility::portable::moves(passed.board()).is_empty();
        return if is_over || depth == 1 { 1 } else { perft(passed, depth - 1) };
    }
    if depth == 1 {
        return moves.len().into();
    }
    let play = |square| position.play(square, flip::portable::flip(square, board).0);
    moves.into_iter().map(|square| perft(play(square), depth - 1)).sum()
}
