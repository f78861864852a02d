use alloc::vec;
use alloc::vec::Vec;

use thiserror::Error;

use super::{OnLevel, PASS, PlayError, legal_moves};
use crate::board::{Bitboard, Board, Color, Square};
use crate::cpu::Cpu;
use crate::dispatch;

/// The positions of games, by [`replay`]. All vectors but `ends` have an item for each move, in the order
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
    check_offsets(offsets, moves.len())?;
    let rows = moves.len();
    let mut replay = Replay {
        boards: vec![Board::START; rows],
        legal: vec![Bitboard::EMPTY; rows],
        flips: vec![Bitboard::EMPTY; rows],
        sides: vec![Color::Black; rows],
        plies: vec![0; rows],
        ends: Vec::with_capacity(offsets.len().saturating_sub(1)),
    };
    let cpu = Cpu::detect();
    for (game, bounds) in offsets.windows(2).enumerate() {
        let part = bounds[0]..bounds[1];
        let rows = Rows {
            boards: &mut replay.boards[part.clone()],
            flips: &mut replay.flips[part.clone()],
            sides: &mut replay.sides[part.clone()],
            plies: &mut replay.plies[part.clone()],
        };
        let end = dispatch!(cpu, l => l.replay_game(&moves[part], rows)).map_err(|error| {
            let index = bounds[0] + error.index;
            ReplayError::Move { game, error: PlayError { index, ..error } }
        })?;
        replay.ends.push(end);
    }
    legal_moves(&replay.boards, &mut replay.legal);
    Ok(replay)
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

/// The places of the moves of one game in a [`Replay`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Rows<'a> {
    pub(super) boards: &'a mut [Board],
    pub(super) flips: &'a mut [Bitboard],
    pub(super) sides: &'a mut [Color],
    pub(super) plies: &'a mut [u8],
}

/// The board and side that a move without flips on `board` belongs to, and its flips there: `board` for a
/// forced pass, the other side's for a move before which a forced pass was left out.
#[cold]
pub(super) fn after_no_flips(board: Board, side: Color, mv: u8) -> Option<(Board, Color, Bitboard)> {
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
/// assert_eq!(error.to_string(), "game 1: moves[1]: a1 is not a legal move: it flips no disc");
/// let error = replay(&[37, 43], &[0, 3, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "offsets[1] must be 0 to 2, not 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A move is illegal.
    #[error("game {game}: {error}")]
    Move {
        /// The number of the game, from 0.
        game: usize,
        /// The move and why it is illegal. Its index is that among the moves of all games.
        error: PlayError,
    },
    /// An offset is below the one before it or above the number of moves, or the first is not 0, or the
    /// last not the number of moves.
    #[error(
        "offsets[{index}] must be {}, not {found}",
        if least == most { alloc::format!("{least}") } else { alloc::format!("{least} to {most}") }
    )]
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
    #[error("offsets must have a length of 1 or more, not 0")]
    NoOffsets,
}
