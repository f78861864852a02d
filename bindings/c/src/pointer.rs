//! What a C program passes: pointers that are read, written, or hold text. Each may be null.
//!
//! The unsafe code of the boundary is here and in [`handle`](crate::handle): a pointer can only be made by an
//! unsafe call, or by C, and whoever makes one keeps the promise of [`In::new`] or [`Out::new`].

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::failure::Failure;
use crate::status::ReversiStatus;

/// A pointer to one or more values that a function reads. It may be null.
#[repr(transparent)]
#[derive(Debug)]
pub struct In<T>(*const T);

/// A pointer to one or more values that a function writes. It may be null.
#[repr(transparent)]
#[derive(Debug)]
pub struct Out<T>(*mut T);

// Derived, they would ask the same of `T`.
impl<T> Clone for In<T> {
    fn clone(&self) -> In<T> {
        *self
    }
}
impl<T> Copy for In<T> {}
impl<T> Clone for Out<T> {
    fn clone(&self) -> Out<T> {
        *self
    }
}
impl<T> Copy for Out<T> {}

/// A struct of options: its first field is its size, and each of its fields may have any bytes, zero above
/// all.
///
/// # Safety
/// The type is `repr(C)`, its first field is a `usize`, and zeroed memory is a value of it, as is every value
/// that C gives to its fields.
pub(crate) unsafe trait Options: Copy {
    /// The name of the macro or function that makes one.
    const INIT: &'static str;
    /// The size of the first version of the struct: up to the end of its last field then, whatever follows
    /// now.
    const FIRST_SIZE: usize;
}

/// Makes a struct [`Options`]: the name of its initialiser, and the last field of its first version with its
/// type. That field stays the same when the struct grows.
macro_rules! options {
    ($Struct:ty, $init:literal, $last:ident: $Last:ty) => {
        // SAFETY: it is `repr(C)` and begins with its size; numbers and pointers may be zero, and so may a
        // callback.
        unsafe impl $crate::pointer::Options for $Struct {
            const INIT: &'static str = $init;
            const FIRST_SIZE: usize = std::mem::offset_of!($Struct, $last) + size_of::<$Last>();
        }
    };
}
pub(crate) use options;

/// No struct of options gets larger than this: a greater size is no size.
const MOST_OPTIONS: usize = 4096;

impl<T: Copy> In<T> {
    /// A pointer as a C program has it.
    ///
    /// # Safety
    /// It is null, or it points to as many values of `T` as the function that it is passed to reads. They
    /// stay as they are while the function runs.
    pub const unsafe fn new(pointer: *const T) -> In<T> {
        In(pointer)
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The value; `name` is that of the argument.
    pub(crate) fn read(self, name: &'static str) -> Result<T, Failure> {
        check(self.0, name)?;
        // SAFETY: it is aligned and not null, so it points to a value, by the promise of `new`.
        Ok(unsafe { self.0.read() })
    }

    /// `count` values. The pointer of none may be null.
    pub(crate) fn slice(&self, count: usize, name: &'static str) -> Result<&[T], Failure> {
        if count == 0 {
            return Ok(&[]);
        }
        check(self.0, name)?;
        check_count::<T>(count, name)?;
        // SAFETY: it is aligned and not null, so it points to as many values as the function reads, which do
        // not change, by the promise of `new`. All of them are less than half of the address space.
        Ok(unsafe { std::slice::from_raw_parts(self.0, count) })
    }
}

impl In<c_char> {
    /// UTF-8 text of `length` bytes.
    pub(crate) fn text(&self, length: usize, name: &'static str) -> Result<&str, Failure> {
        let bytes = self.bytes(length, name)?;
        std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            Failure::new(ReversiStatus::BadText, "not-utf-8", format!("{name}: byte {at}: not UTF-8"))
                .at_byte(at as u64)
        })
    }

    /// `length` bytes.
    pub(crate) fn bytes(&self, length: usize, name: &'static str) -> Result<&[u8], Failure> {
        let chars = self.slice(length, name)?;
        // SAFETY: a char of C is a byte, signed or not.
        Ok(unsafe { std::slice::from_raw_parts(chars.as_ptr().cast(), chars.len()) })
    }
}

