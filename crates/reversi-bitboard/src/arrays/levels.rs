//! The loops of `rules.rs`, `replay.rs` and `random.rs`, one function for each CPU level.
//!
//! Moves are computed by the portable kernel on each level. Its shifts are by constants, so the compiler
//! computes as many boards at a time as a vector of the level has lanes. The kernels of the levels compute
//! one board, whose axes are in the lanes, and take longer.

use core::array;

use super::random::random_game;
use super::replay::{GameState, Rows};
use super::rules::{PASS, PlayError};
use crate::board::{Bitboard, Board, Position, Square, Symmetry};
use crate::kernel::mobility::portable::moves;
use crate::outlined;

outlined! {
    /// The functions of this module on the level of a token. The slices have equal lengths.
    #[allow(missing_docs, reason = "each does what the function of the same name in `arrays` does")]
    pub trait OnLevel {
        fn overlap_in_any(rows: &[[u64; 2]]) -> bool = overlap;
        fn legal_moves_of_all(boards: &[Board], out: &mut [Bitboard]) = legal_moves;
        fn mobility_of_all(boards: &[Board], out: &mut [u8]) = mobility;
        fn must_pass_of_all(boards: &[Board], out: &mut [bool]) = must_pass;
        fn is_over_of_all(boards: &[Board], out: &mut [bool]) = is_over;
        fn final_scores_of_all(boards: &[Board], out: &mut [i8]) = final_scores;
        fn stable_of_all(boards: &[Board], out: &mut [Bitboard]) = stable;
        fn hash_of_all(boards: &[Board], out: &mut [u64]) = hash;
        fn transform_of_all(boards: &[Board], symmetry: Symmetry, out: &mut [Board]) = transform;
        fn transform_each(boards: &[Board], symmetries: &[Symmetry], out: &mut [Board]) = transform_each;
        fn canonical_of_all(
            boards: &[Board],
            out: &mut [Board],
            symmetries: &mut [Symmetry],
        ) = canonical;
        fn flips_of_all(boards: &[Board], squares: &[u8], out: &mut [Bitboard]) = flips;
        fn play_of_all(boards: &[Board], moves: &[u8], out: &mut [Board]) -> Result<(), PlayError> = play;
        fn random_game(start: Board, number: u64, seed: u64, moves: &mut [u8; 64]) -> usize = random_game;
        fn replay_games(
            starts: &[Position],
            moves: &[u8],
            offsets: &[usize],
            rows: Rows<'_>,
        ) -> Result<(), (usize, PlayError)> = replay_games;
    }
}

#[inline(always)]
fn overlap<L: OnLevel>(_: L, rows: &[[u64; 2]]) -> bool {
    rows.iter().fold(0, |both, [player, opponent]| both | player & opponent) != 0
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
fn transform_each<L: OnLevel>(_: L, boards: &[Board], symmetries: &[Symmetry], out: &mut [Board]) {
    for ((&board, symmetry), out) in boards.iter().zip(symmetries).zip(out) {
        *out = symmetry.board(board);
    }
}

#[inline(always)]
fn canonical<L: OnLevel>(_: L, boards: &[Board], out: &mut [Board], symmetries: &mut [Symmetry]) {
    const AT_A_TIME: usize = 64;
    let parts = out.chunks_mut(AT_A_TIME).zip(symmetries.chunks_mut(AT_A_TIME));
    for (boards, (out, symmetries)) in boards.chunks(AT_A_TIME).zip(parts) {
        out.copy_from_slice(boards);
        let mut numbers = [0_u64; AT_A_TIME];
        // Words, and no branch: the compiler takes several boards at a time.
        for (number, symmetry) in (0..).zip(Symmetry::ALL) {
            for ((&board, best), best_number) in boards.iter().zip(&mut *out).zip(&mut numbers) {
                let image = symmetry.board(board);
                let [(player, opponent), (best_player, best_opponent)] =
                    [image, *best].map(|board| (board.player().0, board.opponent().0));
                let is_less = (player < best_player) | ((player == best_player) & (opponent < best_opponent));
                *best = if is_less { image } else { *best };
                *best_number = if is_less { number } else { *best_number };
            }
        }
        for (symmetry, number) in symmetries.iter_mut().zip(numbers) {
            *symmetry = Symmetry::ALL[number as usize];
        }
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
pub(super) fn flips_on<L: OnLevel>(l: L, board: Board, mv: u8) -> Bitboard {
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

/// Games whose moves are computed in turn: each waits for the board before it, and the others fill the
/// time.
const GAMES_TOGETHER: usize = 4;

/// Replays games, from the usual start where there are no others. An error has the number of its game.
#[inline(always)]
fn replay_games<L: OnLevel>(
    l: L,
    starts: &[Position],
    moves: &[u8],
    offsets: &[usize],
    mut rows: Rows<'_>,
) -> Result<(), (usize, PlayError)> {
    let games = offsets.len() - 1;
    for first in (0..games).step_by(GAMES_TOGETHER) {
        let started =
            array::from_fn(|i| GameState::from(starts.get(first + i).copied().unwrap_or(Position::START)));
        let mut going: [GameState; GAMES_TOGETHER] = started;
        let bounds = &offsets[first..=games.min(first + GAMES_TOGETHER)];
        let mut done = 0;
        if let Some(bounds) = bounds.first_chunk::<{ GAMES_TOGETHER + 1 }>() {
            let shortest = bounds.windows(2).map(|game| game[1] - game[0]).min().unwrap_or(0);
            let mut play = |step| {
                going.iter_mut().zip(bounds).all(|(game, start)| {
                    let index = start + step;
                    game.play(l, moves, index, &mut rows).is_ok()
                })
            };
            if (0..shortest).all(&mut play) {
                done = shortest;
            } else {
                going = started; // the first error is of the first game
            }
        }
        for (i, (game, bounds)) in going.iter_mut().zip(bounds.windows(2)).enumerate() {
            for index in bounds[0] + done..bounds[1] {
                game.play(l, moves, index, &mut rows).map_err(|error| (first + i, error))?;
            }
            rows.ends[first + i] = game.of_black();
        }
        let written = bounds[0] - rows.start..bounds[bounds.len() - 1] - rows.start;
        legal_moves(l, &rows.boards[written.clone()], &mut rows.legal[written]);
    }
    Ok(())
}
