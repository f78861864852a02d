//! Clearing of a hash table.

use core::cell::Cell;

use crate::Call;
use crate::list::kernel_lists;

kernel_lists! {
    /// Resets all entries of a table. Returns the sum of the words of the last entry.
    ///
    /// ```
    /// use reversi_gallery::bitboard::{self, Entries};
    ///
    /// let entries = Entries::leak(100);
    /// for kernel in bitboard::clear() {
    ///     kernel.call(entries);
    ///     assert!(entries.are_clear());
    /// }
    /// ```
    clear(Entries): |entries| {
        Portable "HASH-06 plain" "entry by entry" => entry_by_entry(entries);
        X86V2 "HASH-06 128" "streamed past the caches, 128 bits" => streamed::sse2(entries);
        X86V3 "HASH-06" "streamed past the caches, 256 bits" => streamed::avx(entries);
    }
}

/// One entry of a hash table.
type Entry = [Cell<u64>; 3];

/// An entry without a result: no board, no moves, and the bounds -64 and 64.
const CLEAR: [u64; 3] = [0, 0, 0x4141_40c0];

/// The entries of a table. Each has three words.
#[derive(Clone, Copy)]
pub struct Entries(&'static [Entry]);

impl Entries {
    /// At least `len` entries, all of them in use. They are never freed.
    pub fn leak(len: usize) -> Entries {
        let entry = || [const { Cell::new(!0) }; 3];
        let mut entries = Vec::new();
        entries.resize_with(len.next_multiple_of(BLOCK) + BLOCK, entry);
        let entries: &'static [Entry] = entries.leak();
        // Blocks start at a multiple of 32 bytes, as one of the first four entries does.
        let aligned = entries.iter().position(|entry| entry.as_ptr().addr().is_multiple_of(32));
        let entries = &entries[aligned.unwrap_or(0)..];
        Entries(&entries[..entries.len() / BLOCK * BLOCK])
    }

    /// The size of the table in bytes.
    pub fn bytes(self) -> usize {
        size_of_val(self.0)
    }

    /// Whether no entry is in use.
    pub fn are_clear(self) -> bool {
        self.0.iter().all(|entry| entry.each_ref().map(Cell::get) == CLEAR)
    }
}

impl core::fmt::Debug for Entries {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Entries").field("len", &self.0.len()).finish_non_exhaustive()
    }
}

impl Call for Entries {
    /// Changes a word of the table: the time to clear a table does not depend on its contents.
    fn disturbed(self, bits: u64) -> Entries {
        self.0[0][0].set(bits);
        self
    }
}

/// Entries of a block. Four entries are three vectors of 256 bits, or six of 128.
const BLOCK: usize = 4;

#[inline(always)]
fn entry_by_entry(entries: Entries) -> u64 {
    for entry in entries.0 {
        for (word, clear) in entry.iter().zip(CLEAR) {
            word.set(clear);
        }
    }
    sum_of_last(entries)
}

#[inline(always)]
fn sum_of_last(entries: Entries) -> u64 {
    entries.0.last().map_or(0, |entry| entry.iter().map(Cell::get).sum())
}

#[cfg(target_arch = "x86_64")]
mod streamed {
    use core::arch::x86_64::*;

    use super::{BLOCK, CLEAR, Entries, sum_of_last};

    /// Word `i` of a block.
    const fn word(i: usize) -> i64 {
        CLEAR[i % 3] as i64
    }

    /// Streaming stores bypass the caches. The entries are not needed soon, so they should neither be read
    /// into the caches nor displace other data (HASH-06).
    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn sse2(entries: Entries) -> u64 {
        let pattern = [0, 1, 2].map(|i| _mm_set_epi64x(word(2 * i + 1), word(2 * i)));
        for block in entries.0.chunks_exact(BLOCK) {
            let to: *mut __m128i = block.as_ptr().cast_mut().cast();
            for i in 0..6 {
                // SAFETY: six vectors are a block of cells. The block is aligned to 32 bytes, and nothing
                // else refers to it meanwhile.
                unsafe { _mm_stream_si128(to.wrapping_add(i), pattern[i % 3]) };
            }
        }
        ordered();
        sum_of_last(entries)
    }

    /// The same with three vectors for each block.
    #[target_feature(enable = "avx")]
    #[inline]
    pub(super) fn avx(entries: Entries) -> u64 {
        let pattern = [0, 1, 2]
            .map(|i| _mm256_setr_epi64x(word(4 * i), word(4 * i + 1), word(4 * i + 2), word(4 * i + 3)));
        for block in entries.0.chunks_exact(BLOCK) {
            let to: *mut __m256i = block.as_ptr().cast_mut().cast();
            for (i, vector) in pattern.into_iter().enumerate() {
                // SAFETY: three vectors are a block of cells. The block is aligned to 32 bytes, and nothing
                // else refers to it meanwhile.
                unsafe { _mm256_stream_si256(to.wrapping_add(i), vector) };
            }
        }
        ordered();
        sum_of_last(entries)
    }

    /// Orders the streaming stores before all later stores.
    #[inline(always)]
    fn ordered() {
        // SAFETY: every x86-64 has SSE.
        #[allow(unused_unsafe, reason = "safe in newer versions of Rust, in functions with the feature")]
        unsafe {
            _mm_sfence();
        }
    }
}
