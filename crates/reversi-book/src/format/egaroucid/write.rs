//! Writes Egaroucid's books.

use std::io::{Seek, SeekFrom, Write};

use reversi_bitboard::{Board, Square};

use super::super::rules::{self, Leaf};
use super::{MAGIC, NO_MOVE, NO_SCORE, RECORD};
use crate::{BookEntry, BookError};

/// Writes a book of Egaroucid, version 3 (`.egbk3`), as a stream.
///
/// The format cannot store: links (a move to a position of the book is a link), games won, drawn and lost,
/// bounds, the header. Positions that must pass are left out, as Egaroucid does. The level of a leaf is the
/// level of its position.
///
/// ```
/// use reversi_engine::book::EgaroucidWriter;
///
/// let bytes = EgaroucidWriter::new(std::io::Cursor::new(Vec::new()))?.finish()?.into_inner();
/// assert_eq!(bytes, b"DICUORAGE\x03\0\0\0\0");
/// # Ok::<(), reversi_engine::book::BookError>(())
/// ```
#[derive(Debug)]
pub struct EgaroucidWriter<W> {
    out: W,
    positions: u64,
}

impl<W: Write + Seek> EgaroucidWriter<W> {
    /// Writes the header to the start of `out`.
    ///
    /// # Errors
    /// [`BookError`] if `out` cannot be written.
    pub fn new(mut out: W) -> Result<EgaroucidWriter<W>, BookError> {
        out.seek(SeekFrom::Start(0))?;
        out.write_all(&MAGIC)?;
        out.write_all(&[3, 0, 0, 0, 0])?;
        Ok(EgaroucidWriter { out, positions: 0 })
    }

    /// Appends a position, or does nothing if its side must pass.
    ///
    /// # Errors
    /// [`BookError`] if the entry breaks a rule, or if the file cannot be written.
    pub fn push(&mut self, board: &Board, entry: &BookEntry) -> Result<(), BookError> {
        rules::board(board.player().0, board.opponent().0)?;
        rules::check(*board, entry, Leaf::Optional)?;
        if board.must_pass() {
            return Ok(());
        }
        let mut bytes = Vec::with_capacity(RECORD);
        bytes.extend(board.player().0.reverse_bits().to_le_bytes());
        bytes.extend(board.opponent().0.reverse_bits().to_le_bytes());
        let level = entry.level.number() as u8;
        bytes.extend([entry.value as u8, level]);
        bytes.extend(entry.tally.lines.to_le_bytes());
        bytes.extend(match entry.leaf.and_then(|leaf| Some((leaf.score, leaf.mv.square()?))) {
            Some((score, square)) => [score as u8, byte(square), level],
            None => [NO_SCORE as u8, NO_MOVE, level],
        });
        self.out.write_all(&bytes)?;
        self.positions += 1;
        Ok(())
    }

    /// Returns the number of positions so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Writes the number of positions into the header and returns the output.
    ///
    /// # Errors
    /// [`BookError`] for more positions than the header can count, or if the file cannot be written.
    pub fn finish(mut self) -> Result<W, BookError> {
        let positions = rules::write_count(self.positions)?;
        self.out.seek(SeekFrom::Start(10))?;
        self.out.write_all(&positions.to_le_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn byte(square: Square) -> u8 {
    63 - square.index() as u8
}
