//! The file of a network. Everything is little-endian:
//!
//! | Bytes | Content |
//! |--:|---|
//! | 8 | `RVNETWRK` |
//! | 2 | version, 3 |
//! | 2 | length of the provenance |
//! | 4 | length of the numbers as encoded |
//! | 4 | rows, 181947 |
//! | 1 + 1 + 1 + 1 | numbers in a row, hidden units, heads, and shapes |
//! | 105 | the shapes, each its size and its squares |
//! | any | provenance, UTF-8 |
//! | any | the numbers: the [packed rows](super::packed), then the heads, each its bias, hidden, hidden bias, output, direct, constant |
//! | 4 | CRC-32 of all bytes before |
//!
//! Versions 1 and 2 are read and no longer written. They have no rows of quadrants: 114363 rows in all.
//! Version 1 compresses the numbers (zlib): the first numbers of all rows, the second numbers of all rows
//! ..., then the heads.

use std::io::{self, Read, Write};

use reversi_bitboard::Board;

use super::head::{HEADS, HIDDEN, head_len, ply};
use super::layers::Layers;
use super::network::Network;
use super::packed::{PackedRows, pack, widths_len};
use super::rows::{ROWS, slots};
use super::tables::{Expanded, expand, zeroed_rows};
use super::widths::{LayersByPly, WIDTHS};
use crate::file::memory::with_room;
use crate::file::{Elements, Input, Packed, SHAPES, WeightsError, WeightsErrorKind, inflate, write};
use crate::pattern::{CONSTANT_SLOT, Shape};

pub(crate) const MAGIC: [u8; 8] = *b"RVNETWRK";
const COMPRESSED: u16 = 1;
const WITHOUT_QUADRANTS: u16 = 2;
const VERSION: u16 = 3;
/// The number of bytes before the provenance.
const HEADER: usize = 8 + 2 + 2 + 4 + 4 + 4 + SHAPES.len();

/// The sizes in the header of a network.
pub(crate) struct Sizes;

impl Sizes {
    /// The sizes of a network in words.
    pub(crate) const EXPECTED: &str =
        "8, 16, 32 or 64 numbers in a row, 16 hidden units, 61 heads and 12 shapes";

    /// Returns the bytes of the sizes for this width.
    pub(crate) const fn of(width: usize) -> [u8; 4] {
        [width as u8, HIDDEN as u8, HEADS as u8, Shape::COUNT as u8]
    }

    /// Returns the width that these bytes state.
    pub(crate) fn width(sizes: [u8; 4]) -> Option<usize> {
        let width = usize::from(sizes[0]);
        (WIDTHS.contains(&width) && sizes == Sizes::of(width)).then_some(width)
    }
}

impl Network {
    /// Reads a file that [`write`](Self::write) has written.
    ///
    /// # Errors
    /// [`WeightsError`] names the problem and its byte offset. Invalid input is rejected early and with
    /// little memory.
    pub fn read(reader: impl Read) -> Result<Network, WeightsError> {
        let mut input = Input::new(reader);
        if input.array("magic number")? != MAGIC {
            return Err(WeightsError::invalid(0, "a network"));
        }
        read_body(input)
    }

    /// Reads a file in memory: see [`read`](Self::read).
    ///
    /// # Errors
    /// [`WeightsError`] names the problem and its byte offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
        Network::read(bytes)
    }

    /// Writes the network. The source file of this function describes the format.
    ///
    /// # Errors
    /// The errors of the writer.
    ///
    /// ```
    /// use reversi_engine::weights::network::{HEADS, Head, Network, ROWS};
    ///
    /// let network = Network::new(vec![7; 32 * ROWS], vec![Head::zero(32); HEADS], "sevens")?;
    /// let mut file = Vec::new();
    /// network.write(&mut file)?;
    /// assert_eq!(Network::from_bytes(&file)?, network);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, writer: impl Write) -> io::Result<()> {
        let mut numbers = pack(self.rows());
        self.heads().iter().for_each(|head| head.encode(&mut numbers));
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend((self.provenance().len() as u16).to_le_bytes());
        header.extend((numbers.len() as u32).to_le_bytes());
        header.extend((ROWS as u32).to_le_bytes());
        header.extend(Sizes::of(self.width()));
        header.extend(SHAPES);
        header.extend(self.provenance().as_bytes());
        write(writer, &header, &numbers)
    }
}

