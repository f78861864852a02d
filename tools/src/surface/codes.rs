//! Every code of an error that the sources of a door name is in the one table.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use reversi_engine::surface::CODES;

/// Where codes are written, and what stands before them.
const SOURCES: &[(&str, &[&str])] = &[
    ("crates", &["Problem::new("]),
    ("bindings/c/src", &["Failure::new("]),
    ("bindings/python/src", &["Problem::new(", "with_code("]),
    ("bindings/python/python", &["code="]),
    ("bindings/wasm/src", &["Refusal::new(", "Problem::new("]),
    ("bindings/wasm/js", &["new ReversiError(", "code: "]),
    ("examples", &["Problem::new("]),
];

/// Files whose arms and methods name codes: `=> "code"`.
const TABLES: &[&str] = &[
    "crates/reversi-question/src/error_codes.rs",
    "crates/reversi-play/src/session/session.rs",
    "crates/reversi-search/src/api/analyze_request.rs",
    "crates/reversi-search/src/api/solution.rs",
    "crates/reversi-search/src/engine/builder.rs",
    "crates/reversi-search/src/engine/prove/request.rs",
    "crates/reversi-search/src/api/answer.rs",
    "crates/reversi-book/src/problem.rs",
    "crates/reversi-runs/src/checkpoint/error.rs",
];

pub(super) fn check(root: &Path) -> Result<()> {
    let mut found = 0;
    let mut unknown = Vec::new();
    let mut see = |path: &Path, code: &str| {
        found += 1;
        if CODES.iter().all(|known| known.code != code) {
            unknown.push(format!("{}: {code}", path.display()));
        }
    };
    for (folder, before) in SOURCES {
        for path in sources(&root.join(folder))? {
            let text = fs::read_to_string(&path)?;
            for begin in *before {
                text.split(begin).skip(1).filter_map(first_code).for_each(|code| see(&path, code));
            }
        }
    }
    for path in TABLES {
        let path = root.join(path);
        let text = fs::read_to_string(&path)?;
        let text = text.split("pub fn field(").next().unwrap_or_default(); // names of fields
        for begin in ["=> \"", "=> \"checkpoint", "|_| \"", "else { \""] {
            let rests = text.split(begin).skip(1);
            rests
                .filter_map(|rest| rest.split_once('"'))
                .map(|(code, _)| code)
                .filter(|code| is_code(code))
                .for_each(|code| {
                    if !begin.contains("checkpoint") {
                        see(&path, code);
                    }
                });
        }
    }
    ensure!(found > 100, "only {found} codes were found: what stands before them has changed");
    ensure!(
        unknown.is_empty(),
        "codes that are in no table (reversi-question/src/codes.rs):\n{}",
        unknown.join("\n")
    );
    Ok(())
}

/// The first literal of an argument list, if it has the form of a code.
fn first_code(rest: &str) -> Option<&str> {
    let arguments = &rest[..rest.len().min(120)];
    let (before, literal) = arguments.split_once('"')?;
    let is_argument = !before.contains([';', ')', '{']);
    let (code, _) = literal.split_once('"')?;
    (is_argument && is_code(code)).then_some(code)
}

fn is_code(text: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let words = text.split('-').filter(|word| *word != "8").collect::<Vec<_>>();
    !text.is_empty() && words.iter().all(|word| is_word(word) || *word == "a")
}

fn sources(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["tests", "target", "node_modules", "docs", "wasm", "data"].contains(&&*name)
                || name == "data" && folder.ends_with("src")
            {
                paths.extend(sources(&path)?);
            }
        } else if [".rs", ".js", ".py"].iter().any(|end| name.ends_with(end)) {
            paths.push(path);
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_where_it_is_an_argument() {
        assert_eq!(first_code("ReversiStatus::Busy, \"busy\", message)"), Some("busy"));
        assert_eq!(first_code("code, message); other(\"busy\")"), None);
        assert_eq!(first_code("\"not a code\", 1)"), None);
        assert!(is_code("not-utf-8") && is_code("not-an-engines-turn") && !is_code("Busy"));
    }
}
