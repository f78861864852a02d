//! How a thread waits for work: awake for a moment, then asleep.

use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::Team;
use super::account::Sharing;
use super::team::Work;
use crate::instant::Instant;

/// The time that a thread stays awake before it sleeps: in FFO 20-39 with two threads, there is work again by
/// then in six of seven waits, and to wake a thread takes about as long.
const AWAKE: Duration = Duration::from_micros(50);

impl Team {
    /// Lets the threads that wait look at a change of the work.
    pub(super) fn wake(&self, work: MutexGuard<'_, Work>) {
        self.changes.fetch_add(1, Ordering::Relaxed);
        let sleepers = work.sleeping > 0;
        drop(work);
        if sleepers {
            self.changed.notify_all();
        }
    }

    /// Waits for a change, asleep for `most` if there is a limit. Out of line: all CPU levels share it.
    #[inline(never)]
    pub(super) fn wait<'a>(
        &'a self,
        work: MutexGuard<'a, Work>,
        most: Option<Duration>,
        why: fn(&mut Sharing) -> &mut Duration,
    ) -> MutexGuard<'a, Work> {
        let start = Instant::now();
        let before = self.changes.load(Ordering::Relaxed);
        drop(work);
        while self.changes.load(Ordering::Relaxed) == before && start.elapsed() < AWAKE {
            // With more threads than cores, the one that has work may need this core.
            thread::yield_now();
        }
        let mut work = self.lock();
        // Changes are counted under the lock.
        let sleeps = self.changes.load(Ordering::Relaxed) == before;
        if sleeps {
            work.sleeping += 1;
            work = match most {
                None => self.changed.wait(work).unwrap_or_else(PoisonError::into_inner),
                Some(most) => self.changed.wait_timeout(work, most).unwrap_or_else(PoisonError::into_inner).0,
            };
            work.sleeping -= 1;
        }
        let waited = start.elapsed();
        self.account().add(|sharing| {
            sharing.sleeps += u64::from(sleeps);
            *why(sharing) += waited;
        });
        work
    }
}
