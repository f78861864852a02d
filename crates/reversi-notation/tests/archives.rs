//! Compressed files: what the corpus does not say.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Crc;
use flate2::write::{DeflateEncoder, GzEncoder};
use reversi_notation::{
    ReadErrorKind, Reader, UnpackErrorKind, WthorGame, WthorHeader, write_jou, write_wtb,
};

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A file of an archive whose directory may say anything.
struct Member<'a> {
    name: &'a str,
    method: u16,
    packed: Vec<u8>,
    crc: u32,
    /// The number of entries with this content.
    entries: usize,
}

fn member<'a>(name: &'a str, bytes: &[u8]) -> Member<'a> {
    let mut crc = Crc::new();
    crc.update(bytes);
    Member { name, method: 8, packed: deflated(bytes), crc: crc.sum(), entries: 1 }
}

fn zip(members: &[Member<'_>]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    let two = |number: usize| (number as u16).to_le_bytes();
    let four = |number: usize| (number as u32).to_le_bytes();
    for Member { name, method, packed, crc, entries } in members {
        let from = bytes.len();
        let of_file = [&two(20)[..], &two(0), &two(*method as usize), &[0; 4], &four(*crc as usize)].concat();
        let of_file = [&of_file, &four(packed.len())[..], &four(0), &two(name.len()), &two(0)].concat();
        bytes.extend([b"PK\x03\x04", &of_file[..], name.as_bytes(), packed].concat());
        for _ in 0..*entries {
            directory.extend(
                [b"PK\x01\x02\x14\x00", &of_file[..], &[0; 10], &four(from), name.as_bytes()].concat(),
            );
        }
    }
    let at = bytes.len();
    let end = [b"PK\x05\x06", &[0; 8][..], &four(directory.len()), &four(at), &two(0)].concat();
    [bytes, directory, end].concat()
}

fn wtb(moves: &str) -> Vec<u8> {
    let mut game = WthorGame::new(moves.parse().unwrap());
    (game.black, game.white) = (1, 0);
    write_wtb(&WthorHeader::default(), &[game]).unwrap()
}

/// The moves, the file, the code of each record.
fn read(bytes: &[u8]) -> String {
    let mut shown = String::new();
    for record in Reader::new().file_name("a.zip").read(bytes) {
        match record {
            Ok(record) => write!(shown, "{} {:?}; ", record.game(), record.file.as_deref()).unwrap(),
            Err(error) => {
                let is_packed = matches!(error.kind, ReadErrorKind::Unpack(_));
                assert!(!is_packed || error.place.offset <= bytes.len(), "{error}");
                write!(shown, "{:?} {:?}; ", error.kind, error.file.as_deref()).unwrap();
            }
        }
    }
    shown.trim_end().to_owned()
}

#[test]
fn names_that_are_given_come_before_those_of_an_archive() {
    let jou = write_jou(&WthorHeader::default(), &["Ada", "Bo"]).unwrap();
    let bytes = zip(&[member("d\\WTH_2001.wtb", &wtb("f5d6")), member("WTHOR.JOU", &jou)]);
    let given = Reader::new().file_name("a.zip").players(vec!["X".to_owned(), "Y".to_owned()]);
    let record = given.read(bytes).next().unwrap().unwrap();
    let reversi_notation::Content::Game(game) = &record.content else { panic!() };
    assert_eq!((game.tag("PB"), record.file.as_deref()), (Some("Y"), Some("a.zip/d/WTH_2001.wtb")));
    assert_eq!(read(&zip(&[member("WTHOR.JOU", &jou)])), "");
    assert_eq!(read(&zip(&[])), "");
}

#[test]
fn a_file_of_gzip_has_the_name_of_what_is_in_it() {
    assert_eq!(read(&[gzip(b"f5d6\n"), gzip(b"f5f6\n")].concat()), "f5d6 None; f5f6 None;");
    let padded = [gzip(b"f5d6\n"), gzip(b"f5f6\n"), vec![0; 512]].concat();
    assert_eq!(read(&padded), "f5d6 None; f5f6 None;");
    assert_eq!(read(&[padded, vec![1]].concat()), "Unpack(Damaged) None;");
    let cut = gzip(&wtb("f5")[..20]);
    let of = |name: &str| Reader::new().file_name(name).read(&cut).next().unwrap().unwrap_err().kind;
    assert!(matches!(of("a.wtb.gz"), ReadErrorKind::Wthor(_)));
    assert!(matches!(of("a.gz"), ReadErrorKind::Wthor(_) | ReadErrorKind::NotText));
}

#[test]
fn archives_that_are_cut_or_changed_anywhere_are_read_or_refused() {
    let archive = zip(&[member("a.txt", b"f5d6\n"), member("b.txt", b"f5f6\n")]);
    for whole in [archive, gzip(b"f5d6\nf5f6\n")] {
        for end in 2..whole.len() {
            assert!(!read(&whole[..end]).is_empty(), "{end}");
        }
        for (at, bit) in (0..whole.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            read(&bytes);
        }
    }
}

#[test]
fn what_is_unpacked_is_bounded_however_small_the_archive_is() {
    let too_large = ReadErrorKind::from(UnpackErrorKind::TooLarge { most: 16 << 20 });
    let last = |bytes: &[u8]| Reader::new().read(bytes).last().unwrap().unwrap_err().kind;
    let count = |bytes: &[u8]| Reader::new().read(bytes).count();
    let comment = |length: usize| [b"#", &vec![b'x'; length - 1][..]].concat();
    assert_eq!(last(&gzip(&comment((16 << 20) + 1))), too_large);
    assert_eq!(count(&gzip(&comment(16 << 20))), 0);
    let large = comment(9 << 20);
    let stored = Member { method: 0, packed: large.clone(), ..member("a.txt", &large) };
    assert_eq!(read(&zip(&[stored, member("b.txt", b"f5d6")])), "f5d6 Some(\"a.zip/b.txt\");");
    // Names that have no room leave it to the games before.
    let bomb = Member { entries: 50_000, ..member("b.jou", &comment((16 << 20) + 1)) };
    let shown = read(&zip(&[member("a.txt", b"f5d6"), bomb]));
    assert!(shown.starts_with("f5d6 Some(\"a.zip/a.txt\"); Unpack(TooLarge "), "{shown}");
    // Many files with the same bytes: the third has no room, and ends the archive.
    let many = zip(&[Member { entries: 50_000, ..member("a.txt", &comment(6 << 20)) }]);
    assert_eq!((last(&many), count(&many)), (too_large.clone(), 1));
    // Blocks that have nothing take time and no room.
    let empty = [vec![[0, 0, 0, 0xff, 0xff]; 1 << 20].concat(), vec![1, 0, 0, 0xff, 0xff]].concat();
    let empty = Member { packed: empty, crc: 0, entries: 50_000, ..member("a.txt", b"") };
    let many = zip(&[empty]);
    assert_eq!((last(&many), count(&many)), (too_large, 1));
}