impl<T: Options> In<T> {
    /// The options. With a null pointer all fields are zero, their defaults.
    ///
    /// A program that was compiled with an earlier header has a smaller struct, whose missing fields are
    /// zero. One that was compiled with a later header has a larger struct; it is refused unless the fields
    /// that this library does not know are zero.
    pub(crate) fn options(self, name: &'static str) -> Result<T, Failure> {
        let mut options = MaybeUninit::<T>::zeroed();
        if self.is_null() {
            // SAFETY: zeros are a value, by the promise of `Options`.
            return Ok(unsafe { options.assume_init() });
        }
        check(self.0, name)?;
        // SAFETY: the first field is a `usize`, and the pointer is as aligned as the struct.
        let size = unsafe { self.0.cast::<usize>().read() };
        if !(T::FIRST_SIZE..=MOST_OPTIONS).contains(&size) {
            let message = format!("{name}: size is {size}: begin with {}", T::INIT);
            return Err(Failure::new(ReversiStatus::BadSize, "bad-size", message));
        }
        // SAFETY: the struct has the size that it says, by the promise of `new`.
        let bytes = unsafe { std::slice::from_raw_parts(self.0.cast::<MaybeUninit<u8>>(), size) };
        let (known, unknown) = bytes.split_at(size.min(size_of::<T>()));
        // SAFETY: what a later header has there is initialised, as C initialises whole structs.
        let is_zero = |byte: &MaybeUninit<u8>| unsafe { byte.assume_init() } == 0;
        if !unknown.iter().all(is_zero) {
            let message = format!("{name}: an option is set that this version of the library does not have");
            return Err(Failure::new(ReversiStatus::BadSize, "unknown-option", message));
        }
        let target = options.as_mut_ptr().cast::<MaybeUninit<u8>>();
        // SAFETY: `known` is not longer than the struct, and the two do not overlap.
        unsafe { target.copy_from_nonoverlapping(known.as_ptr(), known.len()) };
        // SAFETY: zeros and the fields that C has set are a value, by the promise of `Options`.
        Ok(unsafe { options.assume_init() })
    }
}

impl<T> Out<T> {
    /// A pointer as a C program has it.
    ///
    /// # Safety
    /// It is null, or it points to writable memory for as many values of `T` as the function that it is
    /// passed to writes. Nobody else uses that memory while the function runs.
    pub const unsafe fn new(pointer: *mut T) -> Out<T> {
        Out(pointer)
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// That a value can be written: to be asked before the work whose result it is.
    pub(crate) fn check(self, name: &'static str) -> Result<(), Failure> {
        check(self.0, name)
    }

    /// Writes the value. What is there now is not dropped: it may be anything.
    pub(crate) fn write(self, name: &'static str, value: T) -> Result<(), Failure> {
        check(self.0, name)?;
        // SAFETY: it is aligned and not null, so there is memory for a value, by the promise of `new`.
        unsafe { self.0.write(value) };
        Ok(())
    }

    /// Writes the value, or nothing if the pointer is null.
    pub(crate) fn write_if_wanted(self, name: &'static str, value: T) -> Result<(), Failure> {
        if self.is_null() { Ok(()) } else { self.write(name, value) }
    }

    /// Memory for `count` values. The pointer of none may be null.
    pub(crate) fn slice(
        &mut self,
        count: usize,
        name: &'static str,
    ) -> Result<&mut [MaybeUninit<T>], Failure> {
        if count == 0 {
            return Ok(&mut []);
        }
        check(self.0, name)?;
        check_count::<T>(count, name)?;
        // SAFETY: it is aligned and not null, so there is memory for as many values as the function writes,
        // which nobody else uses, by the promise of `new`.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.0.cast(), count) })
    }
}

/// A null or misaligned pointer is an error.
fn check<T>(pointer: *const T, name: &'static str) -> Result<(), Failure> {
    if pointer.is_null() {
        Err(Failure::new(ReversiStatus::NullPointer, "null-pointer", format!("{name} is NULL")))
    } else if !pointer.is_aligned() {
        let message = format!("{name} is not aligned to {} bytes", align_of::<T>());
        Err(Failure::new(ReversiStatus::InvalidArgument, "misaligned-pointer", message))
    } else {
        Ok(())
    }
}

/// A number of values that no memory holds is an error: a negative number, as a rule.
fn check_count<T>(count: usize, name: &'static str) -> Result<(), Failure> {
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Failure::invalid(format!("{name}: {count} values are more than any memory holds"))),
    }
}

