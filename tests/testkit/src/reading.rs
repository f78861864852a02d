//! Properties of the reader of games, for any bytes.

use reversi_notation::{Content, Reader};

/// Reads the bytes in all ways: places are in the bytes and increase, and what was read reads back when it is
/// written.
///
/// # Panics
/// If one of these does not hold.
pub fn check_reading(bytes: &[u8]) {
    // In a compressed file, places count in its content.
    let is_packed =
        [&b"\x1f\x8b"[..], b"PK\x03\x04", b"PK\x05\x06"].iter().any(|sign| bytes.starts_with(sign));
    let readers = [Reader::new(), Reader::new().strict(true), Reader::new().open_side(true)];
    for reader in readers {
        let mut before = 0;
        for (number, record) in (1..).zip(reader.read(bytes)) {
            let place = record.as_ref().map_or_else(|error| error.place, |record| record.place);
            assert_eq!(place.record, number);
            assert!(is_packed || (before..=bytes.len()).contains(&place.offset), "{before} {place:?}");
            before = place.offset;
            match record {
                Err(error) => assert!(!error.to_string().is_empty()),
                Ok(record) => {
                    assert!(record.notes.len() <= 8);
                    for note in &record.notes {
                        assert!(is_packed || note.offset <= bytes.len(), "{note:?}");
                        assert!(!note.text.is_empty());
                    }
                    read_back(&record.content);
                }
            }
        }
    }
}

fn read_back(content: &Content) {
    let again = |reader: Reader, text: String| match reader.read_one(text.as_bytes()) {
        Ok(record) => record,
        Err(error) => panic!("{text:?}: {error}"),
    };
    match content {
        Content::Game(record) => {
            assert_eq!(&again(Reader::new().strict(true), record.to_string()).content, content);
            if record.game.moves().len() > 0 {
                let reader = Reader::new().strict(true).start(record.game.start());
                assert_eq!(*again(reader, record.game.to_string()).game(), record.game);
            }
        }
        Content::Position(line) => {
            let read = again(Reader::new().strict(true), line.to_string());
            assert_eq!(read.position(), line.position);
            let read = again(Reader::new().strict(true), line.position.to_string());
            assert_eq!(read.position(), line.position);
        }
        _ => {}
    }
}
