//! Books of Egaroucid: read, written, converted.

use std::fs;

use reversi_bitboard::{Board, Move, Square};
use reversi_book::{
    Book, BookEntry, BookError, BookErrorKind, ByteOrder, Conversion, EgaroucidReader, Format, ScoredMove,
};
use reversi_search::Level;

use crate::formats::{made, read, write};
use crate::support::{Made, Position, after, folder};

const HEADER: usize = 14;
const RECORD: usize = 25;

/// The book of a file.
fn convert(bytes: &[u8]) -> Result<Book, BookError> {
    let folder = folder("egaroucid");
    let path = folder.path().join("a.book");
    fs::write(&path, bytes).unwrap();
    Ok(Conversion::new().read(&path)?.0)
}

#[test]
fn a_record_has_a1_as_its_highest_bit_and_as_move_63() {
    let level = Level::of::<21>();
    let mut entry = BookEntry::new(-3, level);
    entry.leaf = Some(ScoredMove::new(Square::F5, -3));
    entry.tally.lines = 258;
    let bytes = write(Format::Egaroucid3, &[(Board::START, entry.clone())]);
    let expected = [
        &b"DICUORAGE\x03\x01\0\0\0"[..],
        // E4 is bit 35 and D5 bit 28; D4 and E5 are 36 and 27.
        &0x0000_0008_1000_0000_u64.to_le_bytes(),
        &0x0000_0010_0800_0000_u64.to_le_bytes(),
        // -3, level 21, 258 lines, leaf -3 on F5 (63 - 37), level 21.
        &[0xfd, 21, 2, 1, 0, 0, 0xfd, 26, 21],
    ];
    assert_eq!(bytes, expected.concat());
    assert_eq!(read(Format::Egaroucid3, &bytes).sound, [(Board::START, entry.clone())]);

    // A board without symmetry: after f5, d6 is B1's neighbour of no image of itself.
    let board = Board::START.play(Square::F5).play(Square::D6);
    (entry.value, entry.leaf) = (1, Some(ScoredMove::new(Square::C3, 1)));
    let bytes = write(Format::Egaroucid3, &[(board, entry.clone())]);
    let player = u64::from_le_bytes(*bytes[HEADER..].first_chunk().unwrap());
    let squares = Square::ALL.into_iter().filter(|square| board.player().contains(*square));
    assert_eq!(player, squares.map(|square| 1 << (63 - square.index())).sum::<u64>());
    assert_eq!(read(Format::Egaroucid3, &bytes).sound, [(board, entry)]);
}

#[test]
fn a_book_keeps_what_the_format_has() {
    for len in [1, 1000, 30_000] {
        let made = Made::new(len);
        let folder = folder("there");
        let paths = ["a.dat", "a.egbk3", "b.book", "b.egbk3"].map(|name| folder.path().join(name));
        let [edax, there, packed, again] = &paths;
        fs::write(edax, made.edax(ByteOrder::Little)).unwrap();
        let conversion = Conversion::new();
        let of_edax = conversion.run(edax, there, Format::Egaroucid3).unwrap();
        let to_packed = conversion.run(there, packed, Format::Packed).unwrap();
        let book = Book::from_bytes(fs::read(packed).unwrap()).unwrap();
        book.verify().unwrap();
        for (board, entry) in made.positions().filter(|(board, _)| !board.must_pass()) {
            let found = book.probe(&board).unwrap();
            assert_eq!((found.value, found.level, found.leaf), (entry.value, entry.level, entry.leaf));
            assert_eq!(found.tally.lines, entry.tally.lines);
            assert_eq!((found.lower, found.upper), (-64, 64));
            assert!(entry.links.iter().all(|link| found.links.contains(link)), "{board}");
            // A position after a pass may be in the book without the one that must pass.
            let is_new = |link: &&ScoredMove| !entry.links.contains(link);
            assert!(
                found.links.iter().filter(is_new).all(|link| after(board, link.mv).must_pass()),
                "{board}"
            );
        }
        assert_eq!((to_packed.from, of_edax.from), (Format::Egaroucid3, Format::Edax));
        conversion.run(packed, again, Format::Egaroucid3).unwrap();
        assert!(fs::read(there).unwrap() == fs::read(again).unwrap(), "{len}");
    }
}

