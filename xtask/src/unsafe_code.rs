//! Checks the lists of unsafe code in the books: every file with unsafe code and the number of its unsafe
//! blocks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};

/// The lists, and the folders whose code they cover. A clone may lack the laboratory.
const LISTS: [(&str, &[&str]); 2] =
    [("docs/src/unsafe-code.md", &["bindings", "crates"]), ("lab/docs/src/unsafe-code.md", &["lab"])];

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    for (list, folders) in LISTS {
        if root.join(list).exists() {
            let problems = problems(root, list, folders)?;
            ensure!(problems.is_empty(), "{list} and the code differ\n{}", problems.join("\n"));
            println!("{list} lists all unsafe code.");
        }
    }
    Ok(())
}

fn problems(root: &Path, list: &str, folders: &[&str]) -> anyhow::Result<Vec<String>> {
    let mut found = BTreeMap::new();
    for folder in folders {
        for path in sources(&root.join(folder))? {
            let source = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            if let Some(blocks) = unsafe_blocks(&source) {
                let name = path.strip_prefix(root).expect("it is below").to_string_lossy().into_owned();
                found.insert(name, blocks);
            }
        }
    }
    let text = std::fs::read_to_string(root.join(list)).with_context(|| list.to_owned())?;
    Ok(differences(&found, &listed(&text)))
}

/// The source files below a folder, without tests.
fn sources(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        match path.file_name().and_then(|name| name.to_str()) {
            Some("tests" | "target") if path.is_dir() => {}
            _ if path.is_dir() => files.extend(sources(&path)?),
            _ if path.extension().is_some_and(|extension| extension == "rs") => files.push(path),
            _ => {}
        }
    }
    Ok(files)
}

/// The number of unsafe blocks, or `None` for a file without unsafe code.
fn unsafe_blocks(source: &str) -> Option<usize> {
    let code = source.lines().filter_map(|line| line.split("//").next());
    let words = |line| str::split(line, |c: char| !c.is_alphanumeric() && c != '_' && c != '{');
    let words: Vec<&str> = code.flat_map(words).filter(|word| !word.is_empty()).collect();
    let follows: Vec<&str> =
        words.windows(2).filter(|pair| pair[0] == "unsafe").map(|pair| pair[1]).collect();
    (!follows.is_empty()).then(|| follows.iter().filter(|next| next.starts_with('{')).count())
}

/// The rows of the list: a file and the number of its blocks.
fn listed(text: &str) -> BTreeMap<String, usize> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        let file = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
        Some((file.to_owned(), cells.next()?.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

fn differences(found: &BTreeMap<String, usize>, listed: &BTreeMap<String, usize>) -> Vec<String> {
    let known = found.iter().filter_map(|(file, blocks)| match listed.get(file) {
        None => Some(format!("{file} is not listed, and has {blocks} unsafe blocks")),
        Some(count) if count != blocks => {
            Some(format!("{count} unsafe blocks are listed in {file}, which has {blocks}"))
        }
        Some(_) => None,
    });
    let gone = listed.keys().filter(|file| !found.contains_key(*file));
    known.chain(gone.map(|file| format!("{file} is listed, and has nothing unsafe"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_counted_and_comments_and_attributes_are_not() {
        assert_eq!(
            unsafe_blocks("fn f() { unsafe { g() } }\nunsafe { h() };\nlet x = unsafe {h()};"),
            Some(3)
        );
        assert_eq!(unsafe_blocks("unsafe fn f() {}"), Some(0));
        assert_eq!(unsafe_blocks("// unsafe { }\n#![forbid(unsafe_code)]\n#[allow(unused_unsafe)] {"), None);
        assert_eq!(unsafe_blocks(""), None);
    }

    #[test]
    fn what_differs_is_named() {
        let text = "# Unsafe\n| Where | Blocks |\n|---|---|\n| `a.rs` | 2 | why |\n| `b.rs` | 1 | why |\n\n* `c.rs` | 1";
        let listed = listed(text);
        assert_eq!(listed, [("a.rs", 2), ("b.rs", 1)].map(|(file, n)| (file.to_owned(), n)).into());
        assert!(differences(&listed, &listed).is_empty());
        let found = [("a.rs", 3), ("d.rs", 0)].map(|(file, n)| (file.to_owned(), n)).into();
        assert_eq!(differences(&found, &listed).len(), 3);
    }
}
