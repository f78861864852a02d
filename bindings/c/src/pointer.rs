//! Pointers that a C program passes: they are read, written, or hold text. Each may be null.
//!
//! The unsafe code of the boundary is here and in [`handle`](crate::handle). A pointer is made by C or by an
//! unsafe call, which must keep the promise of [`In::new`] or [`Out::new`].

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

/// A struct that begins with its size and may grow at its end.
///
/// # Safety
/// The type is `repr(C)`, and its first field is a `usize`.
pub(crate) unsafe trait Versioned: Copy {
    /// The name of the macro that makes one.
    const INIT: &'static str;
    /// The size of the first version of the struct, up to the end of the last field of that version.
    const FIRST_SIZE: usize;
}

/// A struct that a program fills in.
///
/// # Safety
/// Zeroed memory is a value of the type, as is every value that C gives to its fields.
pub(crate) unsafe trait Options: Versioned {}

/// Makes a struct [`Versioned`]: the name of its initialiser, and the last field of its first version with
/// its type. Do not change that field when the struct grows.
macro_rules! versioned {
    ($Struct:ty, $init:literal, $last:ident: $Last:ty) => {
        // SAFETY: it is `repr(C)` and begins with its size.
        unsafe impl $crate::pointer::Versioned for $Struct {
            const INIT: &'static str = $init;
            const FIRST_SIZE: usize = std::mem::offset_of!($Struct, $last) + size_of::<$Last>();
        }
    };
}

/// Makes a struct [`Versioned`], [`Options`] and [`Default`].
macro_rules! options {
    ($Struct:ty, $init:literal, $last:ident: $Last:ty) => {
        $crate::pointer::versioned!($Struct, $init, $last: $Last);

        // SAFETY: numbers and pointers may be zero, and so may a callback.
        unsafe impl $crate::pointer::Options for $Struct {}

        #[doc = concat!("`", $init, "`")]
        impl Default for $Struct {
            fn default() -> $Struct {
                // SAFETY: zeros are a value of it.
                let zeros: $Struct = unsafe { std::mem::zeroed() };
                Self { size: size_of::<$Struct>(), ..zeros }
            }
        }
    };
}
pub(crate) use {options, versioned};

/// Upper bound of the size of a struct. A greater size is invalid.
const MOST_SIZE: usize = 4096;

impl<T: Copy> In<T> {
    /// Makes a pointer, as C passes it.
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

    /// Reads the value; `name` is the name of the argument.
    pub(crate) fn read(self, name: &'static str) -> Result<T, Failure> {
        check(self.0, name)?;
        // SAFETY: it is aligned and not null, so it points to a value, by the promise of `new`.
        Ok(unsafe { self.0.read() })
    }

    /// Reads `count` values. If `count` is 0, the pointer may be null.
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
    /// Reads UTF-8 text of `length` bytes.
    pub(crate) fn text(&self, length: usize, name: &'static str) -> Result<&str, Failure> {
        let bytes = self.bytes(length, name)?;
        std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            let message = format!("{name} must be UTF-8, and byte {at} is not");
            Failure::new(ReversiStatus::BadText, "not-utf-8", message).field(name).at_byte(at)
        })
    }

    /// Reads `length` bytes.
    pub(crate) fn bytes(&self, length: usize, name: &'static str) -> Result<&[u8], Failure> {
        let chars = self.slice(length, name)?;
        // SAFETY: a char of C is a byte, signed or not.
        Ok(unsafe { std::slice::from_raw_parts(chars.as_ptr().cast(), chars.len()) })
    }
}

