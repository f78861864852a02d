//! Every reader of books: Edax in both orders of bytes, Egaroucid, packed books, and the conversion with a
//! salvage. The first byte chooses the reader. Positions that are accepted are written and read again as
//! they are. The target corrects checksums, so that the reader of packed books accepts more inputs of the
//! fuzzer.
#![no_main]

use std::io::Cursor;
use std::path::PathBuf;

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::Board;
use reversi_book::{
    Book, BookEntry, BookError, BookErrorKind, Conversion, EdaxReader, EdaxWriter, EgaroucidReader,
    EgaroucidWriter, Format,
};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, bytes)) = bytes.split_first() else { return };
    match choice {
        b'e' => edax(bytes),
        b'l' => edax(&[&EDAX_HEADER[..], bytes].concat()),
        b'g' => egaroucid(bytes),
        b'3' => egaroucid(&[b"DICUORAGE\x03\0\0\0\0", bytes].concat()),
        b'2' => egaroucid(&[b"DICUORAGE\x02\0\0\0\0", bytes].concat()),
        b'P' => packed(with_checksums(bytes.to_vec())),
        b'c' => conversion(bytes),
        b'C' => conversion(&[&EDAX_HEADER[..], bytes].concat()),
        _ => packed(bytes.to_vec()),
    }
});

const EDAX_HEADER: [u8; 42] = {
    let mut header = [0; 42];
    let start = *b"XADEKOOB\x04\x05";
    let mut i = 0;
    while i < start.len() {
        header[i] = start[i];
        i += 1;
    }
    header
};

type Position = (Board, BookEntry);

/// The positions, if the file has a header. Offsets of errors are in the file.
fn split(items: impl Iterator<Item = Result<Position, BookError>>, len: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    for item in items {
        match item {
            Ok(position) => positions.push(position),
            Err(error) => check(&error, len),
        }
    }
    positions
}

fn check(error: &BookError, len: usize) {
    assert!(!error.to_string().is_empty());
    assert!(error.offset.is_none_or(|at| at <= len as u64), "{error}");
}

fn edax(bytes: &[u8]) {
    let reader = match EdaxReader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return check(&error, bytes.len()),
    };
    let (header, order) = (reader.header().clone(), reader.byte_order());
    let positions = split(reader, bytes.len());
    let mut writer = EdaxWriter::new(Cursor::new(Vec::new()), &header, order).expect("memory can be written");
    positions.iter().for_each(|(board, entry)| writer.push(board, entry).expect("it was read"));
    let written = writer.finish().expect("memory can be written").into_inner();
    let again: Result<Vec<Position>, BookError> = EdaxReader::new(&written[..]).expect("a header").collect();
    let again = again.expect("it was written just now");
    // A board that is its own image may have got more links.
    assert!(again.iter().map(|(board, _)| board).eq(positions.iter().map(|(board, _)| board)));
    for ((_, again), (_, entry)) in again.iter().zip(&positions) {
        assert!(again.links.starts_with(&entry.links) && again.leaf == entry.leaf);
        assert_eq!((again.value, again.lower, again.upper), (entry.value, entry.lower, entry.upper));
        assert_eq!((again.level, again.tally), (entry.level, entry.tally));
    }
}

fn egaroucid(bytes: &[u8]) {
    let reader = match EgaroucidReader::new(bytes) {
        Ok(reader) => reader,
        Err(error) => return check(&error, bytes.len()),
    };
    let positions = split(reader, bytes.len());
    let mut writer = EgaroucidWriter::new(Cursor::new(Vec::new())).expect("memory can be written");
    positions.iter().for_each(|(board, entry)| writer.push(board, entry).expect("it was read"));
    let written = writer.finish().expect("memory can be written").into_inner();
    let again: Result<Vec<Position>, BookError> =
        EgaroucidReader::new(&written[..]).expect("a header").collect();
    let mut again = again.expect("it was written just now").into_iter();
    for (board, mut entry) in positions.into_iter().filter(|(board, _)| !board.must_pass()) {
        entry.links.clear();
        assert_eq!(again.next(), Some((board, entry)));
    }
    assert_eq!(again.next(), None);
}

fn packed(bytes: Vec<u8>) {
    let len = bytes.len();
    match Book::from_bytes(bytes) {
        Ok(book) => use_book(&book, len),
        Err(error) => check(&error, len),
    }
}

fn use_book(book: &Book, len: usize) {
    for item in book.iter() {
        match item {
            Ok((board, entry)) => {
                assert!(entry.moves().all(|scored| (-64..=64).contains(&scored.score)), "{board}")
            }
            Err(error) => check(&error, len),
        }
    }
    if let Err(error) = book.verify() {
        check(&error, len);
    }
    let _ = (book.probe(&Board::START), book.moves(&Board::START), book.best_line(&Board::START));
}

/// A salvage leaves a sound book, of which each form can be made.
fn conversion(bytes: &[u8]) {
    let path = scratch("from");
    std::fs::write(&path, bytes).unwrap();
    let strict = Conversion::new().read(&path).map(|(book, _)| book.len());
    let salvage = Conversion::new().salvage(true);
    match salvage.read(&path) {
        Ok((book, damage)) => {
            let is_packed = Format::of_bytes(bytes) == Some(Format::Packed);
            book.verify().expect("a salvage leaves a sound book");
            // A packed book is only opened.
            assert!(is_packed || strict.is_ok() == damage.is_empty(), "{:?}", damage.errors());
            assert!(damage.errors().is_sorted_by_key(|error| error.offset));
            let to = scratch("to");
            for format in [Format::Packed, Format::Edax, Format::Egaroucid3] {
                match salvage.run(&path, &to, format) {
                    Ok(converted) => assert!(converted.positions <= book.len()),
                    // Books of Egaroucid and packed ones may lack leaves that Edax needs.
                    Err(error) => {
                        assert!(matches!(error.kind, BookErrorKind::NoLeaf { .. }) || is_packed, "{error}")
                    }
                }
            }
            let _ = std::fs::remove_file(to);
        }
        Err(error) => assert!(strict.is_err() && !error.to_string().is_empty()),
    }
    std::fs::remove_file(path).unwrap();
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("reversi-fuzz-{}-book-{name}", std::process::id()))
}

/// Corrects the checksums of a packed book's head, records and index, as far as these are in the file.
fn with_checksums(mut bytes: Vec<u8>) -> Vec<u8> {
    let number =
        |bytes: &[u8], at: usize| bytes.get(at..at + 4).map(|n| u32::from_le_bytes(n.try_into().unwrap()));
    let (Some(note), Some(records)) = (number(&bytes, 12), number(&bytes, 24)) else { return bytes };
    let head = 84_usize.saturating_add(note as usize);
    let records_at = head.saturating_add(4);
    let index_at = records_at.saturating_add(records as usize);
    if index_at > bytes.len() {
        return bytes;
    }
    let records = crc32fast::hash(&bytes[records_at..index_at]);
    let index = crc32fast::hash(&bytes[index_at..]);
    bytes[32..36].copy_from_slice(&records.to_le_bytes());
    bytes[36..40].copy_from_slice(&index.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[..head]);
    bytes[head..records_at].copy_from_slice(&checksum.to_le_bytes());
    bytes
}
