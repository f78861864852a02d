//! Handles: what a C program holds in place of an engine, a game or an answer.
//!
//! A handle is the address of a slot. The memory of a slot is never given back: a handle that was freed still
//! points to a slot, which says so, and a later handle takes the slot over. So a second `free`, a use after
//! it and a handle of another kind are errors with a status, until 64 more handles of the kind are freed. A
//! slot also counts the calls that use it, and is not freed while there is one.
//!
//! In a process that was forked during such a call of another thread, the call never ends and its locks stay
//! taken. The handle is refused there before any lock is taken.

use std::cell::UnsafeCell;
use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use reversi_engine::cpu::forks;
use reversi_engine::question::Problem;
use reversi_engine::search::ForkedProcess;

use crate::failure::Failure;
use crate::pointer::{Out, null_pointer};
use crate::status::ReversiStatus;

/// A handle in a C program. It may be null.
#[repr(transparent)]
#[derive(Debug)]
pub struct Handle<K>(*mut K);

// Derived, they would ask the same of `K`.
impl<K> Clone for Handle<K> {
    fn clone(&self) -> Handle<K> {
        *self
    }
}
impl<K> Copy for Handle<K> {}

/// The kind of the content of a handle.
///
/// # Safety
/// No two kinds have the same `MAGIC`, and none has [`FREED`].
pub(crate) unsafe trait Kind: Sized + 'static {
    type Content: Send + Sync + 'static;
    const MAGIC: u32;
    /// The name in messages.
    const NAME: &'static str;
    fn pool() -> &'static Pool<Self>;
}

/// The magic number of a slot that waits for its next handle.
pub(crate) const FREED: u32 = u32::from_be_bytes(*b"free");

/// The number of freed slots of a kind that wait before the first of them is taken again.
const WAITING: usize = 64;

/// A slot. Slots of all kinds begin with their state, so that a handle of another kind is detected.
#[repr(C)]
struct Slot<C> {
    /// The magic number, then the process and the number of the calls in progress.
    state: AtomicU64,
    content: UnsafeCell<Option<C>>,
}

// SAFETY: the content is written only by the thread that changes the magic number while no call is in
// progress, and shared only by calls in progress.
unsafe impl<C: Send + Sync> Sync for Slot<C> {}

/// The freed slots of a kind, the one that was freed first in front.
pub(crate) struct Pool<K: Kind>(Mutex<VecDeque<&'static Slot<K::Content>>>);

impl<K: Kind> Pool<K> {
    pub(crate) const fn new() -> Pool<K> {
        Pool(Mutex::new(VecDeque::new()))
    }

    /// Locks the pool. `None` if it stays locked: in a forked process, by a thread that is not in it.
    fn lock(&self) -> Option<MutexGuard<'_, VecDeque<&'static Slot<K::Content>>>> {
        (0..10_000).find_map(|_| match self.0.try_lock() {
            Ok(freed) => Some(freed),
            Err(TryLockError::Poisoned(freed)) => Some(freed.into_inner()),
            Err(TryLockError::WouldBlock) => {
                std::thread::yield_now();
                None
            }
        })
    }
}

/// The bits of the number of calls.
const CALLS: u64 = (1 << 20) - 1;

/// The bits of their process.
const PROCESS: u64 = 0xfff << 20;

/// A slot that no call uses.
const fn idle(magic: u32) -> u64 {
    (magic as u64) << 32
}

/// Returns the state with one more call of this process. `None` if another process has calls there.
#[inline]
fn entered(state: u64) -> Option<u64> {
    let process = u64::from(forks()) << 20 & PROCESS;
    match state & CALLS {
        0 => Some(state & !PROCESS | process | 1),
        _ if state & PROCESS == process => Some(state + 1),
        _ => None,
    }
}

fn forked(name: &'static str) -> Failure {
    let message = format!("{name}: {}", Problem::from(&ForkedProcess).message);
    Failure::new(ReversiStatus::Forked, "forked-process", message).field(name)
}

impl<K: Kind> Handle<K> {
    /// The handle of no object.
    pub const NULL: Handle<K> = Handle(std::ptr::null_mut());

    /// Makes a handle of new content.
    pub(crate) fn of(content: K::Content) -> Handle<K> {
        forks(); // its first call takes a lock, and those below may come from a handler of a signal
        let reused =
            K::pool().lock().filter(|freed| freed.len() > WAITING).and_then(|mut freed| freed.pop_front());
        let slot: &'static Slot<K::Content> = reused.unwrap_or_else(|| {
            let state = AtomicU64::new(idle(FREED));
            Box::leak(Box::new(Slot { state, content: UnsafeCell::new(None) }))
        });
        // SAFETY: nobody else refers to the content. The slot is freed, so that no call uses it, and not in
        // the pool, so that no other handle takes it.
        unsafe { slot.content.get().write(Some(content)) };
        slot.state.store(idle(K::MAGIC), Ordering::Release);
        Handle(std::ptr::from_ref(slot).cast_mut().cast())
    }

    /// Returns the content, which is not freed until the result is dropped.
    pub(crate) fn enter(self, name: &'static str) -> Result<InUse<K>, Failure> {
        let head = self.head(name)?;
        let mut seen = head.load(Ordering::Relaxed);
        loop {
            if (seen >> 32) as u32 != K::MAGIC {
                return Err(wrong::<K>(seen, name));
            }
            let entered = entered(seen).ok_or_else(|| forked(name))?;
            match head.compare_exchange_weak(seen, entered, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => break,
                Err(now) => seen = now,
            }
        }
        // SAFETY: the magic number is that of this kind, so the slot is one.
        Ok(InUse(unsafe { &*self.0.cast::<Slot<K::Content>>() }))
    }

    /// Returns the content, or `None` for a null pointer.
    pub(crate) fn enter_if_given(self, name: &'static str) -> Result<Option<InUse<K>>, Failure> {
        if self.0.is_null() { Ok(None) } else { self.enter(name).map(Some) }
    }

    /// Drops the content. Does nothing for a null pointer.
    pub(crate) fn free(self, name: &'static str) -> Result<(), Failure> {
        if self.0.is_null() {
            return Ok(());
        }
        let head = self.head(name)?;
        let freed = |seen: u64| (seen & !PROCESS == idle(K::MAGIC)).then_some(idle(FREED));
        if let Err(seen) = head.fetch_update(Ordering::Acquire, Ordering::Relaxed, freed) {
            return Err(if (seen >> 32) as u32 == K::MAGIC && entered(seen).is_none() {
                forked(name)
            } else if (seen >> 32) as u32 == K::MAGIC {
                let message = format!("{name}: the {} is in use by a call that has not returned", K::NAME);
                Failure::new(ReversiStatus::Busy, "busy", message).field(name)
            } else {
                wrong::<K>(seen, name)
            });
        }
        // SAFETY: the magic number was that of this kind, so the slot is one.
        let slot = unsafe { &*self.0.cast::<Slot<K::Content>>() };
        // SAFETY: nobody else refers to the content. No call was in progress, none begins with a freed slot,
        // and the slot is not in the pool yet.
        let content = unsafe { slot.content.get().replace(None) };
        if let Some(mut freed) = K::pool().lock() {
            freed.push_back(slot);
        } // else the slot is lost
        drop(content);
        Ok(())
    }

    /// Returns the state of the slot.
    fn head(self, name: &'static str) -> Result<&'static AtomicU64, Failure> {
        let head = self.0.cast::<AtomicU64>();
        if head.is_null() {
            return Err(null_pointer(name));
        }
        if !head.is_aligned() {
            return Err(wrong::<K>(0, name));
        }
        // SAFETY: a handle is an address that this library has returned, as the header demands. There is a
        // slot of some kind, which begins with its state and is never given back.
        Ok(unsafe { &*head })
    }
}

