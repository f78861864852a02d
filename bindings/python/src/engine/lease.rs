//! The engine for one call. Other threads wait without the lock of the interpreter, so that neither of the
//! two locks is held while the other is waited for.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pyo3::prelude::*;
use reversi_engine::cpu::{CpuLevel, forks};
use reversi_engine::search::{EnginePool, PooledEngine};
use reversi_engine::{BuildError, Engine, EngineBuilder};

use crate::errors::Class;

/// How long a thread waits before it looks whether Ctrl-C was pressed.
pub(crate) const PATIENCE: Duration = Duration::from_millis(20);

thread_local! {
    /// The callbacks of users that this thread is in.
    static CALLBACKS: Cell<u32> = const { Cell::new(0) };
}

/// Runs a callback of the user. No engine is waited for in it: the thread that has that engine may wait for
/// the one of this thread.
pub(super) fn in_callback<R>(callback: impl FnOnce() -> R) -> R {
    /// The callback has ended, be it by a panic.
    struct Ended;
    impl Drop for Ended {
        fn drop(&mut self) {
            CALLBACKS.set(CALLBACKS.get() - 1);
        }
    }
    CALLBACKS.set(CALLBACKS.get() + 1);
    let _ended = Ended;
    callback()
}

/// The thread that has the engine, and the number of its lease.
type Holder = Arc<Mutex<Option<(ThreadId, u64)>>>;

/// Lends an engine to one call at a time.
pub(super) struct Lender {
    /// `None` once it is closed. It is locked with the lock of the interpreter held, so that no process is
    /// forked in between, and for a moment.
    pool: Mutex<Option<EnginePool>>,
    holder: Holder,
    leases: AtomicU64,
}

/// An engine that is lent. It returns when this is dropped.
pub(super) struct Lease {
    engine: PooledEngine,
    name: Name,
}

/// Who has an engine. Without a name the engine is waited for, as that of another thread.
#[derive(Clone)]
pub(super) struct Name {
    holder: Holder,
    lease: u64,
    /// The one with the thread. In its children no lock of the holder is waited for.
    process: u32,
}

impl Name {
    pub(super) fn remove(&self) {
        if self.process == forks() {
            lock(&self.holder).take_if(|(_, lease)| *lease == self.lease);
        }
    }

    /// This thread has the engine from now on. A run may be begun by one thread and read by another.
    pub(super) fn move_here(&self) {
        if let Some((thread, lease)) = &mut *lock(&self.holder)
            && *lease == self.lease
        {
            *thread = thread::current().id();
        }
    }
}

impl Lender {
    /// With the threads of the engine and its CPU level.
    pub(super) fn new(builder: EngineBuilder) -> Result<(Lender, usize, CpuLevel), BuildError> {
        let pool = EnginePool::new(builder, 1)?;
        let engine = pool.get();
        let (threads, level) = (engine.threads(), engine.cpu_level());
        drop(engine);
        let lender =
            Lender { pool: Mutex::new(Some(pool)), holder: Holder::default(), leases: AtomicU64::new(0) };
        Ok((lender, threads, level))
    }

    fn lock_pool(&self) -> MutexGuard<'_, Option<EnginePool>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pool of the engine, unless it is closed.
    pub(super) fn pool(&self, _: Python<'_>) -> PyResult<EnginePool> {
        let pool = self.lock_pool().clone();
        pool.ok_or_else(|| Class::Closed.with_code("closed", "the engine was closed"))
    }

    pub(super) fn is_closed(&self, _: Python<'_>) -> bool {
        self.lock_pool().is_none()
    }

    /// Refuses new calls. The memory is free once the running calls have ended.
    pub(super) fn close(&self, py: Python<'_>) {
        let pool = self.lock_pool().take();
        py.detach(|| drop(pool)); // the memory of the table takes milliseconds
    }

    /// Lends the engine, once it is free.
    pub(super) fn lend(&self, py: Python<'_>) -> PyResult<Lease> {
        let pool = self.pool(py)?;
        let mut free = pool.try_get();
        while free.is_none() {
            pool.check_process().map_err(|error| Class::Forked.of(&error))?; // before any lock
            if lock(&self.holder).is_some_and(|(thread, _)| thread == thread::current().id()) {
                return Err(Class::Busy.with_code(
                    "busy",
                    "the engine is at work for this thread: in a call that has called back, or in a \
                     `solve_many` that is neither at its end nor closed",
                ));
            }
            if CALLBACKS.get() > 0 {
                let message = "the engine is at work for another thread, and a callback cannot wait for it";
                return Err(Class::Busy.with_code("busy", message));
            }
            py.check_signals()?;
            free = py.detach(|| pool.get_timeout(PATIENCE));
        }
        let engine = free.expect("the loop ends with an engine");
        let lease = self.leases.fetch_add(1, Ordering::Relaxed);
        *lock(&self.holder) = Some((thread::current().id(), lease));
        Ok(Lease { engine, name: Name { holder: Arc::clone(&self.holder), lease, process: forks() } })
    }
}

/// Locks the holder. No panic happens under this lock.
fn lock(holder: &Holder) -> MutexGuard<'_, Option<(ThreadId, u64)>> {
    holder.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lease {
    pub(super) fn name(&self) -> Name {
        self.name.clone()
    }
}

impl Deref for Lease {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }
}

/// First the name, then the engine: the next thread writes its own name.
impl Drop for Lease {
    fn drop(&mut self) {
        self.name.remove();
    }
}
