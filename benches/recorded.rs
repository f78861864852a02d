//! Boards and moves of the benchmarks, recorded from games and searches by `cargo lab record`.
//!
//! `opening`, `middle`: moves of tournament games with 41-56 and 17-40 empties. `last_four`: flips that a
//! search computes with four to two empties. `last_one`: the last empty squares of that search.

use reversi_bitboard::{Bitboard, Board, Square};

/// Returns the phases for flips and moves.
pub fn phases() -> [(&'static str, Vec<(Square, Board)>); 3] {
    [
        ("opening", parse(include_str!("recorded/opening.txt"))),
        ("middle", parse(include_str!("recorded/middle.txt"))),
        ("last four", parse(include_str!("recorded/last_four.txt"))),
    ]
}

/// Returns the last empty squares.
pub fn last_one() -> Vec<(Square, Board)> {
    parse(include_str!("recorded/last_one.txt"))
}

/// Returns the boards of a phase without the squares.
pub fn boards(calls: &[(Square, Board)]) -> Vec<Board> {
    calls.iter().map(|&(_, board)| board).collect()
}

/// Reads lines of `square player opponent`, the sets in hexadecimal.
fn parse(text: &str) -> Vec<(Square, Board)> {
    let call = |line: &str| {
        let mut words = line.split(' ');
        let square = words.next()?.parse().ok()?;
        let mut set = || Some(Bitboard(u64::from_str_radix(words.next()?, 16).ok()?));
        Some((square, Board::new(set()?, set()?).ok()?))
    };
    text.lines().map(|line| call(line).unwrap_or_else(|| panic!("not a call: {line:?}"))).collect()
}
