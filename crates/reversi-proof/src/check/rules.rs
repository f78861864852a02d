//! The rules of the game on two 64-bit sets. Bit 0 is A1, bit 7 is H1, bit 63 is H8.
//!
//! Written for readers, not for speed, and used by nothing else: a mistake of the solver is none of the
//! checker.

/// The discs of two sides. A side to move is named where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Discs {
    pub(crate) ours: u64,
    pub(crate) theirs: u64,
}

impl Discs {
    pub(crate) fn empties(self) -> u64 {
        !(self.ours | self.theirs)
    }

    /// The same discs, with the sides exchanged.
    pub(crate) fn swapped(self) -> Discs {
        Discs { ours: self.theirs, theirs: self.ours }
    }

    /// The discs that turn when we place one on `square`.
    pub(crate) fn flips(self, square: u32) -> u64 {
        let disc = 1 << square;
        let mut flips = 0;
        for step in STEPS {
            let mut run = 0;
            let mut next = step(disc);
            while next & self.theirs != 0 {
                run |= next;
                next = step(next);
            }
            if next & self.ours != 0 {
                flips |= run;
            }
        }
        flips
    }

    /// The squares where we may place a disc: those that turn one.
    pub(crate) fn moves(self) -> u64 {
        let mut moves = 0;
        for step in STEPS {
            let mut run = step(self.ours) & self.theirs;
            for _ in 0..5 {
                run |= step(run) & self.theirs;
            }
            moves |= step(run);
        }
        moves & self.empties()
    }

    /// The discs after we place one on `square`, one of our moves.
    pub(crate) fn play(self, square: u32) -> Discs {
        let flips = self.flips(square);
        Discs { ours: self.ours | flips | 1 << square, theirs: self.theirs & !flips }
    }

    /// Our score when nobody can move any more: the difference of the discs, and the empty squares for the
    /// side that has more.
    pub(crate) fn score(self) -> i32 {
        let difference = self.ours.count_ones() as i32 - self.theirs.count_ones() as i32;
        difference + difference.signum() * self.empties().count_ones() as i32
    }

    /// The smallest of the eight images that turning and reflecting the board gives: compared by our discs
    /// first, then by theirs, as numbers.
    pub(crate) fn canonical(self) -> Discs {
        let mut smallest = self;
        let mut image = self;
        for turn in 0..8 {
            image = if turn % 2 == 0 { image.map(transpose) } else { image.map(u64::swap_bytes) };
            smallest = smallest.min(image);
        }
        smallest
    }

    fn map(self, image: impl Fn(u64) -> u64) -> Discs {
        Discs { ours: image(self.ours), theirs: image(self.theirs) }
    }
}

const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// All squares of a set moved by one, in each direction. Those that leave the board are lost.
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

/// Files become ranks: reflects the board in the diagonal A1-H8. Exchanges single squares, then blocks of
/// 2x2, then of 4x4.
fn transpose(set: u64) -> u64 {
    let exchange = |set: u64, distance: u32, mask: u64| {
        let differ = (set ^ set >> distance) & mask;
        set ^ differ ^ differ << distance
    };
    let set = exchange(set, 7, 0x00aa_00aa_00aa_00aa);
    let set = exchange(set, 14, 0x0000_cccc_0000_cccc);
    exchange(set, 28, 0x0000_0000_f0f0_f0f0)
}

/// The squares of a set, in rising order.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}
