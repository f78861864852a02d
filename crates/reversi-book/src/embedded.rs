//! The book that is part of a program.

use std::sync::OnceLock;

use crate::Book;

impl Book {
    /// The book that is part of the program, with the feature `embedded-book`.
    ///
    /// ```
    /// use reversi_engine::Board;
    /// use reversi_engine::book::Book;
    ///
    /// # #[cfg(feature = "embedded-book")] {
    /// let book = Book::embedded();
    /// assert!(!book.moves(&Board::START).is_empty());
    /// # }
    /// ```
    #[must_use]
    pub fn embedded() -> Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        let read = || Book::from_bytes(include_bytes!("opening.book")).expect("a test reads all of it");
        BOOK.get_or_init(read).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_book_is_sound_and_small() {
        let bytes = include_bytes!("opening.book");
        assert!(bytes.len() <= 300_000, "{} bytes", bytes.len());
        Book::embedded().verify().unwrap();
    }
}
