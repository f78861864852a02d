//! Clearing of a hash table.

use core::cell::Cell;

use crate::Call;
use crate::list::kernel_lists;

kernel_lists! {
    /// Resets all entries of a table. Returns the sum of the words of the last entry.
    clear(Entries): |entries| {
        Portable "HASH-06 plain" "entry by entry" => entry_by_entry(entries);
        X86V2 "HASH-06 128" "streamed past the caches, 128 bits" => streamed::sse2(entries);
        X86V3 "HASH-06" "streamed past the caches, 256 bits" => streamed::avx(entries);
    }

    /// Resets all buckets of a table with the layout of the engine's. Returns the sum of the words of the
    /// last bucket.
    clear_buckets(Buckets): |buckets| {
        Portable "HASH-06 plain" "bucket by bucket, as in the engine" => bucket_by_bucket(buckets);
        X86V2 "HASH-06 128" "streamed past the caches, 128 bits" => streamed::buckets_128(buckets);
        X86V3 "HASH-06" "streamed past the caches, 256 bits" => streamed::buckets_256(buckets);
        X86V4 "HASH-06 512" "streamed past the caches, 512 bits" => streamed::buckets_512(buckets);
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

/// The compiler makes this a call of `memset`.
#[inline(always)]
fn bucket_by_bucket(buckets: Buckets) -> u64 {
    buckets.0.iter().flat_map(|bucket| &bucket.0).for_each(|word| word.set(0));
    buckets.sum_of_last()
}

#[inline(always)]
fn sum_of_last(entries: Entries) -> u64 {
    entries.0.last().map_or(0, |entry| entry.iter().map(Cell::get).sum())
}

/// A table of zeros with the layout of the engine's: a bucket fills a cache line.
#[derive(Clone, Copy)]
pub struct Buckets(&'static [Bucket]);

#[repr(align(64))]
struct Bucket([Cell<u64>; 8]);

impl Buckets {
    /// `len` buckets, all of them in use. They are never freed.
    pub fn leak(len: usize) -> Buckets {
        let mut buckets = Vec::new();
        buckets.resize_with(len, || Bucket([const { Cell::new(!0) }; 8]));
        Buckets(buckets.leak())
    }

    /// Whether no bucket is in use.
    pub fn are_clear(self) -> bool {
        self.0.iter().flat_map(|bucket| &bucket.0).all(|word| word.get() == 0)
    }

    #[inline(always)]
    fn sum_of_last(self) -> u64 {
        self.0.last().map_or(0, |bucket| bucket.0.iter().map(Cell::get).sum())
    }
}

impl Call for Buckets {
    /// As for [`Entries`].
    fn disturbed(self, bits: u64) -> Buckets {
        self.0[0].0[0].set(bits);
        self
    }
}

#[cfg(target_arch = "x86_64")]
mod streamed {
    use core::arch::x86_64::*;
    use core::cell::Cell;

    use super::{BLOCK, Buckets, CLEAR, Entries, sum_of_last};

    /// Word `i` of a block.
    const fn word(i: usize) -> i64 {
        CLEAR[i % 3] as i64
    }

    /// Streaming stores bypass the caches. The entries are not needed soon, so they should neither be read
    /// into the caches nor displace other data (HASH-06). The source, Okuhara's notes on Edax-AVX, reports
    /// that clearing 100 MB stood in the middle of profiles before, and no time after.
    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn sse2(entries: Entries) -> u64 {
        let [a, b, c] = [0, 1, 2].map(|i| _mm_set_epi64x(word(2 * i + 1), word(2 * i)));
        for block in entries.0.chunks_exact(BLOCK) {
            store_128(block.as_flattened(), [a, b, c, a, b, c]);
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
            store_256(block.as_flattened(), pattern);
        }
        ordered();
        sum_of_last(entries)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn buckets_128(buckets: Buckets) -> u64 {
        buckets.0.iter().for_each(|bucket| store_128(&bucket.0, [_mm_setzero_si128(); 4]));
        ordered();
        buckets.sum_of_last()
    }

    #[target_feature(enable = "avx")]
    #[inline]
    pub(super) fn buckets_256(buckets: Buckets) -> u64 {
        buckets.0.iter().for_each(|bucket| store_256(&bucket.0, [_mm256_setzero_si256(); 2]));
        ordered();
        buckets.sum_of_last()
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(super) fn buckets_512(buckets: Buckets) -> u64 {
        buckets.0.iter().for_each(|bucket| store_512(&bucket.0, [_mm512_setzero_si512()]));
        ordered();
        buckets.sum_of_last()
    }

    macro_rules! stores {
        ($($feature:literal $name:ident $Vector:ident $stream:ident;)*) => {$(
            /// Writes all words of a block or bucket.
            #[target_feature(enable = $feature)]
            #[inline]
            fn $name<const N: usize>(words: &[Cell<u64>], vectors: [$Vector; N]) {
                debug_assert_eq!(size_of_val(words), size_of::<[$Vector; N]>());
                let to: *mut $Vector = words.as_ptr().cast_mut().cast();
                for (i, vector) in vectors.into_iter().enumerate() {
                    // SAFETY: these vectors fill a block or a bucket of cells. A block is aligned to 32 bytes
                    // and a bucket to 64, and nothing else refers to it meanwhile.
                    unsafe { $stream(to.wrapping_add(i), vector) };
                }
            }
        )*};
    }
    stores! {
        "sse2" store_128 __m128i _mm_stream_si128;
        "avx" store_256 __m256i _mm256_stream_si256;
        "avx512f" store_512 __m512i _mm512_stream_si512;
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