impl<T: Options> In<T> {
    /// Reads the options. With a null pointer all fields are zero, their defaults.
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
        let size = size_at(self.0, name)?;
        // SAFETY: the struct has the size that it says, by the promise of `new`.
        let bytes = unsafe { std::slice::from_raw_parts(self.0.cast::<MaybeUninit<u8>>(), size) };
        let (known, unknown) = bytes.split_at(size.min(size_of::<T>()));
        // SAFETY: what a later header has there is initialised, as C initialises whole structs.
        let is_zero = |byte: &MaybeUninit<u8>| unsafe { byte.assume_init() } == 0;
        if !unknown.iter().all(is_zero) {
            let message = format!("{name} has an option that this version of the library does not have");
            return Err(Failure::new(ReversiStatus::BadSize, "unknown-option", message).field(name));
        }
        let target = options.as_mut_ptr().cast::<MaybeUninit<u8>>();
        // SAFETY: `known` is not longer than the struct, and the two do not overlap.
        unsafe { target.copy_from_nonoverlapping(known.as_ptr(), known.len()) };
        // SAFETY: zeros and the fields that C has set are a value, by the promise of `Options`.
        Ok(unsafe { options.assume_init() })
    }
}

impl<T> Out<T> {
    /// Makes a pointer, as C passes it.
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

    /// Checks that a value can be written, before the work whose result it is.
    pub(crate) fn check(self, name: &'static str) -> Result<(), Failure> {
        check(self.0, name)
    }

    /// Writes the value. The memory may hold anything before, and its content is not dropped.
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

    /// Returns memory for `count` values. If `count` is 0, the pointer may be null.
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

impl<T: Versioned> Out<T> {
    /// Checks that the struct has a size, before the work whose result it takes.
    pub(crate) fn check_versioned(self, name: &'static str) -> Result<(), Failure> {
        size_at(self.0, name).map(drop)
    }

    /// Writes as much of the value as the struct of the program has room for. The size of the struct and any
    /// fields beyond stay as they are.
    pub(crate) fn write_versioned(self, name: &'static str, value: T) -> Result<(), Failure> {
        let size = size_at(self.0, name)?;
        let target = self.0.cast::<MaybeUninit<u8>>();
        // SAFETY: neither struct is shorter, by the promise of `new`, and they do not overlap.
        unsafe {
            target.copy_from_nonoverlapping(std::ptr::from_ref(&value).cast(), size.min(size_of::<T>()))
        };
        // SAFETY: both structs begin with their size.
        unsafe { self.0.cast::<usize>().write(size) };
        Ok(())
    }
}

/// Returns the size that a struct claims to have.
fn size_at<T: Versioned>(pointer: *const T, name: &'static str) -> Result<usize, Failure> {
    check(pointer, name)?;
    // SAFETY: the first field is a `usize`, and the pointer is as aligned as the struct.
    let size = unsafe { pointer.cast::<usize>().read() };
    if (T::FIRST_SIZE..=MOST_SIZE).contains(&size) {
        return Ok(size);
    }
    let message =
        format!("{name}.size must be {} to {MOST_SIZE}, not {size}: begin with {}", T::FIRST_SIZE, T::INIT);
    Err(Failure::new(ReversiStatus::BadSize, "bad-size", message).field(format!("{name}.size")))
}

/// Checks that a pointer is neither null nor misaligned.
fn check<T>(pointer: *const T, name: &'static str) -> Result<(), Failure> {
    if pointer.is_null() {
        Err(null_pointer(name))
    } else if !pointer.is_aligned() {
        let message = format!("{name} must be aligned to {} bytes", align_of::<T>());
        Err(Failure::new(ReversiStatus::InvalidArgument, "misaligned-pointer", message).field(name))
    } else {
        Ok(())
    }
}

#[cold]
pub(crate) fn null_pointer(name: &str) -> Failure {
    let message = format!("{name} must not be NULL");
    Failure::new(ReversiStatus::NullPointer, "null-pointer", message).field(name)
}

/// Checks that memory can hold this number of values. A negative number of C, above all, cannot be held.
fn check_count<T>(count: usize, name: &'static str) -> Result<(), Failure> {
    let most = isize::MAX as usize / size_of::<T>();
    if count <= most {
        return Ok(());
    }
    let expected = format_args!("at most {most} values");
    Err(Failure::out_of_range(name, expected, count))
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
        return Err(too_small(name, values.len(), capacity));
    }
    for (place, &value) in array.slice(values.len(), name)?.iter_mut().zip(values) {
        place.write(value);
    }
    Ok(())
}

