//! `perft`.

use serde_json::json;

use crate::support::{json_lines, keys, run};

#[test]
fn perft_counts() {
    let output = run(&["perft", "6", "--format", "json"]);
    assert_eq!(output.status, 0);
    let lines = json_lines(&output.stdout);
    assert_eq!(lines.len(), 1);
    assert_eq!(keys(&lines[0]), ["depth", "leaves", "seconds"]);
    assert_eq!((&lines[0]["depth"], &lines[0]["leaves"]), (&json!(6), &json!(8200)));
    assert_eq!(run(&["perft", "6"]).stdout.lines().count(), 7);
}
