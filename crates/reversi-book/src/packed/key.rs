//! The number of a board by which positions are sorted.

use reversi_bitboard::Board;

/// The number of a board, mixed so that boards spread evenly: the order of positions in a packed book.
///
/// A board is a number of 64 digits to base 3 (0 empty, 1 player, 2 opponent; A1 is the lowest digit), which
/// is below 2^102. Mixing is a permutation of the numbers of 102 bits, so the key determines the board. The
/// highest bits choose a bucket, and records store only the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(u128);

/// The number of bits of a key.
pub(crate) const KEY_BITS: u32 = 102;

const MASK: u128 = (1 << KEY_BITS) - 1;
/// The number of contents of a rank: 3^8.
const RANKS: u64 = 6561;
/// The first 102 bits of the fractions of the square roots of 2 and 3. Both numbers are odd.
const FACTORS: [u128; 2] = [0x1a_8279_99fc_ef32_422c_bec4_d9bb, 0x2e_d9eb_a161_32a9_cec9_5d0b_5c1f];
const INVERSES: [u128; 2] = [inverse(FACTORS[0]), inverse(FACTORS[1])];

/// The number of each set of squares of a rank.
const NUMBERS: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut set = 1_usize;
    while set < 256 {
        let highest = set.ilog2();
        numbers[set] = numbers[set ^ (1 << highest)] + 3_u16.pow(highest);
        set += 1;
    }
    numbers
};

/// The sets of the player and of the opponent for each number of a rank.
const SETS: [[u8; 2]; RANKS as usize] = {
    let mut sets = [[0; 2]; RANKS as usize];
    let mut number = 0;
    while number < RANKS as usize {
        let (mut rest, mut file) = (number, 0);
        while rest > 0 {
            match rest % 3 {
                0 => {}
                digit => sets[number][digit - 1] |= 1 << file,
            }
            rest /= 3;
            file += 1;
        }
        number += 1;
    }
    sets
};

/// Computes the inverse of an odd number modulo 2^102, by Newton's method: each pass doubles the number of
/// correct bits.
const fn inverse(factor: u128) -> u128 {
    let mut inverse = factor; // correct in 3 bits
    let mut pass = 0;
    while pass < 6 {
        inverse = inverse.wrapping_mul(2_u128.wrapping_sub(factor.wrapping_mul(inverse)));
        pass += 1;
    }
    inverse & MASK
}

/// Folds a number. The function is its own inverse, because it shifts by half of the bits.
const fn fold(number: u128) -> u128 {
    number ^ (number >> (KEY_BITS / 2))
}

impl Key {
    /// Returns the key of a board. Books are looked up by the canonical board.
    pub(crate) fn of(board: &Board) -> Key {
        let player = board.player().0.to_le_bytes();
        let opponent = board.opponent().0.to_le_bytes();
        let half = |ranks: std::ops::Range<usize>| {
            ranks.rev().fold(0, |number, rank| {
                let digits = NUMBERS[usize::from(player[rank])] + 2 * NUMBERS[usize::from(opponent[rank])];
                number * RANKS + u64::from(digits)
            })
        };
        let mut number = u128::from(half(4..8)) * u128::from(RANKS.pow(4)) + u128::from(half(0..4));
        for factor in FACTORS {
            number = fold(number).wrapping_mul(factor) & MASK;
        }
        Key(fold(number))
    }

    /// Returns the board of this key, if there is one.
    pub(crate) fn board(self) -> Option<Board> {
        let mut number = self.0;
        for inverse in INVERSES.into_iter().rev() {
            number = fold(number).wrapping_mul(inverse) & MASK;
        }
        let mut number = fold(number);
        let (mut player, mut opponent) = ([0; 8], [0; 8]);
        for rank in 0..8 {
            [player[rank], opponent[rank]] = SETS[(number % u128::from(RANKS)) as usize];
            number /= u128::from(RANKS);
        }
        (number == 0).then(|| Board::from_bits(u64::from_le_bytes(player), u64::from_le_bytes(opponent)))
    }

    /// Returns the bucket of the key, of `2^bits`.
    pub(crate) fn bucket(self, bits: u32) -> u64 {
        debug_assert!(bits < 64);
        (self.0 >> (KEY_BITS - bits)) as u64
    }

    /// Returns the number of bytes of the key that a record stores, by the number of bits that choose its
    /// bucket.
    pub(crate) const fn stored(bucket_bits: u32) -> usize {
        (KEY_BITS - bucket_bits).div_ceil(8) as usize
    }

    /// Returns the bits that do not choose the bucket, as a big-endian number of [`stored`](Key::stored)
    /// bytes at the end.
    pub(crate) fn rest(self, bucket_bits: u32) -> [u8; 16] {
        (self.0 & (MASK >> bucket_bits)).to_be_bytes()
    }

    /// Returns the key of a record, from its bucket and the bytes that the record stores.
    pub(crate) fn from_rest(bucket: u64, bucket_bits: u32, rest: &[u8]) -> Option<Key> {
        let mut bytes = [0; 16];
        bytes[16 - rest.len()..].copy_from_slice(rest);
        let rest = u128::from_be_bytes(bytes);
        let key = Key((u128::from(bucket) << (KEY_BITS - bucket_bits)) | rest);
        (rest <= MASK >> bucket_bits).then_some(key)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reversi_bitboard::Board;
    use reversi_testkit::boards;

    use super::{FACTORS, INVERSES, KEY_BITS, Key, MASK};

    #[test]
    fn the_factors_are_odd_and_have_their_inverses() {
        for (factor, inverse) in FACTORS.into_iter().zip(INVERSES) {
            assert!(factor % 2 == 1 && factor <= MASK);
            assert_eq!(factor.wrapping_mul(inverse) & MASK, 1);
        }
    }

    #[test]
    fn the_largest_number_of_a_board_has_102_bits() {
        let largest = 3_u128.pow(64) - 1;
        assert_eq!(KEY_BITS, 128 - largest.leading_zeros());
        assert_eq!(Key::of(&Board::from_bits(0, u64::MAX)).board(), Some(Board::from_bits(0, u64::MAX)));
    }

    proptest! {
        #[test]
        fn a_key_gives_its_board_back(board in boards(), bits in 0..30_u32) {
            let key = Key::of(&board);
            prop_assert_eq!(key.board(), Some(board));
            let rest = key.rest(bits);
            let stored = &rest[16 - Key::stored(bits)..];
            prop_assert_eq!(Key::from_rest(key.bucket(bits), bits, stored), Some(key));
        }
    }
}
