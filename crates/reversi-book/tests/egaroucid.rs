//! Books of Egaroucid: read, written, converted, damaged.

use std::fs;
use std::io::{Cursor, Read};

use proptest::prelude::*;
use reversi_bitboard::{Board, Move, Square};
use reversi_book::{
    Book, BookEntry, BookError, BookErrorKind, ByteOrder, Conversion, EgaroucidReader, EgaroucidWriter,
    Format, ScoredMove, Tally,
};
use reversi_search::Level;
use reversi_testkit::config;

use crate::support::{Made, after, folder};

const HEADER: usize = 14;
const RECORD: usize = 25;

type Position = (Board, BookEntry);

fn write(positions: impl IntoIterator<Item = Position>) -> Vec<u8> {
    let mut writer = EgaroucidWriter::new(Cursor::new(Vec::new())).unwrap();
    positions.into_iter().for_each(|(board, entry)| writer.push(&board, &entry).unwrap());
    writer.finish().unwrap().into_inner()
}

fn salvage(bytes: &[u8]) -> (Vec<Position>, Vec<BookError>) {
    let (sound, errors): (Vec<_>, Vec<_>) = EgaroucidReader::new(bytes).unwrap().partition(Result::is_ok);
    (sound.into_iter().flatten().collect(), errors.into_iter().filter_map(Result::err).collect())
}

/// The book of a file in some form.
fn convert(bytes: &[u8], salvage: bool) -> Result<(Book, Vec<BookError>), BookError> {
    let folder = folder("egaroucid");
    let path = folder.path().join("a.book");
    fs::write(&path, bytes).unwrap();
    let (book, damage) = Conversion::new().salvage(salvage).read(&path)?;
    Ok((book, damage.into_errors()))
}

#[test]
fn a_record_has_a1_as_its_highest_bit_and_as_move_63() {
    let level = Level::new(21).unwrap();
    let leaf = Some(ScoredMove { mv: Move::Place(Square::F5), score: -3 });
    let tally = Tally { lines: 258, ..Tally::default() };
    let entry = BookEntry { links: vec![], leaf, value: -3, lower: -64, upper: 64, level, tally };
    let bytes = write([(Board::START, entry.clone())]);
    let expected = [
        &b"DICUORAGE\x03\x01\0\0\0"[..],
        // E4 is bit 35 and D5 bit 28; D4 and E5 are 36 and 27.
        &0x0000_0008_1000_0000_u64.to_le_bytes(),
        &0x0000_0010_0800_0000_u64.to_le_bytes(),
        // -3, level 21, 258 lines, leaf -3 on F5 (63 - 37), level 21.
        &[0xfd, 21, 2, 1, 0, 0, 0xfd, 26, 21],
    ];
    assert_eq!(bytes, expected.concat());
    assert_eq!(salvage(&bytes).0, [(Board::START, entry)]);

    // A board without symmetry: after f5, d6 is B1's neighbour of no image of itself.
    let board = Board::START.play(Square::F5).play(Square::D6);
    let leaf = Some(ScoredMove { mv: Move::Place(Square::C3), score: 1 });
    let entry = BookEntry { links: vec![], leaf, value: 1, lower: -64, upper: 64, level, tally };
    let bytes = write([(board, entry.clone())]);
    let player = u64::from_le_bytes(*bytes[HEADER..].first_chunk().unwrap());
    let squares = Square::ALL.into_iter().filter(|square| board.player().contains(*square));
    assert_eq!(player, squares.map(|square| 1 << (63 - square.index())).sum::<u64>());
    assert_eq!(salvage(&bytes).0, [(board, entry)]);
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
    let level = Level::new(3).unwrap();
    let entry = |links, leaf, value| BookEntry {
        links,
        leaf,
        value,
        lower: -64,
        upper: 64,
        level,
        tally: Tally::default(),
    };
    let passing = after(board, mv);
    let last = passing.pass();
    let other = |board: Board, but: Option<Move>| {
        board.legal_plays().find(|mv| Some(*mv) != but).map(|mv| ScoredMove { mv, score: -9 })
    };
    let positions = [
        (board, entry(vec![ScoredMove { mv, score: 5 }], other(board, Some(mv)), 5)),
        (passing, entry(vec![ScoredMove { mv: Move::Pass, score: -5 }], None, -5)),
        (last, entry(vec![], other(last, None).map(|leaf| ScoredMove { score: 5, ..leaf }), 5)),
    ];
    let bytes = write(positions.clone());
    assert_eq!(bytes.len(), HEADER + 2 * RECORD);
    let (book, _) = convert(&bytes, false).unwrap();
    book.verify().unwrap();
    assert_eq!(book.len(), 3);
    for (board, entry) in positions {
        assert_eq!(book.probe(&board), Some(entry), "{board}");
    }
}

