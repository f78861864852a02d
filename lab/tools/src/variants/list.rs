//! The table of the variants, `lab/variants/README.md`, and its patches beside it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use reversi_bitboard::CpuLevel;
use xshell::{Shell, cmd};

/// The folder of the table and the patches, from the root of the repository.
const FOLDER: &str = "lab/variants";

/// A technique left out, or in another form.
#[derive(Debug, PartialEq)]
pub(super) struct Variant {
    /// The technique, by its id in lab/docs/src/techniques.md, and what is done to it.
    pub(super) id: String,
    /// What is different, after "FFO 20-39, ".
    pub(super) name: String,
    /// The name of its patch. Several variants may have the same.
    pub(super) patch: String,
    pub(super) suites: Vec<String>,
    /// Options of `reversi solve`, for this build as well. A path is one of the repository.
    pub(super) options: Vec<(String, String)>,
}

/// Reads all of them.
pub(super) fn variants(root: &Path) -> anyhow::Result<Vec<Variant>> {
    let path = root.join(FOLDER).join("README.md");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let variants: Vec<Variant> = text.lines().filter_map(Variant::of_row).collect();
    ensure!(!variants.is_empty(), "{}: there is no row", path.display());
    Ok(variants)
}

impl Variant {
    /// Reads a row of the table. `None` for any other line.
    fn of_row(line: &str) -> Option<Variant> {
        let cells: Vec<&str> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
        let &[id, name, patch, suites, options] = &cells[..] else { return None };
        let (patch, _) = patch.strip_prefix('[')?.split_once(']')?;
        let words: Vec<&str> = options.split_whitespace().collect();
        Some(Variant {
            id: id.to_owned(),
            name: name.to_owned(),
            patch: patch.to_owned(),
            suites: suites.split(", ").map(str::to_owned).collect(),
            options: words.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect(),
        })
    }

    pub(super) fn patch_in(&self, root: &Path) -> PathBuf {
        root.join(FOLDER).join(&self.patch).with_extension("patch")
    }

    /// Its options for a program that is started in any folder.
    pub(super) fn options_in(&self, root: &Path) -> Vec<(&str, String)> {
        let in_root = |(name, value): &'_ (String, String)| match name.as_str() {
            "--weights" => root.join(value).display().to_string(),
            _ => value.clone(),
        };
        self.options.iter().map(|option| (option.0.as_str(), in_root(option))).collect()
    }

    /// The CPU level that its options name, if this machine does not have it.
    pub(super) fn missing_level(&self) -> Option<&str> {
        let (_, level) = self.options.iter().find(|(name, _)| name == "--cpu-level")?;
        CpuLevel::available().all(|available| available.to_string() != *level).then_some(level)
    }
}

/// Checks that every patch fits the code of this tree, and that patches and rows belong together.
pub(super) fn check(root: &Path) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let variants = variants(root)?;
    for (i, Variant { id, .. }) in variants.iter().enumerate() {
        ensure!(variants[..i].iter().all(|other| other.id != *id), "{id} has two rows");
    }
    let mut patches: Vec<PathBuf> = variants.iter().map(|variant| variant.patch_in(root)).collect();
    patches.sort();
    patches.dedup();
    for patch in &patches {
        cmd!(shell, "git apply --check {patch}")
            .quiet()
            .run()
            .with_context(|| patch.display().to_string())?;
    }
    for file in
        shell.read_dir(FOLDER)?.iter().filter(|file| file.extension().is_some_and(|end| end == "patch"))
    {
        ensure!(
            patches.iter().any(|patch| patch.file_name() == file.file_name()),
            "{}: no row",
            file.display()
        );
    }
    println!("All {} patches fit the code of this tree.", patches.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_patches_fit_the_code_of_this_tree() {
        check(crate::root()).unwrap();
    }

    #[test]
    fn a_row_has_suites_and_options() {
        let row = "| END-01 without | without it | [END-01](END-01.patch) | a, b wld | --hash-mib 1 --cpu-level x |";
        let variant = Variant::of_row(row).unwrap();
        assert_eq!(
            (&*variant.id, &*variant.name, &*variant.patch),
            ("END-01 without", "without it", "END-01")
        );
        assert_eq!(variant.suites, ["a", "b wld"]);
        let options = [("--hash-mib", "1"), ("--cpu-level", "x")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(variant.options, options);
        assert_eq!(variant.missing_level(), Some("x"));
        assert_eq!(Variant::of_row("| Variant | What is different | Patch | Suites | Options |"), None);
    }
}
