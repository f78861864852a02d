//! The checker of proofs, with any bytes and with bytes that have a right checksum. What it accepts is
//! true: the oracle solves it. Few positions are allowed, so that a file cannot take long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_proof::{Checker, verify};
use reversi_testkit::exact_score;

/// Boards with more empty squares take too long to solve.
const MOST_EMPTIES: u32 = 9;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let Some(line) = bytes.iter().position(|&byte| byte == b'\n') else { return };
    let content = &bytes[line + 1..];
    let first = format!("reversi-proof 1 {:08x}\n", crc32fast::hash(content));
    check(&[first.as_bytes(), content].concat());
});

fn check(file: &[u8]) {
    let result = Checker::new().positions(200).verify(file);
    match &result {
        Ok(verified) => {
            let board = verified.position().board;
            if board.empties().len() <= MOST_EMPTIES {
                assert!(verified.claim().holds_for(exact_score(board)), "{verified:?}");
            }
            assert_eq!(verify(file).as_ref(), Ok(verified));
            assert_eq!(Checker::new().threads(2).verify(file).as_ref(), Ok(verified));
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(error.offset.is_none_or(|at| at <= file.len() as u64), "{error}");
        }
    }
}
