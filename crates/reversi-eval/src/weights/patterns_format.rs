//! The file of pattern weights. Everything is little-endian:
//!
//! | Bytes | Content |
//! |--:|---|
//! | 8 | `RVWEIGHT` |
//! | 2 | version, 1 |
//! | 2 | encoding of the weights: 0 plain, 1 compressed |
//! | 2 | scale: units in a disc, 128 |
//! | 2 | step: units per stored number |
//! | 4 | weights of a ply, 114364 |
//! | 1 + 1 | numbers of shapes and of plies |
//! | 2 | length of the provenance |
//! | 4 | length of the weights as encoded |
//! | 105 | the shapes, each its size and its squares |
//! | any | the plies, a byte each |
//! | any | provenance, UTF-8 |
//! | any | weights: 16 bits each, ply after ply; or compressed (zlib), first the low bytes and then the high bytes of them all, as `2 w` or, if negative, `-2 w - 1` |
//! | 4 | CRC-32 of all bytes before |

use std::io::{self, Read, Write};

use super::patterns::{LAST_PLY, PatternWeights};
use super::{edax, tables_format};
use crate::file::memory::with_room;
use crate::file::{Input, SHAPES, WeightsError, WeightsErrorKind, inflate, write};
use crate::network;
use crate::pattern::{PACKED_LEN, Shape};

pub(super) const MAGIC: [u8; 8] = *b"RVWEIGHT";
const VERSION: u16 = 1;
const SCALE: u16 = 128;
const PLAIN: u16 = 0;
const COMPRESSED: u16 = 1;

impl PatternWeights {
    /// Reads a file that [`write`](Self::write) or [`write_compact`](Self::write_compact) has written, or an
    /// `eval.dat` in Edax's layout.
    ///
    /// # Errors
    /// [`WeightsError`] names the problem and its byte offset. Invalid input is rejected early and with
    /// little memory.
    pub fn read(reader: impl Read) -> Result<PatternWeights, WeightsError> {
        let mut input = Input::new(reader);
        let magic = input.array("magic number")?;
        read_by_magic(magic, input)
    }

    /// Reads a file in memory: see [`read`](Self::read).
    ///
    /// # Errors
    /// [`WeightsError`] names the problem and its byte offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternWeights, WeightsError> {
        PatternWeights::read(bytes)
    }

    /// Writes all weights unchanged. The source file of this function describes the format.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write(&self, writer: impl Write) -> io::Result<()> {
        let plain = self.slots().iter().flat_map(|weight| weight.to_le_bytes()).collect::<Vec<u8>>();
        self.write_encoded(writer, PLAIN, 1, &plain)
    }

    /// Writes the weights rounded to multiples of `step` (0 counts as 1) and compressed. A step of 1 is
    /// lossless.
    ///
    /// # Errors
    /// The errors of the writer.
    ///
    /// ```
    /// use reversi_engine::weights::PatternWeights;
    /// use reversi_engine::weights::pattern::PACKED_LEN;
    ///
    /// let weights = PatternWeights::new(vec![30], vec![101; PACKED_LEN], "almost nothing")?;
    /// let mut file = Vec::new();
    /// weights.write_compact(&mut file, 4)?;
    /// assert!(file.len() < 1000);
    /// assert_eq!(PatternWeights::from_bytes(&file)?.slots()[0], 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_compact(&self, writer: impl Write, step: u16) -> io::Result<()> {
        let step = step.clamp(1, i16::MAX as u16);
        let rounded = |&weight: &i16| {
            let (weight, step) = (i32::from(weight), i32::from(step));
            let steps = (weight + weight.signum() * (step / 2)) / step;
            // The multiple must fit into 16 bits as well.
            let steps = steps.clamp(i32::from(i16::MIN) / step, i32::from(i16::MAX) / step);
            ((steps << 1) ^ (steps >> 31)) as u16
        };
        let folded: Vec<u16> = self.slots().iter().map(rounded).collect();
        let low = folded.iter().map(|&weight| weight as u8);
        let planes: Vec<u8> = low.chain(folded.iter().map(|&weight| (weight >> 8) as u8)).collect();
        self.write_encoded(writer, COMPRESSED, step, &miniz_oxide::deflate::compress_to_vec_zlib(&planes, 9))
    }

    fn write_encoded(&self, writer: impl Write, encoding: u16, step: u16, weights: &[u8]) -> io::Result<()> {
        let mut header = MAGIC.to_vec();
        for field in [VERSION, encoding, SCALE, step] {
            header.extend(field.to_le_bytes());
        }
        header.extend((PACKED_LEN as u32).to_le_bytes());
        header.extend([Shape::COUNT as u8, self.plies().len() as u8]);
        header.extend((self.provenance().len() as u16).to_le_bytes());
        header.extend((weights.len() as u32).to_le_bytes());
        header.extend(SHAPES);
        header.extend(self.plies());
        header.extend(self.provenance().as_bytes());
        write(writer, &header, weights)
    }
}

