//! The moves of positions to boards that are not in the book.

use std::collections::HashMap;

use reversi_bitboard::Board;

/// The moves of positions to boards that are not in the book. A position has about ten such moves, so each
/// takes 8 bytes beside a map by a hash. The caller of `take` checks for other boards with the same hash.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// The last move to a board of this hash.
    last: HashMap<u64, u32>,
    moves: Vec<WaitingMove>,
}

#[derive(Clone, Copy, Debug)]
struct WaitingMove {
    from: u32,
    /// The move before it to a board of the same hash.
    before: u32,
}

const NONE: u32 = u32::MAX;

impl Waiting {
    /// Records that the position `from` has a move to this canonical board.
    pub(super) fn add(&mut self, to: Board, from: u32) {
        let number = self.moves.len() as u32;
        let before = self.last.insert(hash(to), number).unwrap_or(NONE);
        self.moves.push(WaitingMove { from, before });
    }

    /// Takes the positions that may have a move to this canonical board.
    pub(super) fn take(&mut self, to: Board) -> Vec<u32> {
        let mut number = self.last.remove(&hash(to)).unwrap_or(NONE);
        let mut positions = Vec::new();
        while let Some(waiting) = self.moves.get(number as usize) {
            positions.push(waiting.from);
            number = waiting.before;
        }
        positions
    }
}

/// Computes a hash. The product spreads the discs over the upper bits, which the shift brings down.
fn hash(board: Board) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15; // 2^64 divided by the golden ratio
    let mix = |word: u64| word.wrapping_mul(ODD) ^ (word.wrapping_mul(ODD) >> 29);
    mix(mix(board.player().0) ^ board.opponent().0)
}
