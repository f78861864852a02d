//! A fixed number of engines for any number of callers.

use std::collections::VecDeque;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reversi_bitboard::cpu::forks;

use super::callers::{Callers, ForkedProcess};
use super::{BuildError, Engine, EngineBuilder};
use crate::instant::Instant;

/// A fixed number of engines, lent to one caller each. Clones share the engines.
///
/// All engines are built at once, so a service that has started has its memory. They have the same settings
/// and share the weights. Whoever waits for an engine gets one in the order of arrival.
///
/// A process that was forked while another thread used the pool cannot use it: see
/// [`check_process`](Self::check_process).
///
/// ```
/// use std::{thread, time::Duration};
/// use reversi_engine::{Board, Engine, Limits, SolveRequest, Value};
/// use reversi_engine::search::EnginePool;
///
/// let pool = EnginePool::new(Engine::builder().hash_mib(1), 2)?;
/// let board: Board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// thread::scope(|scope| {
///     for _ in 0..8 {
///         scope.spawn(|| {
///             let Some(mut engine) = pool.get_timeout(Duration::from_secs(60)) else {
///                 return println!("all engines are busy: try again later");
///             };
///             let limits = Limits::new().time(Duration::from_secs(10));
///             match engine.solve(&board, SolveRequest::exact().limits(limits)) {
///                 Ok(solution) => assert_eq!(solution.value(), Value::Exact(2)),
///                 Err(error) => println!("{error}"),
///             }
///         });
///     }
/// });
/// assert_eq!(pool.available(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct EnginePool(Arc<Pool>);

struct Pool {
    engines: usize,
    /// Callers that lock the state, and callers that have an engine.
    callers: Callers,
    state: Mutex<State>,
    /// Signalled when the first in the queue may find an engine.
    changed: Condvar,
}

struct State {
    free: Vec<Engine>,
    /// The tickets of waiting callers, in the order of their arrival.
    queue: VecDeque<u64>,
    next_ticket: u64,
}

impl EnginePool {
    /// The maximum number of engines of a pool.
    pub const MAX_ENGINES: usize = 1024;

    /// Builds this number of engines with these settings; 0 builds as many as the machine runs threads at
    /// once. Each engine has its own hash tables: other searches do not disturb its search, and with one
    /// thread each its nodes do not depend on them.
    ///
    /// # Errors
    /// As [`EngineBuilder::build`], and [`BuildError::Engines`] for more than
    /// [`MAX_ENGINES`](Self::MAX_ENGINES).
    pub fn new(builder: EngineBuilder, engines: usize) -> Result<EnginePool, BuildError> {
        EnginePool::build(builder, engines, false)
    }

    /// Builds a pool like [`new`](Self::new), with one hash table for all engines.
    /// [`EngineBuilder::hash_mib`] is its size, not the size for each engine.
    ///
    /// An engine finds what the others have proven or estimated: callers who ask about the same game save
    /// each other work, and one large search may use all of the memory. Callers with unrelated positions
    /// displace each other's entries. Exact scores are the same; nodes, times, the choice among equally good
    /// moves and estimates depend on the other searches. [`Engine::clear_hash`] clears the table of all.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine, SolveRequest};
    /// use reversi_engine::search::EnginePool;
    ///
    /// let pool = EnginePool::with_shared_table(Engine::builder().hash_mib(16), 2)?;
    /// let board: Board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse()?;
    /// let (mut one, mut other) = (pool.get(), pool.get());
    /// let first = one.solve(&board, SolveRequest::exact())?;
    /// let again = other.solve(&board, SolveRequest::exact())?;
    /// assert_eq!(again.value(), first.value());
    /// assert!(again.nodes() < first.nodes()); // it finds the proof in the table
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_shared_table(builder: EngineBuilder, engines: usize) -> Result<EnginePool, BuildError> {
        EnginePool::build(builder, engines, true)
    }

