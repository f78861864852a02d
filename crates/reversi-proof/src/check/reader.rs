//! Reads a proof: its head of five lines, then its moves bit by bit.

use super::rules::Discs;
use crate::error::{ProofError, ProofErrorKind};
use crate::{Claim, MAX_LEAF_EMPTIES};

/// The head of a proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The discs of the side to move are ours.
    pub(super) board: Discs,
    pub(super) claim: Claim,
    pub(super) leaf_empties: u32,
    pub(super) positions: u64,
}

/// The head, and the bytes after it.
pub(super) fn read(file: &[u8]) -> Result<(Head, Moves<'_>), ProofError> {
    let mut lines = Lines { file, at: 0 };
    let version = lines.head(ProofErrorKind::NotAProof, |line| {
        let (version, sum) = line.strip_prefix("reversi-proof ")?.split_once(' ')?;
        Some((number(version)?, sum.to_owned()))
    });
    let (version, sum) = version?;
    if version != 1 {
        return Err(ProofError::at("reversi-proof ".len(), ProofErrorKind::Version { version }));
    }
    if format!("{:08x}", checksum(&file[lines.at..])) != sum {
        return Err(ProofErrorKind::Checksum.into());
    }
    let board = lines.head(expected("board <64 of X, O and -> <X or O, who moves>"), |line| {
        board(line.strip_prefix("board ")?)
    })?;
    let claim = lines.head(expected("score <at-least, at-most or exactly> <-64 to 64>"), |line| {
        claim(line.strip_prefix("score ")?)
    })?;
    let leaf_empties = lines.head(expected("leaves <0 to 10>"), |line| {
        number(line.strip_prefix("leaves ")?).filter(|&empties| empties <= MAX_LEAF_EMPTIES.into())
    })? as u32;
    let positions =
        lines.head(expected("positions <number>"), |line| number(line.strip_prefix("positions ")?))?;
    let moves = Moves { bytes: file, at: 8 * lines.at as u64 };
    Ok((Head { board, claim, leaf_empties, positions }, moves))
}

fn expected(expected: &'static str) -> ProofErrorKind {
    ProofErrorKind::Head { expected }
}

struct Lines<'a> {
    file: &'a [u8],
    at: usize,
}

impl Lines<'_> {
    /// The value of the next line, by `read`. `error` if it has none.
    fn head<T>(&mut self, error: ProofErrorKind, read: impl Fn(&str) -> Option<T>) -> Result<T, ProofError> {
        /// No line of a head is longer.
        const MAX_LINE: usize = 100;
        let rest = &self.file[self.at..];
        let end = rest.iter().take(MAX_LINE).position(|&byte| byte == b'\n');
        let line = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
        let value = line.and_then(read).ok_or_else(|| ProofError::at(self.at, error))?;
        self.at += line.map_or(0, str::len) + 1;
        Ok(value)
    }
}

/// A number that is written in the only way.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

fn claim(text: &str) -> Option<Claim> {
    let (bound, score) = text.split_once(' ')?;
    let score: i32 = score.parse().ok().filter(|score| (-64..=64).contains(score))?;
    let claim = match bound {
        "at-least" => Claim::AtLeast(score),
        "at-most" => Claim::AtMost(score),
        _ => Claim::Exactly(score),
    };
    (claim.to_string() == text).then_some(claim)
}

/// The squares from A1 to H8, row by row, a space, and the side to move.
fn board(text: &str) -> Option<Discs> {
    let (squares, side) = text.split_once(' ')?;
    let valid = squares.len() == 64 && squares.bytes().all(|square| b"XO-".contains(&square));
    let set = |disc| squares.bytes().rev().fold(0, |set, square| set << 1 | u64::from(square == disc));
    let black = Discs { ours: set(b'X'), theirs: set(b'O') };
    match side {
        _ if !valid => None,
        "X" => Some(black),
        "O" => Some(black.swapped()),
        _ => None,
    }
}

/// CRC-32, as of zip and PNG.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ 0xedb8_8320 * (sum & 1))
    })
}

/// The moves of a proof, as numbers of a few bits, the lowest bit of each byte and number first.
pub(super) struct Moves<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: u64,
}

impl Moves<'_> {
    /// The next number below `count`. `None` if the file ends before it.
    pub(super) fn next(&mut self, count: u32) -> Option<u32> {
        (0..width(count)).try_fold(0, |number, bit| {
            let byte = self.bytes.get(usize::try_from(self.at / 8).ok()?)?;
            let value = u32::from(byte >> (self.at % 8) & 1);
            self.at += 1;
            Some(number | value << bit)
        })
    }

    /// Only zeros that fill the last byte may follow.
    pub(super) fn end(&self) -> Result<(), ProofError> {
        let (byte, bit) = (self.at as usize / 8, self.at as usize % 8);
        let (unfinished, end) = if bit == 0 { (0, byte) } else { (self.bytes[byte] >> bit, byte + 1) };
        if unfinished != 0 || end != self.bytes.len() {
            return Err(ProofError::at(byte, ProofErrorKind::TrailingBytes));
        }
        Ok(())
    }
}

/// The bits that a number below `count` takes: none if there is only one.
pub(crate) fn width(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}
