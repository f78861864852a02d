//! The rules of the game on two 64-bit sets. Bit 0 is A1, bit 7 is H1, bit 63 is H8.
//!
//! Written for readers, not for speed. The search does not use them, so a mistake of the search is not
//! repeated here.

/// The discs of the side to move and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Discs {
    pub(crate) mover: u64,
    pub(crate) other: u64,
}

impl Discs {
    pub(crate) fn empties(self) -> u64 {
        !(self.mover | self.other)
    }

    /// Returns the same discs with the other side to move.
    pub(crate) fn pass(self) -> Discs {
        Discs { mover: self.other, other: self.mover }
    }

    /// Returns the discs that a disc of the mover on `square` turns.
    pub(crate) fn flips(self, square: u32) -> u64 {
        let mut flips = 0;
        for step in STEPS {
            let mut run = 0;
            let mut next = step(1 << square);
            while next & self.other != 0 {
                run |= next;
                next = step(next);
            }
            if next & self.mover != 0 {
                flips |= run;
            }
        }
        flips
    }

    /// Returns the positions after each legal move, in the order of its squares. The other side is to move.
    pub(crate) fn moves(self) -> impl Iterator<Item = Discs> {
        squares(self.empties()).filter_map(move |square| {
            let flips = self.flips(square);
            let after = Discs { mover: self.other & !flips, other: self.mover | flips | 1 << square };
            (flips != 0).then_some(after)
        })
    }

    /// Returns whether the mover has a legal move.
    pub(crate) fn can_move(self) -> bool {
        self.moves().next().is_some()
    }

    /// Returns the score of the mover when nobody can move: the difference of the discs, and the empty
    /// squares for the side that has more.
    pub(crate) fn score(self) -> i32 {
        let difference = self.mover.count_ones() as i32 - self.other.count_ones() as i32;
        difference + difference.signum() * self.empties().count_ones() as i32
    }

    /// Returns the smallest of the eight images of the board. The mover's discs are compared first, as
    /// numbers.
    pub(crate) fn canonical(self) -> Discs {
        let (mut image, mut smallest) = (self, self);
        for i in 0..8 {
            let reflection = if i % 2 == 0 { transpose } else { u64::swap_bytes };
            image = Discs { mover: reflection(image.mover), other: reflection(image.other) };
            smallest = smallest.min(image);
        }
        smallest
    }
}

const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// All squares of a set moved by one, in each direction. A square that leaves the board is lost.
const STEPS: [fn(u64) -> u64; 8] = [
    |set| set << 8,
    |set| set >> 8,
    |set| set << 1 & NOT_FILE_A,
    |set| set >> 1 & NOT_FILE_H,
    |set| set << 9 & NOT_FILE_A,
    |set| set >> 9 & NOT_FILE_H,
    |set| set << 7 & NOT_FILE_H,
    |set| set >> 7 & NOT_FILE_A,
];

/// Reflects the board in its diagonal A1-H8: exchanges squares, then blocks of 2x2, then of 4x4.
fn transpose(mut set: u64) -> u64 {
    for (distance, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)] {
        let differ = (set ^ set >> distance) & mask;
        set ^= differ ^ differ << distance;
    }
    set
}

/// Returns the squares of a set, in rising order.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}
