//! The order in which the last four squares are tried.

use reversi_bitboard::{Bitboard, Square, mask};

use super::shuffle::Shuffle;

/// The last four empty squares and the orders in which they are tried.
pub(super) trait Order<L> {
    fn new(l: L, empties: Bitboard) -> Self;

    /// The square that is tried after `i` others, then the remaining squares in their order.
    fn candidate(&self, i: usize) -> [Square; 4];
}

/// For each class of four squares and each candidate: the places of the candidate and of the rest, as shifts.
type Orders = [[u32; 4]; 64];

/// The control of a shuffle: for each candidate four places, the candidate in the highest byte.
#[repr(align(16))]
pub(super) struct Control(pub(super) [u8; 16]);

/// As in the engine: a square alone in its quadrant before others (END-08).
static SINGLES_FIRST: Orders = orders(true);

/// The same as control of a shuffle.
static SHUFFLES: [Control; 64] = controls(orders(true));

/// The classical order (END-07): squares are moved to the front only out of 2-1-1, and of three squares only
/// out of 2-1.
static CLASSICAL_SHUFFLES: [Control; 64] = controls(orders(false));

const fn orders(single_before_three: bool) -> Orders {
    let mut table = [[0; 4]; 64];
    let mut class = 0;
    while class < 64 {
        let quadrants =
            [class & 1 | class >> 2 & 2, class >> 1 & 1 | class >> 3 & 2, class >> 2 & 1 | class >> 4 & 2, 0];
        let all = [0, 1, 2, 3];
        let candidates = match singles_of_4(quadrants) {
            1 if !single_before_three => all,
            _ => singles_first(all, quadrants),
        };
        let mut i = 0;
        while i < 4 {
            let mut rest = [0; 3];
            let (mut square, mut n) = (0, 0);
            while square < 4 {
                if square != candidates[i] {
                    rest[n] = square;
                    n += 1;
                }
                square += 1;
            }
            let [b, c, d] = singles_first(rest, quadrants);
            let a = candidates[i];
            table[class][i] = 8 * ((3 - a) << 24 | (3 - b) << 16 | (3 - c) << 8 | (3 - d)) as u32;
            i += 1;
        }
        class += 1;
    }
    table
}

/// How many of four squares are alone in their quadrant.
const fn singles_of_4(quadrants: [usize; 4]) -> usize {
    let mut singles = 0;
    let mut i = 0;
    while i < 4 {
        let mut j = 0;
        let mut sharing = 0;
        while j < 4 {
            sharing += (quadrants[i] == quadrants[j]) as usize;
            j += 1;
        }
        singles += (sharing == 1) as usize;
        i += 1;
    }
    singles
}

/// The squares that are alone in their quadrant, then the others; the order within both stays.
const fn singles_first<const N: usize>(squares: [usize; N], quadrants: [usize; 4]) -> [usize; N] {
    let mut sorted = [0; N];
    let mut n = 0;
    let mut single = 2;
    while single > 0 {
        single -= 1;
        let mut i = 0;
        while i < N {
            let mut sharing = 0;
            let mut j = 0;
            while j < N {
                sharing += (quadrants[squares[i]] == quadrants[squares[j]]) as usize;
                j += 1;
            }
            if (sharing == 1) == (single == 1) {
                sorted[n] = squares[i];
                n += 1;
            }
            i += 1;
        }
    }
    sorted
}

const fn controls(orders: Orders) -> [Control; 64] {
    let mut table = [const { Control([0; 16]) }; 64];
    let mut class = 0;
    while class < 64 {
        let mut i = 0;
        while i < 16 {
            table[class].0[i] = (orders[class][i / 4] >> (8 * (i % 4))) as u8 / 8;
            i += 1;
        }
        class += 1;
    }
    table
}

/// The quadrants of three squares relative to the last one, two bits each (END-06). Bit 2 of an index says
/// which half of the files, bit 5 which half of the ranks.
#[inline(always)]
fn class([a, b, c, d]: [u32; 4]) -> usize {
    let [a, b, c] = [a, b, c].map(|square| (square ^ d) & 0x24);
    (c + ((2 * b + a) >> 2)) as usize & 63
}

/// Four squares in one word, the first in the high byte.
#[inline(always)]
fn packed([a, b, c, d]: [u32; 4]) -> u32 {
    a << 24 | b << 16 | c << 8 | d
}

#[inline(always)]
fn square(byte: u32) -> Square {
    Square::ALL[byte as usize % 64]
}

/// The squares from A1 to H8.
#[inline(always)]
fn in_order(empties: Bitboard) -> [u32; 4] {
    let mut set = empties.into_iter();
    [(); 4].map(|()| set.next().map_or(0, |square| square.index() as u32))
}

