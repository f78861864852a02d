use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};

use bytemuck::Pod;
use memmap2::Mmap;
use reversi_bitboard::__internal::LargeTable;
use reversi_bitboard::cpu::forks;

/// The number of bytes before the elements in a mapped file: a page, so that the elements are aligned in
/// memory.
pub(crate) const MAPPED_AT: usize = 4096;

/// The elements of tables: in their own memory, or in a mapped file that passed the check.
pub(crate) enum Elements<T> {
    Owned(LargeTable<T>),
    Mapped(Mmap),
    Packed(Packed<T>),
}

impl<T: Pod> Elements<T> {
    /// Returns all elements, `len` of them.
    pub(crate) fn get(&self, len: usize) -> &[T] {
        match self {
            Elements::Owned(elements) => elements,
            Elements::Mapped(file) => bytemuck::cast_slice(&file[MAPPED_AT..][..len * size_of::<T>()]),
            Elements::Packed(packed) => packed.get(len),
        }
    }
}

/// Elements of a file that is part of the program. They are unpacked at the first use, which needs no more
/// memory: a process that never uses them reserves theirs and touches none of it.
pub(crate) struct Packed<T> {
    unpacked: OnceLock<LargeTable<T>>,
    /// The memory until then, as zeros. The thread that unpacks holds the lock, and the others wait.
    reserved: Mutex<Option<LargeTable<T>>>,
    /// The process, by its [`forks`]. In a child the lock may be held by a thread that does not exist there.
    process: u32,
    file: &'static [u8],
    unpack: fn(&[u8], &mut [T]),
}

impl<T: Pod> Packed<T> {
    /// Makes the elements of a file from the memory for them, and the function that unpacks them into it.
    pub(crate) fn new(
        reserved: LargeTable<T>,
        file: &'static [u8],
        unpack: fn(&[u8], &mut [T]),
    ) -> Packed<T> {
        let reserved = Mutex::new(Some(reserved));
        Packed { unpacked: OnceLock::new(), reserved, process: forks(), file, unpack }
    }

    #[inline]
    fn get(&self, len: usize) -> &[T] {
        self.unpacked.get().unwrap_or_else(|| self.unpack(len))
    }

    #[cold]
    fn unpack(&self, len: usize) -> &LargeTable<T> {
        let mut lock = match self.reserved.try_lock() {
            Ok(lock) => Some(lock),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if forks() != self.process => None,
            Err(TryLockError::WouldBlock) => {
                Some(self.reserved.lock().unwrap_or_else(PoisonError::into_inner))
            }
        };
        // A child that is forked while the cell is written would wait for ever, so unpacking ends before.
        if self.unpacked.get().is_none() {
            let reserved = lock.as_mut().and_then(|reserved| reserved.take());
            let again = || LargeTable::zeroed_in_huge_pages(len).expect("memory in a forked process");
            let mut elements = reserved.unwrap_or_else(again);
            (self.unpack)(self.file, &mut elements);
            let _ = self.unpacked.set(elements);
        }
        self.unpacked.get().expect("they are unpacked")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed() -> Packed<u8> {
        Packed::new(LargeTable::zeroed(3).unwrap(), b"abc", |file, to| to.copy_from_slice(file))
    }

    #[test]
    fn elements_are_unpacked_once_into_the_memory_that_was_reserved() {
        let packed = packed();
        let reserved = packed.reserved.lock().unwrap().as_ref().unwrap().as_ptr().addr();
        let get = || assert_eq!((packed.get(3), packed.get(3).as_ptr().addr()), (&b"abc"[..], reserved));
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(get))));
    }

    /// Simulates a child of a process in which another thread unpacks them.
    #[test]
    fn a_forked_process_waits_for_no_elements() {
        let packed = Packed { process: forks() + 1, ..packed() };
        let _of_another_thread = packed.reserved.lock().unwrap();
        assert_eq!(packed.get(3), b"abc");
    }
}
