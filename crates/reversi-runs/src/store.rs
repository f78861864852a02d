//! Files that programs share: locked before they are read, and replaced atomically.
//!
//! | Item | Who uses it |
//! |---|---|
//! | [`open_locked`] | files that grow in their place: checkpoints, journals of books |
//! | [`Locked`] | files that are replaced: books, files of answers, all that the program writes |
//!
//! The locks belong to the system: they end with their process, however it ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The suffix of the lock of a file, which exists while a program has the right to replace it.
const LOCK: &str = ".reversi-lock";

/// The suffix of the new file while it is written.
const NEW: &str = ".reversi-new";

/// An error of Windows.
const SHARING_VIOLATION: i32 = 32;

/// The right to replace a file. One process has it at a time: the content that is read while it is held is
/// the content that will be replaced.
///
/// The lock is a file beside it, named after the place to which links lead, so that all names of a file have
/// one lock. It is a separate file because the file to replace may not exist yet, and because on some systems
/// nobody can read a locked file. It is removed at the end. The next process removes the files of a process
/// that was killed.
#[derive(Debug)]
pub struct Locked {
    path: PathBuf,
    /// `None` for a file that is written to and not replaced, such as a device.
    lock: Option<File>,
}

impl Locked {
    /// Locks a file, which may not exist yet.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] if another process has it, or another part of this one.
    pub fn new(path: impl AsRef<Path>) -> Result<Locked, TryLockError> {
        let path = path.as_ref();
        if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            return Ok(Locked { path: path.to_owned(), lock: None });
        }
        let path = place(path).map_err(TryLockError::Error)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        // Windows cannot tell whether an open file still has its name, but nobody can remove a file that is
        // open and does not share that.
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 1 | 2);
        let lock = open_locked(&with_suffix(&path, LOCK), &options)?;
        Ok(Locked { path, lock: Some(lock) })
    }

    /// Returns the path of the file, where links lead.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a new file, which then takes the place of the old one and keeps its permissions. The
    /// replacement is atomic: after an error the old file is there, after a power cut the old or the new one.
    ///
    /// # Errors
    /// The errors of `write`, and the errors of the system as `failed` converts them.
    pub fn replace<T, E>(
        &self,
        failed: impl Fn(io::Error) -> E,
        write: impl FnOnce(&File) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.lock.is_none() {
            return write(&OpenOptions::new().write(true).open(&self.path).map_err(failed)?);
        }
        let new = with_suffix(&self.path, NEW);
        let written = self.write_new(&new, &failed, write).and_then(|written| {
            fs::rename(&new, &self.path).map_err(&failed)?;
            Ok(written)
        });
        match &written {
            // The name survives a power cut. Some file systems cannot promise it.
            Ok(_) => _ = open_folder_of(&self.path).map(|folder| folder.sync_all()),
            Err(_) => _ = fs::remove_file(&new), // the error that counts is the first one
        }
        written
    }

    fn write_new<T, E>(
        &self,
        new: &Path,
        failed: impl Fn(io::Error) -> E,
        write: impl FnOnce(&File) -> Result<T, E>,
    ) -> Result<T, E> {
        let begin = || {
            remove(new)?;
            let file = OpenOptions::new().read(true).write(true).create_new(true).open(new)?;
            match fs::metadata(&self.path) {
                Ok(old) => file.set_permissions(old.permissions())?, // before there is anything to read
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
            Ok(file)
        };
        let file = begin().map_err(&failed)?;
        let written = write(&file)?;
        file.sync_all().map_err(failed)?;
        Ok(written)
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        if self.lock.is_none() {
            return;
        }
        let _ = fs::remove_file(with_suffix(&self.path, NEW)); // of a process that was killed, or a panic
        if cfg!(windows) {
            self.lock = None; // an open file is not removed
        }
        // Elsewhere it is removed while it is locked: nobody else has it by this name. On Windows it stays
        // if somebody else has it open, who will remove it.
        let _ = fs::remove_file(with_suffix(&self.path, LOCK));
    }
}

