//! Games and positions in any notation: texts of the corpus, whole and damaged.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reversi_testkit::{check_reading, config};
use serde_json::Value;

/// The texts and files of testdata/doors/reading.jsonl.
fn seeds() -> Vec<Vec<u8>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/doors/reading.jsonl");
    let cases = std::fs::read_to_string(path).unwrap();
    let bytes = |line: &str| -> Vec<u8> {
        let case: Value = serde_json::from_str(line).unwrap();
        let byte = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap();
        match (case["read"]["any"].as_str(), case["read"]["bytes"].as_str()) {
            (Some(text), _) => text.into(),
            (_, digits) => digits.unwrap().as_bytes().chunks(2).map(byte).collect(),
        }
    };
    cases.lines().map(bytes).collect()
}

#[test]
fn seeds_hold_whole_and_cut_anywhere() {
    for seed in seeds() {
        (0..=seed.len()).for_each(|end| check_reading(&seed[..end]));
    }
}

/// A reader that scans the rest of the text, or of a line, again and again does not finish this test.
#[test]
fn much_of_what_looks_like_labels_tables_and_numbers_is_soon_read_or_refused() {
    #[rustfmt::skip]
    let patterns = [
        "b:a\n", ":", "a=", "Round: F1 ", "Round F1\n", "Black c4d3 - White x\n", "Black: f5\n", "a1 vs b2 ",
        "|", "x(Black: ", "{Black: ", "黒：", "黒：a ", "P@f5 ", "@", "37 43 18\n", "37\n", "37 43 ", "37, 43, ", "[37, ",
        "[37,43,18\n", "# 1 - - - - - - - -\n", "#\n", "ply best\n", "  ply best\n    1 black f5\n", "-- -- -- -- -- -- -- --\n",
        "8/8/8/3pP3/3Pp3/8/8/8[PPPP", "f5d6\nF1 x\n", "f5 a ", "f5 {a ", "Black: f5d6c3\n", "Year: 2001 Black: f5d6c3 ",
    ];
    for pattern in patterns {
        check_reading(pattern.repeat((1 << 18) / pattern.len()).as_bytes());
        check_reading(format!("e6f4e3f6g5d6e7f5c5\n{}", pattern.repeat(1 << 12)).as_bytes());
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn joined_and_damaged_seeds_hold(
        parts in vec(select(seeds()), 1..4),
        joint in select(vec![&b"\n"[..], b"", b"\n\n", b"\r\n", b" ", b"; ", b"\0"]),
        changes in vec((any::<Index>(), any::<u8>()), 0..4),
        cut in any::<Index>(),
    ) {
        let mut bytes = parts.join(joint);
        for (at, byte) in changes {
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
        }
        bytes.truncate(bytes.len().min(cut.index(2 * bytes.len() + 1)));
        check_reading(&bytes);
    }

    #[test]
    fn any_bytes_hold(bytes in vec(any::<u8>(), 0..200)) {
        check_reading(&bytes);
    }
}
