//! The file of a network. Everything is little-endian:
//!
//! | Bytes | Content |
//! |--:|---|
//! | 8 | `RVNETWRK` |
//! | 2 | version, 2 |
//! | 2 | length of the provenance |
//! | 4 | length of the numbers as encoded |
//! | 4 | rows, 114363 |
//! | 1 + 1 + 1 + 1 | numbers in a row, hidden units, heads, and shapes |
//! | 105 | the shapes, each its size and its squares |
//! | any | provenance, UTF-8 |
//! | any | the numbers: the [packed rows](super::packed), then the heads, each its bias, hidden, hidden bias, output, direct, constant |
//! | 4 | CRC-32 of all bytes before |
//!
//! Version 1, which is read and no longer written, compresses the numbers (zlib): the first of all rows, the
//! second of all rows ..., then the heads.

use std::io::{self, Read, Write};

use reversi_bitboard::Board;

use super::packed::{PackedRows, WIDTHS_LEN, pack};
use super::{HEADS, HIDDEN, Head, INPUTS, Network, WIDTH, ply, row_slots};
use crate::memory::collect;
use crate::pattern::{CONSTANT_SLOT, Shape};
use crate::weights::{Input, SHAPES, inflate, write};
use crate::{WeightsError, WeightsErrorKind};

pub(crate) const MAGIC: [u8; 8] = *b"RVNETWRK";
const COMPRESSED: u16 = 1;
const PACKED: u16 = 2;
/// The sizes in the header of a network.
pub(crate) const SIZES: [u8; 4] = [WIDTH as u8, HIDDEN as u8, HEADS as u8, Shape::COUNT as u8];
/// Those of this version in words.
pub(crate) const SIZES_EXPECTED: &str = "16 numbers in a row, 16 hidden units, 61 heads and 12 shapes";
/// The bytes of a head.
pub(crate) const HEAD_LEN: usize = 2 * WIDTH + INPUTS * HIDDEN + 4 * HIDDEN + 2 * HIDDEN + 2 * INPUTS + 4;
const HEADS_LEN: usize = HEADS * HEAD_LEN;
const LEN: usize = CONSTANT_SLOT * WIDTH + HEADS_LEN;

impl Network {
    /// Reads a file of [`write`](Self::write).
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
    /// Those of the writer.
    ///
    /// ```
    /// use reversi_engine::{network::{HEADS, Head, Network, WIDTH}, pattern::CONSTANT_SLOT};
    ///
    /// let network = Network::new(vec![[7; WIDTH]; CONSTANT_SLOT], vec![Head::default(); HEADS], "sevens")?;
    /// let mut file = Vec::new();
    /// network.write(&mut file)?;
    /// assert_eq!(Network::from_bytes(&file)?, network);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, writer: impl Write) -> io::Result<()> {
        let mut numbers = pack(self.rows());
        self.heads().iter().for_each(|head| head.encode(&mut numbers));
        let mut header = MAGIC.to_vec();
        header.extend(PACKED.to_le_bytes());
        header.extend((self.provenance().len() as u16).to_le_bytes());
        header.extend((numbers.len() as u32).to_le_bytes());
        header.extend((CONSTANT_SLOT as u32).to_le_bytes());
        header.extend(SIZES);
        header.extend(SHAPES);
        header.extend(self.provenance().as_bytes());
        write(writer, &header, &numbers)
    }
}

