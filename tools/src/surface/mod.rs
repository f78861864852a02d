//! The tables of reversi_question::surface, written for those who cannot read them there.
//!
//! | File | What it writes |
//! |---|---|
//! | [`schema`] | the JSON Schema |
//! | [`typescript`] | types of questions, answers and options, and names of options, for npm |
//! | [`c`] | structs and enums of the C library |
//! | [`python`] | literals and options of the Python package, the fields of its stub |
//! | [`guide`] | tables of the guide on questions |
//! | [`codes`] | nothing: it finds codes of errors that are in no table |

mod c;
mod codes;
mod guide;
mod python;
mod schema;
mod typescript;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// The options of the command.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing, and fail if a file is not what would be written.
    #[arg(long)]
    check: bool,
}

/// Everything that is written: paths from the root of the repository, and contents.
fn files(root: &Path) -> Result<Vec<(&'static str, String)>> {
    let schema = schema::schema();
    let guide = "crates/reversi-engine/src/docs/questions.md";
    let text = fs::read_to_string(root.join(guide)).context(guide)?;
    Ok(vec![
        ("crates/reversi-question/src/schema.json", schema::text(&schema)),
        ("bindings/wasm/js/data.d.ts", typescript::data(&schema)),
        ("bindings/wasm/js/options.d.ts", typescript::options()),
        ("bindings/wasm/js/fields.js", typescript::names()),
        ("bindings/c/src/surface.rs", c::structs()),
        ("bindings/python/python/reversi_engine/_surface.py", python::module()),
        ("bindings/python/python/reversi_engine/_fields.pyi", python::fields()),
        (guide, guide::with_tables(&text)?),
    ])
}

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    for (path, text) in files(root)? {
        let file = root.join(path);
        if fs::read_to_string(&file).is_ok_and(|written| written == text) {
            continue;
        }
        ensure!(!args.check, "{path} is not what is declared: run `cargo tools surface`");
        fs::write(&file, text).context(path)?;
        println!("wrote {path}");
        if path.starts_with("bindings/c") {
            write_header(root)?;
        }
    }
    codes::check(root)
}

/// The header of C is made of its structs by cbindgen, which the test of the header has.
fn write_header(root: &Path) -> Result<()> {
    let mut test = Command::new("cargo");
    test.args(["test", "--quiet", "--manifest-path", "bindings/c/header/Cargo.toml"]);
    test.args(["--target-dir", "target/bindings-c-header"]);
    let status = test.current_dir(root).env("REVERSI_WRITE_HEADER", "1").stdout(Stdio::null()).status()?;
    ensure!(status.success(), "the header of C was not written");
    println!("wrote bindings/c/include/reversi.h");
    Ok(())
}

/// A doc as one line, without the links of rustdoc.
fn line(doc: &str) -> String {
    let mut text = doc.split_whitespace().collect::<Vec<_>>().join(" ");
    while let Some(end) = text.find("](") {
        let (Some(begin), Some(close)) = (text[..end].rfind('['), text[end..].find(')')) else { break };
        text = format!("{}{}{}", &text[..begin], &text[begin + 1..end], &text[end + close + 1..]);
    }
    text
}

/// The doc of a field and what stands for it where it is left out.
fn with_default(field: &reversi_engine::surface::Field) -> String {
    match field.default {
        "" | "not known" | "another reply" | "by the lines" => line(field.doc),
        default => format!("{} Without it {default}.", line(field.doc)),
    }
}

/// `legal_moves` is `LegalMoves`.
fn pascal(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect::<String>()
    });
    words.collect()
}

/// `total_limits` is `totalLimits`, and `hash_mib` is `hashMiB`.
fn camel(name: &str) -> String {
    let name = pascal(name).replace("Mib", "MiB");
    name[..1].to_ascii_lowercase() + &name[1..]
}

/// Words in lines of this width, each after `indent`.
fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last().map_or(0, |last| last.len());
        if last > 0 && indent.len() + last + 1 + word.len() > width {
            lines.push(String::new());
        }
        if let Some(last) = lines.last_mut() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines.iter().map(|line| format!("{indent}{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "ordered")]
    fn what_is_written_is_what_is_declared() {
        run(crate::root(), &Args { check: true }).unwrap();
    }

    #[test]
    fn names_have_the_case_of_their_language() {
        assert_eq!(pascal("analyzed_move"), "AnalyzedMove");
        assert_eq!(camel("total_limits"), "totalLimits");
        assert_eq!(camel("hash_mib"), "hashMiB");
        assert_eq!(line("the\n [`Stop`](crate::Stop) signal"), "the `Stop` signal");
        assert_eq!(wrapped("one two three", "// ", 11), "// one two\n// three\n");
    }
}
