//! A copy of the repository, where a patch is applied and built.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Context as _;
use xshell::{Shell, cmd};

use crate::solver;

/// Builds the program with a patch, or without one as it is, and returns its path, which has this name. All
/// are built in `target/variants`, in the same folder in the same way.
///
/// # Errors
/// If git cannot list the files, if the patch does not fit, or if the program does not compile.
pub(super) fn built(root: &Path, name: &str, patch: Option<&Path>) -> anyhow::Result<PathBuf> {
    let folder = solver::target(root).join("variants");
    let tree = folder.join("tree");
    bring_up_to_date(root, &tree)?;
    if let Some(patch) = patch {
        let shell = Shell::new()?;
        shell.change_dir(&tree);
        // The copy is in a folder that the repository ignores: git must not take it for a part of it.
        shell.set_var("GIT_CEILING_DIRECTORIES", &folder);
        cmd!(shell, "git apply {patch}").quiet().run().with_context(|| patch.display().to_string())?;
    }
    let built = solver::build_in(&tree, &folder.join("build")).with_context(|| name.to_owned())?;
    let program = folder.join(format!("reversi-{name}"));
    fs::copy(&built, &program).with_context(|| built.display().to_string())?;
    Ok(program)
}

/// Makes a copy of the repository, or undoes the patch in it. Files that have not changed keep their times,
/// so cargo builds them once.
fn bring_up_to_date(root: &Path, tree: &Path) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let files = cmd!(shell, "git ls-files -z --cached --others --exclude-standard").quiet().read()?;
    let mut kept = BTreeSet::new();
    for file in files.split_terminator('\0') {
        let Ok(bytes) = fs::read(root.join(file)) else { continue }; // deleted, or a link to a folder
        let path = tree.join(file);
        if !fs::read(&path).is_ok_and(|old| old == bytes) {
            let folder = path.parent().expect("a file is in a folder");
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
            written.with_context(|| path.display().to_string())?;
        }
        kept.insert(path);
    }
    // A module that has moved would have two files.
    remove_others(tree, &kept).with_context(|| tree.display().to_string())
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
