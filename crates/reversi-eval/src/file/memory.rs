//! Vectors whose memory may be refused. All code that reads or unpacks weights allocates by these functions.

use super::{WeightsError, WeightsErrorKind};

/// Makes an empty vector with room for `len` elements.
pub(crate) fn with_room<T>(len: usize) -> Result<Vec<T>, WeightsError> {
    let mut all = Vec::new();
    make_room(&mut all, len)?;
    Ok(all)
}

/// Makes room for `len` more elements, and for no more.
pub(crate) fn make_room<T>(all: &mut Vec<T>, len: usize) -> Result<(), WeightsError> {
    all.try_reserve_exact(len).map_err(|_| refused::<T>(all.len() + len))
}

/// Collects the first `len` elements of an iterator.
pub(crate) fn collect<T>(len: usize, elements: impl Iterator<Item = T>) -> Result<Vec<T>, WeightsError> {
    let mut all = with_room(len)?;
    all.extend(elements.take(len));
    Ok(all)
}

/// Makes the error that there is no memory for `len` elements.
pub(crate) fn refused<T>(len: usize) -> WeightsError {
    WeightsError::new(0, WeightsErrorKind::Memory { bytes: len.saturating_mul(size_of::<T>()) })
}

/// Copies a text.
pub(crate) fn string(text: &str) -> Result<String, WeightsError> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len()).map_err(|_| refused::<u8>(text.len()))?;
    copy.push_str(text);
    Ok(copy)
}
