use core::fmt;

use super::{OnLevel, assert_length};
use crate::board::{Bitboard, Board, IllegalMove, Move, Square, Symmetry, perft_on};
use crate::cpu::Cpu;
use crate::dispatch;

/// The number of a pass among moves, one above that of H8.
pub const PASS: u8 = 64;

/// Finds the legal moves of the side to move on each board: [`Board::legal_moves`].
///
/// ```
/// use reversi_engine::{Bitboard, Board, arrays};
///
/// let mut moves = [Bitboard::EMPTY; 1];
/// arrays::legal_moves(&[Board::START], &mut moves);
/// assert_eq!(moves[0].to_string(), "d3 c4 f5 e6");
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn legal_moves(boards: &[Board], out: &mut [Bitboard]) {
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.legal_moves_of_all(boards, out));
}

/// Counts the legal moves of the side to move on each board.
///
/// ```
/// use reversi_engine::{Board, arrays};
///
/// let mut counts = [0];
/// arrays::mobility(&[Board::START], &mut counts);
/// assert_eq!(counts, [4]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn mobility(boards: &[Board], out: &mut [u8]) {
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.mobility_of_all(boards, out));
}

/// Checks on each board whether the side to move has no move while the other side has one:
/// [`Board::must_pass`].
///
/// ```
/// use reversi_engine::{Board, arrays};
///
/// let board: Board = "OX-------------------------------------------------------------- X".parse()?;
/// let mut passes = [false; 2];
/// arrays::must_pass(&[board, Board::START], &mut passes);
/// assert_eq!(passes, [true, false]);
/// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn must_pass(boards: &[Board], out: &mut [bool]) {
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.must_pass_of_all(boards, out));
}

/// Checks on each board whether neither side can move: [`Board::is_game_over`].
///
/// ```
/// use reversi_engine::{Board, arrays};
///
/// let board: Board = "XX-------------------------------------------------------------- X".parse()?;
/// let mut over = [false; 2];
/// arrays::is_over(&[board, Board::START], &mut over);
/// assert_eq!(over, [true, false]);
/// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn is_over(boards: &[Board], out: &mut [bool]) {
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.is_over_of_all(boards, out));
}

/// Writes the score of a game that ended on each board, from the **side to move** there:
/// [`Board::final_score`].
///
/// After the last move of a game the side to move is the opponent of the last mover, and so the sign is the
/// opponent's. The ends of a [`Replay`](super::Replay) are as black sees them.
///
/// ```
/// use reversi_engine::{Board, arrays};
///
/// let board: Board = "XX-------------------------------------------------------------- X".parse()?;
/// let mut scores = [0; 2];
/// arrays::final_scores(&[board, board.pass()], &mut scores);
/// assert_eq!(scores, [64, -64]);
/// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn final_scores(boards: &[Board], out: &mut [i8]) {
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.final_scores_of_all(boards, out));
}

/// Finds discs of the side to move that no sequence of moves can ever turn: a proven subset, not all of them.
/// The other side's are the stable discs of [`Board::pass`].
///
/// ```
/// use reversi_engine::{Bitboard, Board, Square, arrays};
///
/// let board: Board = "XX-------------------------------------------------------------- X".parse()?;
/// let mut discs = [Bitboard::EMPTY; 2];
/// arrays::stable(&[board, Board::START], &mut discs);
/// assert_eq!((discs[0].to_string(), discs[1]), ("a1 b1".to_string(), Bitboard::EMPTY));
/// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn stable(boards: &[Board], out: &mut [Bitboard]) {
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.stable_of_all(boards, out));
}

/// Hashes each board. The hash is the same on every machine: CRC32C of the discs of the side to move in the
/// high half, of both sides in the low half. Symmetric images have different hashes, unless they are
/// [`canonical`].
///
/// ```
/// use reversi_engine::{Board, arrays};
///
/// let mut hashes = [0];
/// arrays::hash(&[Board::START], &mut hashes);
/// assert_eq!(hashes, [0x7966_0235_a176_709e]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn hash(boards: &[Board], out: &mut [u64]) {
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.hash_of_all(boards, out));
}

/// Moves all discs of each board by a symmetry: [`Symmetry::board`].
///
/// ```
/// use reversi_engine::{Board, Square, arrays};
/// use reversi_engine::board::Symmetry;
///
/// let mut images = [Board::START];
/// arrays::transform(&[Board::START.play(Square::D3)], Symmetry::TRANSPOSE, &mut images);
/// assert_eq!(images, [Board::START.play(Square::C4)]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn transform(boards: &[Board], symmetry: Symmetry, out: &mut [Board]) {
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.transform_of_all(boards, symmetry, out));
}

/// Moves all discs of each board by a symmetry of its own.
///
/// ```
/// use reversi_engine::{Board, Square, arrays};
/// use reversi_engine::board::Symmetry;
///
/// let mut images = [Board::START; 8];
/// arrays::transform_each(&[Board::START.play(Square::D3); 8], &Symmetry::ALL, &mut images);
/// assert_eq!(images[4], Board::START.play(Square::C4)); // transposed
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn transform_each(boards: &[Board], symmetries: &[Symmetry], out: &mut [Board]) {
    assert_length("symmetries", symmetries.len(), boards.len());
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.transform_each(boards, symmetries, out));
}

