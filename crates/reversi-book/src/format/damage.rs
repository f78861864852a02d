//! What a salvage leaves out.

use crate::BookError;

/// What a salvage has found damaged and left out: the errors, by their offset in the file.
///
/// At most [`Damage::KEPT`] errors are kept, so that a file of nothing but damage does not fill the memory;
/// the others are only counted.
///
/// ```
/// use reversi_engine::book::Damage;
///
/// let damage = Damage::default();
/// assert!(damage.is_empty() && damage.errors().is_empty());
/// ```
#[derive(Debug, Default)]
pub struct Damage {
    errors: Vec<BookError>,
    found: u64,
}

impl Damage {
    /// The most errors that are kept.
    pub const KEPT: usize = 1000;

    /// Whether nothing is damaged.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found == 0
    }

    /// The number of errors, those that are not kept too.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.found
    }

    /// The errors, those of no single place first, then by their offset in the file.
    #[must_use]
    pub fn errors(&self) -> &[BookError] {
        &self.errors
    }

    /// The errors, as of [`errors`](Damage::errors).
    #[must_use]
    pub fn into_errors(self) -> Vec<BookError> {
        self.errors
    }

    /// Adds an error. The first ones by offset are kept.
    pub(crate) fn add(&mut self, error: BookError) {
        self.found += 1;
        let at = self.errors.partition_point(|known| known.offset <= error.offset);
        if at < Damage::KEPT {
            self.errors.truncate(Damage::KEPT - 1);
            self.errors.insert(at, error);
        }
    }

    /// The first error, or nothing.
    pub(crate) fn into_result(self) -> Result<(), BookError> {
        self.errors.into_iter().next().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::Damage;
    use crate::{BookError, BookErrorKind};

    #[test]
    fn the_first_errors_of_a_file_are_kept_in_the_order_of_their_offsets() {
        let mut damage = Damage::default();
        (0..3000).rev().for_each(|offset| damage.add(BookError::at(offset, BookErrorKind::Cut)));
        assert_eq!((damage.len(), damage.errors().len()), (3000, Damage::KEPT));
        let offsets = damage.errors().iter().map(|error| error.offset);
        assert!(offsets.eq((0..1000).map(Some)));
        assert_eq!(damage.into_result().unwrap_err().offset, Some(0));
    }
}
