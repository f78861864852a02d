//! A thread that thrashes the caches from another core, as busy neighbours of a cloud machine do.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use anyhow::{Context as _, bail, ensure};
use core_affinity::CoreId;
use fastrand::Rng;

/// More than caches hold.
pub(super) const MIB: usize = 64;

type Line = [u64; 8]; // a cache line

/// Reads and writes random cache lines until it is dropped.
pub(super) struct Neighbour {
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Neighbour {
    /// Starts on the last core and pins the calling thread, with all processes that it will start, to the
    /// first one.
    pub(super) fn on_another_core() -> anyhow::Result<Neighbour> {
        let cores = core_affinity::get_core_ids().context("the cores of this machine are unknown")?;
        let [first, .., last] = cores[..] else { bail!("a neighbour needs a second core") };
        ensure!(core_affinity::set_for_current(first), "cannot be pinned to a core");
        Neighbour::start(last)
    }

    fn start(core: CoreId) -> anyhow::Result<Neighbour> {
        let ended = Arc::new(AtomicBool::new(false));
        let (started, wait) = mpsc::channel();
        let until = ended.clone();
        let thread = thread::spawn(move || {
            let mut lines = vec![Line::default(); (MIB << 20) / size_of::<Line>()];
            let _ = started.send(core_affinity::set_for_current(core));
            let mut rng = Rng::with_seed(1);
            while !until.load(Ordering::Relaxed) {
                for _ in 0..1 << 16 {
                    let i = rng.usize(..lines.len());
                    lines[i][0] = lines[i][0].wrapping_add(1);
                }
            }
            black_box(lines);
        });
        let neighbour = Neighbour { ended, thread: Some(thread) };
        ensure!(wait.recv()?, "the neighbour cannot be pinned to a core");
        Ok(neighbour)
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

#[cfg(test)]
mod tests {
    use super::Neighbour;
    use std::sync::Arc;

    #[test]
    fn it_runs_until_it_is_dropped() {
        let core = core_affinity::get_core_ids().unwrap()[0];
        let neighbour = Neighbour::start(core).unwrap();
        let ended = Arc::downgrade(&neighbour.ended);
        assert_eq!(ended.strong_count(), 2);
        drop(neighbour);
        assert_eq!(ended.strong_count(), 0);
    }
}
