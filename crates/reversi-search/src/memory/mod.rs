//! The memory of searches.
//!
//! | File | What is in it |
//! |---|---|
//! | [`shared_table`] | bounds of positions, for all threads |
//! | [`entry`] | the entry of a position in the shared table |
//! | [`draft`] | the depth and the selectivity of the search that found it |
//! | [`thread_table`] | proven bounds near the leaves, for one thread (END-17) |
//! | [`evaluation_cache`] | values of the evaluation, for one thread |
//! | [`prefetch`] | the start of a load, for all three tables |

mod draft;
mod entry;
mod evaluation_cache;
mod prefetch;
mod shared_table;
mod thread_table;

pub(crate) use draft::Draft;
pub(crate) use entry::Entry;
use evaluation_cache::EvaluationCache;
pub(crate) use shared_table::{Key, SharedTable};
pub(crate) use thread_table::ProvenBounds;
use thread_table::ThreadTable;

/// The memory of one thread. It lasts as long as the engine, because the evaluation of an engine stays the
/// same.
pub(crate) struct ThreadMemory {
    pub(crate) table: ThreadTable,
    pub(crate) values: EvaluationCache,
}

impl ThreadMemory {
    pub(crate) const BYTES: usize = ThreadTable::BYTES + EvaluationCache::BYTES;

    /// Empty tables for each thread, if there is memory for them.
    pub(crate) fn of_threads(threads: usize) -> Option<Vec<ThreadMemory>> {
        let mut memories = Vec::new();
        memories.try_reserve_exact(threads).ok()?;
        for _ in 0..threads {
            memories.push(ThreadMemory { table: ThreadTable::new()?, values: EvaluationCache::new()? });
        }
        Some(memories)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.values.clear();
    }
}
