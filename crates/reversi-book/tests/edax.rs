//! Books of Edax: read, written, converted, damaged.

use std::fs;
use std::io::{Cursor, Read};

use proptest::prelude::*;
use reversi_bitboard::{Board, Move, Square};
use reversi_book::{
    Book, BookEntry, BookError, BookErrorKind, ByteOrder, Conversion, EdaxReader, EdaxWriter, Format,
    ScoredMove, Tally,
};
use reversi_search::Level;
use reversi_testkit::{config, data};

use crate::support::{LEVEL, Made, folder, header};

const HEADER: usize = 42;

type Position = (Board, BookEntry);

fn read(bytes: &[u8]) -> Result<Vec<Position>, BookError> {
    EdaxReader::new(bytes)?.collect()
}

/// All positions and all errors.
fn salvage(bytes: &[u8]) -> (Vec<Position>, Vec<BookError>) {
    let (sound, errors): (Vec<_>, Vec<_>) = EdaxReader::new(bytes).unwrap().partition(Result::is_ok);
    (sound.into_iter().flatten().collect(), errors.into_iter().filter_map(Result::err).collect())
}

fn write(positions: &[Position], order: ByteOrder) -> Vec<u8> {
    let mut writer = EdaxWriter::new(Cursor::new(Vec::new()), &header(), order).unwrap();
    positions.iter().for_each(|(board, entry)| writer.push(board, entry).unwrap());
    writer.finish().unwrap().into_inner()
}

/// Converts a file of Edax to a packed book and back.
fn there_and_back(bytes: &[u8], conversion: &Conversion) -> (Book, Vec<u8>) {
    let folder = folder("back");
    let [edax, packed, again] = ["a.dat", "a.book", "b.dat"].map(|name| folder.path().join(name));
    fs::write(&edax, bytes).unwrap();
    conversion.run(&edax, &packed, Format::Packed).unwrap();
    let book = Book::from_bytes(fs::read(&packed).unwrap()).unwrap();
    book.verify().unwrap();
    let converted = conversion.run(&packed, &again, Format::Edax).unwrap();
    assert_eq!((converted.from, converted.positions), (Format::Packed, book.len()));
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 3, "no temporary file stays");
    (book, fs::read(again).unwrap())
}

fn assert_same_after_conversion(bytes: &[u8], conversion: &Conversion) {
    let (book, again) = there_and_back(bytes, conversion);
    let positions = read(bytes).unwrap();
    assert_eq!(book.len(), positions.len() as u64);
    assert!(positions.iter().all(|(board, entry)| book.probe(board).as_ref() == Some(entry)));
    assert!(again == bytes, "the bytes of {} positions differ", positions.len());
}

#[test]
fn a_book_of_edax_becomes_a_packed_one_and_the_same_bytes_again() {
    for len in [1, 2, 1000, 50_000] {
        assert_same_after_conversion(&Made::new(len).edax(ByteOrder::Little), &Conversion::new());
    }
}

#[test]
fn a_book_that_is_sorted_on_the_disk_becomes_the_same_bytes_again() {
    let bytes = Made::new(20_000).edax(ByteOrder::Little);
    assert_same_after_conversion(&bytes, &Conversion::new().memory_mib(0));
}

#[test]
#[ignore = "takes half a minute"]
fn a_book_of_a_million_positions_becomes_the_same_bytes_again() {
    assert_same_after_conversion(&Made::new(1_000_000).edax(ByteOrder::Little), &Conversion::new());
}

#[test]
fn a_book_that_edax_wrote_becomes_the_same_bytes_again() {
    let Some(path) = data("book/edax-sample.dat") else { return };
    let bytes = fs::read(path).unwrap();
    assert_same_after_conversion(&bytes, &Conversion::new());
    let header = EdaxReader::new(&bytes[..]).unwrap().header().clone();
    assert_eq!(
        (header.level.number(), header.empties, header.midgame_error, header.endcut_error),
        (4, 7, 2, 1)
    );
    assert_eq!(header.edax.unwrap().release, 5);
    // Of the start, whose first moves are images of each other, Edax has all four as links.
    let book = Conversion::new().read(data("book/edax-sample.dat").unwrap()).unwrap().0;
    assert_eq!(book.probe(&Board::START).unwrap().links.len(), 4);
    // As the guide says: its values follow from its links, and its bounds by its own rule.
    let audit = book.manuscript().unwrap().audit().unwrap();
    assert!(audit.wrong.is_empty() && audit.other_bounds == audit.edax_bounds, "{audit:?}");
    assert_eq!((audit.missing_links, audit.values_by_missing_links), (159, 94));
}

