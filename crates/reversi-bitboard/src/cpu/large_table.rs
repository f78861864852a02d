//! Memory for large tables.

use alloc::vec::Vec;
use core::mem::needs_drop;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;
use core::slice;

use bytemuck::Zeroable;

/// A table for random look-ups, at first of zeros. Pages that are never touched cost neither time nor memory
/// on most systems, which zero a page at the first touch.
///
/// With pages of 4 KiB, nearly every look-up in a table of some megabytes misses the TLB. Linux backs the
/// table with pages of 2 MiB on request.
///
/// ```
/// use reversi_bitboard::__internal::LargeTable;
///
/// let mut table = LargeTable::<u32>::zeroed(1 << 20).expect("there is memory");
/// table[7] = 1;
/// assert_eq!((table.len(), table[7], table[8]), (1 << 20, 1, 0));
/// ```
pub struct LargeTable<T> {
    elements: NonNull<T>,
    len: usize,
    /// Owns the elements. They start at the first address that is aligned for them: an allocator that is
    /// asked for more than its usual alignment writes the zeros itself.
    _memory: Vec<u64>,
}

// SAFETY: a table owns its elements, as a vector does.
unsafe impl<T: Send> Send for LargeTable<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for LargeTable<T> {}

impl<T: Zeroable> LargeTable<T> {
    /// Allocates a table of `len` elements, if there is memory for it.
    pub fn zeroed(len: usize) -> Option<LargeTable<T>> {
        const { assert!(!needs_drop::<T>()) };
        let bytes = len.checked_mul(size_of::<T>())?.checked_add(align_of::<T>())?;
        let mut memory = bytemuck::try_zeroed_vec::<u64>(bytes.div_ceil(size_of::<u64>())).ok()?;
        ask_for_huge_pages(&memory);
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.addr().wrapping_neg() % align_of::<T>();
        let elements = NonNull::new(start.wrapping_add(skipped).cast())?;
        Some(LargeTable { elements, len, _memory: memory })
    }
}

impl<T> Deref for LargeTable<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory holds that many elements behind an aligned address, and zeros are elements.
        unsafe { slice::from_raw_parts(self.elements.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for LargeTable<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the table is borrowed exclusively.
        unsafe { slice::from_raw_parts_mut(self.elements.as_ptr(), self.len) }
    }
}

/// Must be called before the memory is touched.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_huge_pages(memory: &[u64]) {
    const PAGE: usize = 4096; // a system with larger pages refuses the request
    const HUGE_PAGE: usize = 2 << 20;
    let bytes = size_of_val(memory);
    if bytes >= HUGE_PAGE {
        let start = memory.as_ptr() as usize / PAGE * PAGE;
        let end = (memory.as_ptr() as usize + bytes).next_multiple_of(PAGE);
        // SAFETY: advice on the pages that hold the table changes their backing and not their contents. The
        // system may ignore or refuse it without effect on the program.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_huge_pages(_: &[u64]) {}
