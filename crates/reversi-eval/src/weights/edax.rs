use std::fmt::Write as _;
use std::io::{self, Read, Write};

use super::patterns::{LAST_PLY, PatternWeights};
use crate::file::memory::{collect, make_room, refused};
use crate::file::{Input, WeightsError, WeightsErrorKind};
use crate::pattern::PACKED_LEN;

/// The header of an `eval.dat` in Edax's layout.
///
/// ```no_run
/// use reversi_engine::weights::{ByteOrder, PatternWeights};
/// use std::fs::{self, File};
///
/// let (weights, mut header) = PatternWeights::read_edax(File::open("eval.dat")?)?;
/// header.byte_order = ByteOrder::Big;
/// weights.write_edax(File::create("for-powerpc.dat")?, &header)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EdaxHeader {
    /// The order of the bytes of every number.
    pub byte_order: ByteOrder,
    /// Version, release and build.
    pub version: [u32; 3],
    /// The creation date of the weights, in the unit of the program that made them.
    pub date: f64,
}

impl EdaxHeader {
    /// Makes a header.
    pub const fn new(byte_order: ByteOrder, version: [u32; 3], date: f64) -> EdaxHeader {
        EdaxHeader { byte_order, version, date }
    }
}

/// The order of the bytes of a number.
///
/// ```
/// use reversi_engine::weights::{ByteOrder, EdaxHeader, PatternWeights};
/// use reversi_engine::weights::pattern::PACKED_LEN;
///
/// let weights = PatternWeights::new(vec![30], vec![0; PACKED_LEN], "nothing")?;
/// let header = EdaxHeader::new(ByteOrder::Big, [3, 2, 5], 0.0);
/// let mut file = Vec::new();
/// weights.write_edax(&mut file, &header)?;
/// assert_eq!((&file[..8], file.len()), (&b"EDAXEVAL"[..], 13_952_436));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "a file has one of two orders")]
pub enum ByteOrder {
    /// The least significant byte first, as on x86.
    Little,
    /// The most significant byte first.
    Big,
}

impl ByteOrder {
    /// Returns the byte order of a file with these magic numbers, if they are known.
    pub(super) fn of_magic(magic: [u8; 8]) -> Option<ByteOrder> {
        match &magic {
            b"XADELAVE" => Some(ByteOrder::Little),
            b"EDAXEVAL" => Some(ByteOrder::Big),
            _ => None,
        }
    }

    fn order<const N: usize>(self, mut little_endian: [u8; N]) -> [u8; N] {
        if self == ByteOrder::Big {
            little_endian.reverse();
        }
        little_endian
    }
}

impl PatternWeights {
    /// Reads weights in Edax's layout, in either byte order, and their header.
    ///
    /// [`read`](Self::read) reads such a file without returning the header.
    ///
    /// # Errors
    /// [`WeightsError`] names the problem and its byte offset.
    pub fn read_edax(reader: impl Read) -> Result<(PatternWeights, EdaxHeader), WeightsError> {
        let mut input = Input::new(reader);
        let order = ByteOrder::of_magic(input.array("magic number")?)
            .ok_or(WeightsError::new(0, WeightsErrorKind::UnknownFormat))?;
        read_body(input, order)
    }

    /// Writes all 61 plies in Edax's layout, interpolated where they are not listed.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write_edax(&self, mut writer: impl Write, header: &EdaxHeader) -> io::Result<()> {
        let order = header.byte_order;
        let mut bytes = Vec::with_capacity(2 * PACKED_LEN);
        for number in [0x4544_4158, 0x4556_414c].into_iter().chain(header.version) {
            bytes.extend(order.order(u32::to_le_bytes(number)));
        }
        bytes.extend(order.order(header.date.to_le_bytes()));
        writer.write_all(&bytes)?;
        for ply in 0..=LAST_PLY {
            bytes.clear();
            bytes.extend(self.at_ply(ply).iter().flat_map(|weight| order.order(weight.to_le_bytes())));
            writer.write_all(&bytes)?;
        }
        Ok(())
    }
}

/// Reads the part after the magic numbers.
pub(super) fn read_body(
    mut input: Input<impl Read>,
    byte_order: ByteOrder,
) -> Result<(PatternWeights, EdaxHeader), WeightsError> {
    let mut version = [0; 3];
    for number in &mut version {
        *number = u32::from_le_bytes(byte_order.order(input.array("header")?));
    }
    let at = input.at();
    let date = f64::from_le_bytes(byte_order.order(input.array("header")?));
    if !date.is_finite() {
        return Err(WeightsError::invalid(at, "a date that is a number"));
    }
    let plies = collect(usize::from(LAST_PLY) + 1, 0..=LAST_PLY)?;
    let mut slots = Vec::new();
    for _ in &plies {
        let bytes = input.bytes(2 * PACKED_LEN, "weights")?;
        make_room(&mut slots, PACKED_LEN)?;
        slots.extend(bytes.as_chunks().0.iter().map(|&w| i16::from_le_bytes(byte_order.order(w))));
    }
    input.end()?;
    let [major, release, build] = version;
    let mut provenance = String::new();
    const LONGEST: usize = "eval.dat ..".len() + 3 * 10;
    provenance.try_reserve_exact(LONGEST).map_err(|_| refused::<u8>(LONGEST))?;
    write!(provenance, "eval.dat {major}.{release}.{build}").expect("a string takes any text");
    let header = EdaxHeader { byte_order, version, date };
    Ok((PatternWeights::new(plies, slots, provenance)?, header))
}
