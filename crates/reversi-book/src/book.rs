//! A book for lookups.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use reversi_bitboard::{Board, Move, Symmetry};
use reversi_search::{BookMoves, OpeningBook};

use crate::file;
use crate::packed::{Packed, PackedWriter, RecordIter, Storage};
use crate::{BookEntry, BookError, BookErrorKind, Header, Manuscript, ScoredMove};

/// Files up to this size are read into memory when they are opened, and checked.
const READ_WHOLE: u64 = 16 << 20;

/// A book for lookups: immutable, cheap to clone, and shared between threads.
///
/// ```
/// use reversi_engine::book::{BookEntry, Header, Manuscript, ScoredMove};
/// use reversi_engine::{Board, Level, Square};
///
/// let level = Level::of::<2>();
/// let mut entry = BookEntry::new(1, level);
/// entry.leaf = Some(ScoredMove::new(Square::D3, 1));
/// let mut manuscript = Manuscript::new(Header::new(level));
/// manuscript.insert(&Board::START, entry);
///
/// let book = manuscript.pack()?;
/// assert_eq!(book.len(), 1);
/// assert_eq!(book.probe(&Board::START).unwrap().value, 1);
/// assert_eq!(book.probe(&Board::START.play(Square::D3)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    packed: Arc<Packed>,
}

impl Book {
    /// Opens a packed book, a file with the extension `.book`. A file of more than 16 MiB is not loaded: its
    /// header and its size are checked, its index is read if it has at most 16 MiB, and each lookup reads one
    /// or two places of the file. A smaller file is read and checked as by [`from_bytes`](Book::from_bytes).
    ///
    /// The file must not be changed while the book is in use, other than by a new file that replaces it:
    /// changes would change the answers of the book.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read, is not a packed book, or is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Book, BookError> {
        let path = path.as_ref();
        let open = || {
            let file = File::open(path)?;
            if cfg!(any(unix, windows)) && file.metadata()?.len() > READ_WHOLE {
                Book::of_storage(Storage::file(file)?)
            } else {
                Book::from_bytes(fs::read(path)?)
            }
        };
        open().map_err(|error: BookError| error.in_file(path))
    }

    /// Reads a book from the bytes of a file, and verifies the checksums.
    ///
    /// # Errors
    /// [`BookError`] if they are not a packed book, or are damaged.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let book = Book::of_storage(Storage::Bytes(bytes.into()))?;
        book.packed.verify_checksums()?;
        Ok(book)
    }

    /// Opens a book in bytes that another type owns, such as a file that `memmap2` maps. A lookup reads a few
    /// cache lines. As with a large file, only the header and the size are checked.
    ///
    /// # Errors
    /// [`BookError`] if they are not a packed book, or if their number differs from the header.
    pub fn from_owner(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Book, BookError> {
        Book::of_storage(Storage::Owner(Box::new(owner)))
    }

    /// Opens a packed book of which only the header and the size are checked.
    pub(crate) fn of_file(file: File) -> Result<Book, BookError> {
        Book::of_storage(Storage::file(file)?)
    }

    /// Verifies the checksums.
    pub(crate) fn verify_checksums(&self) -> Result<(), BookError> {
        self.packed.verify_checksums()
    }

    fn of_storage(storage: Storage) -> Result<Book, BookError> {
        Ok(Book { packed: Arc::new(Packed::open(storage)?) })
    }

    /// Returns the header of the book.
    pub fn header(&self) -> &Header {
        &self.packed.head().header
    }

    /// Returns the number of positions, symmetric ones counted once.
    pub fn len(&self) -> u64 {
        self.packed.head().positions
    }

    /// Returns whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the entry of `board`, with the moves of this board. `None` if the book does not have the
    /// position, or if the file is damaged there: [`verify`](Book::verify) reports the damage.
    ///
    /// Of moves that are symmetric to each other, such as the four first moves, an entry may have only one;
    /// [`moves`](Book::moves) has all of them.
    pub fn probe(&self, board: &Board) -> Option<BookEntry> {
        let (canonical, symmetry) = board.canonical();
        Some(self.packed.find(&canonical)?.image(symmetry.inverse()))
    }

    /// Returns all moves of `board` that have a score, the best first, including the images of moves by a
    /// symmetry of the board. It is empty if the book does not have the position.
    #[must_use]
    pub fn moves(&self, board: &Board) -> Vec<ScoredMove> {
        let mut moves = self.probe(board).map_or(Vec::new(), |entry| with_images(&entry, board));
        moves.sort_by_key(|scored| -scored.score);
        moves
    }

    /// Returns the best moves of both sides by the book, from `board` to the end of the book.
    #[must_use]
    pub fn best_line(&self, board: &Board) -> Vec<Move> {
        let (mut board, mut line) = (*board, Vec::new());
        while let Some(best) = self.best_move(&board) {
            line.push(best.mv);
            board = match best.mv {
                Move::Place(square) => board.play(square),
                Move::Pass => board.pass(),
            };
        }
        line
    }

    /// Returns the first of the best moves. Links come before the leaf, so that a line stays in the book.
    fn best_move(&self, board: &Board) -> Option<ScoredMove> {
        let entry = self.probe(board)?;
        entry.moves().reduce(|best, scored| if scored.score > best.score { scored } else { best })
    }

    /// Returns all positions as canonical boards, in an order that depends on the boards alone. The iterator
    /// ends after an error.
    pub fn iter(&self) -> impl Iterator<Item = Result<(Board, BookEntry), BookError>> + '_ {
        self.records().map(|record| record.map(|record| (record.board, record.entry)))
    }

    /// Returns the records of the file, with the places of positions in another file.
    pub(crate) fn records(&self) -> RecordIter<'_> {
        self.packed.iter()
    }

    /// Returns whether records have the places of positions in another file.
    pub(crate) fn has_places(&self) -> bool {
        self.packed.head().has_places
    }

    /// Returns the same book, to be changed.
    ///
    /// # Errors
    /// [`BookError`] if the file is damaged.
    pub fn manuscript(&self) -> Result<Manuscript, BookError> {
        let mut manuscript = Manuscript::new(self.header().clone());
        for position in self.iter() {
            let (board, entry) = position?;
            manuscript.insert(&board, entry);
        }
        Ok(manuscript)
    }

    /// Reads the whole book and checks it: checksums, order, boards, moves, scores, levels, and that each
    /// link leads to a position of the book.
    ///
    /// # Errors
    /// [`BookError`] with the first damage.
    pub fn verify(&self) -> Result<(), BookError> {
        self.packed.verify_checksums()?;
        for record in self.records() {
            let record = record?;
            for link in &record.entry.links {
                let child = match link.mv {
                    Move::Place(square) => record.board.play(square),
                    Move::Pass => record.board.pass(),
                };
                if self.packed.find(&child.canonical().0).is_none() {
                    return Err(BookErrorKind::Dangling { mv: link.mv }.into());
                }
            }
        }
        Ok(())
    }

    /// Writes the book as a file.
    ///
    /// # Errors
    /// If it cannot be written, or if the file of the book cannot be read.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        self.packed.for_pieces(|piece| out.write_all(piece))?;
        out.flush()
    }

    /// Writes the book to `path`, and replaces a file that exists. The file is locked meanwhile, is replaced
    /// atomically, and keeps its permissions. To change a book, read it by [`BookFile`](crate::BookFile).
    ///
    /// # Errors
    /// [`BookError`] if the file is in use by a program that changes it or cannot be written, or if the
    /// file of the book cannot be read.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), BookError> {
        let path = path.as_ref();
        let save = || file::replace(&file::lock(path)?, self);
        save().map_err(|error| error.in_file(path))
    }
}

