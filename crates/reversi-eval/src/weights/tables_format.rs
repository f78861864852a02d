//! The file of tables ready for look-up. Everything is little-endian:
//!
//! | Bytes | Content |
//! |--:|---|
//! | 8 | `RVTABLES` |
//! | 2 | version, 2 |
//! | 2 | length of the provenance |
//! | 4 | CRC-32 of all but these four bytes |
//! | 4076 | provenance, UTF-8, and zeros |
//! | 4 | zeros, or for a network its sizes, as in its own format |
//! | 23799008 | for pattern weights: the elements of [`Weights`] |
//! | 650264 * width | for a network: the rows of even plies, of odd plies, padding, rows of the quadrants |
//! | any | then the heads, as in its own format |

use std::fs::File;
use std::io::{self, Read, Write};

use memmap2::Mmap;
use reversi_bitboard::__internal::LargeTable;

use super::tables::{ELEMENTS, Kind, PAIRS};
use super::weights::{Content, Weights, WeightsData};
use crate::features::STRIDE;
use crate::file::memory::{self, refused};
use crate::file::{Elements, Input, MAPPED_AT, MAX_PROVENANCE, WeightsError, WeightsErrorKind};
use crate::network::{EXPANDED_ROWS, Expanded, HEADS, Head, LayersByPly, MAX_WIDTH, Sizes, head_len};

pub(super) const MAGIC: [u8; 8] = *b"RVTABLES";
const VERSION: u16 = 2;
const CHECKSUM: std::ops::Range<usize> = 12..16;
/// The offset of the sizes of a network.
const SIZES_AT: usize = MAPPED_AT - 4;
const PATTERNS_LEN: usize = 4 * ELEMENTS;

/// Returns the length of the body of a file: with a network of this width, or with pattern weights.
const fn body_len(width: Option<usize>) -> usize {
    match width {
        Some(width) => EXPANDED_ROWS * width + HEADS * head_len(width),
        None => PATTERNS_LEN,
    }
}

impl Weights {
    /// Writes the tables. They are read faster than other formats and can be [mapped](Self::map).
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write_tables(&self, writer: impl Write) -> io::Result<()> {
        match self.tables().0 {
            Kind::Patterns(elements) => self.write_parts(writer, [0; 4], |each| for_pieces(elements, each)),
            Kind::Network(network) => {
                let heads = network.layers.heads().map_err(io::Error::other)?;
                let mut encoded = Vec::new();
                heads.iter().for_each(|head| head.encode(&mut encoded));
                self.write_parts(writer, Sizes::of(heads[0].bias.len()), |each| {
                    each(bytemuck::cast_slice(network.rows))?;
                    each(&encoded)
                })
            }
        }
    }

