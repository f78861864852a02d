//! Players without a search: reference strengths that people know.

use fastrand::Rng;
use reversi_bitboard::{Bitboard, Board, Square, mask};

/// A player without a search. It chooses at random among the moves that seem best to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimplePlayer {
    /// All moves seem equal.
    Random,
    /// Turns the most discs.
    Greedy,
    /// Takes corners, likes the edge and keeps away from the squares beside the corners; else greedy.
    Positional,
}

/// The worth of squares in discs, by the advice that every beginner gets.
const ADVICE: [(Bitboard, i32); 4] =
    [(mask::CORNERS, 100), (mask::X_SQUARES, -40), (mask::C_SQUARES, -20), (mask::EDGES, 8)];

impl SimplePlayer {
    /// All players, the weakest first.
    pub const ALL: [SimplePlayer; 3] = [Self::Random, Self::Greedy, Self::Positional];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        ["random", "greedy", "positional"][self as usize]
    }

    /// Chooses a move; `None` if none is legal.
    pub fn choose(self, rng: &mut Rng, board: &Board) -> Option<Square> {
        let appeal = |square: &Square| self.appeal(board, *square);
        let best = board.legal_moves().into_iter().map(|square| appeal(&square)).max()?;
        let moves: Vec<_> = board.legal_moves().into_iter().filter(|square| appeal(square) == best).collect();
        Some(moves[rng.u32(..moves.len() as u32) as usize]) // `choice` draws another number on 32 bits
    }

    fn appeal(self, board: &Board, square: Square) -> i32 {
        let turned = board.flips(square).len() as i32;
        let advice = || ADVICE.iter().find(|(squares, _)| squares.contains(square)).map_or(0, |row| row.1);
        match self {
            SimplePlayer::Random => 0,
            SimplePlayer::Greedy => turned,
            SimplePlayer::Positional => turned + advice(),
        }
    }
}
