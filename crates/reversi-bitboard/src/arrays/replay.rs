use alloc::vec::Vec;

use super::levels::flips_on;
use super::{OnLevel, PASS, PlayError, assert_length};
use crate::board::{Bitboard, Board, Color, Position, Square};
use crate::cpu::Cpu;
use crate::dispatch;

/// The positions of games, from [`replay`]. All vectors but `ends` have an item for each move, in the order
/// of the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replay {
    /// The board before each move, as the side that plays the move sees it.
    pub boards: Vec<Board>,
    /// The legal moves on it; none where the move is a pass.
    pub legal: Vec<Bitboard>,
    /// The discs that the move turns; none where it is a pass.
    pub flips: Vec<Bitboard>,
    /// The side that plays the move.
    pub sides: Vec<Color>,
    /// The number of discs that the game placed before the move: passes are not counted.
    pub plies: Vec<u8>,
    /// The board after the last move of each game, as **black** sees it, whoever is to move. So the
    /// [`final_scores`](super::final_scores) of these boards are black's.
    pub ends: Vec<Board>,
}

/// Replays games from the start of the game. Game `i` has the moves from `offsets[i]` to `offsets[i + 1]`.
///
/// Forced passes may be written as [`PASS`] or left out, as most records do: where the side to move has no
/// move and the other side may play the next one, it does. Games may end early.
///
/// ```
/// use reversi_engine::arrays::replay;
/// use reversi_engine::{Board, Color, Square};
///
/// let moves = [Square::F5, Square::D6, Square::D3].map(|square| square.index() as u8);
/// let replay = replay(&moves, &[0, 2, 3])?; // two games: f5d6 and d3
/// assert_eq!(replay.boards, [Board::START, Board::START.play(Square::F5), Board::START]);
/// assert_eq!(replay.legal[1].to_string(), "f4 d6 f6");
/// assert_eq!(replay.sides, [Color::Black, Color::White, Color::Black]);
/// assert_eq!(replay.plies, [0, 1, 0]);
/// assert_eq!(replay.ends[1], Board::START.play(Square::D3).pass()); // white is to move, black looks
/// # Ok::<(), reversi_engine::arrays::ReplayError>(())
/// ```
///
/// # Errors
/// [`ReplayError`] with the game of the first illegal move, or with offsets that do not ascend from 0 to
/// the number of moves.
pub fn replay(moves: &[u8], offsets: &[usize]) -> Result<Replay, ReplayError> {
    replay_on(Cpu::detect(), &[], moves, offsets)
}

/// Replays games as [`replay`] does, each from a position of its own.
///
/// ```
/// use reversi_engine::arrays::replay_from;
/// use reversi_engine::{Board, Color, Position, Square};
///
/// let start = Position { board: Board::START.play(Square::F5), side: Color::White };
/// let replay = replay_from(&[start], &[Square::D6.index() as u8], &[0, 1])?;
/// assert_eq!((replay.boards[0], replay.sides[0], replay.plies[0]), (start.board, start.side, 0));
/// # Ok::<(), reversi_engine::arrays::ReplayError>(())
/// ```
///
/// # Errors
/// The errors of [`replay`].
///
/// # Panics
/// If there are more or fewer starts than games.
pub fn replay_from(starts: &[Position], moves: &[u8], offsets: &[usize]) -> Result<Replay, ReplayError> {
    assert_length("starts", starts.len(), offsets.len().saturating_sub(1));
    replay_on(Cpu::detect(), starts, moves, offsets)
}

/// Replays on a chosen CPU level, from the usual start where there are no starts.
#[doc(hidden)]
pub fn replay_on(
    cpu: Cpu,
    starts: &[Position],
    moves: &[u8],
    offsets: &[usize],
) -> Result<Replay, ReplayError> {
    check_offsets(offsets, moves.len())?;
    let mut replay = Replay::with_capacity(moves.len(), offsets.len() - 1);
    for first in (0..offsets.len() - 1).step_by(GAMES_AT_A_TIME) {
        let bounds = &offsets[first..offsets.len().min(first + GAMES_AT_A_TIME + 1)];
        let rows = replay.grow(bounds[bounds.len() - 1], bounds.len() - 1);
        let starts = starts.get(first..).unwrap_or_default();
        dispatch!(cpu, l => l.replay_games(starts, moves, bounds, rows))
            .map_err(|(game, error)| ReplayError::Move { game: first + game, error })?;
    }
    Ok(replay)
}

/// The rows of this many games are written before the rows of the next games: they stay in the cache.
const GAMES_AT_A_TIME: usize = 32;

impl Replay {
    fn with_capacity(rows: usize, games: usize) -> Replay {
        Replay {
            boards: Vec::with_capacity(rows),
            legal: Vec::with_capacity(rows),
            flips: Vec::with_capacity(rows),
            sides: Vec::with_capacity(rows),
            plies: Vec::with_capacity(rows),
            ends: Vec::with_capacity(games),
        }
    }

