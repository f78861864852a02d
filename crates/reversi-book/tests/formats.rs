//! Damaged files of all formats: damage costs the positions that it hits, and no more.

use std::fs;
use std::io::{Cursor, Read};
use std::ops::Range;

use proptest::prelude::*;
use reversi_book::{
    BookError, BookErrorKind, ByteOrder, Conversion, EdaxReader, EgaroucidReader, EgaroucidWriter, Format,
};
use reversi_search::Level;
use reversi_testkit::config;

use crate::support::{Made, Position, edax, folder, version_2};

const FORMS: [Format; 3] = [Format::Edax, Format::Egaroucid3, Format::Egaroucid2];
/// The formats whose damaged records are found by their places alone.
const SOUND_FORMS: [Format; 2] = [Format::Edax, Format::Egaroucid3];

/// All of a file that can be read.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) sound: Vec<Position>,
    /// The offsets of the sound positions, and in a whole file its end.
    pub(crate) places: Vec<usize>,
    pub(crate) errors: Vec<BookError>,
    pub(crate) odd: Vec<String>,
}

impl Found {
    pub(crate) fn extent(&self, index: usize) -> Range<usize> {
        self.places[index]..self.places[index + 1]
    }
}

/// Reads a file up to its first errors.
fn read_up_to(errors: usize, form: Format, source: impl Read) -> Result<Found, BookError> {
    macro_rules! found_by {
        ($reader:expr) => {{
            let (mut reader, mut found) = ($reader, Found::default());
            while let Some(item) = reader.next() {
                match item {
                    Ok(position) => {
                        found.sound.push(position);
                        found.places.push(reader.offset() as usize);
                    }
                    Err(error) => found.errors.push(error),
                }
                if found.errors.len() == errors {
                    break;
                }
            }
            found.odd = reader.odd().iter().map(ToString::to_string).collect();
            Ok(found)
        }};
    }
    match form {
        Format::Edax => found_by!(EdaxReader::new(source)?),
        _ => found_by!(EgaroucidReader::new(source)?),
    }
}

pub(crate) fn read(form: Format, bytes: &[u8]) -> Found {
    let mut found = read_up_to(usize::MAX, form, bytes).unwrap();
    found.places.push(bytes.len());
    found
}

pub(crate) fn write(form: Format, positions: &[Position]) -> Vec<u8> {
    match form {
        Format::Edax => edax(positions.iter().cloned(), ByteOrder::Little),
        Format::Egaroucid2 => version_2(positions),
        _ => {
            let mut writer = EgaroucidWriter::new(Cursor::new(Vec::new())).unwrap();
            positions.iter().for_each(|(board, entry)| writer.push(board, entry).unwrap());
            writer.finish().unwrap().into_inner()
        }
    }
}

/// A file of positions, and what is read from it.
pub(crate) fn made(form: Format, len: usize) -> (Vec<u8>, Found) {
    let bytes = write(form, &Made::new(len).positions().collect::<Vec<_>>());
    let found = read(form, &bytes);
    assert_eq!((found.sound.len(), found.errors.len(), found.odd.len()), (len, 0, 0));
    (bytes, found)
}

/// A file of 40 positions, and the number of one with a leaf and, if the format has links, two links.
pub(crate) fn with_a_leaf(form: Format) -> (Vec<u8>, Found, usize) {
    let (bytes, whole) = made(form, 40);
    let is_sample =
        |(_, entry): &Position| entry.leaf.is_some() && (entry.links.len() >= 2 || form != Format::Edax);
    let index = whole.sound.iter().position(is_sample).unwrap();
    (bytes, whole, index)
}

/// The bytes of the header, and in them the offset of the number of positions.
fn header_of(form: Format) -> (usize, usize) {
    if form == Format::Edax { (42, 38) } else { (14, 10) }
}

/// Returns all positions but one.
pub(crate) fn without(positions: &[Position], index: usize) -> Vec<Position> {
    [&positions[..index], &positions[index + 1..]].concat()
}

