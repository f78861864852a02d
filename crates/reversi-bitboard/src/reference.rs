//! The rules walked square by square: slow, obvious, and the oracle of tests and fuzzing.

use alloc::vec;
use core::iter::successors;

use crate::board::{Bitboard, Board, Square, mask};

const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Along the rank, the file, A1-H8 and H1-A8.
const AXES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Finds flips by walking outward in each direction.
pub fn flip(square: Square, board: Board) -> Bitboard {
    let mut flips = Bitboard::EMPTY;
    for (dx, dy) in DIRECTIONS {
        let mut run = Bitboard::EMPTY;
        let mut at = step(square, dx, dy);
        while let Some(next) = at.filter(|&s| board.opponent().contains(s)) {
            run = run.with_square(next);
            at = step(next, dx, dy);
        }
        if at.is_some_and(|s| board.player().contains(s)) {
            flips |= run;
        }
    }
    flips
}

/// Returns every empty square with flips.
pub fn moves(board: Board) -> Bitboard {
    board.empties().into_iter().filter(|&s| !flip(s, board).is_empty()).collect()
}

/// Counts the flips on `square`, the only empty one: all squares that are not `player`'s are the opponent's.
pub fn last_flip_count(square: Square, player: Bitboard) -> u32 {
    flip(square, Board::from_bits(player.0, !player.with_square(square).0)).len()
}

/// Turns files into ranks.
pub fn transpose(set: Bitboard) -> Bitboard {
    set.into_iter().filter_map(|s| Square::at(s.rank(), s.file())).collect()
}

/// Mirrors the files: file A becomes file H.
pub fn mirror_files(set: Bitboard) -> Bitboard {
    set.into_iter().filter_map(|s| Square::at(7 - s.file(), s.rank())).collect()
}

/// Returns the four sets of [`FullLines`](crate::kernel::FullLines), each line walked both ways.
pub fn full_lines(occupied: Bitboard) -> [Bitboard; 4] {
    AXES.map(|(dx, dy)| {
        let occupied_along = |mut at: Option<Square>, dx, dy| {
            while let Some(square) = at {
                if !occupied.contains(square) {
                    return false;
                }
                at = step(square, dx, dy);
            }
            true
        };
        let full = |&s: &Square| occupied_along(Some(s), dx, dy) && occupied_along(Some(s), -dx, -dy);
        Square::ALL.into_iter().filter(full).collect()
    })
}

/// Finds stable edges, and discs safe along each axis: by the edge of the board, a full line or a stable
/// neighbour.
pub fn stable(board: Board) -> Bitboard {
    let full = full_lines(board.occupied());
    let mut stable = stable_edge(board);
    loop {
        let before = stable;
        for square in board.player() - stable {
            let is_end = |dx, dy| step(square, dx, dy).is_none_or(|s| stable.contains(s));
            let is_safe = |(&(dx, dy), full): (&(i8, i8), &Bitboard)| {
                full.contains(square) || is_end(dx, dy) || is_end(-dx, -dy)
            };
            if AXES.iter().zip(&full).all(is_safe) {
                stable = stable.with_square(square);
            }
        }
        if stable == before {
            return stable;
        }
    }
}

/// Returns the discs of the mover that are stable on one of the four edges.
pub fn stable_edge(board: Board) -> Bitboard {
    let mut stable = Bitboard::EMPTY;
    for (corner, dx, dy) in [(Square::A1, 1, 0), (Square::A8, 1, 0), (Square::A1, 0, 1), (Square::H1, 0, 1)] {
        let edge = || successors(Some(corner), |&s| step(s, dx, dy)).enumerate();
        // Moves the edge to rank 1, and back.
        let lay = |set: Bitboard| edge().map(|(i, s)| u64::from(set.contains(s)) << i).sum();
        let on_rank_1 = stable_on_rank_1(Board::from_bits(lay(board.player()), lay(board.opponent())));
        stable |= edge().filter(|&(i, _)| on_rank_1.0 >> i & 1 != 0).map(|(_, s)| s).collect::<Bitboard>();
    }
    stable
}

/// Returns the discs of the mover that it keeps on every board that can follow when both sides place discs on
/// rank 1 in any order and flip along that rank. All discs are on rank 1.
pub fn stable_on_rank_1(board: Board) -> Bitboard {
    let mut stable = board.player();
    let mut seen = vec![false; 1 << 16];
    let mut to_visit = vec![board];
    while let Some(board) = to_visit.pop() {
        stable &= board.player();
        if stable.is_empty() {
            break;
        }
        for square in board.empties() & mask::RANK_1 {
            let passed = board.pass();
            for next in [
                board.play_unchecked(square, flip(square, board)).pass(),
                passed.play_unchecked(square, flip(square, passed)),
            ] {
                let seen = &mut seen[(next.player().0 << 8 | next.opponent().0) as usize];
                if !core::mem::replace(seen, true) {
                    to_visit.push(next);
                }
            }
        }
    }
    stable
}

/// Returns every empty square with a neighbour of the other side.
pub fn potential_moves(board: Board) -> Bitboard {
    let next_to_opponent = |&square: &Square| {
        DIRECTIONS.iter().any(|&(dx, dy)| step(square, dx, dy).is_some_and(|s| board.opponent().contains(s)))
    };
    board.empties().into_iter().filter(next_to_opponent).collect()
}

/// Returns the edges square by square: ranks 1 and 8, files A and H as `player << 8 | opponent`.
pub fn edges(board: Board) -> [u16; 4] {
    let along = |set: Bitboard, (x, y): (u8, u8), (dx, dy): (u8, u8)| {
        (0..8)
            .filter(|i| set.contains(Square::at(x + i * dx, y + i * dy).unwrap()))
            .map(|i| 1 << i)
            .sum::<u16>()
    };
    [((0, 0), (1, 0)), ((0, 7), (1, 0)), ((0, 0), (0, 1)), ((7, 0), (0, 1))]
        .map(|(from, step)| along(board.player(), from, step) << 8 | along(board.opponent(), from, step))
}

fn step(square: Square, dx: i8, dy: i8) -> Option<Square> {
    let (x, y) = (square.file() as i8 + dx, square.rank() as i8 + dy);
    Square::at(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}
