//! The children of a node near the end, the likely best first.

use reversi_bitboard::{Bitboard, Square};

use super::parity::square;

/// The moves of a node with what their sorting has found.
pub(super) struct Children {
    flips: [Bitboard; Children::MAX],
    replies: [Bitboard; Children::MAX],
    /// The score above the square and the place, so that a maximum finds the best.
    keys: [i32; Children::MAX],
    len: usize,
    best_key: i32,
    /// The places that are not taken, one bit each.
    left: u32,
}

/// A move and its child's moves.
pub(super) struct Child {
    pub(super) square: Square,
    pub(super) flips: Bitboard,
    pub(super) replies: Bitboard,
}

impl Children {
    /// Enough for the moves to eleven empty squares, and no index of four bits is out of bounds.
    pub(super) const MAX: usize = 16;

    #[inline(always)]
    pub(super) fn new() -> Children {
        let none = [Bitboard::EMPTY; Children::MAX];
        Children { flips: none, replies: none, keys: [0; Children::MAX], len: 0, best_key: i32::MIN, left: 0 }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, Child { square, flips, replies }: Child, score: i32) {
        self.set_flips(self.len, flips);
        self.add_after_flips(square, replies, score);
    }

    /// Sets the flips of the child that will be added after `place` others.
    #[inline(always)]
    pub(super) fn set_flips(&mut self, place: usize, flips: Bitboard) {
        self.flips[place % Children::MAX] = flips;
    }

    /// The flips of the child after `place` others.
    #[inline(always)]
    pub(super) fn flips(&self, place: usize) -> Bitboard {
        self.flips[place % Children::MAX]
    }

    /// Adds the next child. Its flips are set already.
    #[inline(always)]
    pub(super) fn add_after_flips(&mut self, square: Square, replies: Bitboard, score: i32) {
        let place = self.len % Children::MAX;
        let key = score << 10 | (square.index() << 4 | place) as i32;
        self.replies[place] = replies;
        self.keys[place] = key;
        self.best_key = self.best_key.max(key);
        self.len += 1;
    }

    /// Puts the child after this move first, once all have been added.
    #[inline(always)]
    pub(super) fn prefer(&mut self, first: Square) {
        for place in 0..self.len % Children::MAX {
            if square(self.keys[place] as u32 >> 4) == first {
                self.best_key = self.keys[place];
            }
        }
    }

    /// The best child, once all have been added.
    #[inline(always)]
    pub(super) fn take_first(&mut self) -> Child {
        self.left = (1 << self.len) - 1;
        self.take(self.best_key)
    }

    /// The best of the children that are left.
    #[inline(always)]
    pub(super) fn take_next(&mut self) -> Option<Child> {
        let mut best = i32::MIN;
        let mut places = self.left;
        if places == 0 {
            return None;
        }
        while places != 0 {
            best = best.max(self.keys[places.trailing_zeros() as usize % Children::MAX]);
            places &= places - 1;
        }
        Some(self.take(best))
    }

    #[inline(always)]
    fn take(&mut self, key: i32) -> Child {
        let place = key as usize % Children::MAX;
        self.left &= !(1 << place);
        Child { square: square(key as u32 >> 4), flips: self.flips[place], replies: self.replies[place] }
    }
}