impl<K: Kind> Out<Handle<K>> {
    /// Writes a handle of the content that `make` returns, or NULL if it fails.
    pub(crate) fn make<C: Into<K::Content>>(
        self,
        name: &'static str,
        make: impl FnOnce() -> Result<C, Failure>,
    ) -> Result<(), Failure> {
        self.write(name, Handle::NULL)?;
        self.write(name, Handle::of(make()?.into()))
    }
}

/// Explains why a state does not belong to a handle of this kind.
#[cold]
fn wrong<K: Kind>(state: u64, name: &'static str) -> Failure {
    let message = match (state >> 32) as u32 {
        FREED => format!("{name}: this {} was freed before", K::NAME),
        _ => format!("{name}: this handle is not of the kind {}", K::NAME),
    };
    Failure::new(ReversiStatus::BadHandle, "bad-handle", message).field(name)
}

/// The content of a handle, during a call.
pub(crate) struct InUse<K: Kind>(&'static Slot<K::Content>);

impl<K: Kind> Deref for InUse<K> {
    type Target = K::Content;

    #[inline]
    fn deref(&self) -> &K::Content {
        // SAFETY: the slot counts this call, so the content stays and nobody changes it.
        let content = unsafe { &*self.0.content.get() };
        content.as_ref().expect("a slot of this kind has content")
    }
}

impl<T, K: Kind<Content = Mutex<T>>> InUse<K> {
    /// Waits for other calls with the handle. The content stays usable after a panic.
    pub(crate) fn locked(&self) -> MutexGuard<'_, T> {
        self.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Kind> Drop for InUse<K> {
    #[inline]
    fn drop(&mut self) {
        self.0.state.fetch_sub(1, Ordering::Release);
    }
}

/// A kind of handle: its type in C, its content, its magic number and its name.
macro_rules! kind {
    ($(#[$doc:meta])* $Kind:ident, $Content:ty, $magic:literal, $name:literal) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $Kind {
            _opaque: (),
        }

        // SAFETY: `magic_numbers_differ` in `lib.rs` lists all of them.
        unsafe impl $crate::handle::Kind for $Kind {
            type Content = $Content;
            const MAGIC: u32 = u32::from_be_bytes(*$magic);
            const NAME: &'static str = $name;
            fn pool() -> &'static $crate::handle::Pool<Self> {
                static POOL: $crate::handle::Pool<$Kind> = $crate::handle::Pool::new();
                &POOL
            }
        }
    };
}
pub(crate) use kind;