/// Returns the scored moves of an entry, and then their images by the symmetries of the board.
fn with_images(entry: &BookEntry, board: &Board) -> Vec<ScoredMove> {
    let own: Vec<ScoredMove> = entry.moves().collect();
    let mut moves = own.clone();
    for symmetry in Symmetry::ALL.into_iter().skip(1).filter(|symmetry| symmetry.board(*board) == *board) {
        for &ScoredMove { mv, score } in &own {
            let Move::Place(square) = mv else { continue };
            let mv = Move::Place(symmetry.square(square));
            if moves.iter().all(|other| other.mv != mv) {
                moves.push(ScoredMove { mv, score });
            }
        }
    }
    moves
}

/// Serves [`EngineBuilder::book`](reversi_search::EngineBuilder::book).
impl OpeningBook for Book {
    fn look_up(&self, board: &Board) -> Option<BookMoves> {
        let entry = self.probe(board)?;
        let moves = with_images(&entry, board).into_iter().map(|scored| (scored.mv, scored.score.into()));
        Some(BookMoves::new(entry.level, moves))
    }
}

impl Manuscript {
    /// Packs the manuscript into a book for lookups. Equal manuscripts give equal bytes.
    ///
    /// # Errors
    /// [`BookError`] if a position has a move that is not legal or a score beyond 64, or if the note of the
    /// header is longer than 65,536 bytes.
    pub fn pack(&self) -> Result<Book, BookError> {
        let mut positions: Vec<_> = self.iter().collect();
        positions.sort_by_cached_key(|(board, _)| crate::packed::Key::of(board));
        let out = io::Cursor::new(Vec::new());
        let mut writer = PackedWriter::new(out, self.header().clone(), positions.len() as u64, false)?;
        for (board, entry) in positions {
            writer.push(board, entry, None)?;
        }
        Book::from_bytes(writer.finish()?.into_inner())
    }
}