#[test]
fn both_orders_of_bytes_have_the_same_positions() {
    let made = Made::new(500);
    let [little, big] = [ByteOrder::Little, ByteOrder::Big].map(|order| made.edax(order));
    assert_ne!(little, big);
    let readers = [&little, &big].map(|bytes| EdaxReader::new(&bytes[..]).unwrap());
    assert_eq!(readers.each_ref().map(EdaxReader::byte_order), [ByteOrder::Little, ByteOrder::Big]);
    let [a, b] = readers.each_ref().map(|reader| reader.header().clone());
    assert_eq!((&a, a.edax), (&b, header().edax));
    assert_eq!(read(&little).unwrap(), read(&big).unwrap());
    assert_same_after_conversion(&big, &Conversion::new().byte_order(ByteOrder::Big));
}

/// Where the record of a position begins.
fn offset_of(bytes: &[u8], board: Board) -> usize {
    let mut reader = EdaxReader::new(bytes).unwrap();
    while let Some(position) = reader.next() {
        if position.unwrap().0 == board {
            return reader.offset() as usize;
        }
    }
    panic!("{board} is not in the book")
}

/// A change of one record of a book, where the error is found in it, and which one.
type Damage = (&'static str, fn(&mut [u8]), u64, fn(&BookErrorKind) -> bool);

const DAMAGES: [Damage; 14] = [
    ("discs overlap", |r| r.copy_within(..8, 8), 0, |k| matches!(k, BookErrorKind::NoBoard)),
    ("the centre is empty", |r| r[..8].fill(0), 0, |k| matches!(k, BookErrorKind::NoBoard)),
    (
        "not canonical",
        |r| (r[..8].reverse(), r[8..16].reverse()).0,
        0,
        |k| matches!(k, BookErrorKind::NotCanonical),
    ),
    ("value 65", |r| r[32] = 65, 32, |k| matches!(k, BookErrorKind::Score { score: 65 })),
    (
        "lower bound -300",
        |r| r[34..36].copy_from_slice(&(-300_i16).to_le_bytes()),
        34,
        |k| matches!(k, BookErrorKind::Score { score: -300 }),
    ),
    (
        "upper below value",
        |r| r[36..38].copy_from_slice(&(-64_i16).to_le_bytes()),
        0,
        |k| matches!(k, BookErrorKind::Bounds { upper: -64, .. }),
    ),
    (
        "a link on a disc",
        |r| r[41] = 27,
        0,
        |k| matches!(k, BookErrorKind::IllegalMove { mv: Move::Place(Square::D4) }),
    ),
    ("a link twice", |r| r[43] = r[41], 0, |k| matches!(k, BookErrorKind::MoveTwice { .. })),
    (
        "a pass that nothing forces",
        |r| r[41] = 64,
        0,
        |k| matches!(k, BookErrorKind::IllegalMove { mv: Move::Pass }),
    ),
    ("a link to no square", |r| r[41] = 65, 40, |k| matches!(k, BookErrorKind::MoveByte { byte: 65 })),
    ("a link of 65 discs", |r| r[40] = 65, 40, |k| matches!(k, BookErrorKind::Score { score: 65 })),
    ("the leaf is a link", |r| r[r.len() - 1] = r[41], 0, |k| matches!(k, BookErrorKind::MoveTwice { .. })),
    ("the leaf is not legal", |r| r[r.len() - 1] = 27, 0, |k| matches!(k, BookErrorKind::IllegalMove { .. })),
    (
        "no leaf",
        |r| {
            let at = r.len() - 2;
            r[at..].copy_from_slice(&[129, 65])
        },
        0,
        |k| matches!(k, BookErrorKind::NoLeaf { .. }),
    ),
];

/// A book with a position of two links and a leaf, and its extent.
fn book_with_a_leaf() -> (Vec<u8>, Board, std::ops::Range<usize>) {
    let bytes = Made::new(40).edax(ByteOrder::Little);
    let (board, entry) = read(&bytes)
        .unwrap()
        .into_iter()
        .find(|(_, entry)| entry.links.len() >= 2 && entry.leaf.is_some())
        .expect("a position of the last layer but one");
    let at = offset_of(&bytes, board);
    let len = 42 + 2 * entry.links.len();
    (bytes, board, at..at + len)
}

#[test]
fn each_rule_of_a_position_is_checked_and_a_salvage_loses_only_what_breaks_it() {
    let (bytes, board, extent) = book_with_a_leaf();
    let sound = read(&bytes).unwrap();
    for (name, change, within, is_expected) in DAMAGES {
        let mut bad = bytes.clone();
        change(&mut bad[extent.clone()]);
        let error = read(&bad).expect_err(name);
        assert!(is_expected(&error.kind), "{name}: {error}");
        assert_eq!(error.offset, Some(extent.start as u64 + within), "{name}: {error}");
        let (kept, errors) = salvage(&bad);
        let expected: Vec<_> = sound.iter().filter(|(other, _)| *other != board).cloned().collect();
        assert!(kept == expected, "{name}: {} of {}", kept.len(), expected.len());
        // The second one is the number in the header.
        assert_eq!(errors.len(), 2, "{name}: {errors:?}");
        assert!(matches!(errors[1].kind, BookErrorKind::Count { header: 40, found: 39 }), "{name}");
    }
}

/// Returns the anomalies of a reader.
fn odd(bytes: &[u8]) -> Vec<String> {
    let mut reader = EdaxReader::new(bytes).unwrap();
    reader.by_ref().for_each(drop);
    reader.odd().iter().map(ToString::to_string).collect()
}

/// An odd record does not cost the whole book, nor itself.
#[test]
fn an_unknown_level_and_a_leaf_that_cannot_be_are_read_as_far_as_they_are_sound() {
    let bytes = Made::new(40).edax(ByteOrder::Little);
    let sound = read(&bytes).unwrap();
    let all_linked = |entry: &BookEntry| entry.leaf.is_none() && !entry.links.is_empty();
    let (board, _) = sound.iter().find(|(_, entry)| all_linked(entry)).unwrap();
    let at = offset_of(&bytes, *board);
    let leaf = at + 40 + 2 * usize::from(bytes[at + 38]);
    let unknown = |entry: &mut BookEntry| entry.level = Level::new(0).unwrap();
    let same = |_: &mut BookEntry| {};
    let link = bytes[at + 41];
    type Case<'a> = (&'a [(usize, u8)], u64, &'a str, fn(&mut BookEntry));
    let cases: [Case<'_>; 7] = [
        (&[(at + 39, 61)], 39, "level must be 0 to 60, not 61", unknown),
        (&[(at + 39, 255)], 39, "level must be 0 to 60, not 255", unknown),
        (&[(leaf, 0)], leaf as u64 - at as u64, "a score of 0 discs is invalid", same),
        (&[(leaf, 99), (leaf + 1, 19)], leaf as u64 - at as u64, "a score of 99 discs is invalid", same),
        (&[(leaf, 0), (leaf + 1, 66)], leaf as u64 - at as u64, "66 is neither a square nor a pass", same),
        (&[(leaf, 0), (leaf + 1, 27)], 0, "the move d4 is not legal", same),
        (&[(leaf, 0), (leaf + 1, link)], 0, "the position has the move", same),
    ];
    for (changes, within, expected, change) in cases {
        let mut bad = bytes.clone();
        changes.iter().for_each(|&(at, byte)| bad[at] = byte);
        let mut positions = sound.clone();
        change(&mut positions.iter_mut().find(|(other, _)| other == board).unwrap().1);
        assert!(read(&bad).unwrap() == positions, "{expected}");
        let [odd] = &odd(&bad)[..] else { panic!("{expected}") };
        assert!(odd.starts_with(&format!("byte {}: {expected}", at as u64 + within)), "{odd}");

        let folder = folder("odd");
        let paths = ["a.dat", "a.book", "b.dat"].map(|name| folder.path().join(name));
        fs::write(&paths[0], &bad).unwrap();
        let converted = Conversion::new().run(&paths[0], &paths[1], Format::Packed).unwrap();
        assert_eq!((converted.damage.len(), converted.damage.odd_len()), (0, 1));
        assert_eq!(converted.damage.odd()[0].to_string(), *odd);
        let again = Conversion::new().run(&paths[1], &paths[2], Format::Edax).unwrap();
        assert_eq!((again.damage.odd_len(), again.positions), (0, 40));
        assert!(read(&fs::read(&paths[2]).unwrap()).unwrap() == positions, "{expected}");
    }
}

#[test]
fn a_position_whose_number_of_links_is_damaged_hides_no_other_one() {
    let (bytes, board, extent) = book_with_a_leaf();
    let sound = read(&bytes).unwrap();
    for links in [0, 1, 3, 100, 255] {
        let mut bad = bytes.clone();
        bad[extent.start + 38] = links;
        if bad == bytes {
            continue;
        }
        let (kept, errors) = salvage(&bad);
        assert_eq!(errors[0].offset.map(|at| at >= extent.start as u64), Some(true), "{errors:?}");
        assert!(
            kept.iter()
                .filter(|(other, _)| *other != board)
                .eq(sound.iter().filter(|(other, _)| *other != board))
        );
    }
}

/// Nor does it where all levels are unknown.
#[test]
fn odd_positions_are_found_after_a_damaged_one() {
    let (mut bytes, board, extent) = book_with_a_leaf();
    let mut reader = EdaxReader::new(&bytes[..]).unwrap();
    let mut levels = Vec::new();
    while reader.next().is_some() {
        levels.push(reader.offset() as usize + 39);
    }
    levels.into_iter().for_each(|level| bytes[level] = 70);
    bytes[extent.start + 38] = 100;
    let (kept, errors) = salvage(&bytes);
    assert_eq!((kept.len(), errors.len()), (39, 2), "{errors:?}");
    assert!(kept.iter().all(|(other, _)| *other != board));
}

#[test]
fn damaged_positions_beside_each_other_are_reported_one_by_one() {
    let mut bytes = Made::new(40).edax(ByteOrder::Little);
    let mut reader = EdaxReader::new(&bytes[..]).unwrap();
    let mut offsets = Vec::new();
    while let Some(Ok(_)) = reader.next() {
        offsets.push(reader.offset());
    }
    offsets.iter().for_each(|&at| bytes[at as usize + 32] = 99);
    let (kept, errors) = salvage(&bytes);
    let found: Vec<_> = errors.iter().filter_map(|error| Some(error.offset? - 32)).take(40).collect();
    assert_eq!((kept.len(), errors.len(), found), (0, 41, offsets));
}

#[test]
fn positions_are_checked_against_all_others() {
    let made = Made::new(60);
    let positions: Vec<Position> = made.positions().collect();
    let folder = folder("others");
    let path = folder.path().join("a.dat");
    let strict = Conversion::new();
    let lenient = Conversion::new().salvage(true);

    // One stands there again, as the last one.
    let twice = [&positions[..], &positions[..1]].concat();
    let bytes = write(&twice, ByteOrder::Little);
    fs::write(&path, &bytes).unwrap();
    let error = strict.read(&path).unwrap_err();
    let at = bytes.len() - 42 - 2 * positions[0].1.links.len();
    assert_eq!(error.offset, Some(at as u64));
    assert!(matches!(error.kind, BookErrorKind::Twice { board } if board == positions[0].0));
    let (book, damage) = lenient.read(&path).unwrap();
    assert_eq!((book.len(), damage.len()), (60, 1));

    // All stand there many times: the book has the buckets of those that it keeps.
    let often = vec![&positions[..]; 20].concat();
    fs::write(&path, write(&often, ByteOrder::Little)).unwrap();
    let (book, damage) = lenient.read(&path).unwrap();
    assert_eq!((book.len(), damage.len()), (60, 19 * 60));
    book.verify().unwrap();

    // One is missing to which others have links.
    let (missing, _) = *positions
        .iter()
        .find(|(board, entry)| entry.links.is_empty() && *board != Board::START.canonical().0)
        .map(|(board, entry)| (board, entry))
        .map(|(board, _)| (*board, ()))
        .as_ref()
        .unwrap();
    let rest: Vec<Position> = positions.iter().filter(|(board, _)| *board != missing).cloned().collect();
    fs::write(&path, write(&rest, ByteOrder::Little)).unwrap();
    let parents: Vec<&Position> = rest
        .iter()
        .filter(|(board, entry)| {
            entry.links.iter().any(|link| crate::support::after(*board, link.mv) == missing)
        })
        .collect();
    let error = strict.read(&path).unwrap_err();
    assert!(matches!(error.kind, BookErrorKind::Dangling { .. }), "{error}");
    assert_eq!(error.offset, Some(offset_of(&fs::read(&path).unwrap(), parents[0].0) as u64));
    let (book, damage) = lenient.read(&path).unwrap();
    book.verify().unwrap();
    assert_eq!((book.len(), damage.errors()[0].to_string()), (59, error.to_string()));
    for (board, entry) in parents {
        let kept = book.probe(board).unwrap();
        let best = kept.moves().map(|scored| scored.score).max();
        assert_eq!((kept.value, best), (entry.value, Some(entry.value)), "the value stays the best score");
    }
}

#[test]
fn a_header_is_no_reason_to_allocate_or_to_stop() {
    let bytes = Made::new(30).edax(ByteOrder::Little);
    for count in [0_u32, 29, 1 << 31, u32::MAX] {
        let mut bad = bytes.clone();
        bad[38..42].copy_from_slice(&count.to_le_bytes());
        let (kept, mut errors) = salvage(&bad);
        let mut odd = odd(&bad);
        assert_eq!((kept.len(), errors.len() + odd.len()), (30, 1));
        let missing = count > 30;
        assert_eq!(
            if missing { errors.remove(0).to_string() } else { odd.remove(0) },
            format!("byte 38: the file must have {count} positions, as its header says, not 30")
        );
        assert_eq!(read(&bad).is_err(), missing, "{count}");
    }
    for (at, expected) in [
        (18, "byte 18: the level must be 0 to 60, not 61"),
        (22, "byte 22: the least number of empties must be 0 to 64, not -1"),
        (26, "byte 26: the error of the midgame must be 0 to 128, not -1"),
        (30, "byte 30: the error near the end must be 0 to 128, not -1"),
    ] {
        let mut bad = bytes.clone();
        let number = if at == 18 { 61 } else { -1_i32 };
        bad[at..at + 4].copy_from_slice(&number.to_le_bytes());
        assert_eq!((read(&bad).unwrap().len(), odd(&bad)), (30, vec![expected.to_owned()]));
        let header = EdaxReader::new(&bad[..]).unwrap().header().clone();
        let numbers = [header.level.number(), header.empties, header.midgame_error, header.endcut_error];
        let mut claims = [LEVEL, 24, 2, 1];
        claims[(at - 18) / 4] = [0, 0, 64, 64][(at - 18) / 4];
        assert_eq!(numbers, claims);
    }
    let mut old = bytes.clone();
    old[8] = 3;
    let error = EdaxReader::new(&old[..]).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "byte 8: version 3 of this format is not read");
    let error = EdaxReader::new(&b"something else"[..]).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "byte 0: not a book in a known format");
}

