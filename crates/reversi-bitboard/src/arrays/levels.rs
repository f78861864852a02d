//! The loops of `rules.rs`, `replay.rs` and `random.rs`, one function for each CPU level.
//!
//! Moves are computed by the portable kernel on each level. Its shifts are by constants, so the compiler
//! computes as many boards at a time as a vector of the level has lanes. The kernels of the levels compute
//! one board, whose axes are in the lanes, and take longer.

use super::random::random_game;
use super::replay::{Rows, after_no_flips};
use super::rules::{PASS, PlayError};
use crate::board::{Bitboard, Board, Color, Square, Symmetry};
use crate::kernel::mobility::portable::moves;
use crate::outlined;

outlined! {
    /// The functions of this module on the level of a token. The slices have equal lengths.
    #[allow(missing_docs, reason = "each does what the function of the same name in `arrays` does")]
    pub trait OnLevel {
        fn legal_moves_of_all(boards: &[Board], out: &mut [Bitboard]) = legal_moves;
        fn mobility_of_all(boards: &[Board], out: &mut [u8]) = mobility;
        fn must_pass_of_all(boards: &[Board], out: &mut [bool]) = must_pass;
        fn is_over_of_all(boards: &[Board], out: &mut [bool]) = is_over;
        fn final_scores_of_all(boards: &[Board], out: &mut [i8]) = final_scores;
        fn stable_of_all(boards: &[Board], out: &mut [Bitboard]) = stable;
        fn hash_of_all(boards: &[Board], out: &mut [u64]) = hash;
        fn transform_of_all(boards: &[Board], symmetry: Symmetry, out: &mut [Board]) = transform;
        fn flips_of_all(boards: &[Board], squares: &[u8], out: &mut [Bitboard]) = flips;
        fn play_of_all(boards: &[Board], moves: &[u8], out: &mut [Board]) -> Result<(), PlayError> = play;
        fn random_game(number: u64, seed: u64, moves: &mut [u8; 60]) -> usize = random_game;
        fn replay_game(moves: &[u8], rows: Rows<'_>) -> Result<Board, PlayError> = replay_game;
    }
}

#[inline(always)]
fn legal_moves<L: OnLevel>(_: L, boards: &[Board], out: &mut [Bitboard]) {
    for (&board, out) in boards.iter().zip(out) {
        *out = moves(board);
    }
}

#[inline(always)]
fn mobility<L: OnLevel>(_: L, boards: &[Board], out: &mut [u8]) {
    for (&board, out) in boards.iter().zip(out) {
        *out = moves(board).len() as u8;
    }
}

#[inline(always)]
fn must_pass<L: OnLevel>(_: L, boards: &[Board], out: &mut [bool]) {
    for (&board, out) in boards.iter().zip(out) {
        // Both are computed on each board: a branch would end the vectors.
        *out = moves(board).is_empty() & !moves(board.pass()).is_empty();
    }
}

#[inline(always)]
fn is_over<L: OnLevel>(_: L, boards: &[Board], out: &mut [bool]) {
    for (&board, out) in boards.iter().zip(out) {
        *out = (moves(board) | moves(board.pass())).is_empty();
    }
}

#[inline(always)]
fn final_scores<L: OnLevel>(_: L, boards: &[Board], out: &mut [i8]) {
    for (&board, out) in boards.iter().zip(out) {
        *out = board.final_score() as i8;
    }
}

#[inline(always)]
fn stable<L: OnLevel>(l: L, boards: &[Board], out: &mut [Bitboard]) {
    for (&board, out) in boards.iter().zip(out) {
        *out = l.stable(board);
    }
}

#[inline(always)]
fn hash<L: OnLevel>(l: L, boards: &[Board], out: &mut [u64]) {
    for (&board, out) in boards.iter().zip(out) {
        *out = l.hash(board);
    }
}

#[inline(always)]
fn transform<L: OnLevel>(_: L, boards: &[Board], symmetry: Symmetry, out: &mut [Board]) {
    for (&board, out) in boards.iter().zip(out) {
        *out = Board::from_bits(symmetry.bitboard(board.player()).0, symmetry.bitboard(board.opponent()).0);
    }
}

#[inline(always)]
fn flips<L: OnLevel>(l: L, boards: &[Board], squares: &[u8], out: &mut [Bitboard]) {
    for ((&board, &square), out) in boards.iter().zip(squares).zip(out) {
        *out = flips_on(l, board, square);
    }
}

/// The flips of a move by its number; none if it is illegal or a pass.
#[inline(always)]
fn flips_on<L: OnLevel>(l: L, board: Board, mv: u8) -> Bitboard {
    match Square::new(mv) {
        Some(square) if board.empties().contains(square) => l.flip(square, board),
        _ => Bitboard::EMPTY,
    }
}

#[inline(always)]
fn play<L: OnLevel>(l: L, boards: &[Board], moves: &[u8], out: &mut [Board]) -> Result<(), PlayError> {
    for (index, ((&board, &mv), out)) in boards.iter().zip(moves).zip(out).enumerate() {
        let flips = flips_on(l, board, mv);
        *out = match Square::new(mv) {
            Some(square) if !flips.is_empty() => board.play_unchecked(square, flips),
            _ if mv == PASS && board.must_pass() => board.pass(),
            _ => return Err(PlayError::new(index, board, mv)),
        };
    }
    Ok(())
}

#[inline(always)]
fn replay_game<L: OnLevel>(l: L, moves: &[u8], rows: Rows<'_>) -> Result<Board, PlayError> {
    let Rows { boards, flips, sides, plies } = rows;
    let rows = boards.iter_mut().zip(flips).zip(sides).zip(plies);
    let (mut board, mut side, mut ply) = (Board::START, Color::Black, 0);
    for (index, (&mv, (((board_out, flips_out), side_out), ply_out))) in moves.iter().zip(rows).enumerate() {
        let mut flips = flips_on(l, board, mv);
        if flips.is_empty() {
            (board, side, flips) =
                after_no_flips(board, side, mv).ok_or_else(|| PlayError::new(index, board, mv))?;
        }
        (*board_out, *flips_out, *side_out, *ply_out) = (board, flips, side, ply);
        board = match Square::new(mv) {
            Some(square) => {
                ply += 1;
                board.play_unchecked(square, flips)
            }
            None => board.pass(),
        };
        side = !side;
    }
    Ok(if side == Color::Black { board } else { board.pass() })
}
