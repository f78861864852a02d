//! The order in which the last four squares are tried.

use reversi_bitboard::{Bitboard, Square, mask};
use reversi_exchange::solver::parity::{
    ORDERS, ParityOrder, class, from_a1_to_h8, orders, quadrants, singles_first,
};

use super::shuffle::Shuffle;

/// The last four empty squares and the orders in which they are tried.
pub(super) trait Order<L> {
    fn new(l: L, empties: Bitboard) -> Self;

    /// The square that is tried after `i` others, then the remaining squares in their order.
    fn candidate(&self, i: usize) -> [Square; 4];
}

/// The control of a shuffle: for each candidate four places, the candidate in the highest byte.
#[repr(align(16))]
pub(super) struct Control(pub(super) [u8; 16]);

/// The engine's order (END-08) as controls of a shuffle.
static SHUFFLES: [Control; 64] = controls(&ORDERS);

/// The classical order (END-07): squares are moved to the front only out of 2-1-1, and of three squares only
/// out of 2-1.
static CLASSICAL_SHUFFLES: [Control; 64] = controls(&CLASSICAL_ORDERS);

static CLASSICAL_ORDERS: [[u32; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut class = 0;
    while class < 64 {
        let quadrants = quadrants(class);
        let all = [0, 1, 2, 3];
        let candidates = match singles_of_4(quadrants) {
            1 => all,
            _ => singles_first(all, quadrants),
        };
        table[class] = orders(candidates, quadrants);
        class += 1;
    }
    table
};

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

/// The four squares of all orders by one shuffle of 16 bytes (END-07), singles first.
pub(super) struct Shuffled([u32; 4]);

impl Shuffled {
    #[inline(always)]
    fn by<L: Shuffle>(l: L, empties: Bitboard, controls: &'static [Control; 64]) -> Shuffled {
        let squares = from_a1_to_h8(empties);
        Shuffled(l.shuffle(ParityOrder::of(squares).squares, &controls[class(squares)]))
    }
}

impl<L: Shuffle> Order<L> for Shuffled {
    #[inline(always)]
    fn new(l: L, empties: Bitboard) -> Shuffled {
        Shuffled::by(l, empties, &SHUFFLES)
    }

    #[inline(always)]
    fn candidate(&self, i: usize) -> [Square; 4] {
        let [d, c, b, a] = self.0[i].to_le_bytes();
        [a, b, c, d].map(|byte| Square::ALL[byte as usize % 64])
    }
}

/// The same in the classical order. The source reports the nodes of the nested branches that it replaced.
pub(super) struct ShuffledClassical(Shuffled);

impl<L: Shuffle> Order<L> for ShuffledClassical {
    #[inline(always)]
    fn new(l: L, empties: Bitboard) -> ShuffledClassical {
        ShuffledClassical(Shuffled::by(l, empties, &CLASSICAL_SHUFFLES))
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

    #[test]
    fn a_shuffle_gives_the_order_of_the_shifts() {
        let empties = [Square::B1, Square::G2, Square::A7, Square::H8].into_iter().collect();
        let scalar = ParityOrder::new(empties);
        let shuffled = Shuffled::new(Portable, empties);
        for i in 0..4 {
            assert_eq!(scalar.candidate(i), <Shuffled as Order<Portable>>::candidate(&shuffled, i));
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
