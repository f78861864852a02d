//! The file of a network. Everything is little-endian:
//!
//! | Bytes | Content |
//! |--:|---|
//! | 8 | `RVNETWRK` |
//! | 2 | version, 1 |
//! | 2 | length of the provenance |
//! | 4 | length of the numbers as encoded |
//! | 4 | rows, 114363 |
//! | 1 + 1 + 1 + 1 | numbers in a row, hidden units, heads, and shapes |
//! | 105 | the shapes, each its size and its squares |
//! | any | provenance, UTF-8 |
//! | any | the numbers, compressed (zlib): the first of all rows, the second of all rows ..., then the heads, each its bias, hidden, hidden bias, output, direct, constant |
//! | 4 | CRC-32 of all bytes before |

use std::io::{self, Read, Write};

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use reversi_bitboard::Board;

use super::{HEADS, HIDDEN, Head, INPUTS, Network, WIDTH, ply, row_slots};
use crate::memory::collect;
use crate::pattern::{CONSTANT_SLOT, Shape};
use crate::weights::{Input, SHAPES, inflate, write};
use crate::{WeightsError, WeightsErrorKind};

pub(crate) const MAGIC: [u8; 8] = *b"RVNETWRK";
const VERSION: u16 = 1;
/// The sizes in the header of a network.
pub(crate) const SIZES: [u8; 4] = [WIDTH as u8, HIDDEN as u8, HEADS as u8, Shape::COUNT as u8];
/// Those of this version in words.
pub(crate) const SIZES_EXPECTED: &str = "16 numbers in a row, 16 hidden units, 61 heads and 12 shapes";
/// The bytes of a head.
pub(crate) const HEAD_LEN: usize = 2 * WIDTH + INPUTS * HIDDEN + 4 * HIDDEN + 2 * HIDDEN + 2 * INPUTS + 4;
const LEN: usize = CONSTANT_SLOT * WIDTH + HEADS * HEAD_LEN;

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
        let numbers = miniz_oxide::deflate::compress_to_vec_zlib(&self.numbers(), 9);
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend((self.provenance().len() as u16).to_le_bytes());
        header.extend((numbers.len() as u32).to_le_bytes());
        header.extend((CONSTANT_SLOT as u32).to_le_bytes());
        header.extend(SIZES);
        header.extend(SHAPES);
        header.extend(self.provenance().as_bytes());
        write(writer, &header, &numbers)
    }

    fn numbers(&self) -> Vec<u8> {
        let column = |i: usize| self.rows().iter().map(move |row| row[i] as u8);
        let mut numbers: Vec<u8> = (0..WIDTH).flat_map(column).collect();
        for head in self.heads() {
            head.encode(&mut numbers);
        }
        numbers
    }
}

/// Reads the part after the magic number.
pub(crate) fn read_body(mut input: Input<impl Read>) -> Result<Network, WeightsError> {
    let version = u16::from_le_bytes(input.array("header")?);
    if version != VERSION {
        return Err(WeightsError::new(8, WeightsErrorKind::UnknownVersion { found: version }));
    }
    let provenance_len = input.provenance_len()?;
    let at = input.at();
    let encoded_len = u32::from_le_bytes(input.array("header")?) as usize;
    if encoded_len > LEN + LEN / 1000 + 64 {
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
    let numbers = inflate(&encoded, LEN)?;
    let numbers = numbers.ok_or_else(|| WeightsError::invalid(numbers_at, "compressed numbers"))?;
    let (columns, heads) = numbers.split_at(CONSTANT_SLOT * WIDTH);
    let row = |slot: usize| std::array::from_fn(|i| columns[i * CONSTANT_SLOT + slot] as i8);
    let rows = collect(CONSTANT_SLOT, (0..CONSTANT_SLOT).map(row))?;
    let heads = collect(HEADS, heads.chunks_exact(HEAD_LEN).map(Head::decode))?;
    Network::new(rows, heads, provenance).map_err(|error| WeightsError { at: numbers_at, ..error })
}

/// The value of a board by the network in a valid file, without memory on the heap: the numbers are inflated
/// piece by piece, and those of the board are picked out.
pub(crate) fn evaluate_file(file: &[u8], board: &Board) -> i32 {
    const HEADER: usize = 8 + 2 + 2 + 4 + 4 + 4 + SHAPES.len();
    const PIECE: usize = 1 << 15; // the inflater looks back so far
    let provenance_len = usize::from(u16::from_le_bytes([file[10], file[11]]));
    let mut encoded = &file[HEADER + provenance_len..file.len() - 4];
    let slots = row_slots(board);
    let head_at = CONSTANT_SLOT * WIDTH + HEAD_LEN * ply(board.empties().len());
    let (mut rows, mut head_bytes) = ([0; WIDTH], [0; HEAD_LEN]);
    let (mut inflater, mut piece, mut start) = (DecompressorOxide::new(), [0; PIECE], 0);
    loop {
        let (status, read, len) =
            decompress(&mut inflater, encoded, &mut piece, 0, TINFL_FLAG_PARSE_ZLIB_HEADER);
        let number = |at: usize| piece[..len].get(at.wrapping_sub(start)).copied();
        for (i, sum) in rows.iter_mut().enumerate() {
            let numbers = slots.clone().filter_map(|slot| number(i * CONSTANT_SLOT + slot));
            *sum += numbers.map(|number| i32::from(number as i8)).sum::<i32>();
        }
        for (i, byte) in head_bytes.iter_mut().enumerate() {
            *byte = number(head_at + i).unwrap_or(*byte);
        }
        (encoded, start) = (&encoded[read..], start + len);
        match status {
            TINFLStatus::HasMoreOutput => {}
            TINFLStatus::Done => return Head::decode(&head_bytes).value(rows),
            _ => unreachable!("the file is valid"),
        }
    }
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