    fn build(builder: EngineBuilder, engines: usize, share_table: bool) -> Result<EnginePool, BuildError> {
        let free = builder.build_sharing(engines, share_table)?;
        let engines = free.len();
        let state = State { free, queue: VecDeque::new(), next_ticket: 0 };
        let (callers, state) = (Callers::default(), Mutex::new(state));
        Ok(EnginePool(Arc::new(Pool { engines, callers, state, changed: Condvar::new() })))
    }

    /// Waits until an engine is free, in the order of arrival, and returns it. A thread that asks for a
    /// second engine may wait for itself.
    ///
    /// In an asynchronous program, let a semaphore queue the callers, so that waiting blocks no thread and
    /// ends when a caller leaves: see the guide on serving.
    ///
    /// # Panics
    /// If [`check_process`](Self::check_process) returns an error: the call would wait for ever.
    pub fn get(&self) -> PooledEngine {
        match self.wait(None) {
            Ok(engine) => engine.expect("waits without a limit"),
            Err(forked) => panic!("{forked}"),
        }
    }

    /// Waits like [`get`](Self::get), but returns `None` if no engine is free within this time, or ever: see
    /// [`check_process`](Self::check_process).
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::Engine;
    /// use reversi_engine::search::EnginePool;
    ///
    /// let pool = EnginePool::new(Engine::builder().hash_mib(1), 1)?;
    /// let engine = pool.get();
    /// assert!(pool.get_timeout(Duration::from_millis(5)).is_none());
    /// drop(engine);
    /// assert!(pool.get_timeout(Duration::from_millis(5)).is_some());
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    pub fn get_timeout(&self, timeout: Duration) -> Option<PooledEngine> {
        // A time beyond the clock is no limit.
        self.wait(Instant::now().checked_add(timeout)).ok().flatten()
    }

    /// Returns an engine if one is free and nobody waits for it.
    ///
    /// ```
    /// use reversi_engine::Engine;
    /// use reversi_engine::search::EnginePool;
    ///
    /// let pool = EnginePool::new(Engine::builder().hash_mib(1), 1)?;
    /// let engine = pool.try_get().expect("nobody else has it");
    /// assert!(pool.try_get().is_none());
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    pub fn try_get(&self) -> Option<PooledEngine> {
        self.0.callers.enter().ok()?;
        let mut state = self.0.lock();
        let engine = if state.queue.is_empty() { state.free.pop() } else { None };
        drop(state);
        self.lend(engine)
    }

    /// Checks that this process can use the pool. It cannot if it was forked while another thread waited for
    /// an engine or had one: that thread is not in this process and never gives the engine back.
    ///
    /// A pool that nobody used at the time of the fork works in the child, with a copy of its hash tables.
    ///
    /// ```
    /// use reversi_engine::Engine;
    /// use reversi_engine::search::EnginePool;
    ///
    /// let pool = EnginePool::new(Engine::builder().hash_mib(1), 1)?;
    /// pool.check_process()?; // no fork has happened
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ForkedProcess`], until the process ends.
    pub fn check_process(&self) -> Result<(), ForkedProcess> {
        self.0.callers.enter()?;
        self.0.callers.leave();
        Ok(())
    }

    /// Returns the number of engines, lent or not.
    pub fn engines(&self) -> usize {
        self.0.engines
    }

    /// Returns the number of engines that are not lent at this moment, 0 if
    /// [`check_process`](Self::check_process) returns an error.
    pub fn available(&self) -> usize {
        if self.0.callers.enter().is_err() {
            return 0;
        }
        let free = self.0.lock().free.len();
        self.0.callers.leave();
        free
    }

    fn wait(&self, deadline: Option<Instant>) -> Result<Option<PooledEngine>, ForkedProcess> {
        let Pool { changed, callers, .. } = &*self.0;
        callers.enter()?;
        let mut state = self.0.lock();
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        state.queue.push_back(ticket);
        let engine = loop {
            if state.queue.front() == Some(&ticket)
                && let Some(engine) = state.free.pop()
            {
                break Some(engine);
            }
            state = match deadline.map(|deadline| deadline.checked_duration_since(Instant::now())) {
                None => changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(None) => break None,
                Some(Some(left)) => {
                    changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        };
        state.queue.retain(|&waiting| waiting != ticket);
        drop(state);
        changed.notify_all(); // another one is the first now, and an engine may be free
        Ok(self.lend(engine))
    }

    /// Lends the engine to a caller who was counted in, or counts the caller out if there is no engine.
    fn lend(&self, engine: Option<Engine>) -> Option<PooledEngine> {
        if engine.is_none() {
            self.0.callers.leave();
            return None;
        }
        Some(PooledEngine { engine, pool: self.clone(), process: forks() })
    }
}

impl Pool {
    /// No panic happens under this lock, so its state is sound.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePool")
            .field("engines", &self.engines())
            .field("available", &self.available())
            .finish_non_exhaustive()
    }
}

/// An [`Engine`] of an [`EnginePool`]. It returns to the pool when it is dropped, in a panic as well: an
/// engine stays usable.
///
/// ```
/// use reversi_engine::{AnalyzeRequest, Board, Engine};
/// use reversi_engine::search::EnginePool;
///
/// let pool = EnginePool::new(Engine::builder().hash_mib(1), 1)?;
/// let mut engine = pool.get();
/// println!("{}", engine.analyze(&Board::START, AnalyzeRequest::depth(6))?.value());
/// assert_eq!(pool.available(), 0);
/// drop(engine);
/// assert_eq!(pool.available(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PooledEngine {
    /// `None` only while it is dropped.
    engine: Option<Engine>,
    pool: EnginePool,
    /// The process that has the engine.
    process: u32,
}

