//! Moves of games and searches, from which other inputs are made.

use reversi_bitboard::{Bitboard, Board, Square};

/// The phases for flips and moves.
pub(crate) fn phases() -> [(&'static str, Vec<(Square, Board)>); 3] {
    [
        ("opening", parse(include_str!("opening.txt"))),
        ("middle", parse(include_str!("middle.txt"))),
        ("last four", parse(include_str!("last_four.txt"))),
    ]
}

/// The boards of a phase without the squares.
pub(crate) fn boards(calls: &[(Square, Board)]) -> Vec<Board> {
    calls.iter().map(|&(_, board)| board).collect()
}

/// Lines of `square player opponent`, the sets in hexadecimal.
pub(crate) fn parse(text: &str) -> Vec<(Square, Board)> {
    let call = |line: &str| {
        let mut words = line.split(' ');
        let square = words.next()?.parse().ok()?;
        let mut set = || Some(Bitboard(u64::from_str_radix(words.next()?, 16).ok()?));
        Some((square, Board::new(set()?, set()?).ok()?))
    };
    text.lines().map(|line| call(line).unwrap_or_else(|| panic!("not a call: {line:?}"))).collect()
}
