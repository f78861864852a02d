//! `starts`.

use serde_json::json;

use crate::support::{answers, stdout};

/// Positions that cost nothing.
const ANY: [&str; 5] = ["starts", "--within", "64", "--level", "0"];

fn any(options: &[&str]) -> String {
    stdout(&[&ANY[..], options].concat())
}

#[test]
fn a_line_has_the_moves_of_a_start() {
    let found = any(&["--seed", "1", "--count", "3"]);
    assert_eq!(found, "f5f4e3f6c5e2f3b6\nf5d6c4g5g6g7h7b3\nf5f6e6f4f3d6e7d8\n");
    assert_eq!(any(&[]).lines().count(), 10);
    let numbered = answers(&any(&["f5d6c3", "f5f6", "--plies", "2", "--count", "1", "--format", "json"]));
    assert_eq!((&numbered[0]["id"], &numbered[1]["id"]), (&json!(1), &json!(2)));
    assert!(any(&["f5d6", "--plies", "1", "--count", "1"]).trim().len() == 2);
}

/// The command beside the starts of the page makes them. They are within a disc at
/// level 16.
#[test]
fn the_page_has_the_starts_of_its_command() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/balanced.js");
    let source = std::fs::read_to_string(path).unwrap();
    let (_, command) = source.split_once("`reversi starts ").expect("the command stands there");
    let (command, rest) = command.split_once('`').unwrap();
    assert_eq!(command, "--seed 1 --count 108");
    let (_, table) = rest.split_once("EVEN = `").unwrap();
    let table: Vec<&str> = table.split_once('`').unwrap().0.split_whitespace().collect();
    assert_eq!(table.len(), 108);
    let found = stdout(&["starts", "--seed", "1", "--count", "6"]);
    assert_eq!(found.lines().collect::<Vec<_>>(), table[..6]);
}
