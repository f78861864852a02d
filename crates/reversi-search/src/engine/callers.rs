//! Callers that wait for an engine of a pool or have one, so that a forked process waits for nobody.

use std::sync::atomic::{AtomicU64, Ordering};

use reversi_bitboard::cpu::forks;
use thiserror::Error;

/// This process was forked while another thread of its parent used the engine. That thread is not in this
/// process, so the engine is never given back.
///
/// An engine that nobody used at the time of the fork works in the child, with a copy of its hash table.
///
/// ```
/// use reversi_engine::question::Problem;
/// use reversi_engine::search::ForkedProcess;
///
/// assert_eq!(Problem::from(&ForkedProcess).code, "forked-process");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "this process cannot use the engine: it was forked while another thread used it; make a new engine in it, \
     or start processes by spawn or forkserver instead of fork"
)]
#[allow(clippy::exhaustive_structs, reason = "a fork has nothing to tell, and bindings find it themselves")]
pub struct ForkedProcess;

/// The callers that wait for an engine or have one: their process above, their number below.
#[derive(Default)]
pub(super) struct Callers(AtomicU64);

impl Callers {
    const NUMBER: u64 = u32::MAX as u64;

    /// Counts a caller in, before it takes any lock.
    pub(super) fn enter(&self) -> Result<(), ForkedProcess> {
        let process = u64::from(forks()) << 32;
        let counted = |seen: u64| match seen & Callers::NUMBER {
            0 => Some(process | 1),
            _ if seen & !Callers::NUMBER == process => Some(seen + 1),
            _ => None, // callers of the parent, who never leave
        };
        self.0
            .fetch_update(Ordering::Acquire, Ordering::Relaxed, counted)
            .map(drop)
            .map_err(|_| ForkedProcess)
    }

    /// Counts a caller out, after it has left the last lock.
    pub(super) fn leave(&self) {
        self.0.fetch_sub(1, Ordering::Release);
    }

    /// Sets the callers to one who is not in this process.
    #[cfg(test)]
    pub(super) fn become_those_of_a_parent(&self) {
        self.0.store(u64::from(forks() + 1) << 32 | 1, Ordering::Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn callers_of_a_parent_keep_those_of_a_child_out() {
        let callers = Callers::default();
        callers.enter().unwrap();
        callers.enter().unwrap();
        let in_child = |number: u64| Callers(AtomicU64::new(u64::from(forks() + 1) << 32 | number));
        assert_eq!(in_child(1).enter(), Err(ForkedProcess));
        let idle = in_child(0);
        assert_eq!((idle.enter(), idle.enter()), (Ok(()), Ok(())));
        idle.leave();
        assert_eq!(idle.0.into_inner(), u64::from(forks()) << 32 | 1);
    }
}
