//! The threads of a call and the splits that are open to them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use reversi_bitboard::cpu::forks;

use super::account::Account;
use super::split::{Split, take_part};
use crate::api::Progress;
use crate::tree::Context;
use crate::tree::outlined::Outlined;

const FORKED_IN_CALLBACK: &str = "a process that was forked in a callback of a search with several threads \
    cannot return from the callback, because the other threads are not in it";

/// The open splits of a call, and the threads that wait for one.
pub(crate) struct Team {
    account: Arc<Account>,
    /// A thread has asked for work.
    shares: AtomicBool,
    /// The number of threads without a split to take part in.
    idle: AtomicUsize,
    work: Mutex<Work>,
    /// A split has been opened, its last helper has left, or the team is dismissed.
    pub(super) changed: Condvar,
    /// Counts what `changed` signals, for threads that have yet to fall asleep.
    pub(super) changes: AtomicUsize,
    dismissed: AtomicBool,
    /// `true` once threads were started for the team.
    started: AtomicBool,
}

#[derive(Default)]
pub(super) struct Work {
    open: Vec<Arc<Split>>,
    pub(super) sleeping: usize,
}

impl Team {
    pub(crate) fn new(account: &Arc<Account>) -> Team {
        let [shares, dismissed, started] = [false; 3].map(AtomicBool::new);
        let (work, changed, changes) = (Mutex::default(), Condvar::new(), AtomicUsize::new(0));
        let idle = AtomicUsize::new(0);
        Team { account: account.clone(), shares, idle, work, changed, changes, dismissed, started }
    }

    /// A team for the same engine.
    pub(crate) fn again(&self) -> Team {
        Team::new(&self.account)
    }

    pub(super) fn account(&self) -> &Account {
        &self.account
    }

    /// Returns whether other threads may take part in a node: in a large one once a thread has asked for
    /// work, in a small one while a thread is idle.
    #[inline(always)]
    pub(crate) fn shares(&self, is_large: bool) -> bool {
        if is_large { self.shares.load(Ordering::Relaxed) } else { self.idle.load(Ordering::Relaxed) > 0 }
    }

    /// Returns whether all threads must end.
    pub(crate) fn is_dismissed(&self) -> bool {
        self.dismissed.load(Ordering::Relaxed)
    }

    /// Notes that threads are started for the team.
    pub(crate) fn start(&self) {
        self.started.store(true, Ordering::Relaxed);
    }

    /// Runs a callback of the user. In a process that is forked there the other threads are missing, and a
    /// scope that waits for its threads cannot be left, not even by a panic: the process ends.
    pub(crate) fn call_back<R>(&self, callback: impl FnOnce() -> R) -> R {
        struct Stay<'a>(&'a Team, u32);
        impl Drop for Stay<'_> {
            fn drop(&mut self) {
                if self.1 != forks() && self.0.started.load(Ordering::Relaxed) {
                    eprintln!("reversi: {FORKED_IN_CALLBACK}");
                    std::process::abort();
                }
            }
        }
        let _stay = Stay(self, forks());
        callback()
    }

    /// Makes all threads end.
    pub(crate) fn dismiss(&self) {
        let work = self.lock();
        self.dismissed.store(true, Ordering::Relaxed);
        self.wake(work);
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Work> {
        // No thread panics while it holds the lock.
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
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
                    drop(self.wait(work, Some(Progress::INTERVAL), |sharing| &mut sharing.waiting));
                    cx.control.poll_while_waiting(); // without the lock: the callback may take long, or panic
                    self.lock()
                }
                None => self.wait(work, None, |sharing| &mut sharing.waiting),
            };
        }
        drop(work);
        self.account.add(|sharing| {
            sharing.splits += 1;
            sharing.cuts += u64::from(split.has_cut());
        });
    }

    /// Waits for a split with moves left; `None` once the team is dismissed.
    pub(crate) fn next_split(&self) -> Option<Arc<Split>> {
        self.shares.store(true, Ordering::Relaxed);
        let mut work = self.lock();
        while !self.is_dismissed() {
            match work.join(|_| true) {
                Some(split) => return Some(split),
                None => {
                    self.idle.fetch_add(1, Ordering::Relaxed);
                    work = self.wait(work, None, |sharing| &mut sharing.idle);
                    self.idle.fetch_sub(1, Ordering::Relaxed);
                }
            }
        }
        None
    }

    /// Takes part in a split that [`next_split`](Self::next_split) has found.
    pub(crate) fn help<L: Outlined>(&self, l: L, cx: &mut Context<'_>, split: Arc<Split>) {
        let before = cx.control.move_to(Some(split.clone()));
        take_part(l, cx, &split);
        cx.control.move_to(before);
        self.account.add(|sharing| sharing.joins += 1);
        if split.remove_helper() {
            self.wake(self.lock());
        }
    }
}

impl Work {
    /// Joins the split with the most plies left that has a move left. The thread is counted in as its helper.
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
