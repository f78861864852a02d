//! The searches of a growing book, on disk.
//!
//! A file of records of 32 bytes. The first one names the format and the engine: magic (16 bytes), the
//! fingerprint of the engine (u32), zeros, CRC-32. Each other one is a search: player and opponent of the
//! canonical board (u64 each), the set of moves that were searched (u64), the best of them (u8), its score
//! (i8), the level (u8), a zero, CRC-32. Numbers are little-endian, and a CRC is that of the 28 bytes before
//! it.
//!
//! A search depends on nothing but what its record says. So the journal is a memory of searches, whatever
//! book they are for: a record that is damaged or cut is searched again, and the book is the same.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use reversi_bitboard::{Bitboard, Board, Move, Square};
use reversi_search::{Level, store};

use super::moves::is_legal;
use super::{JournalError, JournalErrorKind};
use crate::ScoredMove;

const MAGIC: &[u8; 16] = b"reversi journal1";

const RECORD: usize = 32;

/// The searches of a growing book, on disk: a run that was killed goes on where it was.
///
/// Each search is written when it is done, so a kill loses the searches that are under way. A power cut may
/// lose those of the last seconds. The growth is run again from the book on disk, and finds its searches
/// here: at the end, the book is the one of a run without a break. When the book is written, the journal
/// has done its work and may be [deleted](Self::delete).
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Journal, Manuscript};
/// use reversi_engine::Level;
///
/// # let folder = std::env::temp_dir().join(format!("reversi-journal-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("my.book.journal");
/// let header = Header::new(Level::new(2)?);
/// let mut first = Grower::new().journal(Journal::open(&path)?);
/// let searches = first.grow(&mut Manuscript::new(header.clone()), &GrowRequest::to(20))?.searches;
/// drop(first); // or the program is killed
///
/// let mut second = Grower::new().journal(Journal::open(&path)?);
/// let grown = second.grow(&mut Manuscript::new(header), &GrowRequest::to(20))?;
/// assert_eq!((grown.searches, grown.reused), (0, searches));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of whole records.
    len: u64,
    /// Of the engine, once it is known.
    fingerprint: Option<u32>,
    searches: HashMap<Search, ScoredMove>,
}

/// What a search is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Search {
    /// Canonical.
    pub(super) board: Board,
    pub(super) moves: Bitboard,
    pub(super) level: Level,
}

impl Journal {
    /// Opens a journal, or makes one, for this program only. Records that are damaged or cut are passed
    /// over.
    ///
    /// # Errors
    /// [`JournalError`] if the file is no journal, is in use, or cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Journal, JournalError> {
        let path = path.as_ref();
        open(path).map_err(|kind| JournalError { path: path.to_owned(), kind })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of searches in it.
    pub fn len(&self) -> usize {
        self.searches.len()
    }

    /// Whether it has no search.
    pub fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// Deletes the file, when the book is written.
    ///
    /// # Errors
    /// [`JournalError`] if it cannot be deleted.
    pub fn delete(self) -> Result<(), JournalError> {
        std::fs::remove_file(&self.path).map_err(|e| JournalError { path: self.path, kind: e.into() })
    }

    /// Whether the searches are those of an engine with this fingerprint. An empty journal becomes one of
    /// it.
    pub(super) fn use_engine(&mut self, fingerprint: u32) -> Result<(), JournalError> {
        match self.fingerprint {
            Some(known) if known == fingerprint => Ok(()),
            Some(_) => Err(self.error(JournalErrorKind::OtherEngine)),
            None => {
                let mut header = [0; RECORD];
                header[..16].copy_from_slice(MAGIC);
                header[16..20].copy_from_slice(&fingerprint.to_le_bytes());
                self.fingerprint = Some(fingerprint);
                self.append(header)
            }
        }
    }

    pub(super) fn get(&self, search: &Search) -> Option<ScoredMove> {
        self.searches.get(search).copied()
    }