/// A change of the record of a position with two links and a leaf, the offset of the error in the record, and
/// its text.
type Damage = (Format, fn(&mut [u8]), usize, &'static str);

const DAMAGES: [Damage; 17] = [
    (Format::Edax, |r| r.copy_within(..8, 8), 0, "not a valid board"),
    (Format::Edax, |r| r[..8].fill(0), 0, "not a valid board"),
    (
        Format::Edax,
        |r| (r[..8].reverse(), r[8..16].reverse()).0,
        0,
        "the board is not the smallest of its symmetric images",
    ),
    (Format::Edax, |r| r[32] = 65, 32, "a score of 65 discs is invalid"),
    (Format::Edax, |r| r[34..36].copy_from_slice(&[0xd4, 0xfe]), 34, "a score of -300 discs is invalid"),
    (Format::Edax, |r| r[36..38].copy_from_slice(&[0xc0, 0xff]), 0, "the value "),
    (Format::Edax, |r| r[41] = 27, 0, "the move d4 is not legal"),
    (Format::Edax, |r| r[43] = r[41], 0, "the position has the move "),
    (Format::Edax, |r| r[41] = 64, 0, "the move ps is not legal"),
    (Format::Edax, |r| r[41] = 65, 40, "65 is neither a square nor a pass"),
    (Format::Edax, |r| r[40] = 65, 40, "a score of 65 discs is invalid"),
    (Format::Edax, |r| r[r.len() - 1] = r[41], 0, "the position has the move "),
    (Format::Edax, |r| r[r.len() - 1] = 27, 0, "the move d4 is not legal"),
    (Format::Edax, |r| (r[r.len() - 2], r[r.len() - 1]) = (129, 65), 0, "the leaf is missing, although "),
    (Format::Egaroucid3, |r| r[..16].fill(0xff), 0, "not a valid board"),
    (Format::Egaroucid3, |r| r[8..16].fill(0), 0, "not a valid board"),
    (Format::Egaroucid3, |r| r[16] = 65, 16, "a score of 65 discs is invalid"),
];

#[test]
fn each_rule_of_a_position_is_checked_and_a_salvage_loses_only_what_breaks_it() {
    for (form, change, within, expected) in DAMAGES {
        let (mut bytes, whole, index) = with_a_leaf(form);
        let extent = whole.extent(index);
        change(&mut bytes[extent.clone()]);
        let found = read(form, &bytes);
        let [error, count] = &found.errors[..] else { panic!("{expected}: {:?}", found.errors) };
        let expected = format!("byte {}: {expected}", extent.start + within);
        assert!(error.to_string().starts_with(&expected), "{expected}: {error}");
        assert!(found.sound == without(&whole.sound, index), "{expected}");
        assert!(matches!(count.kind, BookErrorKind::Count { header: 40, found: 39 }), "{expected}");
    }
}

/// An odd record does not cost the whole book, nor itself. A person has set a value, or nothing is known.
#[test]
fn odd_levels_bounds_and_leaves_are_read_as_far_as_they_are_sound() {
    let edax = made(Format::Edax, 40);
    // All moves are links there, so that the leaf is no move.
    let is_linked = |(_, entry): &Position| entry.leaf.is_none() && !entry.links.is_empty();
    let of_edax = edax.1.sound.iter().position(is_linked).unwrap();
    let record = edax.1.extent(of_edax);
    let (leaf, link) = (record.len() - 2, edax.0[record.start + 41]);
    let egaroucid = made(Format::Egaroucid3, 50);
    type Case<'a> = (Format, usize, &'a [u8], usize, &'a str);
    let cases: [Case<'_>; 17] = [
        (Format::Edax, 39, &[61], 39, "level must be 0 to 60, not 61"),
        (Format::Edax, 39, &[255], 39, "level must be 0 to 60, not 255"),
        (Format::Edax, 36, &[66, 0], 36, "a bound must be -64 to 64, not 66"),
        (Format::Edax, 36, &[192, 0], 36, "a bound must be -64 to 64, not 192"),
        (Format::Edax, 34, &(-65_i16).to_le_bytes(), 34, "a bound must be -64 to 64, not -65"),
        (Format::Edax, 34, &(-192_i16).to_le_bytes(), 34, "a bound must be -64 to 64, not -192"),
        (Format::Edax, leaf, &[0], leaf, "a score of 0 discs is invalid"),
        (Format::Edax, leaf, &[99, 19], leaf, "a score of 99 discs is invalid"),
        (Format::Edax, leaf, &[0, 66], leaf, "66 is neither a square nor a pass"),
        (Format::Edax, leaf, &[0, 27], 0, "the move d4 is not legal"),
        (Format::Edax, leaf, &[0, link], 0, "the position has the move"),
        (Format::Egaroucid3, 17, &[61], 17, "level must be 0 to 60, not 61"),
        (Format::Egaroucid3, 17, &[70], 17, "level must be 0 to 60, not 70"),
        (Format::Egaroucid3, 17, &[255], 17, "level must be 0 to 60, not 255"),
        (Format::Egaroucid3, 22, &[0x80, 0], 22, "a score of -128 discs is invalid"),
        (Format::Egaroucid3, 22, &[0, 63], 0, "the move a1 is not legal"),
        (Format::Egaroucid3, 22, &[0, 28], 0, "the move d5 is not legal"),
    ];
    for (form, within, changed, found_at, expected) in cases {
        let ((bytes, whole), index) = match form {
            Format::Edax => (&edax, of_edax),
            _ => (&egaroucid, 7),
        };
        let (mut bytes, start) = (bytes.clone(), whole.places[index]);
        bytes[start + within..][..changed.len()].copy_from_slice(changed);
        let mut positions = whole.sound.clone();
        let entry = &mut positions[index].1;
        match within {
            34 => entry.lower = -64,
            36 => entry.upper = 64,
            _ if expected.starts_with("level") => entry.level = Level::of::<0>(),
            _ => entry.leaf = None,
        }
        let found = read(form, &bytes);
        assert!(found.errors.is_empty() && found.sound == positions, "{expected}");
        let [odd] = &found.odd[..] else { panic!("{expected}") };
        assert!(odd.starts_with(&format!("byte {}: {expected}", start + found_at)), "{odd}");

        let folder = folder("odd");
        let paths = ["a.dat", "a.book", "b.dat"].map(|name| folder.path().join(name));
        fs::write(&paths[0], &bytes).unwrap();
        let converted = Conversion::new().run(&paths[0], &paths[1], Format::Packed).unwrap();
        assert_eq!((converted.damage.len(), converted.damage.odd_len()), (0, 1));
        assert_eq!(converted.damage.odd()[0].to_string(), *odd);
        let again = Conversion::new().run(&paths[1], &paths[2], form).unwrap();
        assert_eq!((again.damage.odd_len(), again.positions), (0, positions.len() as u64));
        assert!(read(form, &fs::read(&paths[2]).unwrap()).sound == positions, "{expected}");
    }
}

#[test]
fn the_number_in_a_header_is_no_reason_to_allocate_or_to_stop() {
    for form in FORMS {
        let (bytes, whole) = made(form, 30);
        let (_, at) = header_of(form);
        for count in [0_u32, 29, 31, 1 << 31, u32::MAX] {
            let mut bad = bytes.clone();
            bad[at..at + 4].copy_from_slice(&count.to_le_bytes());
            let found = read(form, &bad);
            assert!(found.sound == whole.sound);
            let expected =
                format!("byte {at}: the file must have {count} positions, as its header says, not 30");
            let errors: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
            let is_error = count > 30;
            assert_eq!(if is_error { &errors } else { &found.odd }, &[expected]);
            assert!(if is_error { found.odd.is_empty() } else { errors.is_empty() });
        }
    }
}

#[test]
fn files_of_other_versions_and_kinds_are_refused() {
    let mut old = made(Format::Edax, 1).0;
    old[8] = 3;
    for (form, bytes, expected) in [
        (Format::Edax, &old[..], "byte 8: version 3 of this format is not read"),
        (Format::Egaroucid3, b"DICUORAGE\x01\0\0\0\0", "byte 9: version 1 of this format is not read"),
        (Format::Edax, b"something else", "byte 0: not a book in a known format"),
        (Format::Egaroucid3, b"something else", "byte 0: not a book in a known format"),
    ] {
        assert_eq!(read_up_to(1, form, bytes).map(drop).unwrap_err().to_string(), expected);
    }
}

#[test]
fn positions_that_are_there_twice_are_found() {
    let folder = folder("twice");
    let path = folder.path().join("a");
    for form in SOUND_FORMS {
        let (bytes, whole) = made(form, 60);
        fs::write(&path, write(form, &[&whole.sound[..], &whole.sound[3..4]].concat())).unwrap();
        let error = Conversion::new().read(&path).unwrap_err();
        assert_eq!(error.offset, Some(bytes.len() as u64));
        assert!(matches!(error.kind, BookErrorKind::Twice { board } if board == whole.sound[3].0));
        let (book, damage) = Conversion::new().salvage(true).read(&path).unwrap();
        assert_eq!((book.len(), damage.len()), (60, 1));
    }
}

#[test]
fn a_cut_file_keeps_what_is_before_the_cut() {
    for form in SOUND_FORMS {
        let (bytes, whole) = made(form, 12);
        for cut in 0..bytes.len() {
            if cut < header_of(form).0 {
                assert!(read_up_to(1, form, &bytes[..cut]).is_err(), "{cut}");
                continue;
            }
            let found = read(form, &bytes[..cut]);
            let before = whole.places[1..].iter().filter(|&&end| end <= cut).count();
            assert!(found.sound == whole.sound[..before], "{cut}");
            let is_cut = found.errors.iter().any(|error| matches!(error.kind, BookErrorKind::Cut));
            assert_eq!(is_cut, !whole.places.contains(&cut), "{cut}");
            assert!(matches!(found.errors.last().unwrap().kind, BookErrorKind::Count { .. }), "{cut}");
        }
    }
}

#[test]
fn a_changed_bit_costs_its_position_at_most() {
    for form in SOUND_FORMS {
        let (bytes, whole) = made(form, 25);
        for bit in (8 * header_of(form).0..8 * bytes.len()).step_by(5) {
            let mut bad = bytes.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let changed = whole.places.partition_point(|&start| start <= bit / 8) - 1;
            let kept = read(form, &bad).sound;
            let others = without(&whole.sound, changed);
            assert!(others.iter().all(|position| kept.contains(position)), "{form}, bit {bit}");
        }
    }
}

#[test]
fn a_file_without_an_end_is_an_error_at_once() {
    for form in FORMS {
        let head = &made(form, 1).0[..header_of(form).0];
        for byte in [0, 8, 64, 255] {
            let found = read_up_to(1, form, head.chain(std::io::repeat(byte))).unwrap();
            assert_eq!((found.sound.len(), found.errors.len()), (0, 1), "{form}: {byte}");
        }
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_damaged_book_loses_what_is_damaged_and_no_more(
        form in prop::sample::select(&FORMS[..]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop_oneof![Just(0), 0..60_usize],
    ) {
        let (bytes, whole) = made(form, 100);
        let (header, mut bad) = (header_of(form).0, bytes.clone());
        for (at, byte) in changes {
            bad[header + at.index(bytes.len() - header)] = byte;
        }
        bad.truncate(bytes.len() - cut);
        let is_touched = |index: &usize| bytes.get(whole.extent(*index)) != bad.get(whole.extent(*index));
        let touched: Vec<usize> = (0..100).filter(is_touched).collect();
        if form != Format::Egaroucid2 {
            let kept = read(form, &bad).sound;
            for index in (0..100).filter(|index| !touched.contains(index)) {
                prop_assert!(kept.contains(&whole.sound[index]), "{} is lost", whole.sound[index].0);
            }
        }

        let folder = folder("damaged");
        let path = folder.path().join("a");
        fs::write(&path, &bad).unwrap();
        let Ok((book, damage)) = Conversion::new().salvage(true).read(&path) else {
            prop_assert_eq!(form, Format::Egaroucid2);
            return Ok(());
        };
        prop_assert!(book.verify().is_ok());
        prop_assert!(damage.is_empty() || Conversion::new().read(&path).is_err());
        prop_assert!(form == Format::Egaroucid2 || book.len() as usize + touched.len() >= 100);
    }

    #[test]
    fn any_bytes_give_errors_at_worst(
        form in prop::sample::select(&FORMS[..]),
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
    ) {
        let file = [&made(form, 1).0[..header_of(form).0], &bytes].concat();
        let found = read(form, &file);
        prop_assert!(found.sound.is_empty() && !found.errors.is_empty());
        prop_assert!(found.errors.iter().all(|error| error.offset.unwrap() <= file.len() as u64));
        prop_assert!(read_up_to(1, form, &bytes[..]).is_err());
    }
}
