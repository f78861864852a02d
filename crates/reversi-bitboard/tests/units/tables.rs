//! Hashes and random numbers: values that the literature gives, and one that files and seeds rely on.

use reversi_bitboard::__internal::hash::portable::{CRC, hash, step64};
use reversi_bitboard::__internal::tested::random;
use reversi_bitboard::Board;

#[test]
fn check_values_of_crc32c() {
    assert_eq!(CRC[0][1], 0xf26b_8303);
    assert_eq!(CRC[1][1], 0x13a2_9877);
    assert_eq!(step64(0, 1), 0x493c_7d27);
    assert_eq!(hash(Board::START), 0x7966_0235_a176_709e);
    // The published check value of CRC-32C, one byte at a time.
    let crc = b"123456789".iter().fold(!0, |crc: u32, byte| crc >> 8 ^ CRC[0][(crc as u8 ^ byte) as usize]);
    assert_eq!(!crc, 0xe306_9283);
}

#[test]
fn numbers_are_those_of_splitmix64() {
    // The published first numbers with the seed 1234567.
    let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
    assert_eq!([0, 1, 2].map(|index| random(1_234_567, index)), published);
}
