//! The tables of the kernels: values that lab/docs/src/techniques.md and the literature give.

use reversi_bitboard::__internal::flip::portable::{FLIPPED, OUTFLANK};
use reversi_bitboard::__internal::hash::portable::{CRC, hash, step64};
use reversi_bitboard::__internal::last_flip::COUNT;
use reversi_bitboard::__internal::lines::beyond_edge;
use reversi_bitboard::__internal::rays::{NEIGHBOURS, RAYS_DOWN, RAYS_UP, STEPS, ray};
use reversi_bitboard::__internal::stability::edge::{STABLE, stable};
use reversi_bitboard::__internal::tested::random;
use reversi_bitboard::{Board, Square};

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
fn check_values_of_lines_beyond_the_edge() {
    assert_eq!(beyond_edge(1, -1, 1), 0xff01_0101_0101_0101);
    assert_eq!(beyond_edge(2, -1, 1), 0xffff_0303_0303_0303);
    assert_eq!(beyond_edge(4, -1, 1), 0xffff_ffff_0f0f_0f0f);
    assert_eq!(beyond_edge(1, 1, -1), 0x8080_8080_8080_80ff);
    assert_eq!(beyond_edge(1, 1, 1), 0xff80_8080_8080_8080);
    assert_eq!(beyond_edge(2, -1, -1), 0x0303_0303_0303_ffff);
    assert_eq!(beyond_edge(4, 1, 1), 0xffff_ffff_f0f0_f0f0);
}

#[test]
fn check_values_of_runs_on_a_line() {
    assert_eq!(OUTFLANK[2][0b00_0001], 0b1);
    assert_eq!(OUTFLANK[2][0b00_1101], 0b10_0001);
    assert_eq!(FLIPPED[2][0b10_0001], 0b1_1010);
    assert_eq!(OUTFLANK.as_flattened().iter().max(), Some(&136));
    let used = OUTFLANK.as_flattened().len() + FLIPPED.map(|row| row[..=136].len()).iter().sum::<usize>();
    assert_eq!(used, 1608);
}

#[test]
fn check_values_of_rays() {
    let up = |square: Square| RAYS_UP[square.index()].0;
    assert_eq!(up(Square::A1), [0xfe, 0x0101_0101_0101_0100, 0x8040_2010_0804_0200, 0]);
    assert_eq!(up(Square::B1)[3], 0x0100);
    assert_eq!(
        up(Square::D4),
        [0xf000_0000, 0x0808_0808_0000_0000, 0x8040_2010_0000_0000, 0x0001_0204_0000_0000]
    );
    assert_eq!(RAYS_DOWN[63].0, [0x7f00_0000_0000_0000, 0x0080_8080_8080_8080, 0x0040_2010_0804_0201, 0]);
    assert_eq!(NEIGHBOURS[Square::A1.index()].0, 0x0302);
    assert_eq!(NEIGHBOURS[Square::D4.index()].0, 0x001c_141c_0000);
    for square in Square::ALL {
        let adjacent = (0..8).fold(0, |set, i| {
            let ray = ray(square.index(), STEPS[i]);
            set | if i < 4 {
                ray & ray.wrapping_neg()
            } else {
                (1 << 63 >> ray.leading_zeros().min(63)) & ray
            }
        });
        assert_eq!(NEIGHBOURS[square.index()].0, adjacent, "{square}");
    }
}

#[test]
fn check_values_of_stable_edges() {
    let at = |player: usize, opponent: usize| STABLE[player << 8 | opponent];
    assert_eq!(at(0x01, 0), 0x01);
    assert_eq!(at(0x7e, 0), 0);
    assert_eq!(at(0x7e, 0x01), 0);
    assert_eq!(at(0x7e, 0x81), 0x7e);
    assert_eq!(at(0x3c, 0xc2), 0x3c);
    assert_eq!(STABLE.iter().map(|stable| stable.count_ones()).sum::<u32>(), 8638);
    assert_eq!(STABLE.iter().filter(|&&stable| stable != 0).count(), 4237);
}

#[test]
fn files_are_unpacked_in_order() {
    for bits in 0..256u64 {
        // All discs of a full edge are stable.
        let full = (bits << 8 | !bits & 0xff) as u16;
        let file_a = (1..7).map(|y| (bits >> y & 1) << (8 * y)).sum::<u64>();
        assert_eq!(stable([0xff, 0xff, full, 0xff]).0, file_a);
        assert_eq!(stable([0xff, 0xff, 0xff, full]).0, file_a << 7);
        assert_eq!(stable([full, 0xff, 0xff, 0xff]).0, bits);
        assert_eq!(stable([0xff, full, 0xff, 0xff]).0, bits << 56);
    }
}

#[test]
fn check_values_of_last_flips() {
    assert_eq!(COUNT[0][0xf0], 3);
    assert_eq!(COUNT[0][0x0e], 0);
    assert_eq!(COUNT[3][0b1000_0001], 2 + 3);
    assert!(COUNT.iter().all(|line| line[0] == 0 && line[0xff] == 0));
}

#[test]
fn numbers_are_those_of_splitmix64() {
    // The published first numbers with the seed 1234567.
    let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
    assert_eq!([0, 1, 2].map(|index| random(1_234_567, index)), published);
}