/// Finds the smallest symmetric image of each board, and the symmetry that leads to it: [`Board::canonical`].
///
/// ```
/// use reversi_engine::{Board, Square, arrays};
/// use reversi_engine::board::Symmetry;
///
/// let boards = [Square::D3, Square::F5].map(|square| Board::START.play(square));
/// let (mut images, mut symmetries) = ([Board::START; 2], [Symmetry::IDENTITY; 2]);
/// arrays::canonical(&boards, &mut images, &mut symmetries);
/// assert_eq!(images[0], images[1]);
/// assert_eq!(symmetries[1].inverse().board(images[1]), boards[1]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn canonical(boards: &[Board], out: &mut [Board], symmetries: &mut [Symmetry]) {
    assert_length("out", out.len(), boards.len());
    assert_length("symmetries", symmetries.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.canonical_of_all(boards, out, symmetries));
}

/// Counts the sequences of `depth` moves from each board: [`perft`](crate::perft).
///
/// ```
/// use reversi_engine::{Board, Square, arrays};
///
/// let mut counts = [0; 2];
/// arrays::perft(&[Board::START, Board::START.play(Square::F5)], 4, &mut counts);
/// assert_eq!(counts, [244, 349]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn perft(boards: &[Board], depth: u32, out: &mut [u64]) {
    assert_length("out", out.len(), boards.len());
    let cpu = Cpu::detect();
    for (board, out) in boards.iter().zip(out) {
        *out = perft_on(cpu, board, depth);
    }
}

/// Finds the discs that the move on each board turns: [`Board::flips`]. The set is empty where the move is
/// illegal, a [`PASS`] or no square.
///
/// ```
/// use reversi_engine::{Bitboard, Board, Square, arrays};
///
/// let mut flips = [Bitboard::EMPTY; 2];
/// arrays::flips(&[Board::START; 2], &[Square::D3.index() as u8, arrays::PASS], &mut flips);
/// assert_eq!(flips, [Square::D4.into(), Bitboard::EMPTY]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn flips(boards: &[Board], moves: &[u8], out: &mut [Bitboard]) {
    assert_length("moves", moves.len(), boards.len());
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.flips_of_all(boards, moves, out));
}

/// Plays the move on each board and writes the board seen from the other side: [`Board::try_after`].
///
/// ```
/// use reversi_engine::{Board, Square, arrays};
///
/// let [d3, a1] = [Square::D3, Square::A1].map(|square| square.index() as u8);
/// let mut next = [Board::START; 2];
/// arrays::play(&[Board::START; 2], &[d3, d3], &mut next)?;
/// assert_eq!(next[1], Board::START.play(Square::D3));
///
/// let error = arrays::play(&[Board::START; 2], &[d3, a1], &mut next).unwrap_err();
/// assert_eq!(error.to_string(), "moves[1]: a1 is not a legal move: it flips no disc");
/// # Ok::<(), reversi_engine::arrays::PlayError>(())
/// ```
///
/// # Errors
/// The first illegal move. The boards before it are written, the others are left as they were.
///
/// # Panics
/// If the slices differ in length.
pub fn play(boards: &[Board], moves: &[u8], out: &mut [Board]) -> Result<(), PlayError> {
    assert_length("moves", moves.len(), boards.len());
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.play_of_all(boards, moves, out))
}

/// A move of a slice that the rules do not allow.
///
/// ```
/// use reversi_engine::{Board, arrays};
/// use reversi_engine::board::IllegalMoveReason;
/// use reversi_engine::arrays::PlayErrorReason;
///
/// let error = arrays::play(&[Board::START], &[arrays::PASS], &mut [Board::START]).unwrap_err();
/// let PlayErrorReason::Illegal(error) = error.reason else { panic!() };
/// assert_eq!(error.reason, IllegalMoveReason::MustPlay);
///
/// let error = arrays::play(&[Board::START], &[99], &mut [Board::START]).unwrap_err();
/// assert_eq!(error.to_string(), "moves[0] must be 0 to 64, not 99");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PlayError {
    /// The index of the move in the slice.
    pub index: usize,
    /// The rule that it breaks.
    pub reason: PlayErrorReason,
}

/// Why a move of a slice cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayErrorReason {
    /// The rules do not allow it on its board.
    Illegal(IllegalMove),
    /// The number is neither a square nor [`PASS`].
    NoSquare(u8),
}

impl PlayError {
    /// The error of a move that is known to be illegal.
    #[cold]
    pub(super) fn new(index: usize, board: Board, mv: u8) -> PlayError {
        let known = Square::new(mv).map(Move::Place).or((mv == PASS).then_some(Move::Pass));
        let illegal = known.and_then(|mv| board.try_after(mv).err());
        let reason = illegal.map_or(PlayErrorReason::NoSquare(mv), PlayErrorReason::Illegal);
        PlayError { index, reason }
    }
}

impl core::error::Error for PlayError {}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.index;
        match self.reason {
            PlayErrorReason::Illegal(error) => write!(f, "moves[{index}]: {error}"),
            PlayErrorReason::NoSquare(mv) => write!(f, "moves[{index}] must be 0 to {PASS}, not {mv}"),
        }
    }
}
