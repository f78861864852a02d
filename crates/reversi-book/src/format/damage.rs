//! What a salvage leaves out.

use crate::BookError;

/// What a salvage has found damaged and left out, and what was odd and read all the same: errors, by their
/// offset in the file.
///
/// At most [`Damage::KEPT`] errors of each are kept, so that a file of nothing but damage does not fill the
/// memory; the others are only counted.
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

/// The first errors of a file, and the number of all.
#[derive(Debug, Default)]
pub(super) struct Kept {
    errors: Vec<BookError>,
    found: u64,
}

impl Damage {
    /// The most errors that are kept.
    pub const KEPT: usize = 1000;

    /// Whether nothing is damaged.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left_out.found == 0
    }

    /// The number of errors, those that are not kept too.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.left_out.found
    }

    /// The errors, those of no single place first, then by their offset in the file.
    #[must_use]
    pub fn errors(&self) -> &[BookError] {
        &self.left_out.errors
    }

    /// What was odd and is read as far as it is sound, salvage or not: a level that does not exist is read as
    /// level 0, a number of the header as the one that claims least, a leaf that cannot be as none.
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
    /// assert_eq!(damage.odd()[0].to_string(), "byte 31: level 70 does not exist (0 to 60)");
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn odd(&self) -> &[BookError] {
        &self.odd.errors
    }

    /// The number of odd parts, those that are not kept too.
    #[must_use]
    pub fn odd_len(&self) -> u64 {
        self.odd.found
    }

    /// The errors, as of [`errors`](Damage::errors).
    #[must_use]
    pub fn into_errors(self) -> Vec<BookError> {
        self.left_out.errors
    }

    /// Adds an error.
    pub(crate) fn add(&mut self, error: BookError) {
        self.left_out.add(error);
    }

    /// Adds what a reader has found odd.
    pub(super) fn add_odd(&mut self, odd: Kept) {
        self.odd.found += odd.found - odd.errors.len() as u64;
        odd.errors.into_iter().for_each(|error| self.odd.add(error));
    }

    /// Takes the errors: the first one, or nothing. What is odd stays.
    pub(super) fn take_result(&mut self) -> Result<(), BookError> {
        std::mem::take(&mut self.left_out).errors.into_iter().next().map_or(Ok(()), Err)
    }
}

impl Kept {
    /// Adds an error. The first ones by offset are kept.
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
