//! Output that nobody reads, or that cannot be written.

use std::fs::File;
use std::process::Stdio;

use reversi_testkit::{FFO_1, START};

use crate::support::{DATA, Folder, end_of, file, reversi};

/// As in `solve | head -1`. A running search is stopped.
#[test]
fn programs_end_quietly_when_the_reader_has_gone() {
    let endless = file("endless.obf", format!("{FFO_1}\n{START};\n"));
    let shard = Folder::new("no-reader").path("shard");
    for args in [
        &["solve", endless.as_str(), "--threads", "2", "--format", "json"][..],
        &["solve", &endless],
        &["perft", "3"],
        &["evaluate", &endless],
        &["analyze", &endless, "--depth", "2"],
        &["game", "f5", "--depth", "2"],
        &["solve", &endless, "--limit", "1", "--output", &shard],
        &["play"],
        &["book", "show"],
        &["book", "stats"],
    ] {
        let (_, closed_pipe) = std::io::pipe().unwrap();
        let mut child = reversi(args).stdout(closed_pipe).stderr(Stdio::piped()).spawn().unwrap();
        assert_eq!(end_of(&mut child, &format!("{args:?}")), 141, "{args:?}");
        assert_eq!(child.wait_with_output().unwrap().stderr, b"", "{args:?}");
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        println!("skipped: there is no /dev/full here");
        return;
    };
    for args in [
        &["solve", "--limit", "1"][..],
        &["solve", "--limit", "1", "--format", "json"],
        &["game", "f5", "--depth", "1"],
        &["perft", "2"],
        &["perft", "2", "--format", "json"],
        &["evaluate", &format!("{DATA}ffo-1-19.obf")],
        &["book", "show"],
        &["book", "stats", "--format", "json"],
    ] {
        let mut child = reversi(args);
        child.stdout(full.try_clone().unwrap()).stderr(Stdio::piped());
        let output = child.spawn().unwrap().wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.starts_with("error: standard output: "), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
    }
}
