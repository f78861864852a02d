//! The threads of a call and the splits that are open to them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::split::{Split, take_part};
use crate::api::Progress;
use crate::tree::Context;
use crate::tree::outlined::Outlined;

/// The open splits of a call, and the threads that wait for one.
#[derive(Default)]
pub(crate) struct Team {
    /// A thread has asked for work.
    shares: AtomicBool,
    work: Mutex<Work>,
    /// A split has been opened, its last helper has left, or the team is dismissed.
    changed: Condvar,
    dismissed: AtomicBool,
}

#[derive(Default)]
struct Work {
    open: Vec<Arc<Split>>,
    sleeping: usize,
}

impl Team {
    /// Whether other threads may take part.
    #[inline(always)]
    pub(crate) fn shares(&self) -> bool {
        self.shares.load(Ordering::Relaxed)
    }

    /// Whether all threads have to end.
    pub(crate) fn is_dismissed(&self) -> bool {
        self.dismissed.load(Ordering::Relaxed)
    }

    /// Makes all threads end.
    pub(crate) fn dismiss(&self) {
        let _work = self.lock();
        self.dismissed.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Work> {
        // No thread panics while it holds the lock.
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self, work: MutexGuard<'_, Work>) {
        let sleepers = work.sleeping > 0;
        drop(work);
        if sleepers {
            self.changed.notify_all();
        }
    }

    pub(super) fn open(&self, split: &Arc<Split>) {
        let mut work = self.lock();
        work.open.push(split.clone());
        self.wake(work);
    }

    /// Closes a split to further threads, and helps those that are still at work there until they are done.
    pub(super) fn close<L: Outlined>(&self, l: L, cx: &mut Context<'_>, split: &Arc<Split>) {
        let mut work = self.lock();
        work.open.retain(|open| !Arc::ptr_eq(open, split));
        while split.has_helpers() && !self.is_dismissed() {
            work = match work.join(|open| open.is_below(split)) {
                Some(below) => {
                    drop(work);
                    self.help(l, cx, below);
                    self.lock()
                }
                None if cx.control.is_watched() => {
                    drop(self.sleep_for(work, Progress::INTERVAL));
                    cx.control.poll(); // without the lock: the callback may take long, or panic
                    self.lock()
                }
                None => self.sleep(work),
            };
        }
    }

    /// Waits for a split with moves left; `None` once the team is dismissed.
    pub(crate) fn next_split(&self) -> Option<Arc<Split>> {
        self.shares.store(true, Ordering::Relaxed);
        let mut work = self.lock();
        while !self.is_dismissed() {
            match work.join(|_| true) {
                Some(split) => return Some(split),
                None => work = self.sleep(work),
            }
        }
        None
    }

    /// Takes part in a split that [`next_split`](Self::next_split) has found.
    pub(crate) fn help<L: Outlined>(&self, l: L, cx: &mut Context<'_>, split: Arc<Split>) {
        let before = cx.control.move_to(Some(split.clone()));
        take_part(l, cx, &split);
        cx.control.move_to(before);
        if split.remove_helper() {
            self.wake(self.lock());
        }
    }

    fn sleep<'a>(&self, mut work: MutexGuard<'a, Work>) -> MutexGuard<'a, Work> {
        work.sleeping += 1;
        let mut work = self.changed.wait(work).unwrap_or_else(PoisonError::into_inner);
        work.sleeping -= 1;
        work
    }

    fn sleep_for<'a>(&self, mut work: MutexGuard<'a, Work>, most: Duration) -> MutexGuard<'a, Work> {
        work.sleeping += 1;
        let (mut work, _) = self.changed.wait_timeout(work, most).unwrap_or_else(PoisonError::into_inner);
        work.sleeping -= 1;
        work
    }
}

impl Work {
    /// The split with the most plies left that has a move left. The thread is counted in as its helper.
    fn join(&self, which: impl Fn(&Split) -> bool) -> Option<Arc<Split>> {
        let open = self.open.iter().filter(|split| split.has_work() && which(split));
        let split = open.max_by_key(|split| split.plies())?;
        split.add_helper();
        Some(split.clone())
    }
}

/// Dismisses the team when it is dropped, also by a panic.
pub(crate) struct Dismissal<'a>(pub(crate) &'a Team);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}
