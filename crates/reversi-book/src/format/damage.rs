//! The report of damage in a book.

use crate::BookError;

/// The damage that a salvage has left out, and the anomalies that were read leniently: errors, by their
/// offset in the file.
///
/// Of damage and of anomalies, at most [`Damage::KEPT`] errors each are kept, to limit the memory for a badly
/// damaged file. The others are only counted.
///
/// ```
/// use reversi_engine::book::Damage;
///
/// let damage = Damage::default();
/// assert!(damage.is_empty() && damage.errors().is_empty());
/// ```
#[derive(Debug, Default)]
pub struct Damage {
    left_out: Kept,
    odd: Kept,
}

/// The first errors of a file, and the number of all errors.
#[derive(Debug, Default)]
pub(super) struct Kept {
    errors: Vec<BookError>,
    found: u64,
}

impl Damage {
    /// The maximum number of errors that are kept.
    pub const KEPT: usize = 1000;

    /// Returns whether nothing is damaged.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left_out.found == 0
    }

    /// Returns the number of errors, including errors that are not kept.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.left_out.found
    }

    /// Returns the errors: first the errors without a single place, then the others by their offset in the
    /// file.
    #[must_use]
    pub fn errors(&self) -> &[BookError] {
        &self.left_out.errors
    }

    /// Returns the anomalies, which are read leniently, salvage or not. A level that does not exist is read
    /// as level 0, an invalid number of the header as the one that claims least, a bound beyond 64 discs in a
    /// book of Edax as 64, and an invalid leaf is left out. A position counts once.
    ///
    /// ```
    /// use reversi_engine::book::Conversion;
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-odd-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("a.egbk3");
    /// let mut bytes = b"DICUORAGE\x03\x01\0\0\0".to_vec();
    /// bytes.extend(0x0000_0008_1000_0000_u64.to_le_bytes());
    /// bytes.extend(0x0000_0010_0800_0000_u64.to_le_bytes());
    /// bytes.extend([0, 70, 0, 0, 0, 0, 0, 26, 70]); // a person has set the value
    /// std::fs::write(&path, bytes)?;
    /// let (book, damage) = Conversion::new().read(&path)?;
    /// assert_eq!((book.len(), damage.len(), damage.odd_len()), (1, 0, 1));
    /// assert_eq!(damage.odd()[0].to_string(), "byte 31: level must be 0 to 60, not 70");
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn odd(&self) -> &[BookError] {
        &self.odd.errors
    }

    /// Returns the number of anomalies, including anomalies that are not kept.
    #[must_use]
    pub fn odd_len(&self) -> u64 {
        self.odd.found
    }

    /// Returns the errors, as [`errors`](Damage::errors) does.
    #[must_use]
    pub fn into_errors(self) -> Vec<BookError> {
        self.left_out.errors
    }

    /// Adds an error.
    pub(crate) fn add(&mut self, error: BookError) {
        self.left_out.add(error);
    }

    /// Adds the anomalies of a reader.
    pub(super) fn add_odd(&mut self, odd: Kept) {
        self.odd.found += odd.found - odd.errors.len() as u64;
        odd.errors.into_iter().for_each(|error| self.odd.add(error));
    }

    /// Takes the errors: returns the first one, if there is one. Anomalies stay.
    pub(super) fn take_result(&mut self) -> Result<(), BookError> {
        std::mem::take(&mut self.left_out).errors.into_iter().next().map_or(Ok(()), Err)
    }
}

impl Kept {
    /// Adds an error. The first errors by offset are kept.
    pub(super) fn add(&mut self, error: BookError) {
        self.found += 1;
        let at = self.errors.partition_point(|known| known.offset <= error.offset);
        if at < Damage::KEPT {
            self.errors.truncate(Damage::KEPT - 1);
            self.errors.insert(at, error);
        }
    }

    pub(super) fn errors(&self) -> &[BookError] {
        &self.errors
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
        assert_eq!(damage.take_result().unwrap_err().offset, Some(0));
    }
}
