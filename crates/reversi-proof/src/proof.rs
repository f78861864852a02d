//! A proof in memory, and its file.

use std::fmt::Write as _;
use std::io;

use reversi_bitboard::{Board, Color, Position};

use crate::Claim;
use crate::check::{checksum, width};

/// A proof, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Proof {
    pub(crate) board: Board,
    pub(crate) claim: Claim,
    pub(crate) leaf_empties: u32,
    pub(crate) positions: u64,
    pub(crate) moves: Bits,
}

impl Proof {
    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let position = Position { board: self.board, side: Color::Black };
        let mut head = format!("board {position}\n");
        let _ = write!(head, "score {}\nleaves {}\n", self.claim, self.leaf_empties);
        let _ = writeln!(head, "positions {}", self.positions);
        let content = [head.as_bytes(), &self.moves.bytes].concat();
        [format!("reversi-proof 1 {:08x}\n", checksum(&content)).as_bytes(), &content].concat()
    }
}

/// Numbers of a few bits: see the chapter about the format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    /// Appends a number below `count`.
    pub(crate) fn push(&mut self, number: u32, count: u32) {
        for bit in 0..width(count) {
            if self.len % 8 == 0 {
                self.bytes.push(0);
            }
            self.bytes[self.len / 8] |= ((number >> bit & 1) as u8) << (self.len % 8);
            self.len += 1;
        }
    }
}