impl Deref for PooledEngine {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        self.engine.as_ref().expect("the engine is there until the drop")
    }
}

impl DerefMut for PooledEngine {
    fn deref_mut(&mut self) -> &mut Engine {
        self.engine.as_mut().expect("the engine is there until the drop")
    }
}

impl Drop for PooledEngine {
    fn drop(&mut self) {
        if self.process != forks() {
            return; // a thread of the parent may have the lock
        }
        let shared = &self.pool.0;
        shared.lock().free.extend(self.engine.take());
        shared.changed.notify_all();
        shared.callers.leave();
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn callers_are_served_in_the_order_of_their_arrival() {
        let pool = EnginePool::new(Engine::builder().hash_bytes(0), 1).unwrap();
        let engine = pool.get();
        let (send, served) = mpsc::channel();
        thread::scope(|scope| {
            for i in 0..10 {
                let (pool, send) = (&pool, send.clone());
                scope.spawn(move || {
                    let engine = pool.get();
                    send.send(i).unwrap();
                    drop(engine);
                });
                while pool.0.lock().queue.len() <= i {
                    thread::yield_now();
                }
                // One that leaves does not disturb the others.
                assert!(pool.get_timeout(Duration::ZERO).is_none());
            }
            drop(engine);
        });
        assert_eq!(served.try_iter().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
        assert!(pool.try_get().is_some());
    }

    /// As in a child of a process whose other thread has the engine, and the lock.
    #[test]
    fn a_forked_process_waits_for_no_engine() {
        let pool = EnginePool::new(Engine::builder().hash_bytes(0), 1).unwrap();
        let state = pool.0.lock();
        pool.0.callers.become_those_of_a_parent();
        assert_eq!(pool.check_process(), Err(ForkedProcess));
        assert!(pool.try_get().is_none() && pool.get_timeout(Duration::MAX).is_none());
        assert_eq!(pool.available(), 0);
        if cfg!(panic = "unwind") {
            let panic = std::panic::catch_unwind(|| drop(pool.get())).unwrap_err();
            assert_eq!(panic.downcast_ref(), Some(&ForkedProcess.to_string()));
        }
        // An engine that the forking thread had.
        drop(PooledEngine { engine: None, pool: pool.clone(), process: forks() + 1 });
        drop(state);
    }

    #[test]
    fn nobody_overtakes_the_queue() {
        let pool = EnginePool::new(Engine::builder().hash_bytes(0), 1).unwrap();
        let waiting = pool.0.lock().next_ticket;
        pool.0.lock().queue.push_back(waiting);
        assert!(pool.try_get().is_none());
        pool.0.lock().queue.clear();
        assert!(pool.try_get().is_some());
    }
}