/// By shifts of one word (END-09), as in the engine.
pub(super) struct Scalar {
    squares: u32,
    orders: &'static [u32; 4],
}

impl Scalar {
    #[inline(always)]
    fn of(squares: [u32; 4]) -> Scalar {
        Scalar { squares: packed(squares), orders: &SINGLES_FIRST[class(squares)] }
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        let order = self.orders[i];
        let at = |shift: u32| square(self.squares >> (shift & 31));
        [at(order >> 24), at(order >> 16), at(order >> 8), at(order)]
    }
}

impl<L> Order<L> for Scalar {
    #[inline(always)]
    fn new(_: L, empties: Bitboard) -> Scalar {
        Scalar::of(in_order(empties))
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        self.candidate(i)
    }
}

/// All four orders by one shuffle of 16 bytes (END-07), singles first.
pub(super) struct Shuffled([u32; 4]);

impl<L: Shuffle> Order<L> for Shuffled {
    #[inline(always)]
    fn new(l: L, empties: Bitboard) -> Shuffled {
        let squares = in_order(empties);
        Shuffled(l.shuffle(packed(squares), &SHUFFLES[class(squares)]))
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        let [d, c, b, a] = self.0[i].to_le_bytes();
        [a, b, c, d].map(|byte| square(byte.into()))
    }
}

/// The same in the classical order. The source reports the nodes of the nested branches that it replaced.
pub(super) struct ShuffledClassical(Shuffled);

impl<L: Shuffle> Order<L> for ShuffledClassical {
    #[inline(always)]
    fn new(l: L, empties: Bitboard) -> ShuffledClassical {
        let squares = in_order(empties);
        ShuffledClassical(Shuffled(l.shuffle(packed(squares), &CLASSICAL_SHUFFLES[class(squares)])))
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        <Shuffled as Order<L>>::candidate(&self.0, i)
    }
}

/// The static order of the squares: corners first, the squares beside them last (END-05, END-06, END-10).
pub(super) const STATIC_ORDER: [Bitboard; 4] = {
    let beside = mask::C_SQUARES.0 | mask::X_SQUARES.0;
    [mask::CORNERS, Bitboard(!(mask::CORNERS.0 | beside)), mask::C_SQUARES, mask::X_SQUARES]
};

/// As [`Scalar`], but the list of four squares has the corners first.
pub(super) struct CornersFirst(Scalar);

impl<L> Order<L> for CornersFirst {
    #[inline(always)]
    fn new(_: L, empties: Bitboard) -> CornersFirst {
        let mut squares = [0; 4];
        let mut n = 0;
        for group in STATIC_ORDER {
            for square in empties & group {
                squares[n & 3] = square.index() as u32;
                n += 1;
            }
        }
        CornersFirst(Scalar::of(squares))
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        self.0.candidate(i)
    }
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::cpu::Portable;

    use super::*;

    #[test]
    fn check_words_of_the_catalogue() {
        let words = |table: Orders, class: usize| table[class].map(|order| order / 8);
        let (classical, singles_first) = (orders(false), orders(true));
        assert_eq!(words(classical, 33), [0x0301_0200, 0x0103_0200, 0x0203_0100, 0x0003_0201]);
        // In the catalogue class 4, two singles in the places 1 and 3.
        let class_4 = class([0, 4, 32, 4]);
        assert_eq!(words(classical, class_4), [0x0301_0200, 0x0103_0200, 0x0203_0100, 0x0003_0201]);
        assert_eq!(words(classical, 3), [0x0302_0100, 0x0203_0100, 0x0100_0302, 0x0001_0302]);
        assert_eq!(words(classical, 2)[0], 0x0302_0100, "one and three: list order");
        assert_eq!(words(singles_first, 2)[0], 0x0203_0100, "one and three: the single first");
    }

    #[test]
    fn a_shuffle_gives_the_order_of_the_shifts() {
        let empties = [Square::B1, Square::G2, Square::A7, Square::H8].into_iter().collect();
        let scalar = <Scalar as Order<Portable>>::new(Portable, empties);
        let shuffled = Shuffled::new(Portable, empties);
        for i in 0..4 {
            assert_eq!(scalar.candidate(i), <Shuffled as Order<Portable>>::candidate(&shuffled, i));
        }
    }

    #[test]
    fn corners_come_first_and_their_neighbours_last() {
        let empties = [Square::B1, Square::G2, Square::D3, Square::H8].into_iter().collect();
        let CornersFirst(scalar) = <CornersFirst as Order<Portable>>::new(Portable, empties);
        let listed = scalar.squares.to_be_bytes().map(|byte| square(byte.into()));
        assert_eq!(listed, [Square::H8, Square::D3, Square::B1, Square::G2]);
    }
}
