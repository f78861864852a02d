//! Memory for large tables.

use alloc::vec::Vec;
use core::mem::needs_drop;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

use bytemuck::Zeroable;

/// A table for random look-ups, at first of zeros.
///
/// ```
/// use reversi_bitboard::__internal::LargeTable;
///
/// let mut table = LargeTable::<u32>::zeroed(1 << 20).expect("there is memory");
/// table[7] = 1;
/// assert_eq!((table.len(), table[7], table[8]), (1 << 20, 1, 0));
/// ```
pub type LargeTable<T> = Large<[T]>;

/// A large value, at first of zeros. Pages that are never touched cost neither time nor memory on most
/// systems, which zero a page at the first touch.
pub struct Large<T: ?Sized> {
    value: NonNull<T>,
    _memory: Memory,
}

/// The owner of a value, which starts at the first address that is aligned for it.
enum Memory {
    /// An allocator that is asked for more than its usual alignment writes the zeros itself.
    Allocated { _memory: Vec<u64> },
    #[cfg(all(unix, not(miri)))]
    Mapped { _memory: memmap2::MmapMut },
}

/// From this size on a value has a mapping of its own, which goes back to the system with the value. After
/// the first free of a block, the allocator of glibc takes others of that size from its heap, which shrinks
/// at its end alone: 200 dropped engines of 1 MiB left 302 MB.
#[cfg(all(unix, not(miri)))]
const MAPPED_FROM: usize = 256 << 10;

// SAFETY: it owns its value, as a box does.
unsafe impl<T: ?Sized + Send> Send for Large<T> {}
// SAFETY: as above.
unsafe impl<T: ?Sized + Sync> Sync for Large<T> {}

impl Memory {
    /// Takes this many zeros, and the address that is aligned for the value.
    fn zeroed(bytes: usize, align: usize) -> Option<(Memory, NonNull<u8>)> {
        #[cfg(all(unix, not(miri)))]
        if bytes >= MAPPED_FROM {
            let mut memory = memmap2::MmapMut::map_anon(bytes).ok()?;
            let start = NonNull::new(memory.as_mut_ptr())?; // of a page
            return Some((Memory::Mapped { _memory: memory }, start));
        }
        let bytes = bytes.checked_add(align)?;
        let mut memory = bytemuck::try_zeroed_vec::<u64>(bytes.div_ceil(size_of::<u64>())).ok()?;
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.addr().wrapping_neg() % align;
        Some((Memory::Allocated { _memory: memory }, NonNull::new(start.wrapping_add(skipped))?))
    }
}

impl<T: Zeroable> LargeTable<T> {
    /// Allocates a table of `len` elements, if there is memory for it. It is not in huge pages, of which a
    /// short search touches many, until [`ask_for_huge_pages`](Self::ask_for_huge_pages).
    pub fn zeroed(len: usize) -> Option<LargeTable<T>> {
        const { assert!(!needs_drop::<T>() && align_of::<T>() <= 4096) };
        let (memory, start) = Memory::zeroed(len.checked_mul(size_of::<T>())?, align_of::<T>())?;
        let table = Large { value: NonNull::slice_from_raw_parts(start.cast(), len), _memory: memory };
        choose_huge_pages(&table, false);
        Some(table)
    }

    /// Allocates a table like [`zeroed`](Self::zeroed), all of which will be used.
    pub fn zeroed_in_huge_pages(len: usize) -> Option<LargeTable<T>> {
        let table = LargeTable::zeroed(len)?;
        table.ask_for_huge_pages();
        Some(table)
    }
}

impl<T> LargeTable<T> {
    /// Asks the system for pages of 2 MiB where the table is not in use yet: with pages of 4 KiB, nearly every
    /// look-up in a table of some megabytes misses the TLB. Linux joins the pages in use in some minutes: at
    /// once, by `MADV_COLLAPSE`, it takes up to 2 s for 1 GiB, and no search that is short of time has them.
    pub fn ask_for_huge_pages(&self) {
        choose_huge_pages(self, true);
    }
}

impl<T: Zeroable, const N: usize> Large<[T; N]> {
    /// Allocates an array, if there is memory for it.
    pub fn array() -> Option<Large<[T; N]>> {
        const { assert!(!needs_drop::<T>() && align_of::<T>() <= 4096) };
        let (memory, start) = Memory::zeroed(size_of::<[T; N]>(), align_of::<T>())?;
        Some(Large { value: start.cast(), _memory: memory })
    }
}

impl<T: ?Sized> Deref for Large<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the memory holds the value behind an aligned address, and zeros are a value.
        unsafe { self.value.as_ref() }
    }
}

impl<T: ?Sized> DerefMut for Large<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above, and it is borrowed exclusively.
        unsafe { self.value.as_mut() }
    }
}

/// Tells the system whether huge pages are wanted for a table.
#[cfg(all(target_os = "linux", not(miri)))]
fn choose_huge_pages<T>(table: &[T], wanted: bool) {
    const PAGE: usize = 4096; // a system with larger pages refuses the request
    const HUGE_PAGE: usize = 2 << 20;
    let bytes = size_of_val(table);
    if bytes >= HUGE_PAGE {
        let start = table.as_ptr() as usize / PAGE * PAGE;
        let end = (table.as_ptr() as usize + bytes).next_multiple_of(PAGE);
        let advice = if wanted { libc::MADV_HUGEPAGE } else { libc::MADV_NOHUGEPAGE };
        // SAFETY: advice on the pages that hold the table changes their backing and not their contents. The
        // system may ignore or refuse it without effect on the program.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, advice) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn choose_huge_pages<T>(_: &[T], _: bool) {}
