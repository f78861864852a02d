use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::{OnLevel, PASS, assert_length};
use crate::board::{Bitboard, Board, Game, Square};
use crate::cpu::Cpu;
use crate::dispatch;

/// Moves of games in the form that [`replay`](super::replay) reads.
///
/// ```
/// use reversi_engine::arrays::{Games, replay};
///
/// let mut games = Games::new();
/// for text in ["f5d6", "d3"] {
///     games.push(&text.parse()?);
/// }
/// assert_eq!((&games.moves[..], &games.offsets[..]), (&[37, 43, 19][..], &[0, 2, 3][..]));
/// assert_eq!(replay(&games.moves, &games.offsets)?.plies, [0, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Games {
    /// The moves of all games. Passes are left out by [`random_games`], and kept by [`Games::push`].
    pub moves: Vec<u8>,
    /// The number of moves before each game, then the number of all moves: one more than there are games.
    pub offsets: Vec<usize>,
}

impl Default for Games {
    fn default() -> Games {
        Games { moves: Vec::new(), offsets: vec![0] }
    }
}

impl Games {
    /// Creates an empty list of games.
    pub fn new() -> Games {
        Games::default()
    }

    /// Adds the moves of a game. Where it began is not kept.
    pub fn push(&mut self, game: &Game) {
        let numbers = game.moves().map(|mv| mv.square().map_or(PASS, |square| square.index() as u8));
        self.moves.extend(numbers);
        self.offsets.push(self.moves.len());
    }
}

/// Plays games of random moves to their end. `numbers` are the numbers of the games: a game depends on its
/// number and on `seed`, and on nothing else. So parts can be made in any order, on any machine.
///
/// Each legal move has the same chance. The generator is SplitMix64 with the state `seed`: game `g` takes
/// its numbers from `64 * g` on, one for each move. From `n` legal moves in the order from A1 to H8, the
/// number `r` chooses the one at `((r >> 32) * n) >> 32`.
///
/// ```
/// use reversi_engine::arrays::random_games;
///
/// let games = random_games(0..3, 2026);
/// assert_eq!(games.offsets.len(), 4);
/// let third = random_games(2..3, 2026);
/// assert_eq!(third.moves, games.moves[games.offsets[2]..]);
/// ```
pub fn random_games(numbers: Range<u64>, seed: u64) -> Games {
    games_from(numbers.map(|number| (Board::START, number)), seed)
}

/// Plays games as [`random_games`] does, each from a board of its own. The first has the number `first`.
///
/// ```
/// use reversi_engine::arrays::{random_games, random_games_from};
/// use reversi_engine::{Board, Square};
///
/// let games = random_games_from(&[Board::START, Board::START.play(Square::D3)], 5, 2026);
/// assert_eq!(games.moves[..games.offsets[1]], random_games(5..6, 2026).moves);
/// ```
pub fn random_games_from(starts: &[Board], first: u64, seed: u64) -> Games {
    games_from(starts.iter().copied().zip((0..).map(|i: u64| first.wrapping_add(i))), seed)
}

fn games_from(starts: impl Iterator<Item = (Board, u64)>, seed: u64) -> Games {
    let cpu = Cpu::detect();
    let mut games = Games::new();
    for (start, number) in starts {
        let mut moves = [0; 64];
        let length = dispatch!(cpu, l => l.random_game(start, number, seed, &mut moves));
        games.moves.extend_from_slice(&moves[..length]);
        games.offsets.push(games.moves.len());
    }
    games
}

/// Chooses a legal move on each board, or [`PASS`] where the side to move has none. `draws` has a random
/// number for each board: from `n` legal moves in the order from A1 to H8, the number `r` chooses the one at
/// `((r >> 32) * n) >> 32`.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::arrays::random_moves;
///
/// let mut moves = [0; 2];
/// random_moves(&[Board::START; 2], &[0, u64::MAX], &mut moves);
/// assert_eq!(moves, [19, 44]); // d3 and e6
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn random_moves(boards: &[Board], draws: &[u64], moves: &mut [u8]) {
    assert_length("draws", draws.len(), boards.len());
    assert_length("moves", moves.len(), boards.len());
    for ((board, draw), mv) in boards.iter().zip(draws).zip(moves) {
        let legal = board.legal_moves();
        let chosen = at(legal, (((draw >> 32) * u64::from(legal.len())) >> 32) as u32);
        *mv = chosen.map_or(PASS, |square| square.index() as u8);
    }
}

/// The moves of a game and their number.
#[inline(always)]
pub(super) fn random_game<L: OnLevel>(
    l: L,
    start: Board,
    number: u64,
    seed: u64,
    moves_out: &mut [u8; 64],
) -> usize {
    let first = number.wrapping_mul(64);
    let mut board = start;
    let mut length = 0;
    for (i, out) in moves_out.iter_mut().enumerate() {
        let mut moves = l.moves(board);
        if moves.is_empty() {
            board = board.pass();
            moves = l.moves(board);
        }
        let number = random(seed, first.wrapping_add(i as u64));
        let chosen = ((number >> 32) * u64::from(moves.len())) >> 32;
        let Some(square) = at(moves, chosen as u32) else { break };
        board = board.play_unchecked(square, l.flip(square, board));
        *out = square.index() as u8;
        length += 1;
    }
    length
}

/// The square of a set with this number, from A1 to H8.
#[inline(always)]
fn at(set: Bitboard, number: u32) -> Option<Square> {
    let mut set = set.0;
    for _ in 0..number {
        set &= set.wrapping_sub(1);
    }
    Bitboard(set).first()
}

/// The number at this index of the sequence of SplitMix64.
#[inline(always)]
pub(crate) fn random(seed: u64, index: u64) -> u64 {
    let state = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
