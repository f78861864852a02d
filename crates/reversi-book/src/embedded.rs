//! The book that is part of a program.

use std::sync::OnceLock;

use crate::Book;

impl Book {
    /// Returns the book that is part of the program, with the feature `embedded-book`. Its manifest,
    /// `opening.book.json` beside it, describes how it was grown.
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

    #[test]
    fn the_manifest_is_that_of_the_embedded_book() {
        let (bytes, book) = (include_bytes!("opening.book"), Book::embedded());
        let counts = book.statistics().unwrap().total;
        let header = book.header();
        let manifest = include_str!("opening.book.json");
        for (name, value) in [
            ("bytes", bytes.len().to_string()),
            ("crc32", format!("\"{:08x}\"", crc32fast::hash(bytes))),
            ("positions", book.len().to_string()),
            ("links", counts.links.to_string()),
            ("leaves", counts.leaves.to_string()),
            ("last_ply", counts.ply.to_string()),
            ("level", header.level.to_string()),
            ("empties", header.empties.to_string()),
            ("midgame_error", header.midgame_error.to_string()),
            ("endcut_error", header.endcut_error.to_string()),
        ] {
            let field = format!("\"{name}\": {value}");
            assert!(manifest.lines().any(|line| line.trim().trim_end_matches(',') == field), "{field}");
        }
        for setting in ["--positions 12000", "--plies-per-disc 3", "--within 8"] {
            assert!(header.note.contains(setting), "{}", header.note);
            let (name, value) = setting.trim_start_matches('-').split_once(' ').unwrap();
            assert!(manifest.contains(&format!("\"{}\": {value}", name.replace('-', "_"))), "{setting}");
        }
    }
}
