//! Compiles the examples of the documentation as a user would who pastes them: in a package that depends on
//! `reversi-engine` alone.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, ensure};
use xshell::{Shell, cmd};

use crate::markdown::blocks;

/// The crates beneath the facade. A user of `reversi-engine` does not depend on them.
const INNER: [&str; 8] = [
    "reversi_bitboard::",
    "reversi_eval::",
    "reversi_fields::",
    "reversi_search::",
    "reversi_play::",
    "reversi_question::",
    "reversi_runs::",
    "reversi_book::",
];
const FACADE: &str = "reversi_engine";
const FACADE_FOLDER: &str = "crates/reversi-engine";
const GUIDES: &str = "crates/reversi-engine/src/docs";
/// The further dependencies of some guides, and features that stand for features of the facade.
const OTHERS: &str = "rayon = \"1\"\nindicatif = \"0.18\"\nserde_json = \"1\"\n\
    [features]\ndefault = [\"book\", \"embedded\", \"embedded-book\", \"embedded-people\", \"json\", \"proof\", \"runs\", \"serde\"]\nbook = []\n\
    embedded = []\nembedded-book = []\nembedded-people = []\njson = []\nproof = []\nruns = []\nserde = []\n";

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);

    cmd!(shell, "cargo doc --quiet --no-deps --package reversi-engine --all-features").run()?;
    let pages = files(&root.join("target/doc").join(FACADE), "html")?;
    let bad: Vec<_> = pages
        .iter()
        .flat_map(|(path, page)| inner_imports(page).map(move |line| format!("{path}: {line}")))
        .collect();
    ensure!(bad.is_empty(), "examples of {FACADE} import other crates\n{}", bad.join("\n"));

    let mut program = String::from("#![allow(dead_code, unused)]\nfn main() {}\n");
    let mut sources = files(&root.join("crates"), "rs")?;
    sources.retain(|(path, _)| path.contains("/src/"));
    let guides = files(&root.join(GUIDES), "md")?;
    let sources = sources.into_iter().flat_map(|(path, source)| {
        doc_comments(&source).into_iter().map(move |(line, text)| (format!("{path}:{line}"), text))
    });
    let mut count = 0;
    for (place, text) in sources.chain(guides) {
        for block in blocks(&text).into_iter().filter(|block| is_program(block.language, block.text)) {
            count += 1;
            let code = program_of(block.text);
            writeln!(
                program,
                "\n/// {place}, line {} of the text\nmod example_{count} {{\n{code}}}",
                block.line
            )?;
        }
    }
    ensure!(count > 100, "only {count} examples were found");

    let folder = root.join("target/doc-examples");
    let facade = root.join(FACADE_FOLDER);
    shell.create_dir(folder.join("src"))?;
    shell.copy_file(root.join("Cargo.lock"), &folder)?;
    shell.write_file(
        folder.join("Cargo.toml"),
        format!(
            "[workspace]\n[package]\nname = \"doc-examples\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             [dependencies]\nreversi-engine = {{ path = {facade:?}, features = [\"embedded-book\", \"embedded-people\", \"embedded-small\", \"json\", \"proof\", \"runs\"] }}\n{OTHERS}"
        ),
    )?;
    shell.write_file(folder.join("src/main.rs"), program)?;
    shell.change_dir(&folder);
    cmd!(shell, "cargo check --quiet").run().context("an example cannot be pasted")?;
    println!("{count} examples compile in a package that depends on reversi-engine alone.");
    Ok(())
}

/// The text files below a folder with this extension: path from the root, and text.
fn files(folder: &Path, extension: &str) -> anyhow::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path, extension)?);
        } else if path.extension().is_some_and(|found| found == extension) {
            let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            files.push((path.display().to_string(), text));
        }
    }
    files.sort();
    Ok(files)
}

/// The lines of the examples on a page of rustdoc that name an inner crate.
fn inner_imports(page: &str) -> impl Iterator<Item = &str> {
    let examples = page.split("rust-example-rendered\"><code>").skip(1);
    let examples = examples.filter_map(|rest| rest.split("</code>").next());
    examples.flat_map(str::lines).filter(|line| INNER.iter().any(|name| line.contains(name)))
}

/// The comments of a source file that document items, each as Markdown with its first line, from 1.
fn doc_comments(source: &str) -> Vec<(usize, String)> {
    let mut comments: Vec<(usize, String)> = Vec::new();
    let mut continues = false;
    for (number, line) in (1..).zip(source.lines()) {
        let line = line.trim_start();
        let text = ["//!", "///"].into_iter().find_map(|sign| line.strip_prefix(sign));
        let text = text.map(|text| text.strip_prefix(' ').unwrap_or(text));
        match (text, comments.last_mut()) {
            (Some(text), Some((_, comment))) if continues => *comment += &format!("{text}\n"),
            (Some(text), _) => comments.push((number, format!("{text}\n"))),
            (None, _) => {}
        }
        continues = text.is_some();
    }
    comments
}

/// Returns whether a block is for users of the facade and compiles.
fn is_program(language: &str, text: &str) -> bool {
    ["", "rust", "no_run"].contains(&language) && text.contains(FACADE)
}

/// A block as rustdoc compiles it: with its hidden lines and, unless it has one, a main function.
fn program_of(text: &str) -> String {
    let mut code = String::new();
    for line in text.lines() {
        let shown = line.trim_start();
        code += shown.strip_prefix("# ").unwrap_or(if shown == "#" { "" } else { line });
        code.push('\n');
    }
    if code.contains("fn main()") {
        code
    } else if code.trim_end().ends_with("(())") {
        format!(
            "fn main() {{ fn inner() -> Result<(), impl core::fmt::Debug> {{\n{code}}} inner().unwrap() }}\n"
        )
    } else {
        format!("fn main() {{\n{code}}}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_that_imports_an_inner_crate_is_found() {
        let page = |code: &str| {
            format!(
                "<a title=\"struct reversi_search::Level\"></a><pre class=\"rust rust-example-rendered\"><code><span>use </span>{code}\nlet a = 1;</code></pre>"
            )
        };
        assert_eq!(inner_imports(&page("reversi_engine::Level;")).count(), 0);
        let bad = page("reversi_search::Level;");
        assert_eq!(inner_imports(&bad).collect::<Vec<_>>(), ["<span>use </span>reversi_search::Level;"]);
    }

    #[test]
    fn examples_are_taken_from_the_comments_of_items() {
        let source = "//! Text\n// no\n    /// ```\n    /// use reversi_engine::A;\n    /// # hidden();\n    /// ```\n    fn f() {}\n";
        let comments = doc_comments(source);
        assert_eq!(comments[0], (1, "Text\n".to_owned()));
        assert_eq!(comments[1], (3, "```\nuse reversi_engine::A;\n# hidden();\n```\n".to_owned()));
        let text = blocks(&comments[1].1)[0].text;
        assert!(
            is_program("", text) && !is_program("text", text) && !is_program("", "use reversi_search::A;")
        );
        assert_eq!(program_of(text), "fn main() {\nuse reversi_engine::A;\nhidden();\n}\n");
        assert_eq!(program_of("fn main() {}\n"), "fn main() {}\n");
        assert!(
            program_of("f()?;\n# Ok::<(), E>(())\n")
                .contains("impl core::fmt::Debug> {\nf()?;\nOk::<(), E>(())\n}")
        );
    }
}