#[test]
fn a_cut_file_keeps_what_is_before_the_cut() {
    let bytes = Made::new(12).edax(ByteOrder::Little);
    let sound = read(&bytes).unwrap();
    let mut ends: Vec<usize> = Vec::new();
    let mut reader = EdaxReader::new(&bytes[..]).unwrap();
    while reader.next().is_some() {
        ends.push(reader.offset() as usize);
    }
    for cut in 0..bytes.len() {
        let bad = &bytes[..cut];
        if cut < HEADER {
            assert!(EdaxReader::new(bad).is_err(), "{cut}");
            continue;
        }
        let whole = ends.iter().skip(1).filter(|&&end| end <= cut).count();
        let (kept, errors) = salvage(bad);
        assert!(kept == sound[..whole], "{cut}");
        let is_between = ends.contains(&cut);
        assert_eq!(errors.iter().any(|error| matches!(error.kind, BookErrorKind::Cut)), !is_between, "{cut}");
        assert!(matches!(errors.last().unwrap().kind, BookErrorKind::Count { .. }), "{cut}");
    }
}

#[test]
fn a_changed_bit_costs_its_position_at_most() {
    let bytes = Made::new(25).edax(ByteOrder::Little);
    let sound = read(&bytes).unwrap();
    let mut starts = Vec::new();
    let mut reader = EdaxReader::new(&bytes[..]).unwrap();
    while let Some(Ok((board, _))) = reader.next() {
        starts.push((reader.offset() as usize, board));
    }
    for bit in (8 * HEADER..8 * bytes.len()).step_by(5) {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        let (_, changed) = starts[starts.partition_point(|&(start, _)| start <= bit / 8) - 1];
        let (kept, _) = salvage(&bad);
        let mut others = sound.iter().filter(|(board, _)| *board != changed);
        assert!(others.all(|position| kept.contains(position)), "bit {bit}");
    }
}

