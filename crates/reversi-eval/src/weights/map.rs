//! The file of tables ready for look-up. Everything is little-endian:
//!
//! | Bytes | Content |
//! |--:|---|
//! | 8 | `RVTABLES` |
//! | 2 | version, 1 |
//! | 2 | length of the provenance |
//! | 4 | CRC-32 of all but these four bytes |
//! | 4080 | provenance, UTF-8, and zeros |
//! | 23799008 | the elements of [`Weights`] |

use std::fs::File;
use std::io::{self, Write};

use memmap2::Mmap;

use super::{ELEMENTS, Elements, PatternWeights, Weights, WeightsData, WeightsError, WeightsErrorKind};
use crate::memory;

pub(super) const MAGIC: [u8; 8] = *b"RVTABLES";
const VERSION: u16 = 1;
const CHECKSUM: std::ops::Range<usize> = 12..16;
/// A page, so that the elements are aligned in memory.
const HEADER: usize = 4096;
const FILE: usize = HEADER + 4 * ELEMENTS;

impl Weights {
    /// Writes the tables of pattern weights for [`map`](Self::map).
    ///
    /// # Errors
    /// Those of the writer, and [`Unsupported`](io::ErrorKind::Unsupported) for a network, which is small
    /// enough to be read.
    pub fn write_tables(&self, mut writer: impl Write) -> io::Result<()> {
        let super::Kind::Patterns(elements) = self.tables().0 else {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "a network has no tables to be mapped"));
        };
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend((self.provenance().len() as u16).to_le_bytes());
        header.extend([0; 4]);
        header.extend(self.provenance().as_bytes());
        header.resize(HEADER, 0);
        let mut checksum = hasher(&header);
        for_pieces(elements, |bytes| {
            checksum.update(bytes);
            Ok(())
        })?;
        header[CHECKSUM].copy_from_slice(&checksum.finalize().to_le_bytes());
        writer.write_all(&header)?;
        for_pieces(elements, |bytes| writer.write_all(bytes))
    }

    /// Maps a file of [`write_tables`](Self::write_tables) into memory. Nothing is copied, and all processes
    /// share the pages.
    ///
    /// The checksum of the whole file is verified once.
    ///
    /// # Safety
    /// The file must not be changed or truncated, by this process or another, while the weights or a clone of
    /// them exist.
    ///
    /// # Errors
    /// [`WeightsError`] names the problem and its byte offset. On big-endian machines every file is of an
    /// unknown format.
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
        if len > FILE as u64 {
            return Err(WeightsError::new(FILE as u64, WeightsErrorKind::TrailingData));
        }
        // SAFETY: the caller promises that the file does not change while the map exists.
        let map = unsafe { Mmap::map(file) }.map_err(io)?;
        let provenance = check(&map)?;
        Ok(Weights::counted(WeightsData { elements: Elements::Mapped(map), provenance }))
    }
}

/// Checks a file and returns its provenance.
fn check(file: &[u8]) -> Result<String, WeightsError> {
    if cfg!(target_endian = "big") || !file.starts_with(&MAGIC) {
        return Err(WeightsError::new(0, WeightsErrorKind::UnknownFormat));
    }
    let part = if file.len() < HEADER { "header" } else { "tables" };
    if file.len() < FILE {
        return Err(WeightsError::new(file.len() as u64, WeightsErrorKind::Truncated { part }));
    }
    let field = |at: usize| u16::from_le_bytes([file[at], file[at + 1]]);
    if field(8) != VERSION {
        return Err(WeightsError::new(8, WeightsErrorKind::UnknownVersion { found: field(8) }));
    }
    let (header, elements) = file.split_at(HEADER);
    let mut computed = hasher(header);
    computed.update(elements);
    let computed = computed.finalize();
    let stored = u32::from_le_bytes([file[12], file[13], file[14], file[15]]);
    if stored != computed {
        let kind = WeightsErrorKind::Checksum { stored, computed };
        return Err(WeightsError::new(CHECKSUM.start as u64, kind));
    }
    let len = usize::from(field(10));
    if len > PatternWeights::MAX_PROVENANCE {
        return Err(WeightsError::invalid(10, "a provenance of up to 2000 bytes"));
    }
    let provenance = str::from_utf8(&header[CHECKSUM.end..][..len]);
    let error = |at| WeightsError::invalid((CHECKSUM.end + at) as u64, "UTF-8");
    memory::string(provenance.map_err(|utf8| error(utf8.valid_up_to()))?)
}

/// The checksum of a header, to be continued with the elements.
fn hasher(header: &[u8]) -> crc32fast::Hasher {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&header[..CHECKSUM.start]);
    checksum.update(&header[CHECKSUM.end..]);
    checksum
}

/// Hands out the bytes of the elements, some thousand at a time.
fn for_pieces(elements: &[u32], mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    elements.chunks(1024).try_for_each(|piece| {
        let mut bytes = [0; 4096];
        for (to, element) in bytes.chunks_exact_mut(4).zip(piece) {
            to.copy_from_slice(&element.to_le_bytes());
        }
        each(&bytes[..4 * piece.len()])
    })
}

/// The elements of a file that passed the check.
pub(super) fn elements(file: &Mmap) -> &[u32] {
    bytemuck::cast_slice(&file[HEADER..])
}
