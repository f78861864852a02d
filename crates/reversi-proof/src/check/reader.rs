//! Reads a proof: its head of five lines, then its moves bit by bit.

use reversi_bitboard::Color;

use super::rules::Discs;
use crate::error::{ProofError, ProofErrorKind};
use crate::{Claim, MAX_LEAF_EMPTIES};

/// The head of a proof.
pub(super) struct Head {
    pub(super) board: Discs,
    pub(super) side: Color,
    pub(super) claim: Claim,
    pub(super) leaf_empties: u32,
    pub(super) open: bool,
    pub(super) positions: u64,
}

/// Reads the head of a file, and returns it with the moves.
pub(super) fn read(file: &[u8]) -> Result<(Head, Moves<'_>), ProofError> {
    let mut at = 0;
    let (version, sum) = line(file, &mut at, "reversi-proof <version> <checksum>", |text| {
        let (version, sum) = text.split_once(' ')?;
        Some((number(version)?, sum.to_owned()))
    })?;
    if version != 1 {
        return Err(ProofErrorKind::Version { version }.into());
    }
    if format!("{:08x}", checksum(&file[at..])) != sum {
        return Err(ProofErrorKind::Checksum.into());
    }
    let (board, side) = line(file, &mut at, "board <64 of X, O and -> <side to move: X or O>", board)?;
    let claim = line(file, &mut at, "score <at-least, at-most or exactly> <-64 to 64>", claim)?;
    let (leaf_empties, open) = line(file, &mut at, "leaves <0 to 10, or 0 to 63 open>", |text| {
        let open = text.strip_suffix(" open");
        let most = if open.is_some() { 63 } else { MAX_LEAF_EMPTIES };
        let empties = number(open.unwrap_or(text)).filter(|&empties| empties <= most.into())?;
        Some((empties as u32, open.is_some()))
    })?;
    let positions = line(file, &mut at, "positions <number>", number)?;
    let moves = Moves { bytes: &file[at..], offset: at, at: 0 };
    Ok((Head { board, side, claim, leaf_empties, open, positions }, moves))
}

/// Returns the value of the next line, in this form: a word, a blank, and what `value` reads.
fn line<T>(
    file: &[u8],
    at: &mut usize,
    form: &'static str,
    value: impl Fn(&str) -> Option<T>,
) -> Result<T, ProofError> {
    let rest = &file[*at..];
    let end = rest.iter().take(100).position(|&byte| byte == b'\n');
    let text = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
    let (word, _) = form.split_once(' ').unwrap_or_default();
    let value = text.and_then(|text| value(text.strip_prefix(word)?.strip_prefix(' ')?));
    let value = value.ok_or(ProofError { offset: Some(*at as u64), kind: ProofErrorKind::Head { form } })?;
    *at += end.map_or(0, |end| end + 1);
    Ok(value)
}

/// Reads a number in its only valid notation.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

fn claim(text: &str) -> Option<Claim> {
    let score = text.split_once(' ')?.1.parse().ok().filter(|score| (-64..=64).contains(score))?;
    let claims = [Claim::AtLeast(score), Claim::AtMost(score), Claim::Exactly(score)];
    claims.into_iter().find(|claim| claim.to_string() == text)
}

/// Reads a board: the squares from A1 to H8, row by row, a blank, and the side to move.
fn board(text: &str) -> Option<(Discs, Color)> {
    let (squares, side) = text.split_once(' ')?;
    if squares.len() != 64 || !squares.bytes().all(|square| b"XO-".contains(&square)) {
        return None;
    }
    let set = |disc| squares.bytes().rev().fold(0, |set, square| set << 1 | u64::from(square == disc));
    let black = Discs { mover: set(b'X'), other: set(b'O') };
    match side {
        "X" => Some((black, Color::Black)),
        "O" => Some((black.pass(), Color::White)),
        _ => None,
    }
}

/// Computes the CRC-32 of zip and PNG.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 * (sum & 1)))
    })
}

/// The moves of a proof: numbers of a few bits, the lowest bit of each byte and number first.
pub(super) struct Moves<'a> {
    bytes: &'a [u8],
    /// Offset of the moves in the file.
    offset: usize,
    /// The next bit.
    at: usize,
}

impl Moves<'_> {
    /// Returns the next number, which is below `count`. `None` if the file ends before it.
    pub(super) fn next(&mut self, count: u32) -> Option<u32> {
        (0..width(count)).try_fold(0, |number, bit| {
            let value = u32::from(self.bytes.get(self.at / 8)? >> (self.at % 8) & 1);
            self.at += 1;
            Some(number | value << bit)
        })
    }

    /// Checks that only zeros that fill the last byte follow.
    pub(super) fn end(&self) -> Result<(), ProofError> {
        let left = 8 * self.bytes.len() - self.at;
        if left < 8 && self.bytes.last().is_none_or(|&last| u32::from(last) >> (8 - left) == 0) {
            return Ok(());
        }
        let offset = Some((self.offset + self.at / 8) as u64);
        Err(ProofError { offset, kind: ProofErrorKind::TrailingData })
    }
}

/// Returns the bits of a number below `count`: 0 if there is only one.
pub(crate) fn width(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}
