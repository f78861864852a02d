//! The rules walked square by square: slow, obvious, and the oracle of tests and fuzzing.

use crate::{Board, Square};

const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Flips found by walking outward in each direction.
pub fn flip(square: Square, board: Board) -> u64 {
    let mut flips = 0;
    for (dx, dy) in DIRECTIONS {
        let mut run = 0;
        let mut at = step(square, dx, dy);
        while let Some(next) = at.filter(|&s| board.opponent().contains(s)) {
            run |= next.bit();
            at = step(next, dx, dy);
        }
        if at.is_some_and(|s| board.player().contains(s)) {
            flips |= run;
        }
    }
    flips
}

/// Every empty square with flips.
pub fn moves(board: Board) -> u64 {
    board.empties().into_iter().filter(|&s| flip(s, board) != 0).map(Square::bit).sum()
}

/// The four sets of [`FullLines`](crate::kernel::FullLines), each line walked both ways.
pub fn full_lines(occupied: u64) -> [u64; 4] {
    [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(dx, dy)| {
        let occupied_along = |mut at: Option<Square>, dx, dy| {
            while let Some(square) = at {
                if occupied & square.bit() == 0 {
                    return false;
                }
                at = step(square, dx, dy);
            }
            true
        };
        let full = |&s: &Square| occupied_along(Some(s), dx, dy) && occupied_along(Some(s), -dx, -dy);
        Square::ALL.into_iter().filter(full).map(Square::bit).sum()
    })
}

/// The exact score by trying everything, for a handful of empties.
pub fn solve(board: Board) -> i32 {
    let moves = moves(board);
    if moves == 0 {
        let passed = board.pass();
        return if self::moves(passed) == 0 { board.final_score() } else { -solve(passed) };
    }
    crate::Bitboard(moves)
        .into_iter()
        .map(|square| -solve(board.play_unchecked(square, flip(square, board))))
        .max()
        .expect("there is a move")
}

fn step(square: Square, dx: i8, dy: i8) -> Option<Square> {
    let (x, y) = (square.file() as i8 + dx, square.rank() as i8 + dy);
    Square::at(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}