#[test]
fn a_file_without_an_end_is_an_error_at_once() {
    let head = &Made::new(1).edax(ByteOrder::Little)[..HEADER];
    for byte in [0, 8, 64, 255] {
        let mut reader = EdaxReader::new(head.chain(std::io::repeat(byte))).unwrap();
        assert!(reader.next().unwrap().is_err(), "{byte}");
    }
}

#[test]
fn an_entry_that_breaks_a_rule_is_not_written() {
    let level = Level::new(1).unwrap();
    let scored = |square| ScoredMove { mv: Move::Place(square), score: 0 };
    let entry =
        |links, leaf| BookEntry { links, leaf, value: 0, lower: 0, upper: 0, level, tally: Tally::default() };
    let push = |entry: &BookEntry| {
        let mut writer = EdaxWriter::new(Cursor::new(Vec::new()), &header(), ByteOrder::Little).unwrap();
        writer.push(&Board::START, entry).map(|()| writer.finish().unwrap().into_inner())
    };
    let error = push(&entry(vec![], None)).unwrap_err();
    assert_eq!(error.to_string(), "the leaf is missing, although d3 is not a link");
    let error = push(&entry(vec![scored(Square::A1)], None)).unwrap_err();
    assert_eq!(error.to_string(), "the move a1 is not legal");
    // Of four moves that are images of each other, one is enough; Edax gets all of them.
    let bytes = push(&entry(vec![scored(Square::F5)], None)).unwrap();
    let (_, start) = read(&bytes).unwrap().remove(0);
    assert_eq!((start.links.len(), start.leaf), (4, None));
    // An entry with a leaf is written as it is.
    let bytes = push(&entry(vec![scored(Square::F5)], Some(scored(Square::D3)))).unwrap();
    assert_eq!(read(&bytes).unwrap()[0].1.links.len(), 1);
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_damaged_book_loses_what_is_damaged_and_no_more(
        changes in prop::collection::vec((HEADER..5000_usize, any::<u8>()), 1..6),
    ) {
        let bytes = Made::new(100).edax(ByteOrder::Little);
        let sound = read(&bytes).unwrap();
        let mut bad = bytes.clone();
        let mut touched = Vec::new();
        let mut reader = EdaxReader::new(&bytes[..]).unwrap();
        let mut extents = Vec::new();
        while let Some(Ok((board, entry))) = reader.next() {
            let at = reader.offset() as usize;
            extents.push((at..at + 42 + 2 * entry.links.len(), board));
        }
        for (at, byte) in changes {
            let at = HEADER + at % (bytes.len() - HEADER);
            bad[at] = byte;
            touched.push(extents.iter().find(|(extent, _)| extent.contains(&at)).unwrap().1);
        }
        let (kept, _) = salvage(&bad);
        for position in sound.iter().filter(|(board, _)| !touched.contains(board)) {
            prop_assert!(kept.contains(position), "{} is lost", position.0);
        }

        let folder = folder("damaged");
        let path = folder.path().join("a.dat");
        fs::write(&path, &bad).unwrap();
        let (book, damage) = Conversion::new().salvage(true).read(&path).unwrap();
        prop_assert!(book.verify().is_ok());
        prop_assert!(damage.is_empty() || Conversion::new().read(&path).is_err());
        prop_assert!(book.len() + touched.len() as u64 >= 100);
    }

    #[test]
    fn any_bytes_give_errors_at_worst(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let file = [&Made::new(1).edax(ByteOrder::Little)[..HEADER], &bytes].concat();
        let (kept, errors) = salvage(&file);
        prop_assert!(kept.is_empty() && !errors.is_empty());
    }
}