    /// Writes a search.
    pub(super) fn add(&mut self, search: Search, best: ScoredMove) -> Result<(), JournalError> {
        self.searches.insert(search, best);
        let Some(square) = best.mv.square() else { return Ok(()) };
        let mut record = [0; RECORD];
        record[..8].copy_from_slice(&search.board.player().0.to_le_bytes());
        record[8..16].copy_from_slice(&search.board.opponent().0.to_le_bytes());
        record[16..24].copy_from_slice(&search.moves.0.to_le_bytes());
        record[24] = square.index() as u8;
        record[25] = best.score.to_le_bytes()[0];
        record[26] = search.level.number() as u8;
        self.append(record)
    }

    fn append(&mut self, mut record: [u8; RECORD]) -> Result<(), JournalError> {
        let sum = crc32fast::hash(&record[..28]);
        record[28..].copy_from_slice(&sum.to_le_bytes());
        match self.file.write_all(&record) {
            Ok(()) => {
                self.len += RECORD as u64;
                Ok(())
            }
            Err(e) => {
                // Half a record would shift those behind it.
                let _ = self.file.set_len(self.len).and_then(|()| self.file.seek(SeekFrom::Start(self.len)));
                Err(self.error(e.into()))
            }
        }
    }

    fn error(&self, kind: JournalErrorKind) -> JournalError {
        JournalError { path: self.path.clone(), kind }
    }
}

fn open(path: &Path) -> Result<Journal, JournalErrorKind> {
    let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
    let mut file = store::open_locked(path, &options).map_err(|error| match error {
        TryLockError::WouldBlock => JournalErrorKind::InUse,
        TryLockError::Error(error) => error.into(),
    })?;
    let (fingerprint, len, searches) = read(&file)?;
    file.set_len(len)?;
    file.seek(SeekFrom::End(0))?;
    Ok(Journal { path: path.to_owned(), file, len, fingerprint, searches })
}

type Content = (Option<u32>, u64, HashMap<Search, ScoredMove>);

/// The fingerprint, the bytes of whole records, and the sound searches.
fn read(file: &File) -> Result<Content, JournalErrorKind> {
    let mut reader = io::BufReader::with_capacity(1 << 16, file);
    let (mut len, mut fingerprint, mut searches) = (0, None, HashMap::new());
    loop {
        let mut record = Vec::with_capacity(RECORD);
        reader.by_ref().take(RECORD as u64).read_to_end(&mut record)?;
        if len == 0 && !record.starts_with(MAGIC) && !MAGIC.starts_with(&record) {
            return Err(JournalErrorKind::NotAJournal);
        }
        let Some((content, sum)) = record.split_last_chunk::<4>().filter(|(content, _)| content.len() == 28)
        else {
            return Ok((fingerprint, len, searches));
        };
        let sound = crc32fast::hash(content).to_le_bytes() == *sum;
        if len == 0 {
            if !sound {
                return Err(JournalErrorKind::NotAJournal);
            }
            fingerprint = Some(u32::from_le_bytes(content[16..20].try_into().expect("four bytes")));
        } else if sound && let Some((search, best)) = search_of(content) {
            searches.insert(search, best);
        }
        len += RECORD as u64;
    }
}

/// The search of a record, if there can be such a search.
fn search_of(content: &[u8]) -> Option<(Search, ScoredMove)> {
    let word = |at: usize| u64::from_le_bytes(content[at..at + 8].try_into().expect("eight bytes"));
    let board = Board::new(Bitboard(word(0)), Bitboard(word(8))).ok()?;
    let moves = Bitboard(word(16));
    let mv = Move::Place(Square::new(content[24])?);
    let score = i8::from_le_bytes([content[25]]);
    let level = Level::new(content[26].into()).ok()?;
    let sound = is_legal(board, mv) && (-64..=64).contains(&score);
    sound.then_some((Search { board, moves, level }, ScoredMove { mv, score }))
}
