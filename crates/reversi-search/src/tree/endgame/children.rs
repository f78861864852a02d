//! The children of a node near the end, the likely best first.

use reversi_bitboard::{Bitboard, Square};

use super::parity::square;

/// The moves of a node with what their sorting has found.
pub(super) struct Children {
    flips: [Bitboard; Children::MAX],
    replies: [Bitboard; Children::MAX],
    keys: [Key; Children::MAX],
    len: usize,
    best: Key,
    /// The places that are not taken, one bit each.
    left: u32,
}

/// A move and its child's moves.
pub(super) struct Child {
    pub(super) square: Square,
    pub(super) flips: Bitboard,
    pub(super) replies: Bitboard,
}

/// The score of a move above its square and its place, so that a maximum finds the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key(i32);

impl Key {
    const LEAST: Key = Key(i32::MIN);

    #[inline(always)]
    fn new(score: i32, square: Square, place: usize) -> Key {
        Key(score << 10 | (square.index() << 4 | place) as i32)
    }

    #[inline(always)]
    fn square(self) -> Square {
        square(self.0 as u32 >> 4)
    }

    #[inline(always)]
    fn place(self) -> usize {
        at(self.0 as usize)
    }
}

/// The index of a place. The compiler sees that it is never out of bounds.
#[inline(always)]
fn at(place: usize) -> usize {
    place % Children::MAX
}

impl Children {
    /// Enough for the moves to twelve empty squares; four bits hold a place.
    pub(super) const MAX: usize = 16;

    #[inline(always)]
    pub(super) fn new() -> Children {
        let none = [Bitboard::EMPTY; Children::MAX];
        let keys = [Key(0); Children::MAX];
        Children { flips: none, replies: none, keys, len: 0, best: Key::LEAST, left: 0 }
    }

    /// Adds a child. The score orders the children.
    #[inline(always)]
    pub(super) fn add(&mut self, Child { square, flips, replies }: Child, score: i32) {
        let place = at(self.len);
        let key = Key::new(score, square, place);
        self.flips[place] = flips;
        self.replies[place] = replies;
        self.keys[place] = key;
        self.best = self.best.max(key);
        self.len += 1;
    }

    /// Puts the child after this move first, once all have been added.
    #[inline(always)]
    pub(super) fn prefer(&mut self, first: Square) {
        for &key in &self.keys[..at(self.len)] {
            if key.square() == first {
                self.best = key;
            }
        }
    }

    /// The best child, once all have been added.
    #[inline(always)]
    pub(super) fn take_first(&mut self) -> Child {
        self.left = (1 << self.len) - 1;
        self.take(self.best)
    }

    /// The best of the children that are left.
    #[inline(always)]
    pub(super) fn take_next(&mut self) -> Option<Child> {
        let mut best = Key::LEAST;
        let mut places = self.left;
        if places == 0 {
            return None;
        }
        while places != 0 {
            best = best.max(self.keys[at(places.trailing_zeros() as usize)]);
            places &= places - 1;
        }
        Some(self.take(best))
    }

    #[inline(always)]
    fn take(&mut self, key: Key) -> Child {
        let place = key.place();
        self.left &= !(1 << place);
        Child { square: key.square(), flips: self.flips[place], replies: self.replies[place] }
    }
}
