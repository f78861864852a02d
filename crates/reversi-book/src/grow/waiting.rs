//! Which positions have a move to a board that is not in the book.

use std::collections::HashMap;

use reversi_bitboard::Board;

/// Which positions have a move to a board that is not in the book. A position has about ten such moves, so
/// they take 8 bytes each beside a map by a hash; whoever takes them checks for the boards that share it.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// The last move to a board of this hash.
    last: HashMap<u64, u32>,
    moves: Vec<WaitingMove>,
}

#[derive(Clone, Copy, Debug)]
struct WaitingMove {
    from: u32,
    /// The one before it to a board of the same hash.
    before: u32,
}

const NONE: u32 = u32::MAX;

impl Waiting {
    /// The position `from` has a move to this canonical board.
    pub(super) fn add(&mut self, to: Board, from: u32) {
        let number = self.moves.len() as u32;
        let before = self.last.insert(hash(to), number).unwrap_or(NONE);
        self.moves.push(WaitingMove { from, before });
    }

    /// The positions that may have a move to this canonical board, which are forgotten here.
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

/// The product spreads the discs over the upper bits, which the shift brings down.
fn hash(board: Board) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15; // 2^64 divided by the golden ratio
    let mix = |word: u64| word.wrapping_mul(ODD) ^ (word.wrapping_mul(ODD) >> 29);
    mix(mix(board.player().0) ^ board.opponent().0)
}
