//! Tells a process from its forks.
//!
//! A child has the memory of its parent, but of the parent's threads only the one that forked. A lock that
//! another thread held at that moment stays held, and waiting for it never ends.

use std::sync::atomic::{AtomicU32, Ordering};

static FORKS: AtomicU32 = AtomicU32::new(0);

/// Returns how many forks lie before this process; 0 on systems without `fork`. The number differs between a
/// process and its children, if it was asked for before the fork.
///
/// The process id would tell the same, by a system call: half a microsecond on some machines, as long as
/// five evaluations.
#[inline]
pub fn forks() -> u32 {
    watch();
    FORKS.load(Ordering::Relaxed)
}

#[cfg(all(any(target_os = "linux", target_vendor = "apple"), not(miri)))]
#[inline]
fn watch() {
    use std::sync::atomic::AtomicBool;

    static WATCHED: AtomicBool = AtomicBool::new(false);

    extern "C" fn in_child() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }

    #[cold]
    fn begin() {
        // SAFETY: the handler lives as long as the library and only adds to a number, as a handler in a
        // child with other threads' locks may.
        let refused = unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
        // No lock, for the reason above. Two threads may get here at once: then a fork counts twice.
        WATCHED.store(refused == 0, Ordering::Relaxed);
    }

    if !WATCHED.load(Ordering::Relaxed) {
        begin();
    }
}

#[cfg(not(all(any(target_os = "linux", target_vendor = "apple"), not(miri))))]
#[inline]
fn watch() {}
