//! Conversions: what is left on the disk, and packed books that are damaged.

use std::fs;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use proptest::prelude::*;
use reversi_book::{Book, BookErrorKind, ByteOrder, Conversion, Format};
use reversi_testkit::config;

use crate::support::{Made, folder};

#[test]
fn a_conversion_that_is_ended_leaves_what_was_there() {
    let folder = folder("ended");
    let [edax, packed] = ["a.dat", "a.book"].map(|name| folder.path().join(name));
    fs::write(&edax, Made::new(10_000).edax(ByteOrder::Little)).unwrap();
    fs::write(&packed, "what was there").unwrap();
    for calls in 1..=4 {
        let mut told = Vec::new();
        let each = |done| {
            told.push(done);
            if told.len() < calls { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let ended = Conversion::new().run_with(&edax, &packed, Format::Packed, each);
        if told.len() == calls {
            assert!(matches!(ended.unwrap_err().kind, BookErrorKind::Ended));
            assert_eq!(fs::read(&packed).unwrap(), b"what was there");
        } else {
            assert_eq!(ended.unwrap().positions, 10_000);
        }
        assert!(!told.is_empty() && told.is_sorted());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file stays");
    }
}

#[test]
fn a_file_of_no_known_form_is_an_error() {
    let folder = folder("unknown");
    let [from, to] = ["a", "b"].map(|name| folder.path().join(name));
    for bytes in [&b""[..], b"RVPACK", b"XADE", b"{}"] {
        fs::write(&from, bytes).unwrap();
        let error = Conversion::new().run(&from, &to, Format::Edax).unwrap_err();
        assert_eq!(error.to_string(), "byte 0: not a book in a known format");
    }
    let missing = Conversion::new().read(folder.path().join("missing")).unwrap_err();
    assert!(matches!(missing.kind, BookErrorKind::Io(_)) && !to.exists());
}

/// A new file takes the place of a file only, and looks like it.
#[test]
#[cfg(unix)]
fn a_conversion_replaces_no_device_and_keeps_links_and_permissions() {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};

    let folder = folder("replaced");
    let [edax, packed, link] = ["a.dat", "a.book", "link.book"].map(|name| folder.path().join(name));
    fs::write(&edax, Made::new(3).edax(ByteOrder::Little)).unwrap();
    let refused = |to: &std::path::Path| {
        let error = Conversion::new().run(&edax, to, Format::Packed).unwrap_err();
        assert!(matches!(error.kind, BookErrorKind::Write(_)), "{error}");
    };
    refused(std::path::Path::new("/dev/null"));
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    refused(folder.path());
    refused(&folder.path().join("no/such/folder.book"));

    fs::write(&packed, "").unwrap();
    fs::set_permissions(&packed, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("a.book", &link).unwrap();
    Conversion::new().run(&edax, &link, Format::Packed).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(Book::open(&packed).unwrap().len(), 3);
    assert_eq!(fs::metadata(&packed).unwrap().permissions().mode() & 0o777, 0o640);
}

/// The bytes of a packed book of this many positions.
fn packed(positions: usize) -> Vec<u8> {
    let folder = folder("packed");
    let [edax, packed] = ["a.dat", "a.book"].map(|name| folder.path().join(name));
    fs::write(&edax, Made::new(positions).edax(ByteOrder::Little)).unwrap();
    Conversion::new().run(&edax, &packed, Format::Packed).unwrap();
    fs::read(packed).unwrap()
}

static PACKED: LazyLock<Vec<u8>> = LazyLock::new(|| packed(5000));

/// The bytes of the head of a packed book without a note.
const HEAD: usize = 88;

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn a_salvage_of_a_packed_book_loses_some_positions_for_each_damage(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 1..5),
    ) {
        let mut bytes = PACKED.clone();
        for (at, change) in &changes {
            let at = HEAD + at.index(bytes.len() - HEAD);
            bytes[at] ^= change;
        }
        let folder = folder("salvage");
        let [from, to, edax] = ["a.book", "b.book", "c.dat"].map(|name| folder.path().join(name));
        fs::write(&from, &bytes).unwrap();
        prop_assume!(bytes != *PACKED);
        prop_assert!(Book::open(&from).is_err(), "the checksums differ");
        prop_assert!(Conversion::new().run(&from, &to, Format::Packed).is_err() && !to.exists());
        let salvage = Conversion::new().salvage(true);
        let converted = salvage.run(&from, &to, Format::Packed).unwrap();
        prop_assert!(!converted.damage.is_empty());
        prop_assert!(converted.positions as usize + 60 * changes.len() >= 5000, "{}", converted.positions);
        Book::open(&to).unwrap().verify().unwrap();
        let (read, _) = salvage.read(&from).unwrap();
        prop_assert_eq!(read.len(), converted.positions);
        match salvage.run(&from, &edax, Format::Edax) {
            Ok(of_edax) => prop_assert_eq!(of_edax.positions, converted.positions),
            Err(error) => {
                let lacks_leaf = matches!(error.kind, BookErrorKind::NoLeaf { .. });
                prop_assert!(lacks_leaf, "{error}");
            }
        }
    }
}