    /// The places of the next games, whose rows end at `end`.
    fn grow(&mut self, end: usize, games: usize) -> Rows<'_> {
        let (start, ended) = (self.boards.len(), self.ends.len());
        self.boards.resize(end, Board::START);
        self.legal.resize(end, Bitboard::EMPTY);
        self.flips.resize(end, Bitboard::EMPTY);
        self.sides.resize(end, Color::Black);
        self.plies.resize(end, 0);
        self.ends.resize(ended + games, Board::START);
        Rows {
            start,
            boards: &mut self.boards[start..],
            legal: &mut self.legal[start..],
            flips: &mut self.flips[start..],
            sides: &mut self.sides[start..],
            plies: &mut self.plies[start..],
            ends: &mut self.ends[ended..],
        }
    }
}

fn check_offsets(offsets: &[usize], moves: usize) -> Result<(), ReplayError> {
    let mut least = 0;
    for (index, &found) in offsets.iter().enumerate() {
        let most = if index == 0 { 0 } else { moves };
        let least_here = if index + 1 == offsets.len() { moves } else { least };
        if !(least_here..=most).contains(&found) {
            return Err(ReplayError::Offset { index, found, least: least_here, most });
        }
        least = found;
    }
    if offsets.is_empty() { Err(ReplayError::NoOffsets) } else { Ok(()) }
}

/// The places of some games in a [`Replay`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Rows<'a> {
    /// The index of the first move.
    pub(super) start: usize,
    pub(super) boards: &'a mut [Board],
    pub(super) legal: &'a mut [Bitboard],
    pub(super) flips: &'a mut [Bitboard],
    pub(super) sides: &'a mut [Color],
    pub(super) plies: &'a mut [u8],
    pub(super) ends: &'a mut [Board],
}

/// A game at some move.
#[derive(Clone, Copy)]
pub(super) struct GameState {
    board: Board,
    side: Color,
    ply: u8,
}

impl From<Position> for GameState {
    fn from(start: Position) -> GameState {
        GameState { board: start.board, side: start.side, ply: 0 }
    }
}

impl GameState {
    /// Plays the move with this index and writes its row.
    #[inline(always)]
    pub(super) fn play<L: OnLevel>(
        &mut self,
        l: L,
        moves: &[u8],
        index: usize,
        rows: &mut Rows<'_>,
    ) -> Result<(), PlayError> {
        let (mv, row) = (moves[index], index - rows.start);
        let GameState { mut board, mut side, ply } = *self;
        let mut flips = flips_on(l, board, mv);
        if flips.is_empty() {
            (board, side, flips) =
                after_no_flips(board, side, mv).ok_or_else(|| PlayError::new(index, board, mv))?;
        }
        (rows.boards[row], rows.flips[row], rows.sides[row], rows.plies[row]) = (board, flips, side, ply);
        *self = match Square::new(mv) {
            Some(square) => {
                GameState { board: board.play_unchecked(square, flips), side: !side, ply: ply + 1 }
            }
            None => GameState { board: board.pass(), side: !side, ply },
        };
        Ok(())
    }

    /// The board as black sees it.
    pub(super) fn of_black(self) -> Board {
        if self.side == Color::Black { self.board } else { self.board.pass() }
    }
}

/// The board and side that a move without flips on `board` belongs to, and its flips there: `board` for a
/// forced pass, the other side's for a move before which a forced pass was left out.
#[cold]
fn after_no_flips(board: Board, side: Color, mv: u8) -> Option<(Board, Color, Bitboard)> {
    if mv == PASS {
        return board.must_pass().then_some((board, side, Bitboard::EMPTY));
    }
    let flips = board.pass().flips(Square::new(mv)?);
    (board.legal_moves().is_empty() && !flips.is_empty()).then_some((board.pass(), !side, flips))
}

/// Games that cannot be replayed.
///
/// ```
/// use reversi_engine::arrays::replay;
///
/// let error = replay(&[37, 0], &[0, 1, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "cannot replay game 1: moves[1]: a1 is not a legal move: it flips no disc");
/// let error = replay(&[37, 43], &[0, 3, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "offsets[1] must be 0 to 2, not 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReplayError {
    /// A move is illegal.
    Move {
        /// The number of the game, from 0.
        game: usize,
        /// The move and why it is illegal. Its index counts the moves of all games.
        error: PlayError,
    },
    /// An offset is below the one before it or above the number of moves, or the first is not 0, or the
    /// last not the number of moves.
    Offset {
        /// The index of the offset.
        index: usize,
        /// The offset.
        found: usize,
        /// The least that it may be.
        least: usize,
        /// The most that it may be.
        most: usize,
    },
    /// There are no offsets: without a game there is one, 0.
    NoOffsets,
}

error_texts! { ReplayError {
    ReplayError::Move { game, error } => "cannot replay game {game}: {error}";
    ReplayError::Offset { index, found, least, most } if least == most =>
        "offsets[{index}] must be {least}, not {found}";
    ReplayError::Offset { index, found, least, most } =>
        "offsets[{index}] must be {least} to {most}, not {found}";
    ReplayError::NoOffsets => "offsets must have a length of 1 or more, not 0";
} }
