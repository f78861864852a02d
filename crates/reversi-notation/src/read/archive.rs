//! Compressed files: gzip, and the files of a ZIP archive.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use std::io::{self, Read};

use flate2::Crc;
use flate2::bufread::{DeflateDecoder, GzDecoder};

use super::decode::Decoded;
use super::error::{ReadErrorKind, Trouble, UnpackErrorKind};
use crate::{read_jou, read_trn};

/// The maximum of what is unpacked, or looked through to unpack it, of one compressed file.
const MOST: usize = 16 << 20;

/// Returns whether bytes begin as a file of gzip or ZIP does.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b") || is_zip(bytes)
}

fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// A compressed file, unpacked file by file.
pub(super) struct Archive<'a> {
    bytes: Cow<'a, [u8]>,
    /// The rest of the directory of an archive.
    at: usize,
    end: usize,
    /// The bytes that may still be unpacked.
    left: usize,
}

/// A file of an archive, or the content of a file of gzip, which has no name.
pub(super) struct Unpacked {
    pub(super) name: Option<String>,
    pub(super) bytes: Result<Vec<u8>, Trouble>,
}

/// Names by their numbers, of files of WTHOR.
#[derive(Default)]
pub(super) struct Names {
    pub(super) players: Option<Vec<String>>,
    pub(super) tournaments: Option<Vec<String>>,
}

/// A file in the directory of an archive.
struct Entry<'a> {
    name: String,
    is_encrypted: bool,
    method: u16,
    crc: u32,
    /// Where its content is, or its entry if the content is not there.
    from: usize,
    content: Option<&'a [u8]>,
}

impl<'a> Archive<'a> {
    /// Opens a compressed file.
    pub(super) fn of(bytes: Cow<'a, [u8]>) -> Result<Archive<'a>, Trouble> {
        let (at, end) = match is_zip(&bytes) {
            true => {
                directory(&bytes).ok_or_else(|| Trouble::new(bytes.len(), UnpackErrorKind::NoDirectory))?
            }
            false => (0, 1),
        };
        Ok(Archive { bytes, at, end, left: MOST })
    }

    /// Returns the names of players and tournaments in the archive.
    pub(super) fn names(&mut self) -> Names {
        let (mut at, mut names) = (self.at, Names::default());
        // A file without names takes nothing from the files that are read.
        let mut left = self.left;
        while let Some(Ok(entry)) = next_entry(&self.bytes, &mut at, self.end) {
            let (is_jou, is_trn) = (has_end(&entry.name, "jou"), has_end(&entry.name, "trn"));
            if entry.is_hidden() || !(is_jou || is_trn) {
                continue;
            }
            let before = left;
            let Ok(bytes) = unpack(&entry, &mut left) else { continue };
            let read = if is_jou { read_jou(&bytes) } else { read_trn(&bytes) };
            let Ok((_, found)) = read else { continue };
            self.left -= before - left;
            *if is_jou { &mut names.players } else { &mut names.tournaments } = Some(found);
        }
        names
    }

    /// Returns the next file that may have games. `names` are those that were read.
    pub(super) fn next(&mut self, names: &Names) -> Option<Unpacked> {
        if !is_zip(&self.bytes) {
            self.at = (self.at < self.end).then_some(self.end)?;
            let mut members = Members(GzDecoder::new(&*self.bytes));
            let bytes = unpacked(&mut members, self.bytes.len(), &mut self.left);
            let bytes = bytes.map_err(|kind| Trouble::new(0, kind));
            return Some(Unpacked { name: None, bytes });
        }
        loop {
            let entry = match next_entry(&self.bytes, &mut self.at, self.end)? {
                Ok(entry) => entry,
                Err(trouble) => return Some(Unpacked { name: None, bytes: Err(trouble) }),
            };
            let is_read = has_end(&entry.name, "jou") && names.players.is_some()
                || has_end(&entry.name, "trn") && names.tournaments.is_some();
            if is_read || entry.is_hidden() {
                continue;
            }
            let bytes = unpack(&entry, &mut self.left);
            let kind = bytes.as_ref().map_err(|error| &error.kind);
            if matches!(kind, Err(ReadErrorKind::Unpack(UnpackErrorKind::TooLarge { .. }))) {
                self.at = self.end;
            }
            return Some(Unpacked { name: Some(entry.name), bytes });
        }
    }
}

impl Entry<'_> {
    /// A folder, or a file that a system has beside another.
    fn is_hidden(&self) -> bool {
        let name = self.name.rsplit('/').next().unwrap_or_default();
        name.is_empty() || name.starts_with('.')
    }
}

/// The members of a file of gzip, one behind the other.
struct Members<'a>(GzDecoder<&'a [u8]>);

impl Read for Members<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let (count, rest) = (self.0.read(into)?, *self.0.get_ref());
            // Zeros pad a tape.
            if count > 0 || rest.iter().all(|&byte| byte == 0) {
                return Ok(count);
            }
            self.0 = GzDecoder::new(rest);
        }
    }
}

/// Returns whether the name of a file has an end, in any case.
pub(super) fn has_end(name: &str, end: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(end))
}