/// Reads the part after the magic number.
pub(crate) fn read_body(mut input: Input<impl Read>) -> Result<Network, WeightsError> {
    let version = u16::from_le_bytes(input.array("header")?);
    let rows = match version {
        COMPRESSED | WITHOUT_QUADRANTS => CONSTANT_SLOT,
        VERSION => ROWS,
        found => return Err(WeightsError::new(8, WeightsErrorKind::UnknownVersion { found })),
    };
    let provenance_len = input.provenance_len()?;
    let encoded_len_at = input.at();
    let encoded_len = u32::from_le_bytes(input.array("header")?) as usize;
    let at = input.at();
    if input.array("header")? != (rows as u32).to_le_bytes() {
        let expected = if rows == ROWS { "181947 rows" } else { "114363 rows" };
        return Err(WeightsError::invalid(at, expected));
    }
    let at = input.at();
    let width = Sizes::width(input.array("header")?).ok_or(WeightsError::invalid(at, Sizes::EXPECTED))?;
    let (rows_len, heads_len) = (width * rows, HEADS * head_len(width));
    // The widest packed rows. Numbers that zlib cannot compress take less.
    if encoded_len > rows_len + heads_len + widths_len(rows) {
        return Err(WeightsError::invalid(encoded_len_at, "a length that fits the number of rows"));
    }
    input.shapes()?;
    let provenance = input.provenance(provenance_len)?;
    let numbers_at = input.at();
    let encoded = input.last(encoded_len, "numbers")?;
    let (rows, heads) = if version != COMPRESSED {
        let invalid = || WeightsError::invalid(numbers_at, "packed numbers");
        let (rows, heads) = PackedRows::split(&encoded, [rows, width], heads_len).ok_or_else(invalid)?;
        (rows.unpack(ROWS)?, LayersByPly::decode(width, heads)?)
    } else {
        let numbers = inflate(&encoded, rows_len + heads_len)?;
        let numbers = numbers.ok_or_else(|| WeightsError::invalid(numbers_at, "compressed numbers"))?;
        let (columns, heads) = numbers.split_at(rows_len);
        let mut numbers = with_room(width * ROWS)?;
        numbers.extend((0..rows_len).map(|i| columns[i % width * rows + i / width] as i8));
        numbers.resize(width * ROWS, 0);
        (numbers, LayersByPly::decode(width, heads)?)
    };
    Network::new(rows, heads.heads()?, provenance).map_err(|error| WeightsError { at: numbers_at, ..error })
}

/// Reads the provenance and the heads of a valid file of this width and the current version, and reserves
/// memory for its rows, which are unpacked at the first use. It does not contain the code of checks, of other
/// widths and of other versions.
pub(crate) fn unpack_file<const W: usize>(
    file: &'static [u8],
) -> Result<(&'static str, Expanded), WeightsError> {
    let provenance = std::str::from_utf8(&file[HEADER..][..provenance_len(file)]).expect("the file is valid");
    let heads = &file[file.len() - 4 - HEADS * head_len(W)..];
    let layers = LayersByPly::decode(W, heads)?;
    let unpack = |file: &[u8], rows: &mut [i8]| expand::<W>(split_file::<W>(file).0.each(), rows);
    Ok((provenance, Expanded { rows: Elements::Packed(Packed::new(zeroed_rows(W)?, file, unpack)), layers }))
}

/// Evaluates a board by the network in a valid file, as [`unpack_file`], without memory on the heap: only the
/// rows of the board are unpacked.
pub(crate) fn evaluate_file<const W: usize>(file: &[u8], board: &Board) -> i32 {
    let (rows, heads) = split_file::<W>(file);
    let head = &heads[head_len(W) * ply(board.empties().len())..][..head_len(W)];
    let layers = Layers::<W>::decode(head);
    let mut sums = layers.bias;
    for slot in slots(board) {
        sums.iter_mut().zip(rows.row(slot as usize)).for_each(|(sum, number)| *sum += i16::from(number));
    }
    layers.value(sums)
}

/// Splits a valid file of the current version into the rows and the heads.
fn split_file<const W: usize>(file: &[u8]) -> (PackedRows<'_>, &[u8]) {
    let numbers = &file[HEADER + provenance_len(file)..file.len() - 4];
    PackedRows::split(numbers, [ROWS, W], HEADS * head_len(W)).expect("the file is valid")
}

fn provenance_len(file: &[u8]) -> usize {
    u16::from_le_bytes([file[10], file[11]]).into()
}
