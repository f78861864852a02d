//! Edits of the source, and a copy of the repository that takes them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context as _, ensure};
use xshell::{Shell, cmd};

use crate::solver;

/// One replacement in a file.
pub(super) struct Edit {
    pub(super) file: &'static str,
    /// A text that the file has once.
    pub(super) from: &'static str,
    pub(super) to: &'static str,
}

/// Files of the laboratory that become files of a crate: from where and to where.
pub(super) type NewFile = (&'static str, &'static str);

/// The files that a variant changes, with their new contents. `read` returns a file of the repository.
///
/// # Errors
/// If a file is missing, or if it does not have the text of an edit once.
pub(super) fn edited(
    files: &[NewFile],
    edits: &[Edit],
    read: &impl Fn(&str) -> anyhow::Result<String>,
) -> anyhow::Result<BTreeMap<&'static str, String>> {
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    for &(from, to) in files {
        texts.insert(to, read(from)?);
    }
    for &Edit { file, from, to } in edits {
        if !texts.contains_key(file) {
            texts.insert(file, read(file)?);
        }
        let text = texts.get_mut(file).expect("it was read");
        let times = text.matches(from).count();
        ensure!(times == 1, "{file}: {times} times instead of once: {from}");
        *text = text.replacen(from, to, 1);
    }
    Ok(texts)
}

/// A copy of the repository in `target/variants/tree`, where variants are built.
pub(super) struct WorkingCopy {
    folder: PathBuf,
}

impl WorkingCopy {
    /// Brings the copy up to date. Files that have not changed keep their times, so cargo builds them once.
    ///
    /// # Errors
    /// If git cannot list the files, or if the copy cannot be written.
    pub(super) fn of(root: &Path) -> anyhow::Result<WorkingCopy> {
        let shell = Shell::new()?;
        shell.change_dir(root);
        let copy = WorkingCopy { folder: solver::target(root).join("variants") };
        let files = cmd!(shell, "git ls-files -z --cached --others --exclude-standard").quiet().read()?;
        let mut kept = BTreeSet::new();
        for file in files.split_terminator('\0') {
            let Ok(bytes) = fs::read(root.join(file)) else { continue }; // deleted, or a link to a folder
            copy.write(file, &bytes)?;
            kept.insert(copy.tree().join(file));
        }
        // A module that has moved would have two files.
        remove_others(&copy.tree(), &kept).with_context(|| copy.tree().display().to_string())?;
        Ok(copy)
    }

    fn tree(&self) -> PathBuf {
        self.folder.join("tree")
    }

    fn write(&self, file: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.tree().join(file);
        if fs::read(&path).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        let folder = path.parent().expect("a file is in a folder");
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
        written.with_context(|| path.display().to_string())
    }

    /// Builds the program with these changes and returns its path. No other program has this id.
    ///
    /// # Errors
    /// If an edit does not fit, or if the program does not compile.
    pub(super) fn built(&self, id: &str, files: &[NewFile], edits: &[Edit]) -> anyhow::Result<PathBuf> {
        let tree = self.tree();
        let read = |file: &str| fs::read_to_string(tree.join(file)).with_context(|| file.to_owned());
        let texts = edited(files, edits, &read).with_context(|| id.to_owned())?;
        let mut originals = Vec::new();
        for (&file, text) in &texts {
            originals.push((file, fs::read(tree.join(file)).ok()));
            self.write(file, text.as_bytes())?;
        }
        let built = solver::build_in(&tree, &self.folder.join("build"));
        for (file, original) in originals {
            match original {
                Some(bytes) => self.write(file, &bytes)?,
                None => fs::remove_file(tree.join(file))?,
            }
        }
        let program = self.folder.join(format!("reversi-{}", id.replace(' ', "-")));
        let built = built.with_context(|| id.to_owned())?;
        fs::copy(&built, &program).with_context(|| built.display().to_string())?;
        Ok(program)
    }
}

/// Removes the files of a folder that are not among these.
fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            remove_others(&path, kept)?;
        } else if !kept.contains(&path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> anyhow::Result<String> {
        ensure!(file == "a.rs", "no {file}");
        Ok("one two two".to_owned())
    }

    #[test]
    fn edits_change_what_a_file_has_once() {
        let edit = |from, to| Edit { file: "a.rs", from, to };
        let texts = edited(&[("a.rs", "b.rs")], &[edit("one", "1"), edit("1 two", "3")], &read).unwrap();
        assert_eq!(texts["a.rs"], "3 two");
        assert_eq!(texts["b.rs"], "one two two");
    }

    #[test]
    fn an_edit_that_fits_nowhere_or_twice_is_an_error() {
        let error = |file, from| {
            let edit = Edit { file, from, to: "" };
            edited(&[], &[edit], &read).unwrap_err().to_string()
        };
        assert_eq!(error("a.rs", "two"), "a.rs: 2 times instead of once: two");
        assert_eq!(error("a.rs", "three"), "a.rs: 0 times instead of once: three");
        assert_eq!(error("c.rs", "one"), "no c.rs");
    }
}