fn too_small(name: &str, needed: usize, capacity: usize) -> Failure {
    let message = format!("the capacity of {name} must be {needed} or more, not {capacity}");
    Failure::new(ReversiStatus::BufferTooSmall, "buffer-too-small", message).field(name)
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
        return Err(too_small("buffer", text.len() + 1, capacity));
    }
    let chars: Vec<c_char> = text.bytes().chain([0]).map(|byte| byte as c_char).collect();
    fill(&chars, buffer, capacity, Out(std::ptr::null_mut()), "buffer")
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use super::{Out, Versioned as _};
    use crate::*;

    /// A struct that has grown by a field.
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Grown {
        size: usize,
        depth: u64,
        added: u64,
    }
    options!(Grown, "GROWN_INIT", depth: u64);

    #[test]
    fn an_answer_fills_what_an_old_program_has() {
        let mut old = Grown { size: Grown::FIRST_SIZE, depth: 0, added: 99 };
        let answer = Grown { depth: 7, added: 8, ..Grown::default() };
        Out(&raw mut old).write_versioned("answer", answer).unwrap();
        assert_eq!((old.size, old.depth, old.added), (Grown::FIRST_SIZE, 7, 99));
    }

    /// The layout of the first release with this `REVERSI_ABI_VERSION`, for good: programs that were compiled
    /// then have these structs.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn what_the_first_release_has_stays_where_it_is() {
        macro_rules! offsets {
            ($Struct:ident, $first_size:literal: $($field:ident $at:literal),+) => {
                assert_eq!($Struct::FIRST_SIZE, $first_size, stringify!($Struct));
                $(assert_eq!(offset_of!($Struct, $field), $at, stringify!($Struct.$field));)+
            };
        }
        assert_eq!(REVERSI_ABI_VERSION, 2);
        offsets!(ReversiLimits, 32: size 0, stop 8, seconds 16, nodes 24);
        offsets!(ReversiSolveOptions, 56:
            size 0, progress 8, user 16, question 24, alpha 28, beta 32, limits 40, total_limits 48);
        offsets!(ReversiAnalyzeOptions, 88:
            size 0, progress 8, user 16, effort 24, amount 28, selectivity 32, lines 36, only 40,
            clock_remaining_seconds 48, clock_increment_seconds 56, book 64, limits 72, total_limits 80);
        offsets!(ReversiEngineOptions, 56:
            size 0, weights 8, book 16, hash_mib 24, threads 32, cpu_level 40, cpu_level_length 48);
        offsets!(ReversiSummary, 72:
            size 0, value 8, best_move 32, lines 40, nodes 48, seconds 56, stopped 64, source 68);
        offsets!(ReversiPlace, 64:
            size 0, file 8, field 16, line 24, column 32, offset 40, index 48, ply 56);
        assert_eq!(size_of::<ReversiBoard>(), 16);
        assert_eq!(size_of::<ReversiBookMove>(), 8);
        assert_eq!(size_of::<ReversiText>(), 16);
        assert_eq!(size_of::<ReversiValue>(), 24);
    }

    /// The numbers of the first release, whatever the tables add or sort.
    #[test]
    fn enums_keep_their_numbers() {
        assert_eq!(ReversiBookUse::NAMES[..3], ["as_deep", "never", "always"]);
        assert_eq!(ReversiStrength::NAMES[0], "beginner");
        assert_eq!(ReversiStrength::Master as i32, 6);
        use ReversiStopped::{Callback, No, Nodes, Stop, Time};
        assert_eq!([No, Time, Nodes, Stop, Callback].map(|stopped| stopped as i32), [0, 1, 2, 3, 4]);
        use ReversiSource::{Book, File, Search};
        assert_eq!([Search, Book, File].map(|source| source as i32), [0, 1, 2]);
    }
}