/// Unpacks a file of an archive.
fn unpack(entry: &Entry<'_>, left: &mut usize) -> Result<Vec<u8>, Trouble> {
    let error = |kind: UnpackErrorKind| Trouble::new(entry.from, kind);
    let mut content = entry.content.ok_or_else(|| error(UnpackErrorKind::Damaged))?;
    let packed = content.len();
    let bytes = match entry.method {
        _ if entry.is_encrypted => Err(UnpackErrorKind::Encrypted),
        0 => unpacked(&mut content, packed, left),
        8 => unpacked(&mut DeflateDecoder::new(content), packed, left),
        method => Err(UnpackErrorKind::Method(method)),
    };
    let bytes = bytes.map_err(error)?;
    let mut crc = Crc::new();
    crc.update(&bytes);
    if crc.sum() == entry.crc { Ok(bytes) } else { Err(error(UnpackErrorKind::Damaged)) }
}

/// Reads to the end, or to the limit of what is unpacked.
fn unpacked(from: &mut dyn Read, packed: usize, left: &mut usize) -> Result<Vec<u8>, UnpackErrorKind> {
    let (most, mut bytes) = (mem::take(left), Vec::new());
    // What is looked through counts too: many files can have the same bytes.
    if packed > most {
        return Err(UnpackErrorKind::TooLarge { most: MOST });
    }
    let read = from.take(most as u64 + 1).read_to_end(&mut bytes);
    let size = bytes.len().max(packed);
    *left = most.checked_sub(size).ok_or(UnpackErrorKind::TooLarge { most: MOST })?;
    match read {
        Err(_) => Err(UnpackErrorKind::Damaged),
        Ok(_) if is_packed(&bytes) => Err(UnpackErrorKind::Nested),
        Ok(_) => Ok(bytes),
    }
}

/// A number in the byte order of ZIP.
fn number<const BYTES: usize>(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = bytes.get(at..)?.first_chunk::<BYTES>()?;
    let number = digits.iter().rev().fold(0, |number, &digit| number << 8 | u64::from(digit));
    usize::try_from(number).ok()
}

/// A number of four bytes, or in the longer form of an archive whose numbers are larger.
const LONGER: usize = 0xffff_ffff;

/// The place and the end of the directory of an archive.
fn directory(bytes: &[u8]) -> Option<(usize, usize)> {
    const LENGTH: usize = 22; // a comment of at most 64 kB follows
    let first = bytes.len().saturating_sub(LENGTH + 0xffff);
    let last = bytes[first..].windows(4).rposition(|sign| sign == b"PK\x05\x06")? + first;
    let at = match number::<4>(bytes, last + 16)? {
        LONGER => {
            let pointer = last.checked_sub(20)?;
            let longer = number::<8>(bytes, pointer + 8)?;
            bytes.get(longer..)?.starts_with(b"PK\x06\x06").then_some(())?;
            number::<8>(bytes, longer + 48)?
        }
        at => at,
    };
    (at <= last).then_some((at, last))
}

/// The next entry of a directory.
fn next_entry<'a>(bytes: &'a [u8], at: &mut usize, end: usize) -> Option<Result<Entry<'a>, Trouble>> {
    let from = *at;
    let is_entry = from < end && bytes[from..end].starts_with(b"PK\x01\x02");
    match entry(&bytes[..end], from).filter(|_| is_entry) {
        Some((entry, next)) => {
            *at = next;
            Some(Ok(entry))
        }
        None => {
            *at = end;
            // Behind the entries are the ends of the longer form.
            let is_end = from >= end || bytes[from..].starts_with(b"PK\x06\x06");
            (!is_end).then(|| Err(Trouble::new(from, UnpackErrorKind::NoDirectory)))
        }
    }
}

/// The entry at a place of the directory, and the place behind it.
fn entry(bytes: &[u8], at: usize) -> Option<(Entry<'_>, usize)> {
    let (two, four) = (|i| number::<2>(bytes, at + i), |i| number::<4>(bytes, at + i));
    let name = at + 46;
    let more = name + two(28)?;
    let comment = more + two(30)?;
    let next = comment + two(32)?;
    let (mut packed, mut header) = (four(20)?, four(42)?);
    let mut fields = bytes.get(more..comment)?;
    while let (Some(kind), Some(length)) = (number::<2>(fields, 0), number::<2>(fields, 2)) {
        if kind == 1 {
            let mut at = if four(24)? == LONGER { 12 } else { 4 };
            for value in [&mut packed, &mut header].into_iter().filter(|value| **value == LONGER) {
                *value = number::<8>(fields, at)?;
                at += 8;
            }
        }
        fields = fields.get(4 + length..).unwrap_or_default();
    }
    let content = || {
        let head = bytes.get(header..)?;
        head.starts_with(b"PK\x03\x04").then_some(())?;
        let from = header + 30 + number::<2>(head, 26)? + number::<2>(head, 28)?;
        Some((from, bytes.get(from..)?.get(..packed)?))
    };
    let (from, content) = content().map_or((at, None), |(from, content)| (from, Some(content)));
    let name = Decoded::of(Cow::Borrowed(bytes.get(name..more)?));
    let is_encrypted = two(8)? & 1 == 1;
    let (method, crc) = (two(10)? as u16, four(16)? as u32);
    let name = name.text().replace('\\', "/");
    (next <= bytes.len()).then_some((Entry { name, is_encrypted, method, crc, from, content }, next))
}