/// A book of version 2, with one byte for the number of links and two for the leaf.
fn version_2(made: &Made) -> Vec<u8> {
    let mut bytes = b"DICUORAGE\x02".to_vec();
    bytes.extend((made.len() as u32).to_le_bytes());
    for (board, entry) in made.positions() {
        bytes.extend(board.player().0.reverse_bits().to_le_bytes());
        bytes.extend(board.opponent().0.reverse_bits().to_le_bytes());
        bytes.extend([entry.value as u8, entry.level.number() as u8]);
        bytes.extend(entry.tally.lines.to_le_bytes());
        bytes.push(entry.links.len() as u8);
        let number = |mv: Move| 63 - mv.square().unwrap().index() as u8;
        bytes.extend(entry.links.iter().flat_map(|link| [link.score as u8, number(link.mv)]));
        bytes.extend(entry.leaf.map_or([0, 65], |leaf| [leaf.score as u8, number(leaf.mv)]));
    }
    bytes
}

#[test]
fn version_2_is_read() {
    let made = Made::new(400);
    let bytes = version_2(&made);
    let reader = EgaroucidReader::new(&bytes[..]).unwrap();
    assert_eq!((reader.version(), reader.positions_named()), (2, 400));
    let (read, errors) = salvage(&bytes);
    assert!(errors.is_empty(), "{errors:?}");
    for ((board, found), (expected, entry)) in read.iter().zip(made.positions()) {
        assert_eq!((*board, &found.links, found.leaf), (expected, &entry.links, entry.leaf));
    }
    let (book, _) = convert(&bytes, false).unwrap();
    book.verify().unwrap();
    assert_eq!(book.len(), 400);

    let folder = folder("read-only");
    let path = folder.path().join("a.egbk2");
    fs::write(&path, &bytes).unwrap();
    let error = Conversion::new().run(&path, folder.path().join("b.egbk2"), Format::Egaroucid2).unwrap_err();
    assert_eq!(error.to_string(), "books in the format egbk2 cannot be written");
    // The last position is cut off: links lead to it.
    let whole = fs::read(&path).unwrap();
    let mut reader = EgaroucidReader::new(&whole[..]).unwrap();
    let mut last = 0;
    while reader.next().is_some() {
        last = last.max(if reader.offset() < whole.len() as u64 { reader.offset() } else { 0 });
    }
    let mut cut = whole[..last as usize].to_vec();
    cut[10..14].copy_from_slice(&399_u32.to_le_bytes());
    let missing = made.positions().last().unwrap().0;
    let linked = made.positions().any(|(board, entry)| {
        board != missing && entry.links.iter().any(|link| after(board, link.mv) == missing)
    });
    let found = convert(&cut, false);
    assert_eq!(found.is_err(), linked);
}

#[test]
fn each_rule_of_a_position_is_checked() {
    let made = Made::new(50);
    let bytes = write(made.positions());
    let sound = salvage(&bytes).0;
    let at = HEADER + 7 * RECORD;
    let damages: [(usize, &[u8], u64, &str); 3] = [
        (0, &[0xff; 16], 0, "not a valid board"),
        (16, &[65], 16, "a score of 65 discs is invalid"),
        (8, &[0; 8], 0, "not a valid board"),
    ];
    for (within, changed, found_at, expected) in damages {
        let mut bad = bytes.clone();
        bad[at + within..at + within + changed.len()].copy_from_slice(changed);
        let (kept, errors) = salvage(&bad);
        assert_eq!(errors[0].to_string(), format!("byte {}: {expected}", at as u64 + found_at));
        assert_eq!((errors.len(), kept.len()), (2, 49));
        assert!(kept == [&sound[..7], &sound[8..]].concat());
    }
    // The number in the header is a hint.
    let mut bad = bytes.clone();
    bad[10..14].copy_from_slice(&(1_u32 << 31).to_le_bytes());
    let (kept, errors) = salvage(&bad);
    assert!(kept == sound);
    assert!(matches!(errors[..], [BookError { kind: BookErrorKind::Count { found: 50, .. }, .. }]));
    // A position that stands there twice, and once more as an image.
    let mut twice = sound.clone();
    twice.push(sound[3].clone());
    let error = convert(&write(twice), false).unwrap_err();
    assert!(matches!(error.kind, BookErrorKind::Twice { .. }));
    assert_eq!(error.offset, Some((HEADER + 50 * RECORD) as u64));
    let error = EgaroucidReader::new(&b"DICUORAGE\x01\0\0\0\0"[..]).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "byte 9: version 1 of this format is not read");
}

