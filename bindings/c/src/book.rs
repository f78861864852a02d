//! Opening books: part of the library, from memory, or from a file.

use std::ffi::c_char;

use reversi_engine::book::Book;

use crate::board::ReversiBoard;
use crate::failure::Failure;
use crate::handle::{Handle, kind};
use crate::moves::{ReversiMove, to_c};
use crate::pointer::{In, Out, fill};
use crate::status::{ReversiStatus, guard};

kind! {
    /// An opening book that is looked up.
    ReversiBook, Book, b"book", "book"
}

/// A move of a book and its score.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReversiBookMove {
    /// The move.
    pub mv: ReversiMove,
    /// The score of the move in discs, seen by the side that moves.
    pub score: i32,
}

/// Takes the opening book that is part of the library and writes its handle to `book`.
///
/// * Ownership: the handle belongs to the caller: `reversi_book_free`.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_UNSUPPORTED` if this build has none; `REVERSI_STATUS_NULL_POINTER` for `book`.
///   `book` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_book_embedded(book: Out<Handle<ReversiBook>>) -> ReversiStatus {
    guard(|| {
        book.write("book", Handle::NULL)?;
        #[cfg(feature = "embedded-book")]
        return book.write("book", Handle::of(Book::embedded()));
        #[cfg(not(feature = "embedded-book"))]
        Err(Failure::new(
            ReversiStatus::Unsupported,
            "no-book",
            "this build of the library contains no opening book",
        ))
    })
}

/// Reads a book from the `length` bytes of a packed book at `bytes` and writes its handle to `book`.
///
/// * Ownership: the handle belongs to the caller: `reversi_book_free`. The bytes are copied.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_BAD_FILE`, with the place: `reversi_error_place`; `REVERSI_STATUS_NULL_POINTER`
///   for `bytes` or `book`. `book` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_book_read(
    bytes: In<c_char>,
    length: usize,
    book: Out<Handle<ReversiBook>>,
) -> ReversiStatus {
    guard(|| {
        book.write("book", Handle::NULL)?;
        let read = Book::from_bytes(bytes.bytes(length, "bytes")?.to_vec());
        let read = read.map_err(|error| Failure::of(ReversiStatus::BadFile, &error))?;
        book.write("book", Handle::of(read))
    })
}

/// Opens the packed book in the file at `path` of `length` bytes in UTF-8 and writes its handle to `book`. A
/// file of more than 16 MiB is not loaded into memory, and must not change while the book is in use.
///
/// * Ownership: the handle belongs to the caller: `reversi_book_free`. `path` needs no final NUL.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_BAD_FILE`, with the place: `reversi_error_place`; `REVERSI_STATUS_BAD_TEXT` for
///   a path that is not UTF-8; `REVERSI_STATUS_NULL_POINTER` for `path` or `book`. `book` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_book_open(
    path: In<c_char>,
    length: usize,
    book: Out<Handle<ReversiBook>>,
) -> ReversiStatus {
    guard(|| {
        book.write("book", Handle::NULL)?;
        let read = Book::open(path.text(length, "path")?);
        let read = read.map_err(|error| Failure::of(ReversiStatus::BadFile, &error))?;
        book.write("book", Handle::of(read))
    })
}

/// Writes the number of positions of `book` to `positions`, symmetric ones counted once.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread, several at a time.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `book` or `positions`; `REVERSI_STATUS_BAD_HANDLE` for
///   `book`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_book_positions(book: Handle<ReversiBook>, positions: Out<u64>) -> ReversiStatus {
    guard(|| positions.write("positions", book.enter("book")?.len()))
}

/// Writes the moves of `board` that `book` has a score for to the array `moves` of `capacity` moves, the
/// best first, and their number to `count`, which may be NULL: 0 if it does not know the board. No board has
/// more than 34 moves.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread, several at a time.
/// * Errors: `REVERSI_STATUS_BUFFER_TOO_SMALL`, with the number in `count`;
///   `REVERSI_STATUS_INVALID_ARGUMENT` for a square with two discs; `REVERSI_STATUS_NULL_POINTER` for
///   `book`, `board` or `moves`; `REVERSI_STATUS_BAD_HANDLE` for `book`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_book_moves(
    book: Handle<ReversiBook>,
    board: In<ReversiBoard>,
    moves: Out<ReversiBookMove>,
    capacity: usize,
    count: Out<usize>,
) -> ReversiStatus {
    guard(|| {
        let (book, board) = (book.enter("book")?, board.board("board")?);
        let known = book.moves(&board);
        let known: Vec<ReversiBookMove> = known
            .iter()
            .map(|scored| ReversiBookMove { mv: to_c(scored.mv), score: scored.score.into() })
            .collect();
        fill(&known, moves, capacity, count, "moves")
    })
}

/// Frees `book`. Does nothing for NULL. Engines that use it keep it.
///
/// * Ownership: the handle goes back to the library, and the caller no longer uses it.
/// * Threads: any thread.
/// * Errors: `REVERSI_STATUS_BAD_HANDLE` if `book` was freed before; `REVERSI_STATUS_BUSY` during another
///   call with it, and nothing is freed.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_book_free(book: Handle<ReversiBook>) -> ReversiStatus {
    guard(|| book.free("book"))
}