/// Copies values to an array of the caller, and their number to `count` even if there are too many.
pub(crate) fn fill<T: Copy>(
    values: &[T],
    mut array: Out<T>,
    capacity: usize,
    count: Out<usize>,
    name: &'static str,
) -> Result<(), Failure> {
    count.write_if_wanted("count", values.len())?;
    if values.len() > capacity {
        let message = format!("{name}: there is room for {capacity} of {} values", values.len());
        return Err(Failure::new(ReversiStatus::BufferTooSmall, "buffer-too-small", message));
    }
    for (place, &value) in array.slice(values.len(), name)?.iter_mut().zip(values) {
        place.write(value);
    }
    Ok(())
}

/// Copies text and a final NUL to a buffer of the caller, and its length without the NUL to `length` even if
/// the buffer is too small.
pub(crate) fn fill_text(
    text: &str,
    buffer: Out<c_char>,
    capacity: usize,
    length: Out<usize>,
) -> Result<(), Failure> {
    length.write_if_wanted("length", text.len())?;
    if text.len() >= capacity {
        let message = format!("buffer: {} bytes are needed, and there are {capacity}", text.len() + 1);
        return Err(Failure::new(ReversiStatus::BufferTooSmall, "buffer-too-small", message));
    }
    let chars: Vec<c_char> = text.bytes().chain([0]).map(|byte| byte as c_char).collect();
    fill(&chars, buffer, capacity, Out(std::ptr::null_mut()), "buffer")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReversiAnalyzeOptions, ReversiEngineOptions, ReversiSolveOptions};

    /// Options as a program knows them that was compiled with the first header.
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct First {
        size: usize,
        depth: u64,
    }

    /// The same options in this library, which has added one.
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Grown {
        size: usize,
        depth: u64,
        added: u64,
    }
    options!(Grown, "GROWN_INIT", depth: u64);

    /// As a program knows them that was compiled with a later header.
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Later {
        size: usize,
        depth: u64,
        added: u64,
        unknown: u64,
    }

    /// Reads the options of a program.
    fn read<T>(options: &T) -> Result<Grown, Failure> {
        In(std::ptr::from_ref(options).cast::<Grown>()).options("options")
    }

    #[test]
    fn an_old_program_has_a_smaller_struct_and_gets_defaults_for_the_rest() {
        let read = read(&First { size: size_of::<First>(), depth: 7 }).unwrap();
        assert_eq!((read.depth, read.added), (7, 0));
    }

    #[test]
    fn a_new_program_has_a_larger_struct_and_may_leave_the_rest_at_its_defaults() {
        let mut options = Later { size: size_of::<Later>(), depth: 7, added: 8, unknown: 0 };
        let known = read(&options).unwrap();
        assert_eq!((known.depth, known.added), (7, 8));
        options.unknown = 1;
        assert!(read(&options).err().unwrap().message().contains("does not have"));
    }

    #[test]
    fn a_size_below_the_first_version_is_no_size() {
        for size in [0, size_of::<First>() - 1, MOST_OPTIONS + 1, usize::MAX] {
            assert!(
                read(&First { size, depth: 7 }).err().unwrap().message().contains("GROWN_INIT"),
                "{size}"
            );
        }
    }

    /// They are those of the first release, for good: programs that were compiled then have these sizes.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn first_sizes_do_not_change() {
        assert_eq!(ReversiEngineOptions::FIRST_SIZE, 48);
        assert_eq!(ReversiSolveOptions::FIRST_SIZE, 88);
        assert_eq!(ReversiAnalyzeOptions::FIRST_SIZE, 96);
    }
}
