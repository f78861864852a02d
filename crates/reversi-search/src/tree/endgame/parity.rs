//! Parity: quadrants with an odd number of empties, and the order of the last four squares (END-05 to
//! END-09).

use reversi_bitboard::{Bitboard, Square};

/// Returns the squares of the quadrants with an odd number of empties (END-05): the side that moves there
/// first also moves there last.
#[inline(always)]
pub fn odd_quadrants(empties: Bitboard) -> Bitboard {
    // Fold each quadrant onto its lowest square, then spread the parity over it again.
    let mut fold = empties.0 ^ empties.0 >> 1;
    fold ^= fold >> 2;
    fold ^= fold >> 8;
    fold ^= fold >> 16;
    Bitboard((fold & 0x0000_0011_0000_0011) * 0x0f0f_0f0f)
}

/// The last four empty squares and the orders in which they are tried.
///
/// A square that is alone in its quadrant comes first: the side that plays there also makes the last move
/// there. The table has the order of all four squares and, for each of them, the order of the three that
/// remain.
#[derive(Clone, Copy)]
pub struct ParityOrder {
    /// The first square in the high byte.
    pub squares: u32,
    orders: &'static [u32; 4],
}

impl ParityOrder {
    /// Returns the order of a set of four squares.
    #[inline(always)]
    pub fn new(empties: Bitboard) -> ParityOrder {
        ParityOrder::of(from_a1_to_h8(empties))
    }

    /// Returns the order of four squares in a list. The order of the list decides where parity does not.
    #[inline(always)]
    pub fn of([a, b, c, d]: [u32; 4]) -> ParityOrder {
        ParityOrder { squares: a << 24 | b << 16 | c << 8 | d, orders: &ORDERS[class([a, b, c, d])] }
    }

    /// Returns the square that is tried after `i` others, then the remaining squares in their order.
    #[inline(always)]
    pub fn candidate(self, i: usize) -> [Square; 4] {
        let order = self.orders[i];
        let place = |shift: u32| square(self.squares >> (shift & 31));
        [place(order >> 24), place(order >> 16), place(order >> 8), place(order)]
    }
}

/// Returns the square with this index in the lowest six bits. A look-up in [`Square::ALL`] would wait for
/// memory.
#[inline(always)]
pub(super) fn square(index: u32) -> Square {
    Square::new(index as u8 & 63).unwrap_or(Square::A1)
}

/// Returns the indices of four squares.
#[inline(always)]
pub fn from_a1_to_h8(Bitboard(a): Bitboard) -> [u32; 4] {
    let b = a & a.wrapping_sub(1);
    let c = b & b.wrapping_sub(1);
    let d = c & c.wrapping_sub(1);
    let index = |set: u64| set.trailing_zeros() & 63;
    [index(a), index(b), index(c), index(d)]
}

/// Bit 2 of an index says which half of the files, bit 5 which half of the ranks.
const QUADRANT: u32 = 0x24;

/// Returns a number for the way in which four squares share quadrants: the quadrants of three of them
/// relative to the last, two bits each.
#[inline(always)]
pub const fn class([a, b, c, d]: [u32; 4]) -> usize {
    let (a, b, c) = ((a ^ d) & QUADRANT, (b ^ d) & QUADRANT, (c ^ d) & QUADRANT);
    (c + ((2 * b + a) >> 2)) as usize & 63
}

/// For each class and candidate: the places of the candidate and of the rest in `squares`, as shifts.
pub static ORDERS: [[u32; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut class = 0;
    while class < 64 {
        let quadrants = quadrants(class);
        table[class] = orders(singles_first([0, 1, 2, 3], quadrants), quadrants);
        class += 1;
    }
    table
};

/// Returns the quadrants of four squares of this class, relative to the last one.
pub const fn quadrants(class: usize) -> [usize; 4] {
    [class & 1 | class >> 2 & 2, class >> 1 & 1 | class >> 3 & 2, class >> 2 & 1 | class >> 4 & 2, 0]
}

/// Returns for each candidate, in the order in which they are tried, its place and the places of the rest, as
/// shifts. The rest has singles first.
pub const fn orders(candidates: [usize; 4], quadrants: [usize; 4]) -> [u32; 4] {
    let mut orders = [0; 4];
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
        orders[i] = 8 * ((3 - a) << 24 | (3 - b) << 16 | (3 - c) << 8 | (3 - d)) as u32;
        i += 1;
    }
    orders
}

/// Puts the squares that are alone in their quadrant first, then the others; the order within both stays.
pub const fn singles_first<const N: usize>(squares: [usize; N], quadrants: [usize; 4]) -> [usize; N] {
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

#[cfg(test)]
mod tests {
    use reversi_bitboard::mask;

    use super::*;

    #[test]
    fn check_words_of_the_catalogue() {
        let words = |class: usize| ORDERS[class].map(|order| order / 8);
        assert_eq!(class([0, 4, 0, 0]), 2);
        assert_eq!(words(2), [0x0203_0100, 0x0302_0100, 0x0102_0300, 0x0002_0301]); // one and three
        assert_eq!(words(3), [0x0302_0100, 0x0203_0100, 0x0100_0302, 0x0001_0302]); // two pairs
        assert_eq!(words(33), [0x0301_0200, 0x0103_0200, 0x0203_0100, 0x0003_0201]); // two singles and a pair
        assert_eq!(words(0), [0x0302_0100, 0x0203_0100, 0x0103_0200, 0x0003_0201]);
    }

    #[test]
    fn singles_come_before_pairs_and_triples() {
        use Square as S;
        let order = |squares: [Square; 4]| {
            let order = ParityOrder::new(squares.into_iter().collect());
            [0, 1, 2, 3].map(|i| order.candidate(i))
        };
        let b1_last = [[S::H1, S::H8, S::A1, S::B1], [S::H8, S::H1, S::A1, S::B1]];
        assert_eq!(order([S::A1, S::B1, S::H1, S::H8])[..2], b1_last);
        assert_eq!(order([S::A1, S::B1, S::H1, S::H8])[2], [S::A1, S::B1, S::H1, S::H8]);
        assert_eq!(order([S::A1, S::B1, S::C1, S::H8])[0], [S::H8, S::A1, S::B1, S::C1]);
        assert_eq!(order([S::A1, S::B1, S::H7, S::H8])[1], [S::B1, S::A1, S::H7, S::H8]);
        assert_eq!(order([S::A1, S::H1, S::A8, S::H8])[0], [S::A1, S::H1, S::A8, S::H8]);
    }

    #[test]
    fn odd_quadrants_are_those_with_an_odd_count() {
        let mut empties = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..10_000 {
            empties = empties.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let odd = |quadrant: &Bitboard| (*quadrant & Bitboard(empties)).len() % 2 == 1;
            let quadrants = mask::QUADRANTS.into_iter().filter(odd);
            let expected = quadrants.fold(Bitboard::EMPTY, |set, quadrant| set | quadrant);
            assert_eq!(odd_quadrants(Bitboard(empties)), expected, "{empties:#x}");
        }
    }
}
