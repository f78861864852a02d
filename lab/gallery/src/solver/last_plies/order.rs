//! The order in which the last four squares are tried.

use reversi_bitboard::{Bitboard, Square, mask};
use reversi_exchange::__internal::parity::{
    ORDERS, ParityOrder, class, from_a1_to_h8, orders, quadrants, singles_first,
};

use super::shuffle::Shuffle;
use crate::table::table;

/// The last four empty squares and the orders in which they are tried.
pub(super) trait Order<L> {
    fn new(l: L, empties: Bitboard) -> Self;

    /// The square that is tried after `i` others, then the remaining squares in their order.
    fn candidate(&self, i: usize) -> [Square; 4];
}

/// The control of a shuffle: for each candidate four places, the candidate in the highest byte.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct Control(pub(super) [u8; 16]);

/// The engine's order (END-08) as controls of a shuffle.
static SHUFFLES: [Control; 64] = controls(&ORDERS);

/// The classical order (END-07): squares are moved to the front only out of 2-1-1, and of three squares only
/// out of 2-1.
static CLASSICAL_SHUFFLES: [Control; 64] = controls(&CLASSICAL_ORDERS);

static CLASSICAL_ORDERS: [[u32; 4]; 64] = table!(|class| {
    let (quadrants, all) = (quadrants(class), [0, 1, 2, 3]);
    orders(if singles_of_4(quadrants) == 1 { all } else { singles_first(all, quadrants) }, quadrants)
});

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

const fn controls(orders: &[[u32; 4]; 64]) -> [Control; 64] {
    table!(|class| Control(table!(|i| (orders[class][i / 4] >> (8 * (i % 4))) as u8 / 8)))
}

/// By shifts of one word (END-09), as in the engine.
impl<L> Order<L> for ParityOrder {
    #[inline(always)]
    fn new(_: L, empties: Bitboard) -> ParityOrder {
        ParityOrder::new(empties)
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        ParityOrder::candidate(*self, i)
    }
}

/// The square with this index in the lowest six bits.
#[inline(always)]
fn square(index: u32) -> Square {
    Square::new(index as u8 & 63).unwrap_or(Square::A1)
}

/// The four squares of a set, the first in the high byte, and their class.
#[inline(always)]
fn word_and_class(empties: Bitboard) -> (u32, usize) {
    let squares = from_a1_to_h8(empties);
    let [a, b, c, d] = squares;
    (a << 24 | b << 16 | c << 8 | d, class(squares))
}

/// By shifts of one word (END-09), in the classical order: the engine without END-08.
pub(super) struct Classical {
    squares: u32,
    orders: &'static [u32; 4],
}

impl<L> Order<L> for Classical {
    #[inline(always)]
    fn new(_: L, empties: Bitboard) -> Classical {
        let (squares, class) = word_and_class(empties);
        Classical { squares, orders: &CLASSICAL_ORDERS[class] }
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        let order = self.orders[i];
        [24, 16, 8, 0].map(|place: u32| square(self.squares >> (order >> place & 31)))
    }
}

/// The engine's order by codes of two bits a square (END-09): the published form has one of six bits for the
/// squares that remain.
pub(super) struct TwoBits {
    squares: u32,
    codes: &'static [u8; 4],
}

/// For each class and candidate: the byte of the candidate in the word, then those of the three others.
static CODES: [[u8; 4]; 64] = table!(|class| table!(|i| {
    let [a, b, c, d] = ORDERS[class][i].to_be_bytes(); // shifts, eight times a place
    (a << 3) | (b << 1) | (c >> 1) | (d >> 3)
}));

impl<L> Order<L> for TwoBits {
    #[inline(always)]
    fn new(_: L, empties: Bitboard) -> TwoBits {
        let (squares, class) = word_and_class(empties);
        TwoBits { squares, codes: &CODES[class] }
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        let (word, code) = (self.squares, u32::from(self.codes[i]));
        [
            square(word >> ((code & 0xc0) >> 3)),
            square(word >> ((code & 0x30) >> 1)),
            square(word >> ((code & 0x0c) << 1)),
            square(word >> ((code & 0x03) << 3)),
        ]
    }
}

/// The engine's order by nested branches, as searches had before END-06 and END-09: first for the four
/// squares, then for the three that remain.
pub(super) struct Branches {
    /// From A1 to H8.
    squares: [u32; 4],
    /// The places of the squares in the order in which they are tried.
    tried: [usize; 4],
}