/// Reads the part after a magic number.
pub(super) fn read_by_magic(magic: [u8; 8], input: Input<impl Read>) -> Result<PatternWeights, WeightsError> {
    if let Some(order) = edax::ByteOrder::of_magic(magic) {
        return edax::read_body(input, order).map(|(weights, _)| weights);
    }
    match magic {
        MAGIC => read_body(input),
        network::MAGIC => Err(WeightsError::invalid(0, "pattern weights and not a network")),
        tables_format::MAGIC => Err(WeightsError::invalid(0, "pattern weights and not tables made of them")),
        _ => Err(WeightsError::new(0, WeightsErrorKind::UnknownFormat)),
    }
}

/// Reads the part after the magic number.
fn read_body(mut input: Input<impl Read>) -> Result<PatternWeights, WeightsError> {
    // Fields are checked one by one, so that an error has the offset of its field.
    let mut field = |expected, is_valid: fn(u16) -> bool| {
        let at = input.at();
        let value = u16::from_le_bytes(input.array("header")?);
        if is_valid(value) { Ok(value) } else { Err(WeightsError::invalid(at, expected)) }
    };
    let version = field("", |_| true)?;
    if version != VERSION {
        return Err(WeightsError::new(8, WeightsErrorKind::UnknownVersion { found: version }));
    }
    let encoding = field("encoding 0 or 1", |encoding| encoding <= COMPRESSED)?;
    field("a scale of 128 units in a disc", |scale| scale == SCALE)?;
    let step = field("a step from 1 to 32767", |step| (1..=i16::MAX as u16).contains(&step))?;

    let at = input.at();
    if input.array("header")? != (PACKED_LEN as u32).to_le_bytes() {
        return Err(WeightsError::invalid(at, "114364 weights for each ply"));
    }
    let [shape_count, ply_count] = input.array("header")?;
    let plies_at = input.at() - 1;
    if usize::from(shape_count) != Shape::COUNT || !(1..=LAST_PLY + 1).contains(&ply_count) {
        return Err(WeightsError::invalid(plies_at - 1, "12 shapes and 1 to 61 plies"));
    }
    let provenance_len = input.provenance_len()?;
    let len_at = input.at();
    let encoded_len = u32::from_le_bytes(input.array("header")?) as usize;
    let len = 2 * PACKED_LEN * usize::from(ply_count);
    if if encoding == PLAIN { encoded_len != len } else { encoded_len > len + len / 1000 + 64 } {
        return Err(WeightsError::invalid(len_at, "a length of weights that fits the number of plies"));
    }

    input.shapes()?;
    let at = input.at();
    let plies = input.bytes(usize::from(ply_count), "list of plies")?;
    if !plies.is_sorted_by(|a, b| a < b) || plies[plies.len() - 1] > LAST_PLY {
        return Err(WeightsError::invalid(at, "ascending plies, none above 60"));
    }
    let provenance = input.provenance(provenance_len)?;

    let weights_at = input.at();
    let encoded = input.last(encoded_len, "weights")?;
    let invalid = || WeightsError::invalid(weights_at, "compressed weights, each of 16 bits");
    let slots = if encoding == PLAIN {
        multiples(encoded.as_chunks().0.iter().map(|&bytes| i32::from(i16::from_le_bytes(bytes))), step)
    } else {
        let planes = inflate(&encoded, len)?.ok_or_else(invalid)?;
        let (low, high) = planes.split_at(len / 2);
        let unfold = |(&low, &high): (&u8, &u8)| {
            let folded = i32::from(low) | i32::from(high) << 8;
            (folded >> 1) ^ -(folded & 1)
        };
        multiples(low.iter().zip(high).map(unfold), step)
    };
    PatternWeights::new(plies, slots?.ok_or_else(invalid)?, provenance)
}

/// Returns the weights, unless one of them exceeds 16 bits.
fn multiples(steps: impl ExactSizeIterator<Item = i32>, step: u16) -> Result<Option<Vec<i16>>, WeightsError> {
    let mut weights = with_room(steps.len())?;
    for steps in steps {
        let Ok(weight) = i16::try_from(steps * i32::from(step)) else { return Ok(None) };
        weights.push(weight);
    }
    Ok(Some(weights))
}
