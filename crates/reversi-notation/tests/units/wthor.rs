//! Files of WTHOR.

use reversi_bitboard::{IllegalMoveReason, Square};
use reversi_notation::ReadWthorErrorKind::*;
use reversi_notation::{WthorHeader, read_jou, read_trn, read_wtb, write_jou, write_wtb};

use super::support::illegal;

/// A file with one game, as the format describes it.
fn file(moves: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::from([20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 0xd7, 0x07, 8, 0, 24, 0]);
    bytes.extend([1, 0, 2, 1, 3, 0, 40, 30]);
    bytes.extend(moves.iter().chain(std::iter::repeat(&0)).take(60));
    bytes
}

#[test]
fn a_file_is_read_and_written_byte_by_byte() {
    let bytes = file(&[56, 64, 33]);
    let (header, mut games) = read_wtb(&bytes).unwrap();
    let mut expected = WthorHeader::default();
    (expected.created, expected.year, expected.solitaires, expected.depth) =
        ([20, 7, 5, 22], 2007, false, 24);
    assert_eq!((header, games.len()), (expected, 1));
    let game = games.next().unwrap().unwrap();
    assert_eq!((game.tournament, game.black, game.white), (1, 258, 3));
    assert_eq!((game.score(), game.theoretical_score()), (16, -4));
    assert_eq!(game.game, "f5d6c3".parse().unwrap());
    assert_eq!(write_wtb(&header, &[game]).unwrap(), bytes);
}

#[test]
fn damage_is_an_error_that_says_where() {
    let error = |bytes: &[u8]| {
        let (at, kind) = match read_wtb(bytes) {
            Ok((_, mut games)) => games.find_map(Result::err).map(|error| (error.at, error.kind))?,
            Err(error) => (error.at, error.kind),
        };
        Some((at, kind))
    };
    let good = file(&[56, 64, 33]);
    let with = |at: usize, byte| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        error(&bytes)
    };
    let length = |at, records, found| Some((at, Length { records, size: 68, found }));
    assert_eq!(error(&good), None);
    assert_eq!(error(&good[..15]), Some((15, NoHeader)));
    assert_eq!(error(&good[..83]), length(16, 1, 67));
    assert_eq!(with(4, 0), length(84, 0, 68));
    assert_eq!(with(4, 2), length(84, 2, 68));
    assert_eq!(with(7, 255), length(84, 0xff00_0001, 68)); // no memory is asked for
    assert_eq!(with(12, 10), Some((12, BoardSize(10))));
    assert_eq!(with(22, 65), Some((22, Discs(65))));
    assert_eq!(with(23, 255), Some((23, Discs(255))));
    for byte in [1, 10, 19, 20, 81 + 8, 91, 255] {
        assert_eq!(with(25, byte), Some((25, NotASquare(byte))));
    }
    // A zero ends a game: what stands behind it would be lost.
    assert_eq!(with(25, 0), Some((25, Gap { behind: 1 })));
    assert_eq!(with(83, 33), Some((27, Gap { behind: 56 })));
    let illegal = illegal(Some(Square::F5), IllegalMoveReason::Occupied);
    assert_eq!(with(25, 56), Some((25, IllegalMove(illegal))));
}

#[test]
fn the_games_after_a_bad_one_are_read() {
    let mut bytes = file(&[11]);
    bytes[4] = 2;
    let good = &file(&[56])[16..];
    bytes.extend(good);
    let games: Vec<_> = read_wtb(&bytes).unwrap().1.collect();
    assert_eq!(games[0].as_ref().unwrap_err().at, 24);
    assert_eq!(games[1].as_ref().unwrap().game.moves().len(), 1);
}

#[test]
fn names_end_with_a_zero_or_with_the_record() {
    let mut bytes = write_jou(&WthorHeader::default(), &["", "Ménard", "123456789 123456789"]).unwrap();
    assert_eq!(bytes[36..44], *b"M\xe9nard\0\0");
    bytes[75] = b'0';
    assert_eq!(read_jou(&bytes).unwrap().1, ["", "Ménard", "123456789 1234567890"]);
    let kind = Length { records: 3, size: 26, found: 60 };
    let error = read_trn(&bytes).unwrap_err();
    assert_eq!((error.at, error.kind), (16, kind));
}
