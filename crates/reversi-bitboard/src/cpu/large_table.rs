//! Memory for large tables.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// Allocates a table of `len` elements for random look-ups.
///
/// With pages of 4 KiB, nearly every look-up in a table of some megabytes misses the TLB. Linux backs the
/// table with pages of 2 MiB on request.
///
/// # Errors
/// The memory cannot be allocated.
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

/// Must be called before the memory is touched.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_huge_pages<T>(table: &Vec<T>) {
    const PAGE: usize = 4096; // a system with larger pages refuses the request
    const HUGE_PAGE: usize = 2 << 20;
    let bytes = table.capacity() * size_of::<T>();
    if bytes >= HUGE_PAGE {
        let start = table.as_ptr() as usize / PAGE * PAGE;
        let end = (table.as_ptr() as usize + bytes).next_multiple_of(PAGE);
        // SAFETY: advice on the pages that hold the table changes their backing and not their contents. The
        // system may ignore or refuse it without effect on the program.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_huge_pages<T>(_: &Vec<T>) {}
