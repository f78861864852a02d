//! Which figures are older than the code that they measure.

use std::fs;
use std::path::Path;

use xshell::{Shell, cmd};

use super::Part;
use super::documents::LEVEL_TIMES;
use super::session::Session;

const BITBOARD: &str = "crates/reversi-bitboard/src";
const EVAL: &str = "crates/reversi-eval/src";
const SEARCH: &str = "crates/reversi-search/src";
const GALLERY: &str = "lab/gallery/src";
const EXCHANGE: &str = "lab/exchange";

/// The code that a part measures.
fn measured(part: Part) -> &'static [&'static str] {
    match part {
        Part::Kernels => &[BITBOARD, EVAL, GALLERY, "lab/benches/kernel_times.rs", "benches/recorded"],
        Part::InSolver => &[BITBOARD, EVAL, SEARCH, GALLERY, EXCHANGE, "lab/benches/in_solver.rs"],
        Part::LastPlies => &[
            BITBOARD,
            "crates/reversi-search/src/tree/endgame/parity.rs",
            "crates/reversi-search/src/tree/endgame/solve_1_to_4.rs",
            "crates/reversi-search/src/tree/endgame/stability.rs",
            "lab/gallery/src/solver",
            "lab/benches/last_plies.rs",
        ],
        Part::Negascout => {
            &[BITBOARD, EVAL, "lab/gallery/src/solver/negascout.rs", "lab/benches/negascout.rs"]
        }
        Part::Calls => &[BITBOARD, EVAL, "benches/calls.rs"],
        Part::Perft => &[BITBOARD],
        Part::Solver | Part::Evaluations | Part::Threads | Part::Analysis | Part::Levels => {
            &[BITBOARD, EVAL, SEARCH]
        }
        Part::Variants => &[BITBOARD, EVAL, SEARCH, "lab/gallery/src/eval/avx512.rs", "lab/variants"],
    }
}

/// What has changed since the figures of a part were measured, in a few words. `None` if nothing has, or if
/// the part was never measured. Files that git does not know are not seen. Kept figures are not asked about:
/// this CPU cannot measure them again, and the documents name their commit.
pub(super) fn changes(root: &Path, part: Part) -> anyhow::Result<Option<String>> {
    let Some(Session { commit, .. }) = Session::read(root, &part.name())? else { return Ok(None) };
    let paths = measured(part);
    let shell = Shell::new()?;
    shell.change_dir(root);
    let written = format!(":!{LEVEL_TIMES}"); // by figures
    if let Some(commit) = commit.strip_suffix("-dirty") {
        return Ok(Some(format!("measured with changes to commit {commit} that no commit has")));
    }
    let changed = cmd!(shell, "git diff --name-status --find-renames {commit} -- . {written}").quiet();
    let Ok(changed) = changed.ignore_stderr().read() else {
        return Ok(Some(format!("commit {commit} is not known here")));
    };
    let is_measured = |file: &str| paths.iter().any(|path| Path::new(file).starts_with(path));
    let differs = |&(before, now): &(&str, &str)| {
        let before = cmd!(shell, "git show {commit}:{before}").quiet().ignore_stderr().read();
        let now = fs::read_to_string(root.join(now));
        code(&before.unwrap_or_default()) != code(&now.unwrap_or_default())
    };
    let files =
        changed.lines().filter_map(names).filter(|(before, now)| is_measured(before) || is_measured(now));
    let files: Vec<&str> = files.filter(differs).map(|(_, now)| now).collect();
    Ok(files.first().map(|first| match files.len() {
        1 => format!("since commit {commit} {first} has changed"),
        more => format!("since commit {commit} {more} files have changed, such as {first}"),
    }))
}

/// The name of a changed file before and now, from a line of `git diff --name-status`, which has two names
/// of a file that has moved.
fn names(line: &str) -> Option<(&str, &str)> {
    let (_, names) = line.split_once('\t')?;
    Some(names.split_once('\t').unwrap_or((names, names)))
}

/// The lines of a Rust file that a program is made of: without comments, blank lines and tests at its end.
fn code(text: &str) -> Vec<&str> {
    let program = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = program.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_tests_are_no_code() {
        let text = "//! A file.\n\n/// A function.\nfn one() -> u8 {\n    1 // one\n}\n\n#[cfg(test)]\nmod tests {\n}\n";
        assert_eq!(code(text), ["fn one() -> u8 {", "1 // one", "}"]);
        assert_ne!(code(text), code(&text.replace("1 //", "2 //")));
        assert_eq!(code(text), code(&text.replace("A function", "Another function")));
        assert_eq!(code(text), code(&text.replace("mod tests {", "mod tests {\n    fn two() {}")));
    }

    #[test]
    fn a_file_that_has_moved_has_two_names() {
        assert_eq!(names("M\ta.rs"), Some(("a.rs", "a.rs")));
        assert_eq!(names("R097\ta.rs\tb/c.rs"), Some(("a.rs", "b/c.rs")));
        assert_eq!(names(""), None);
    }

    #[test]
    fn what_is_measured_exists() {
        use clap::ValueEnum as _;
        let root = crate::root();
        for path in Part::value_variants().iter().flat_map(|&part| measured(part)) {
            assert!(root.join(path).exists(), "{path}");
        }
    }
}
