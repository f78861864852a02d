//! Books of Edax: read, written, converted, and what only their damage has.

use std::fs;
use std::io::Cursor;

use reversi_bitboard::{Board, Square};
use reversi_book::{
    Book, BookEntry, BookErrorKind, ByteOrder, Conversion, EdaxReader, EdaxWriter, Format, ScoredMove,
};
use reversi_search::Level;
use reversi_testkit::data;

use crate::formats::{made, read, with_a_leaf, without, write};
use crate::support::{LEVEL, Made, Position, folder, header};

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
    let positions = read(Format::Edax, bytes).sound;
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
    assert_eq!(read(Format::Edax, &little).sound, read(Format::Edax, &big).sound);
    assert_same_after_conversion(&big, &Conversion::new().byte_order(ByteOrder::Big));
}

#[test]
fn a_position_whose_number_of_links_is_damaged_hides_no_other_one() {
    let (bytes, whole, index) = with_a_leaf(Format::Edax);
    let start = whole.places[index];
    for links in [0, 1, 3, 100, 255].into_iter().filter(|&links| links != bytes[start + 38]) {
        let mut bad = bytes.clone();
        bad[start + 38] = links;
        let mut found = read(Format::Edax, &bad);
        assert!(found.errors[0].offset.unwrap() >= start as u64, "{:?}", found.errors);
        found.sound.retain(|(board, _)| *board != whole.sound[index].0);
        assert!(found.sound == without(&whole.sound, index));
    }
}

/// Nor does it where all levels are unknown.
#[test]
fn odd_positions_are_found_after_a_damaged_one() {
    let (mut bytes, whole, index) = with_a_leaf(Format::Edax);
    whole.places[..40].iter().for_each(|place| bytes[place + 39] = 70);
    bytes[whole.places[index] + 38] = 100;
    let found = read(Format::Edax, &bytes);
    assert_eq!((found.sound.len(), found.errors.len()), (39, 2), "{:?}", found.errors);
    assert!(found.sound.iter().all(|(board, _)| *board != whole.sound[index].0));
}

#[test]
fn damaged_positions_beside_each_other_are_reported_one_by_one() {
    let (mut bytes, whole) = made(Format::Edax, 40);
    whole.places[..40].iter().for_each(|place| bytes[place + 32] = 99);
    let found = read(Format::Edax, &bytes);
    assert_eq!((found.sound.len(), found.errors.len()), (0, 41));
    let places = found.errors.iter().map(|error| error.offset.unwrap() as usize - 32);
    assert!(places.take(40).eq(whole.places[..40].iter().copied()));
}

#[test]
fn positions_are_checked_against_all_others() {
    let made = Made::new(60);
    let positions: Vec<Position> = made.positions().collect();
    let folder = folder("others");
    let path = folder.path().join("a.dat");
    let strict = Conversion::new();
    let lenient = Conversion::new().salvage(true);

    // All stand there many times: the book has the buckets of those that it keeps.
    let often = vec![&positions[..]; 20].concat();
    fs::write(&path, write(Format::Edax, &often)).unwrap();
    let (book, damage) = lenient.read(&path).unwrap();
    assert_eq!((book.len(), damage.len()), (60, 19 * 60));
    book.verify().unwrap();

    // One is missing to which others have links.
    let is_leaf = |(board, entry): &&Position| entry.links.is_empty() && *board != Board::START.canonical().0;
    let missing = positions.iter().find(is_leaf).unwrap().0;
    let rest: Vec<Position> = positions.iter().filter(|(board, _)| *board != missing).cloned().collect();
    let bytes = write(Format::Edax, &rest);
    fs::write(&path, &bytes).unwrap();
    let leads_there = |(board, entry): &&Position| {
        entry.links.iter().any(|link| crate::support::after(*board, link.mv) == missing)
    };
    let parents: Vec<&Position> = rest.iter().filter(leads_there).collect();
    let error = strict.read(&path).unwrap_err();
    assert!(matches!(error.kind, BookErrorKind::Dangling { .. }), "{error}");
    let first = rest.iter().position(|position| position == parents[0]).unwrap();
    assert_eq!(error.offset, Some(read(Format::Edax, &bytes).places[first] as u64));
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
fn the_options_of_a_header_that_cannot_be_claim_least() {
    let bytes = Made::new(30).edax(ByteOrder::Little);
    for (at, expected) in [
        (18, "byte 18: the level must be 0 to 60, not 61"),
        (22, "byte 22: the least number of empties must be 0 to 64, not -1"),
        (26, "byte 26: the error of the midgame must be 0 to 128, not -1"),
        (30, "byte 30: the error near the end must be 0 to 128, not -1"),
    ] {
        let mut bad = bytes.clone();
        let number = if at == 18 { 61 } else { -1_i32 };
        bad[at..at + 4].copy_from_slice(&number.to_le_bytes());
        let found = read(Format::Edax, &bad);
        assert_eq!((found.sound.len(), found.odd), (30, vec![expected.to_owned()]));
        let header = EdaxReader::new(&bad[..]).unwrap().header().clone();
        let numbers = [header.level.number(), header.empties, header.midgame_error, header.endcut_error];
        let mut claims = [LEVEL, 24, 2, 1];
        claims[(at - 18) / 4] = [0, 0, 64, 64][(at - 18) / 4];
        assert_eq!(numbers, claims);
    }
}

#[test]
fn an_entry_that_breaks_a_rule_is_not_written() {
    let level = Level::of::<1>();
    let scored = |square: Square| ScoredMove::new(square, 0);
    let entry = |links, leaf| {
        let mut entry = BookEntry::new(0, level);
        (entry.links, entry.leaf, entry.lower, entry.upper) = (links, leaf, 0, 0);
        entry
    };
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
    let (_, start) = read(Format::Edax, &bytes).sound.remove(0);
    assert_eq!((start.links.len(), start.leaf), (4, None));
    // An entry with a leaf is written as it is.
    let bytes = push(&entry(vec![scored(Square::F5)], Some(scored(Square::D3)))).unwrap();
    assert_eq!(read(Format::Edax, &bytes).sound[0].1.links.len(), 1);
}