/// Opens a regular file and locks it. The locked file still has this name: if another process has removed or
/// replaced it before it gave up the lock, the file is opened again.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if the file is locked.
pub fn open_locked(path: &Path, options: &OpenOptions) -> Result<File, TryLockError> {
    loop {
        let file = options.open(path).map_err(|error| match error.raw_os_error() {
            Some(SHARING_VIOLATION) if cfg!(windows) => TryLockError::WouldBlock, // it is being removed
            _ => TryLockError::Error(error),
        })?;
        if !file.metadata().map_err(TryLockError::Error)?.is_file() {
            let not_a_file = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
            return Err(TryLockError::Error(not_a_file)); // a pipe might be endless
        }
        file.try_lock()?;
        if has_name(&file, path).map_err(TryLockError::Error)? {
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;

    let opened = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((opened.dev(), opened.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// See [`Locked::new`].
#[cfg(not(unix))]
fn has_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Returns the place to which a path leads, so that a replacement there keeps the links to it. The file may
/// not exist, its folder must.
fn place(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // A link may lead to a file that does not exist yet. The system follows 40 links.
    for _ in 0..40 {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            found => return found,
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder)?;
        match fs::read_link(&path) {
            Ok(leads_to) => path = folder.join(leads_to),
            Err(_) => {
                let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "the path must name a file");
                return Ok(folder.join(path.file_name().ok_or_else(no_name)?));
            }
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "too many links"))
}

/// Removes a file, if there is one.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Opens the folder of a file with a full path. Returns `None` if it cannot be read, and on systems that do
/// not open folders as files: there the name of a new file may not survive a power cut.
pub fn open_folder_of(path: &Path) -> Option<File> {
    File::open(path.parent().filter(|_| cfg!(unix))?).ok()
}

/// Adds a suffix to the name of a path.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// The names of the files of a folder, in order.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    fn write(locked: &Locked, text: &str) -> io::Result<()> {
        locked.replace(|error| error, |mut file| file.write_all(text.as_bytes()))
    }

    fn is_locked(path: &Path) -> bool {
        matches!(Locked::new(path), Err(TryLockError::WouldBlock))
    }

    #[test]
    fn a_file_has_one_lock_and_nothing_stays_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for text in ["first", "second"] {
            let locked = Locked::new(&path).unwrap();
            assert!(is_locked(&path));
            write(&locked, "for now").unwrap();
            assert!(is_locked(&path), "until it is given up");
            write(&locked, text).unwrap();
            drop(locked);
            assert_eq!(
                (fs::read_to_string(&path).unwrap().as_str(), names(folder.path())),
                (text, vec!["file".to_owned()])
            );
        }
        let locked = Locked::new(&path).unwrap();
        let failed: io::Result<()> = locked
            .replace(|error| error, |mut file| file.write_all(b"half").and(Err(io::Error::other("no more"))));
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(names(folder.path()), ["file", "file.reversi-lock"]);
        drop(locked);
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert!(matches!(Locked::new(folder.path().join("missing/file")), Err(TryLockError::Error(_))));
    }

    /// The files of a process that was killed.
    #[test]
    fn what_is_left_is_no_lock_and_goes_with_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for writes in [true, false] {
            fs::write(with_suffix(&path, LOCK), "").unwrap();
            fs::write(with_suffix(&path, NEW), "a part of a file that is longer than the next one").unwrap();
            let locked = Locked::new(&path).unwrap();
            if writes {
                write(&locked, "text").unwrap();
            }
            drop(locked);
            assert_eq!(
                (fs::read_to_string(&path).unwrap().as_str(), names(folder.path())),
                ("text", vec!["file".to_owned()])
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn all_names_of_a_file_have_its_lock_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = tempfile::tempdir().unwrap();
        let (path, link, other) =
            (folder.path().join("file"), folder.path().join("link"), folder.path().join("other"));
        symlink("file", &link).unwrap();
        symlink(&link, &other).unwrap();
        let new = Locked::new(&other).unwrap(); // the file is not there yet
        assert!(is_locked(&path) && is_locked(&link) && is_locked(&other));
        write(&new, "new").unwrap();
        drop(new);
        for mode in [0o640, 0o400, 0o777] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let locked = Locked::new(&other).unwrap();
            assert!(is_locked(&path) && is_locked(&link) && is_locked(&other));
            let private = |file: &File| Ok(file.metadata()?.permissions().mode() & 0o777);
            assert_eq!(
                locked.replace(|error: io::Error| error, private).unwrap(),
                mode,
                "while it is written"
            );
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
            write(&locked, &mode.to_string()).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), 0o777.to_string());
        assert!(link.is_symlink() && other.is_symlink());
        assert_eq!(names(folder.path()), ["file", "link", "other"]);
        write(&Locked::new("/dev/null").unwrap(), "nothing").unwrap();
        symlink(&link, folder.path().join("circle")).unwrap();
        fs::remove_file(&link).unwrap();
        symlink("circle", &link).unwrap();
        assert!(matches!(Locked::new(&link), Err(TryLockError::Error(_))));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_replaced_or_removed_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let (path, new) = (folder.path().join("file"), folder.path().join("new"));
        for replaces in [true, false] {
            let file = File::create(&path).unwrap();
            assert!(has_name(&file, &path).unwrap());
            if replaces {
                fs::write(&new, "").unwrap();
                fs::rename(&new, &path).unwrap();
            } else {
                fs::remove_file(&path).unwrap();
            }
            assert!(!has_name(&file, &path).unwrap());
        }
    }

    /// Threads count in a file. Each reads it, and replaces it by the next number.
    #[test]
    fn no_count_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "0").unwrap();
        let refused = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut done = 0;
                    while done < 100 {
                        let Ok(locked) = Locked::new(&path) else {
                            refused.fetch_add(1, Ordering::Relaxed);
                            std::thread::yield_now();
                            continue;
                        };
                        let count: u32 = fs::read_to_string(&path).unwrap().parse().unwrap();
                        write(&locked, &(count + 1).to_string()).unwrap();
                        done += 1;
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "400", "{refused:?} times refused");
        assert_eq!(names(folder.path()), ["file"]);
    }
}
