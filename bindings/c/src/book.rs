//! Opening books: part of the library, from memory, or from a file.

use std::ffi::c_char;

use reversi_engine::book::{Book, Conversion};

use crate::board::ReversiBoard;
use crate::failure::Failure;
use crate::handle::{Handle, kind};
use crate::moves::{ReversiMove, to_c};
use crate::pointer::{In, Out, fill};
#[cfg(not(feature = "embedded-book"))]
use crate::status::ReversiStatus;
use crate::status::calls;

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

calls!(
    /// Takes the opening book that is part of the library and writes its handle to `book`.
    ///
    /// Errors: `REVERSI_STATUS_UNSUPPORTED` if this build has none.
    fn reversi_book_embedded(book: Out<Handle<ReversiBook>>) {
        book.make("book", || {
            #[cfg(feature = "embedded-book")]
            return Ok(Book::embedded());
            #[cfg(not(feature = "embedded-book"))]
            Err::<Book, _>(Failure::new(
                ReversiStatus::Unsupported,
                "no-book",
                "this build of the library contains no opening book",
            ))
        })
    }

    /// Reads a book from the `length` bytes of a packed book at `bytes` and writes its handle to `book`.
    ///
    /// Errors: `REVERSI_STATUS_BAD_FILE`, with the place.
    fn reversi_book_read(bytes: In<c_char>, length: usize, book: Out<Handle<ReversiBook>>) {
        book.make("book", || {
            Book::from_bytes(bytes.bytes(length, "bytes")?.to_vec()).map_err(Failure::bad_file)
        })
    }

    /// Opens the book in the file at `path` of `length` bytes and writes its handle to `book`. A packed book
    /// of more than 16 MiB is not loaded into memory, and must not change while the book is in use. A book of
    /// Edax or Egaroucid is read into memory.
    ///
    /// Errors: `REVERSI_STATUS_BAD_FILE`, with the place.
    fn reversi_book_open(path: In<c_char>, length: usize, book: Out<Handle<ReversiBook>>) {
        book.make("book", || {
            let (book, _) = Conversion::new().read(path.text(length, "path")?).map_err(Failure::bad_file)?;
            Ok(book)
        })
    }

    /// Writes the number of positions of `book` to `positions`, symmetric ones counted once.
    fn reversi_book_positions(book: Handle<ReversiBook>, positions: Out<u64>) {
        positions.write("positions", book.enter("book")?.len())
    }

    /// Writes the moves of `board` that `book` has a score for to the array `moves`, the best first; none if
    /// it does not know the board. No board has more than 34 moves.
    fn reversi_book_moves(
        book: Handle<ReversiBook>,
        board: In<ReversiBoard>,
        moves: Out<ReversiBookMove>,
        capacity: usize,
        count: Out<usize>,
    ) {
        let known = book.enter("book")?.moves(&board.board("board")?);
        let known: Vec<ReversiBookMove> = known
            .iter()
            .map(|scored| ReversiBookMove { mv: to_c(scored.mv), score: scored.score.into() })
            .collect();
        fill(&known, moves, capacity, count, "moves")
    }

    /// Frees `book`. Does nothing for NULL. Engines that use it keep it.
    fn reversi_book_free(book: Handle<ReversiBook>) {
        book.free("book")
    }
);
