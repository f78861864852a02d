//! Checks the links of the documents: their files and headings exist, and the book lists all its chapters.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, ensure};
use xshell::{Shell, cmd};

/// Documentation of items: rustdoc checks these links.
const RUSTDOC: &str = "/src/";
/// The chapters of the books. In a book that is built, no path leads out of it.
const BOOKS: [&str; 2] = ["docs/src/", "lab/docs/src/"];
/// The laboratory, which a clone may lack.
const LAB: &str = "lab";
/// Read on a registry page as well, where no path leads to the repository.
const PUBLISHED: &str = "crates/";

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let documents = cmd!(shell, "git ls-files --cached --others --exclude-standard *.md").quiet().read()?;
    let mut texts = HashMap::new();
    let has_lab = root.join(LAB).join("Cargo.toml").exists();
    let documents = documents.lines().filter(|path| !path.contains(RUSTDOC) || book(path).is_some());
    for path in documents.filter(|path| has_lab || !Path::new(path).starts_with(LAB)) {
        texts.insert(PathBuf::from(path), shell.read_file(path).context(path.to_owned())?);
    }
    let is_absent = |path: &Path| !has_lab && path.starts_with(LAB);
    let problems = problems(&texts, |path| root.join(path).exists(), is_absent);
    ensure!(problems.is_empty(), "dead links\n{}", problems.join("\n"));
    println!("All links of {} documents lead somewhere.", texts.len());
    Ok(())
}

/// The dead links of the documents, in order. `exists` knows the files of the repository, `is_absent` the files
/// that this clone lacks.
fn problems(
    texts: &HashMap<PathBuf, String>,
    exists: impl Fn(&Path) -> bool,
    is_absent: impl Fn(&Path) -> bool,
) -> Vec<String> {
    let mut problems = BTreeSet::new();
    for (document, text) in texts {
        for (line, link) in links(text) {
            let (path, heading) = link.split_once('#').map_or((link, None), |(path, h)| (path, Some(h)));
            let target = match path {
                "" => document.clone(),
                path => normal(&document.with_file_name(path)),
            };
            let dead = if is_absent(&target) {
                continue;
            } else if !path.is_empty() && document.starts_with(PUBLISHED) {
                "a registry page has no files beside it"
            } else if book(document).is_some_and(|book| !target.starts_with(book)) {
                "a book has no files around it"
            } else if !exists(&target) {
                "no such file"
            } else if heading.is_some_and(|h| texts.get(&target).is_none_or(|text| !has_heading(text, h))) {
                "no such heading"
            } else {
                continue;
            };
            problems.insert((document, line, format!("{}:{line}: {link}: {dead}", document.display())));
        }
    }
    for (chapter, book) in texts.keys().filter_map(|path| Some((path, book(path)?))) {
        let summary = Path::new(book).join("SUMMARY.md");
        let Some(text) = texts.get(&summary).filter(|_| *chapter != summary) else { continue };
        if !links(text).iter().any(|(_, link)| summary.with_file_name(link) == *chapter) {
            let problem = format!("{}: {} does not list it", chapter.display(), summary.display());
            problems.insert((chapter, 1, problem));
        }
    }
    problems.into_iter().map(|(.., problem)| problem).collect()
}

/// The book of a document.
fn book(path: impl AsRef<Path>) -> Option<&'static str> {
    BOOKS.into_iter().find(|book| path.as_ref().starts_with(book))
}

/// The targets within the repository, each with its line, from 1.
fn links(markdown: &str) -> Vec<(usize, &str)> {
    let mut in_block = false;
    let mut links = Vec::new();
    for (number, line) in (1..).zip(markdown.lines()) {
        in_block ^= line.starts_with("```");
        if !in_block {
            let targets = line.match_indices("](").filter(|&(at, _)| !is_in_code(line, at));
            let targets = targets.filter_map(|(at, begin)| line[at + begin.len()..].split(')').next());
            links.extend(targets.filter(|target| !target.contains(':')).map(|target| (number, target)));
        }
    }
    links
}

/// Returns whether a place of a line is between two backticks.
fn is_in_code(line: &str, at: usize) -> bool {
    line[..at].matches('`').count() % 2 == 1 && line[at..].contains('`')
}

/// Returns whether a heading has this anchor: lower case, hyphens for blanks, no other signs. An anchor may
/// also be written out, as `<a id="...">`.
fn has_heading(markdown: &str, anchor: &str) -> bool {
    if markdown.contains(&format!("<a id=\"{anchor}\">")) {
        return true;
    }
    let mut headings = markdown.lines().filter(|line| line.starts_with('#'));
    headings.any(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|&c| c.is_alphanumeric() || "-_".contains(c)).eq(anchor.chars())
    })
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if normal.pop() => {}
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_links_are_named_with_their_line() {
        let texts = [
            (
                "A.md",
                "# One, *two*\n[x](B.md#b) ![](a.svg) [y](#one-two)\n```\n[z](no)\n```\n[w](https://x.y/#z)",
            ),
            ("B.md", "# B\n\n[a](A.md#two) [b](gone.md) `[c](no)`\n[c](docs/C.md), [d](#b), [e](#c)"),
            ("docs/C.md", "[a](../A.md) [b](A.md) [c](../lab/D.md#d)"),
            ("crates/c/README.md", "[a](../../A.md) [b](#h)\n# H"),
            ("docs/src/SUMMARY.md", "[One](one.md)"),
            ("docs/src/one.md", "[a](../../A.md) [b](two.md)"),
            ("docs/src/two.md", ""),
        ];
        let texts = texts.map(|(path, text)| (PathBuf::from(path), text.to_owned()));
        let texts = HashMap::from(texts);
        let exists = |path: &Path| texts.contains_key(path) || path == Path::new("a.svg");
        let found = problems(&texts, exists, |path| path.starts_with(LAB));
        assert_eq!(
            found,
            [
                "B.md:3: A.md#two: no such heading",
                "B.md:3: gone.md: no such file",
                "B.md:4: #c: no such heading",
                "crates/c/README.md:1: ../../A.md: a registry page has no files beside it",
                "docs/C.md:1: A.md: no such file",
                "docs/src/one.md:1: ../../A.md: a book has no files around it",
                "docs/src/two.md: docs/src/SUMMARY.md does not list it",
            ]
        );
    }
}
