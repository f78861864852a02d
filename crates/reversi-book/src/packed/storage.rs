//! The storage of the bytes of a book.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io;

/// The storage of the bytes of a book.
pub(crate) enum Storage {
    /// Bytes in memory.
    Bytes(Cow<'static, [u8]>),
    /// Bytes in memory that another type owns, such as a mapped file.
    Owner(Box<dyn AsRef<[u8]> + Send + Sync>),
    /// A file, of which only requested places are read.
    File {
        file: File,
        /// The length of the file when it was opened.
        len: u64,
    },
}

impl Storage {
    pub(crate) fn file(file: File) -> io::Result<Storage> {
        let len = file.metadata()?.len();
        Ok(Storage::File { file, len })
    }

    pub(crate) fn len(&self) -> u64 {
        match self {
            Storage::Bytes(bytes) => bytes.len() as u64,
            Storage::Owner(owner) => (**owner).as_ref().len() as u64,
            Storage::File { len, .. } => *len,
        }
    }

    /// Reads `len` bytes from `at` on. Bytes of a file are copied.
    ///
    /// # Errors
    /// If there are fewer, or if the file cannot be read.
    pub(crate) fn read(&self, at: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
        if at.checked_add(len as u64).is_none_or(|end| end > self.len()) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let of_slice = |bytes| {
            let bytes: Option<&[u8]> = <[u8]>::get(bytes, at as usize..).and_then(|bytes| bytes.get(..len));
            bytes.map(Cow::Borrowed).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
        };
        match self {
            Storage::Bytes(bytes) => of_slice(bytes),
            Storage::Owner(owner) => of_slice((**owner).as_ref()),
            Storage::File { file, .. } => {
                let mut bytes = vec![0; len];
                read_at(file, &mut bytes, at)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }
}

/// Reads without moving the cursor, which threads share.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                at += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Storage::Bytes(_) => "Bytes",
            Storage::Owner(_) => "Owner",
            Storage::File { .. } => "File",
        };
        write!(f, "{name}({} bytes)", self.len())
    }
}