/// Reads the part after the magic number.
pub(crate) fn read_body(mut input: Input<impl Read>) -> Result<Network, WeightsError> {
    let version = u16::from_le_bytes(input.array("header")?);
    if ![COMPRESSED, PACKED].contains(&version) {
        return Err(WeightsError::new(8, WeightsErrorKind::UnknownVersion { found: version }));
    }
    let provenance_len = input.provenance_len()?;
    let at = input.at();
    let encoded_len = u32::from_le_bytes(input.array("header")?) as usize;
    // The widest packed rows. Numbers that zlib cannot compress take less.
    if encoded_len > LEN + WIDTHS_LEN {
        return Err(WeightsError::invalid(at, "a length that fits the number of rows"));
    }
    let at = input.at();
    if input.array("header")? != (CONSTANT_SLOT as u32).to_le_bytes() {
        return Err(WeightsError::invalid(at, "114363 rows"));
    }
    let at = input.at();
    if input.array("header")? != SIZES {
        return Err(WeightsError::invalid(at, SIZES_EXPECTED));
    }
    input.shapes()?;
    let provenance = input.provenance(provenance_len)?;
    let numbers_at = input.at();
    let encoded = input.last(encoded_len, "numbers")?;
    let decode = |heads: &[u8]| collect(HEADS, heads.chunks_exact(HEAD_LEN).map(Head::decode));
    let (rows, heads) = if version == PACKED {
        let invalid = || WeightsError::invalid(numbers_at, "packed numbers");
        let (rows, heads) = PackedRows::split(&encoded, HEADS_LEN).ok_or_else(invalid)?;
        (rows.unpack()?, decode(heads)?)
    } else {
        let numbers = inflate(&encoded, LEN)?;
        let numbers = numbers.ok_or_else(|| WeightsError::invalid(numbers_at, "compressed numbers"))?;
        let (columns, heads) = numbers.split_at(CONSTANT_SLOT * WIDTH);
        let row = |slot: usize| std::array::from_fn(|i| columns[i * CONSTANT_SLOT + slot] as i8);
        (collect(CONSTANT_SLOT, (0..CONSTANT_SLOT).map(row))?, decode(heads)?)
    };
    Network::new(rows, heads, provenance).map_err(|error| WeightsError { at: numbers_at, ..error })
}

/// The value of a board by the network in a valid file, without memory on the heap: the numbers of the board
/// are picked out.
pub(crate) fn evaluate_file(file: &[u8], board: &Board) -> i32 {
    const HEADER: usize = 8 + 2 + 2 + 4 + 4 + 4 + SHAPES.len();
    let provenance_len = usize::from(u16::from_le_bytes([file[10], file[11]]));
    let numbers = &file[HEADER + provenance_len..file.len() - 4];
    let (rows, heads) = PackedRows::split(numbers, HEADS_LEN).expect("the file is valid");
    let mut sums = [0; WIDTH];
    for slot in row_slots(board) {
        sums.iter_mut().zip(rows.row(slot)).for_each(|(sum, number)| *sum += i32::from(number));
    }
    Head::decode(&heads[HEAD_LEN * ply(board.empties().len())..][..HEAD_LEN]).value(sums)
}

impl Head {
    /// Appends the [`HEAD_LEN`] bytes of the head.
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.hidden.as_flattened().iter().map(|&number| number as u8));
        bytes.extend(self.hidden_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.output.iter().chain(&self.direct).flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.constant.to_le_bytes());
    }

    /// Decodes a head from its [`HEAD_LEN`] bytes.
    pub(crate) fn decode(mut bytes: &[u8]) -> Head {
        let mut take = |len: usize| {
            let (taken, rest) = bytes.split_at(len);
            bytes = rest;
            taken
        };
        fn shorts<const N: usize>(bytes: &[u8]) -> [i16; N] {
            std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
        }
        let int = |bytes: &[u8]| i32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let bias = shorts(take(2 * WIDTH));
        let hidden = take(INPUTS * HIDDEN);
        let hidden_bias = take(4 * HIDDEN);
        Head {
            bias,
            hidden: std::array::from_fn(|h| std::array::from_fn(|i| hidden[INPUTS * h + i] as i8)),
            hidden_bias: std::array::from_fn(|h| int(&hidden_bias[4 * h..][..4])),
            output: shorts(take(2 * HIDDEN)),
            direct: shorts(take(2 * INPUTS)),
            constant: int(take(4)),
        }
    }
}