/// A board whose move `mv` leaves the opponent without a move, but not the mover.
fn before_a_pass() -> (Board, Move) {
    let mut rng = reversi_testkit::Rng::with_seed(1);
    loop {
        for board in reversi_testkit::game_boards(&mut rng) {
            for mv in board.legal_plays().filter(|mv| *mv != Move::Pass) {
                if after(board, mv).must_pass() {
                    return (board, mv);
                }
            }
        }
    }
}

#[test]
fn a_position_that_must_pass_is_left_out_and_added_again() {
    let (board, mv) = before_a_pass();
    let entry = |links: &[ScoredMove], leaf, value| {
        let mut entry = BookEntry::new(value, Level::of::<3>());
        (entry.links, entry.leaf) = (links.to_vec(), leaf);
        entry
    };
    let passing = after(board, mv);
    let last = passing.pass();
    let other = |board: Board, but: Option<Move>| {
        board.legal_plays().find(|mv| Some(*mv) != but).map(|mv| ScoredMove::new(mv, -9))
    };
    let positions = [
        (board, entry(&[ScoredMove::new(mv, 5)], other(board, Some(mv)), 5)),
        (passing, entry(&[ScoredMove::new(Move::Pass, -5)], None, -5)),
        (last, entry(&[], other(last, None).map(|leaf| ScoredMove::new(leaf.mv, 5)), 5)),
    ];
    let bytes = write(Format::Egaroucid3, &positions);
    assert_eq!(bytes.len(), HEADER + 2 * RECORD);
    let book = convert(&bytes).unwrap();
    book.verify().unwrap();
    assert_eq!(book.len(), 3);
    for (board, entry) in positions {
        assert_eq!(book.probe(&board), Some(entry), "{board}");
    }
}

#[test]
fn version_2_is_read() {
    let (bytes, whole) = made(Format::Egaroucid2, 400);
    let reader = EgaroucidReader::new(&bytes[..]).unwrap();
    assert_eq!((reader.version(), reader.positions_named()), (2, 400));
    let positions: Vec<Position> = Made::new(400).positions().collect();
    for ((board, found), (expected, entry)) in whole.sound.iter().zip(&positions) {
        assert_eq!((board, &found.links, found.leaf), (expected, &entry.links, entry.leaf));
    }
    let book = convert(&bytes).unwrap();
    book.verify().unwrap();
    assert_eq!(book.len(), 400);

    let folder = folder("read-only");
    let path = folder.path().join("a.egbk2");
    fs::write(&path, &bytes).unwrap();
    let error = Conversion::new().run(&path, folder.path().join("b.egbk2"), Format::Egaroucid2).unwrap_err();
    assert_eq!(error.to_string(), "books in the format egbk2 cannot be written");
    // The last position is cut off: links lead to it.
    let mut cut = bytes[..whole.places[399]].to_vec();
    cut[10..14].copy_from_slice(&399_u32.to_le_bytes());
    let missing = positions[399].0;
    let linked = positions[..399]
        .iter()
        .any(|(board, entry)| entry.links.iter().any(|link| after(*board, link.mv) == missing));
    assert_eq!(convert(&cut).is_err(), linked);
}

/// Each level of a book edited by hand.
#[test]
fn a_book_of_nothing_but_unknown_levels_is_read() {
    let (mut bytes, _) = made(Format::Egaroucid3, 3000);
    bytes[HEADER..].chunks_mut(RECORD).for_each(|record| record[17] = 70);
    let folder = folder("unknown");
    let path = folder.path().join("a.egbk3");
    fs::write(&path, &bytes).unwrap();
    let (book, damage) = Conversion::new().read(&path).unwrap();
    let level = Level::of::<0>();
    assert_eq!((book.len(), book.header().level), (3000, level));
    assert_eq!((damage.len(), damage.odd_len(), damage.odd().len()), (0, 3000, 1000));
    // A cut file is damaged all the same.
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    assert!(Conversion::new().read(&path).is_err());
    fs::write(&path, &bytes[..bytes.len() - RECORD]).unwrap();
    assert!(matches!(Conversion::new().read(&path).unwrap_err().kind, BookErrorKind::Count { .. }));
}