impl<L> Order<L> for Branches {
    #[inline(always)]
    fn new(_: L, empties: Bitboard) -> Branches {
        let squares = from_a1_to_h8(empties);
        let [a, b, c, d] = squares.map(|square| square & 0x24); // its quadrant
        let tried = if a == b {
            if c == d || d == a {
                if d == a && c != a { [2, 0, 1, 3] } else { [0, 1, 2, 3] }
            } else if c == a {
                [3, 0, 1, 2]
            } else {
                [2, 3, 0, 1]
            }
        } else if a == c {
            if b == d {
                [0, 1, 2, 3]
            } else if d == a {
                [1, 0, 2, 3]
            } else {
                [1, 3, 0, 2]
            }
        } else if a == d {
            if b == c { [0, 1, 2, 3] } else { [1, 2, 0, 3] }
        } else if b == c {
            if d == b { [0, 1, 2, 3] } else { [0, 3, 1, 2] }
        } else if b == d {
            [0, 2, 1, 3]
        } else {
            [0, 1, 2, 3]
        };
        Branches { squares, tried }
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        let [a, b, c] = match self.tried[i] & 3 {
            0 => [1, 2, 3],
            1 => [0, 2, 3],
            2 => [0, 1, 3],
            _ => [0, 1, 2],
        }
        .map(|place: usize| self.squares[place]);
        let quadrant = |square: u32| square & 0x24;
        let rest = if quadrant(a) == quadrant(b) {
            if quadrant(c) == quadrant(a) { [a, b, c] } else { [c, a, b] }
        } else if quadrant(a) == quadrant(c) {
            [b, a, c]
        } else {
            [a, b, c]
        };
        let [a, b, c] = rest.map(square);
        [square(self.squares[self.tried[i] & 3]), a, b, c]
    }
}

/// The four squares of all orders by one shuffle of 16 bytes (END-07), singles first.
pub(super) struct Shuffled<const CLASSICAL: bool = false>([u32; 4]);

/// The same in the classical order. The source reports the nodes of the nested branches that it replaced.
pub(super) type ShuffledClassical = Shuffled<true>;

impl<L: Shuffle, const CLASSICAL: bool> Order<L> for Shuffled<CLASSICAL> {
    #[inline(always)]
    fn new(l: L, empties: Bitboard) -> Shuffled<CLASSICAL> {
        let (squares, class) = word_and_class(empties);
        let controls = if CLASSICAL { &CLASSICAL_SHUFFLES } else { &SHUFFLES };
        Shuffled(l.shuffle(squares, &controls[class]))
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        let [d, c, b, a] = self.0[i].to_le_bytes();
        [a, b, c, d].map(|byte| square(byte.into()))
    }
}

/// The static order of the squares: corners first, the squares beside them last (END-05, END-06, END-10).
pub(super) const STATIC_ORDER: [Bitboard; 4] = {
    let beside = mask::C_SQUARES.0 | mask::X_SQUARES.0;
    [mask::CORNERS, Bitboard(!(mask::CORNERS.0 | beside)), mask::C_SQUARES, mask::X_SQUARES]
};

/// As [`ParityOrder`], but the list of four squares has the corners first.
pub(super) struct CornersFirst(ParityOrder);

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
        CornersFirst(ParityOrder::of(squares))
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
        let words = |table: &[[u32; 4]; 64], class: usize| table[class].map(|order| order / 8);
        let (classical, singles_first) = (&CLASSICAL_ORDERS, &ORDERS);
        assert_eq!(words(classical, 33), [0x0301_0200, 0x0103_0200, 0x0203_0100, 0x0003_0201]);
        // In the catalogue class 4, two singles in the places 1 and 3.
        let class_4 = class([0, 4, 32, 4]);
        assert_eq!(words(classical, class_4), [0x0301_0200, 0x0103_0200, 0x0203_0100, 0x0003_0201]);
        assert_eq!(words(classical, 3), [0x0302_0100, 0x0203_0100, 0x0100_0302, 0x0001_0302]);
        assert_eq!(words(classical, 2)[0], 0x0302_0100, "one and three: list order");
        assert_eq!(words(singles_first, 2)[0], 0x0203_0100, "one and three: the single first");
    }

    fn all_of<O: Order<Portable>>(empties: Bitboard) -> [[Square; 4]; 4] {
        let order = O::new(Portable, empties);
        [0, 1, 2, 3].map(|i| order.candidate(i))
    }

    /// Squares with every way to share quadrants.
    fn fours() -> impl Iterator<Item = Bitboard> {
        let of_quadrant = [
            [Square::A1, Square::C2, Square::B3, Square::D4],
            [Square::E1, Square::H2, Square::F3, Square::G4],
        ];
        let upper = of_quadrant.map(|squares| squares.map(|square| square.bit()));
        let lower = upper.map(|squares| squares.map(|set| set << 32));
        let quadrants = [upper, lower].concat();
        (0..256).map(move |way: usize| {
            let of_square = |i: usize| quadrants[way >> (2 * i) & 3][i];
            Bitboard(of_square(0) | of_square(1) | of_square(2) | of_square(3))
        })
    }

    #[test]
    fn a_shuffle_codes_and_branches_give_the_order_of_the_shifts() {
        for empties in fours() {
            let expected = all_of::<ParityOrder>(empties);
            assert_eq!(all_of::<Shuffled>(empties), expected, "{empties:?}");
            assert_eq!(all_of::<TwoBits>(empties), expected, "{empties:?}");
            assert_eq!(all_of::<Branches>(empties), expected, "{empties:?}");
            assert_eq!(all_of::<ShuffledClassical>(empties), all_of::<Classical>(empties), "{empties:?}");
        }
    }

    #[test]
    fn corners_come_first_and_their_neighbours_last() {
        let empties = [Square::B1, Square::G2, Square::D3, Square::H8].into_iter().collect();
        let CornersFirst(order) = <CornersFirst as Order<Portable>>::new(Portable, empties);
        let listed = order.squares.to_be_bytes().map(|byte| Square::ALL[byte as usize]);
        assert_eq!(listed, [Square::H8, Square::D3, Square::B1, Square::G2]);
    }
}