    /// Writes a file. Its bytes are handed out twice: for the checksum and for the file.
    fn write_parts(
        &self,
        mut writer: impl Write,
        sizes: [u8; 4],
        hand_out: impl Fn(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend((self.provenance().len() as u16).to_le_bytes());
        header.extend([0; 4]);
        header.extend(self.provenance().as_bytes());
        header.resize(SIZES_AT, 0);
        header.extend(sizes);
        let mut checksum = hasher(&header);
        hand_out(&mut |bytes| {
            checksum.update(bytes);
            Ok(())
        })?;
        header[CHECKSUM].copy_from_slice(&checksum.finalize().to_le_bytes());
        writer.write_all(&header)?;
        hand_out(&mut |bytes| writer.write_all(bytes))
    }

    /// Maps a file that [`write_tables`](Self::write_tables) has written into memory. Nothing is copied, and
    /// all processes share the pages.
    ///
    /// The checksum of the whole file is verified once.
    ///
    /// # Safety
    /// The file must not be changed or truncated, by this process or another, while the weights or a clone of
    /// them exist.
    ///
    /// # Errors
    /// [`WeightsError`] names the problem and its byte offset. On big-endian machines, tables of pattern
    /// weights can only be read.
    ///
    /// ```no_run
    /// use reversi_engine::Weights;
    /// use std::fs::File;
    ///
    /// let file = File::open("/usr/share/reversi/weights.tables")?;
    /// // SAFETY: files under /usr/share are replaced but never written to.
    /// let weights = unsafe { Weights::map(&file)? };
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub unsafe fn map(file: &File) -> Result<Weights, WeightsError> {
        let io = |error| WeightsError::new(0, WeightsErrorKind::Io(error));
        let len = file.metadata().map_err(io)?.len();
        let longest = MAPPED_AT + body_len(None).max(body_len(Some(MAX_WIDTH)));
        if len > longest as u64 {
            return Err(WeightsError::new(longest as u64, WeightsErrorKind::TrailingData));
        }
        // SAFETY: the caller promises that the file does not change while the map exists.
        let map = unsafe { Mmap::map(file) }.map_err(io)?;
        if !map.starts_with(&MAGIC) {
            return Err(WeightsError::new(0, WeightsErrorKind::UnknownFormat));
        }
        let truncated = |part| WeightsError::new(map.len() as u64, WeightsErrorKind::Truncated { part });
        let (header, body) = map.split_at_checked(MAPPED_AT).ok_or_else(|| truncated("header"))?;
        let width = width(header)?;
        let expected = body_len(width);
        if body.len() < expected {
            return Err(truncated("tables"));
        }
        if body.len() > expected {
            return Err(WeightsError::new((MAPPED_AT + expected) as u64, WeightsErrorKind::TrailingData));
        }
        let provenance = check(header, body)?;
        let content = if let Some(width) = width {
            let layers = layers(width, &body[EXPANDED_ROWS * width..])?;
            Content::Network(Expanded { rows: Elements::Mapped(map), layers })
        } else if cfg!(target_endian = "little") {
            check_unused(body)?;
            Content::Patterns(Elements::Mapped(map))
        } else {
            return Err(WeightsError::new(0, WeightsErrorKind::UnknownFormat));
        };
        Ok(Weights::counted(WeightsData { content, provenance }))
    }
}

/// Reads the part after the magic number.
pub(super) fn read_body(mut input: Input<impl Read>) -> Result<WeightsData, WeightsError> {
    let mut header = MAGIC.to_vec();
    header.extend(input.bytes(MAPPED_AT - MAGIC.len(), "header")?);
    let width = width(&header)?;
    let body = input.bytes(body_len(width), "tables")?;
    input.end()?;
    let provenance = check(&header, &body)?;
    let content = if let Some(width) = width {
        let (from, heads) = body.split_at(EXPANDED_ROWS * width);
        let mut rows =
            LargeTable::<i8>::zeroed_in_huge_pages(from.len()).ok_or_else(|| refused::<i8>(from.len()))?;
        bytemuck::cast_slice_mut(&mut rows).copy_from_slice(from);
        Content::Network(Expanded { rows: Elements::Owned(rows), layers: layers(width, heads)? })
    } else {
        check_unused(&body)?;
        let mut elements =
            LargeTable::zeroed_in_huge_pages(ELEMENTS).ok_or_else(|| refused::<u32>(ELEMENTS))?;
        for (to, &from) in elements.iter_mut().zip(body.as_chunks().0) {
            *to = u32::from_le_bytes(from);
        }
        Content::Patterns(Elements::Owned(elements))
    };
    Ok(WeightsData { content, provenance })
}

/// Returns the width of the network by a header of a known version, or `None` for pattern weights.
fn width(header: &[u8]) -> Result<Option<usize>, WeightsError> {
    let version = field(header, 8);
    if version != VERSION {
        return Err(WeightsError::new(8, WeightsErrorKind::UnknownVersion { found: version }));
    }
    match *header[SIZES_AT..].first_chunk().expect("the last four bytes") {
        [0, 0, 0, 0] => Ok(None),
        sizes => match Sizes::width(sizes) {
            Some(width) => Ok(Some(width)),
            None => Err(WeightsError::invalid(SIZES_AT as u64, Sizes::EXPECTED)),
        },
    }
}

/// Verifies the checksum of a file and returns its provenance.
fn check(header: &[u8], body: &[u8]) -> Result<String, WeightsError> {
    let mut computed = hasher(header);
    computed.update(body);
    let computed = computed.finalize();
    let stored = u32::from_le_bytes([header[12], header[13], header[14], header[15]]);
    if stored != computed {
        let kind = WeightsErrorKind::Checksum { stored, computed };
        return Err(WeightsError::new(CHECKSUM.start as u64, kind));
    }
    let len = usize::from(field(header, 10));
    if len > MAX_PROVENANCE {
        return Err(WeightsError::invalid(10, "a provenance of up to 2000 bytes"));
    }
    let provenance = str::from_utf8(&header[CHECKSUM.end..][..len]);
    let error = |at| WeightsError::invalid((CHECKSUM.end + at) as u64, "UTF-8");
    memory::string(provenance.map_err(|utf8| error(utf8.valid_up_to()))?)
}

/// Checks the elements of the unused lane, which some kernels add and others skip.
fn check_unused(body: &[u8]) -> Result<(), WeightsError> {
    for end in (1..=PAIRS).map(|table| 4 * table * STRIDE) {
        if body[end - 4..end] != [0; 4] {
            return Err(WeightsError::invalid((MAPPED_AT + end - 4) as u64, "zeros for the unused lane"));
        }
    }
    Ok(())
}

/// Returns the number of 16 bits at this place of a header.
fn field(header: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([header[at], header[at + 1]])
}

/// Returns the layers at the end of a file, if they are valid.
fn layers(width: usize, heads: &[u8]) -> Result<LayersByPly, WeightsError> {
    let layers = LayersByPly::decode(width, heads)?;
    if !layers.heads()?.iter().all(Head::is_limited) {
        let at = MAPPED_AT + EXPANDED_ROWS * width;
        return Err(WeightsError::invalid(at as u64, "biases within their limits"));
    }
    Ok(layers)
}

/// Starts the checksum with a header, to be continued with the elements.
fn hasher(header: &[u8]) -> crc32fast::Hasher {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&header[..CHECKSUM.start]);
    checksum.update(&header[CHECKSUM.end..]);
    checksum
}

/// Passes on the bytes of the elements, some thousand at a time.
fn for_pieces(elements: &[u32], mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    elements.chunks(1024).try_for_each(|piece| {
        let mut bytes = [0; 4096];
        for (to, element) in bytes.chunks_exact_mut(4).zip(piece) {
            to.copy_from_slice(&element.to_le_bytes());
        }
        each(&bytes[..4 * piece.len()])
    })
}
