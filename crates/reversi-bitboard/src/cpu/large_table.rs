//! Memory for large tables.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// A table of so many elements for random look-ups.
///
/// In pages of 4 KiB nearly every look-up of a table of some megabytes would miss the processor's cache of page
/// addresses. Linux gives out pages of 2 MiB where it is asked to.
///
/// # Errors
/// There is no memory for it.
///
/// ```
/// let table = reversi_bitboard::__internal::large_table(1 << 20, || 0u32)?;
/// assert_eq!(table.len(), 1 << 20);
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub fn large_table<T>(len: usize, element: impl FnMut() -> T) -> Result<Vec<T>, TryReserveError> {
    let mut table = Vec::new();
    table.try_reserve_exact(len)?;
    ask_for_huge_pages(&table);
    table.resize_with(len, element);
    Ok(table)
}

/// Has to come before the memory is touched.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_huge_pages<T>(table: &Vec<T>) {
    const PAGE: usize = 4096; // with larger ones the request is refused
    const HUGE_PAGE: usize = 2 << 20;
    let bytes = table.capacity() * size_of::<T>();
    if bytes >= HUGE_PAGE {
        let start = table.as_ptr() as usize / PAGE * PAGE;
        let end = (table.as_ptr() as usize + bytes).next_multiple_of(PAGE);
        // SAFETY: advice on pages that hold the table changes what backs them and nothing else. The system may ignore
        // it or refuse it, and all works the same.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_huge_pages<T>(_: &Vec<T>) {}
