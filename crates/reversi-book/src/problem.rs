//! The code and the place of each error. Codes are stable: a published one keeps its meaning.

use reversi_question::Problem;

#[cfg(feature = "grow")]
use crate::GrowError;
use crate::{BookError, BookErrorKind};

/// Names the file and the byte as the place.
impl From<&BookError> for Problem {
    fn from(error: &BookError) -> Problem {
        let mut problem = Problem::new(book(&error.kind), error.to_string());
        problem.at.offset = error.offset;
        problem.at.file = error.path.as_deref().map(|path| path.display().to_string());
        problem
    }
}

#[cfg(feature = "grow")]
impl From<&GrowError> for Problem {
    fn from(error: &GrowError) -> Problem {
        match error {
            GrowError::Engine(error) => error.into(),
            GrowError::Journal(error) => error.into(),
            GrowError::IllegalMove { .. } => Problem::new("illegal-move", error.to_string()),
            GrowError::Score { .. } => Problem::new("impossible-score", error.to_string()),
            GrowError::GameOver { .. } => Problem::new("game-over", error.to_string()),
            GrowError::NoResult { .. } => Problem::new("no-result", error.to_string()),
        }
    }
}

fn book(kind: &BookErrorKind) -> &'static str {
    match kind {
        BookErrorKind::Io(_) | BookErrorKind::Write(_) => "book-io",
        BookErrorKind::InUse => "book-in-use",
        BookErrorKind::UnknownFormat => "book-format",
        BookErrorKind::Version { .. } => "book-version",
        BookErrorKind::Cut => "book-truncated",
        BookErrorKind::Checksum => "book-checksum",
        BookErrorKind::ReadOnly { .. } => "book-read-only",
        BookErrorKind::Ended => "interrupted",
        BookErrorKind::TooMany { .. } => "book-too-large",
        BookErrorKind::Count { .. } => "book-count",
        BookErrorKind::Twice { .. } => "book-position-twice",
        BookErrorKind::Dangling { .. } => "book-dangling-link",
        BookErrorKind::IllegalMove { .. } => "illegal-move",
        BookErrorKind::NoBoard
        | BookErrorKind::NotCanonical
        | BookErrorKind::Unsorted
        | BookErrorKind::Invalid { .. }
        | BookErrorKind::MoveTwice { .. }
        | BookErrorKind::NoLeaf { .. }
        | BookErrorKind::MoveByte { .. }
        | BookErrorKind::Bounds { .. }
        | BookErrorKind::Option { .. }
        | BookErrorKind::Score { .. }
        | BookErrorKind::Bound { .. }
        | BookErrorKind::Level { .. } => "book-invalid",
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;
    use std::io;

    use reversi_bitboard::Game;
    use reversi_question::Problem;
    use reversi_search::Level;

    use crate::{BookError, BookErrorKind, EdaxReader, Grower, Header, Journal, Manuscript};

    #[test]
    fn errors_have_codes_and_places_and_messages_that_say_all_once() {
        let error = EdaxReader::new(&b"XADEKOOB\x03"[..]).unwrap_err();
        assert!(error.source().is_none());
        let problem = Problem::from(&error);
        assert_eq!((&*problem.code, problem.at.offset), ("book-version", Some(8)));
        assert_eq!(problem.message, "byte 8: version 3 of this format is not read");

        let error = BookError::from(BookErrorKind::from(io::Error::other("the disk is full")));
        let problem = Problem::from(&error);
        assert_eq!((&*problem.code, problem.at.is_unknown()), ("book-io", true));
        assert_eq!(problem.message, "the disk is full");

        let problem = Problem::from(&Journal::open("/no/such/folder/file").unwrap_err());
        assert_eq!(
            (&*problem.code, problem.at.file.as_deref()),
            ("checkpoint-io", Some("/no/such/folder/file"))
        );

        let game: Game = "f5d6".parse().unwrap();
        let mut manuscript = Manuscript::new(Header::new(Level::of::<0>()));
        let problem = Problem::from(&Grower::new().learn(&mut manuscript, &game).unwrap_err());
        assert_eq!((&*problem.code, problem.at.is_unknown()), ("no-result", true));
    }

    #[test]
    fn every_code_is_in_the_guide() {
        let guide = include_str!("../../reversi-engine/src/docs/questions.md");
        let before_the_tests = include_str!("problem.rs").split("#[cfg(test)]").next().unwrap();
        let quoted = before_the_tests.split('"').skip(1).step_by(2);
        let codes: Vec<&str> = quoted.filter(|text| text.contains('-')).collect();
        assert!(codes.len() > 15, "{codes:?}");
        for code in codes {
            assert!(guide.contains(&format!("`{code}`")), "{code} is not in the guide");
        }
    }
}