/// A person has set a value, or nothing is known of it.
#[test]
fn an_unknown_level_and_a_leaf_that_cannot_be_are_read_as_far_as_they_are_sound() {
    let bytes = write(Made::new(50).positions());
    let sound = salvage(&bytes).0;
    let at = HEADER + 7 * RECORD;
    let cases: [(usize, &[u8], u64, &str); 6] = [
        (17, &[61], 17, "level must be 0 to 60, not 61"),
        (17, &[70], 17, "level must be 0 to 60, not 70"),
        (17, &[255], 17, "level must be 0 to 60, not 255"),
        (22, &[0x80, 0], 22, "a score of -128 discs is invalid"),
        (22, &[0, 63], 0, "the move a1 is not legal"),
        (22, &[0, 28], 0, "the move d5 is not legal"),
    ];
    for (within, changed, found_at, expected) in cases {
        let mut bad = bytes.clone();
        bad[at + within..at + within + changed.len()].copy_from_slice(changed);
        let mut positions = sound.clone();
        match within {
            17 => positions[7].1.level = Level::new(0).unwrap(),
            _ => positions[7].1.leaf = None,
        }
        let mut reader = EgaroucidReader::new(&bad[..]).unwrap();
        let read: Result<Vec<_>, _> = reader.by_ref().collect();
        assert!(read.unwrap() == positions, "{expected}");
        let expected = format!("byte {}: {expected}", at as u64 + found_at);
        assert_eq!(reader.odd().iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
        assert_eq!(salvage(&bad).1.len(), 0);
        let (book, _) = convert(&bad, false).unwrap();
        book.verify().unwrap();
        let kept = book.probe(&positions[7].0).unwrap();
        assert_eq!((kept.value, kept.level), (positions[7].1.value, positions[7].1.level));
        // What the format has is written again.
        assert!(salvage(&write(positions.clone())).0 == positions);
    }
}

/// Each level of a book edited by hand.
#[test]
fn a_book_of_nothing_but_unknown_levels_is_read() {
    let mut bytes = write(Made::new(3000).positions());
    bytes[HEADER..].chunks_mut(RECORD).for_each(|record| record[17] = 70);
    let folder = folder("unknown");
    let path = folder.path().join("a.egbk3");
    fs::write(&path, &bytes).unwrap();
    let (book, damage) = Conversion::new().read(&path).unwrap();
    let level = Level::new(0).unwrap();
    assert_eq!((book.len(), book.header().level), (3000, level));
    assert_eq!((damage.len(), damage.odd_len(), damage.odd().len()), (0, 3000, 1000));
    // A cut file is damaged all the same.
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    assert!(Conversion::new().read(&path).is_err());
    fs::write(&path, &bytes[..bytes.len() - RECORD]).unwrap();
    assert!(matches!(Conversion::new().read(&path).unwrap_err().kind, BookErrorKind::Count { .. }));
}

#[test]
fn a_changed_bit_costs_its_position_at_most() {
    let bytes = write(Made::new(25).positions());
    let sound = salvage(&bytes).0;
    for bit in (8 * HEADER..8 * bytes.len()).step_by(5) {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        let changed = (bit / 8 - HEADER) / RECORD;
        let (kept, _) = salvage(&bad);
        let mut others = sound.iter().enumerate().filter(|(i, _)| *i != changed);
        assert!(others.all(|(_, position)| kept.contains(position)), "bit {bit}");
    }
}

#[test]
fn a_cut_file_keeps_what_is_before_the_cut() {
    let bytes = write(Made::new(25).positions());
    let sound = salvage(&bytes).0;
    for cut in 0..bytes.len() {
        let Some(records) = cut.checked_sub(HEADER) else {
            assert!(EgaroucidReader::new(&bytes[..cut]).is_err());
            continue;
        };
        let (kept, errors) = salvage(&bytes[..cut]);
        assert!(kept == sound[..records / RECORD] && !errors.is_empty(), "{cut}");
    }
}

#[test]
fn a_file_without_an_end_is_an_error_at_once() {
    for version in [2, 3] {
        let head = [&b"DICUORAGE"[..], &[version, 0, 0, 0, 0]].concat();
        for byte in [0, 8, 64, 255] {
            let mut reader = EgaroucidReader::new(head.chain(std::io::repeat(byte))).unwrap();
            assert!(reader.next().unwrap().is_err(), "{version} {byte}");
        }
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_damaged_book_loses_what_is_damaged_and_no_more(
        changes in prop::collection::vec((0..100 * RECORD, any::<u8>()), 1..6),
        cut in 0..60_usize,
        of_version_2 in any::<bool>(),
    ) {
        let made = Made::new(100);
        let mut bytes = if of_version_2 { version_2(&made) } else { write(made.positions()) };
        let sound = salvage(&bytes).0;
        for &(at, byte) in &changes {
            bytes[HEADER + at] = byte;
        }
        bytes.truncate(bytes.len() - cut);
        let (kept, _) = salvage(&bytes);
        if !of_version_2 {
            let lost = sound.iter().filter(|position| !kept.contains(position)).count();
            prop_assert!(lost <= changes.len() + cut.div_ceil(RECORD), "{lost}");
        }
        if let Ok((book, _)) = convert(&bytes, true) {
            prop_assert!(book.verify().is_ok());
        }
    }

    #[test]
    fn any_bytes_give_errors_at_worst(
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
        version in 1..5_u8,
    ) {
        let header = [&b"DICUORAGE"[..], &[version], &[0xff; 4]].concat();
        for bytes in [bytes.clone(), [header, bytes].concat()] {
            if let Ok(reader) = EgaroucidReader::new(&bytes[..]) {
                let errors = reader.filter_map(Result::err);
                prop_assert!(errors.map(|error| error.offset.unwrap()).all(|at| at <= bytes.len() as u64));
            }
        }
    }
}
