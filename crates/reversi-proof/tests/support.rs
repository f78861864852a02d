//! A file as a head and moves, with its checksum.

use std::io::ErrorKind;
use std::process::{Command, Output};
use std::sync::Arc;

use reversi_bitboard::{Board, Color, Position};
use reversi_eval::Classical;
use reversi_proof::Claim;
use reversi_search::{Engine, ProveRequest};

/// A small engine, which is fast to make.
pub(crate) fn engine() -> Engine {
    Engine::builder().hash_bytes(1 << 20).evaluator(Arc::new(Classical)).build().unwrap()
}

/// FFO 1: 14 empties, +18.
pub(crate) fn ffo_1() -> Board {
    reversi_testkit::FFO_1.trim_end_matches(';').parse().unwrap()
}

pub(crate) fn proof(engine: &mut Engine, board: Board, claim: Claim, leaf_empties: u32) -> Vec<u8> {
    engine.prove(&board, ProveRequest::claim(claim).leaf_empties(leaf_empties)).unwrap().to_bytes()
}

/// The parts of a file, each of which a test can change.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) board: String,
    pub(crate) claim: String,
    pub(crate) leaves: String,
    pub(crate) positions: String,
    pub(crate) moves: Vec<u8>,
}

impl File {
    pub(crate) fn new(board: Board, claim: Claim, leaf_empties: u32, positions: u64) -> File {
        File {
            board: Position { board, side: Color::Black }.to_string(),
            claim: claim.to_string(),
            leaves: leaf_empties.to_string(),
            positions: positions.to_string(),
            moves: Vec::new(),
        }
    }

    pub(crate) fn of(file: &[u8]) -> File {
        let mut parts = file.splitn(6, |&byte| byte == b'\n');
        let mut value = || {
            let line = String::from_utf8(parts.next().unwrap().to_vec()).unwrap();
            line.split_once(' ').unwrap().1.to_owned()
        };
        let (_, board, claim, leaves, positions) = (value(), value(), value(), value(), value());
        File { board, claim, leaves, positions, moves: parts.next().unwrap().to_vec() }
    }

    /// With the right checksum.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let File { board, claim, leaves, positions, moves } = self;
        let head = format!("board {board}\nscore {claim}\nleaves {leaves}\npositions {positions}\n");
        let content = [head.as_bytes(), moves].concat();
        [format!("reversi-proof 1 {:08x}\n", crc32fast::hash(&content)).as_bytes(), &content].concat()
    }
}

/// Returns what the checker in Python says of files, if there is a Python.
pub(crate) fn python(names: &[String]) -> Option<Output> {
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../verify.py");
    match Command::new("python3").arg(checker).args(names).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            println!("skipped: verify.py needs python3");
            None
        }
        output => Some(output.unwrap()),
    }
}

/// The path of a new file.
pub(crate) fn written(name: &str, file: &[u8]) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, file).unwrap();
    path
}
