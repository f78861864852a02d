//! The words of comments, documents and error texts, by the style that CONTRIBUTING.md describes.
//!
//! It reads lines, not syntax. A text in a macro is a text, too.

use std::fmt::{self, Display};
use std::path::Path;

use anyhow::ensure;
use xshell::{Shell, cmd};

/// The laboratory, the fuzz targets, a generated file, and the examples of bad words here.
const LEFT_OUT: [&str; 4] = ["lab/", "fuzz/", "bindings/c/include/reversi.h", "xtask/src/words.rs"];

/// No doc comment begins with one of these. The name of its subject is the better beginning.
const BEGINNINGS: [&str; 6] = ["That", "Those", "What", "Whether", "Its", "So many"];

/// How the doc of a public function begins.
const VERBS: &str = "Adds Allocates Analyzes Answers Appends Applies Asks Assembles Asserts Begins Builds Calculates \
    Calls Cancels Changes Checks Chooses Clears Closes Collects Combines Compares Compiles Completes \
    Computes Configures Continues Converts Copies Counts Creates Cuts Decides Decodes Defines Deletes \
    Describes Detects Discards Divides Draws Drops Encodes Ends Enters Estimates Evaluates Exchanges \
    Excludes Executes Expects Explains Extends Fills Finds Finishes Flips Folds Follows Forgets Formats \
    Frees Gathers Generates Gets Gives Goes Grows Guesses Handles Hashes Ignores Imports Increases \
    Initializes Inserts Interrupts Iterates Joins Judges Keeps Labels Leaves Lets Limits Links Lists \
    Loads Locks Looks Makes Maps Marks Matches Measures Merges Mirrors Moves Multiplies Names Normalizes \
    Opens Orders Packs Panics Parses Passes Places Plans Plays Prepares Prints Probes Produces Proves \
    Puts Quotes Reads Receives Recomputes Records Redoes Reduces Refuses Releases Removes Renders \
    Replaces Replays Reports Resets Resigns Resolves Restores Restricts Returns Reverses Reviews Rotates \
    Rounds Runs Samples Saves Scales Scores Searches Seeks Selects Sends Serializes Serves Sets Shares \
    Shifts Shows Shuffles Simulates Skips Solves Sorts Splits Starts Steps Stores Stops Streams \
    Subtracts Suggests Sums Swaps Takes Tells Tests Times Tints Tracks Translates Treats Tries Turns \
    Undoes Unites Unpacks Updates Uses Validates Verifies Visits Waits Walks Works Wraps Writes Yields";

/// An error text has one of these, so that it says what is wrong.
const VERDICTS: &str = "already at_least at_most cannot corrupt damaged denied differs duplicate empty exceeds expected \
    failed incomplete inconsistent invalid illegal missing more_than must needs neither never no none \
    not occupied only out_of refused stopped too truncated twice unexpected unknown unsupported without";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Beginning,
    Verb,
    Pronoun,
    SoMany,
    IsNone,
    Error,
}

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::Beginning => {
                "a doc begins with its subject or a verb, not with That, Those, What, Whether, Its"
            }
            Rule::Verb => "the doc of a public function begins with a verb: Returns, Makes, Reads",
            Rule::Pronoun => "\"that of\" and \"those of\" are no subject",
            Rule::SoMany => "\"so many\" is a number or a maximum",
            Rule::IsNone => "\"is none\": say what it is, or that there is none",
            Rule::Error => "an error text says must, cannot, not, failed or the like",
        })
    }
}

/// A text and the line where it begins, from 1.
#[derive(Debug, PartialEq)]
struct Text {
    line: usize,
    kind: Kind,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Of a public function, or of anything else.
    Doc {
        is_function: bool,
    },
    Comment,
    Error,
    Document,
}

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let files = cmd!(shell, "git ls-files --cached --others --exclude-standard").quiet().read()?;
    let mut problems = Vec::new();
    for path in files.lines().filter(|path| !LEFT_OUT.iter().any(|left_out| path.starts_with(left_out))) {
        let Some(read) = reader(path) else { continue };
        let Ok(content) = shell.read_file(path) else { continue }; // deleted, and not yet in the index
        for text in read(&content) {
            let first = text.text.lines().next().unwrap_or_default();
            problems
                .extend(broken(&text).iter().map(|rule| format!("{path}:{}: {rule}: {first}", text.line)));
        }
    }
    ensure!(problems.is_empty(), "{}\n{} problems", problems.join("\n"), problems.len());
    Ok(())
}

/// What finds the texts of a file, by its name.
fn reader(path: &str) -> Option<fn(&str) -> Vec<Text>> {
    match path.rsplit_once('.')?.1 {
        "rs" => Some(of_rust),
        "py" | "pyi" => Some(of_python),
        "js" | "mjs" | "ts" => Some(of_javascript),
        "md" => Some(of_markdown),
        _ => None,
    }
}

fn broken(text: &Text) -> Vec<Rule> {
    let mut broken = Vec::new();
    let is_doc = matches!(text.kind, Kind::Doc { .. });
    if is_doc && BEGINNINGS.iter().any(|beginning| begins_with(&text.text, beginning)) {
        broken.push(Rule::Beginning);
    }
    if text.kind == (Kind::Doc { is_function: true }) {
        let first = text.text.split([' ', '\n', ',', '.', ':']).next().unwrap_or_default();
        if !VERBS.split_whitespace().any(|verb| verb == first) {
            broken.push(Rule::Verb);
        }
    }
    let words = format!(" {} ", text.text.split_whitespace().collect::<Vec<_>>().join(" "));
    if text.kind == Kind::Error {
        let has = |word: &str| {
            words.match_indices(word).any(|(at, _)| {
                let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
                !is_letter(words[..at].chars().next_back())
                    && !is_letter(words[at + word.len()..].chars().next())
            })
        };
        let is_of_another = text.text.starts_with('{') && text.text.ends_with('}');
        if !is_of_another && !VERDICTS.split_whitespace().any(|word| has(&word.replace('_', " "))) {
            broken.push(Rule::Error);
        }
    }
    let subject = ["That of ", "Those of "].iter().any(|pronoun| words.contains(pronoun));
    let clause = [": that of ", ": those of ", "; that of ", "; those of ", "| that of ", "| those of "];
    if subject || clause.iter().any(|clause| words.contains(clause)) {
        broken.push(Rule::Pronoun);
    }
    let lower = words.to_lowercase();
    let has = |phrase: &str| {
        let behind = lower.match_indices(phrase).map(|(at, _)| &lower[at + phrase.len()..]);
        behind.filter(|rest| !rest.starts_with(char::is_alphanumeric)).any(|rest| !rest.starts_with(" that "))
    };
    if has(" so many") {
        broken.push(Rule::SoMany);
    }
    if has(" is none") || has(" are none") {
        broken.push(Rule::IsNone);
    }
    broken
}

fn begins_with(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

fn of_rust(content: &str) -> Vec<Text> {
    let lines: Vec<&str> = content.lines().map(str::trim).collect();
    let doc = |line: &str| line.strip_prefix("///").or(line.strip_prefix("//!")).map(str::to_owned);
    let mut texts = blocks(&lines, doc, |_| true);
    for text in &mut texts {
        let behind = text.line - 1 + text.text.lines().count().max(1);
        let is_function = item(&lines[behind.min(lines.len())..]).is_some_and(is_public_function);
        text.kind = Kind::Doc { is_function };
    }
    let comment = |line: &str| {
        let comment = line.strip_prefix("//").filter(|rest| !rest.starts_with(['/', '!']));
        comment.or_else(|| Some(line.split_once(" // ")?.1)).map(str::to_owned)
    };
    texts.extend(blocks(&lines, comment, |line| line.starts_with("//")));
    for (at, attribute) in content.match_indices("#[error(") {
        let Some(text) = content[at + attribute.len()..].trim_start().strip_prefix('"') else { continue };
        let line = content[..at].matches('\n').count() + 1;
        texts.push(Text { line, kind: Kind::Error, text: until_quote(text).to_owned() });
    }
    texts
}

/// The line that declares an item, behind its attributes.
fn item<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let mut lines = lines.iter();
    loop {
        let line = lines.next()?;
        if !line.starts_with("#[") {
            return Some(line);
        }
        if !line.ends_with(']') {
            lines.find(|line| line.ends_with(']'))?;
        }
    }
}

fn is_public_function(item: &str) -> bool {
    let before = item.split('(').next().unwrap_or_default();
    item.starts_with("pub ") && before.split(' ').any(|word| word == "fn")
}

/// A text up to the next quote that is not escaped.
fn until_quote(text: &str) -> &str {
    let end = text.match_indices('"').find(|(at, _)| !text[..*at].ends_with('\\'));
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

fn of_python(content: &str) -> Vec<Text> {
    let lines: Vec<&str> = content.lines().map(str::trim).collect();
    let mut texts = Vec::new();
    let mut parts = content.split("\"\"\"");
    let mut line = parts.next().map_or(0, |before| before.matches('\n').count()) + 1;
    while let (Some(doc), behind) = (parts.next(), parts.next()) {
        texts.push(Text { line, kind: Kind::Doc { is_function: false }, text: doc.trim().to_owned() });
        line += doc.matches('\n').count() + behind.map_or(0, |behind| behind.matches('\n').count());
    }
    let comment =
        |line: &str| line.strip_prefix('#').or_else(|| Some(line.split_once("  # ")?.1)).map(str::to_owned);
    texts.extend(blocks(&lines, comment, |line| line.starts_with('#')));
    texts
}

fn of_javascript(content: &str) -> Vec<Text> {
    let lines: Vec<&str> = content.lines().map(str::trim).collect();
    let doc = |line: &str| {
        line.strip_prefix("/**").or(line.strip_prefix("*")).map(|rest| rest.trim_end_matches("*/").to_owned())
    };
    let mut texts = blocks(&lines, doc, |_| true);
    for text in &mut texts {
        text.kind = Kind::Doc { is_function: false };
    }
    let comment =
        |line: &str| line.strip_prefix("//").or_else(|| Some(line.split_once(" // ")?.1)).map(str::to_owned);
    texts.extend(blocks(&lines, comment, |line| line.starts_with("//")));
    texts
}

fn of_markdown(content: &str) -> Vec<Text> {
    let mut in_block = false;
    let mut lines = Vec::new();
    for line in content.lines() {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        lines.push(if in_block || is_fence { "" } else { line });
    }
    let mut texts = blocks(&lines, |line| (!line.is_empty()).then(|| line.to_owned()), |_| true);
    for text in &mut texts {
        text.kind = Kind::Document;
    }
    texts
}

/// Comments of lines that follow one another. One behind code is a block of its own.
fn blocks(lines: &[&str], text: impl Fn(&str) -> Option<String>, joins: impl Fn(&str) -> bool) -> Vec<Text> {
    let mut blocks: Vec<Text> = Vec::new();
    let mut end = 0;
    for (number, line) in (1..).zip(lines) {
        let Some(text) = text(line) else { continue };
        let text = text.strip_prefix(' ').unwrap_or(&text);
        match blocks.last_mut() {
            Some(block) if end + 1 == number && joins(line) => {
                block.text.push('\n');
                block.text.push_str(text);
            }
            _ => blocks.push(Text { line: number, kind: Kind::Comment, text: text.to_owned() }),
        }
        end = number;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(texts: Vec<Text>) -> Vec<(usize, Rule)> {
        texts.iter().flat_map(|text| broken(text).into_iter().map(|rule| (text.line, rule))).collect()
    }

    #[test]
    fn docs_of_rust_begin_with_a_subject_and_those_of_functions_with_a_verb() {
        let text = "\
/// Whether it ends.
pub fn ends() {}
/// Returns the end.
#[inline]
pub fn end() {}
/// The begin.
#[must_use = \"a
reason\"]
pub const fn begin() {}
/// The begin.
pub(crate) fn own() {}
/// Itself.
pub struct Itself;
";
        assert_eq!(problems(of_rust(text)), [(1, Rule::Beginning), (1, Rule::Verb), (6, Rule::Verb)]);
    }

    #[test]
    fn phrases_are_found_across_lines() {
        let text = "//! A table. Those of\n//! the others are so\n//! many, and this\n//! is none.\n\nf(); // That of a word\n";
        let expected = [(1, Rule::Pronoun), (1, Rule::SoMany), (1, Rule::IsNone), (6, Rule::Pronoun)];
        assert_eq!(problems(of_rust(text)), expected);
        assert_eq!(problems(of_rust("/// A board that is so many things.\n")), [(1, Rule::SoMany)]);
        assert_eq!(problems(of_rust("/// It has so many that it ends. It is nonetheless one.\n")), []);
    }

    #[test]
    fn error_texts_have_a_verdict() {
        let text = |error: &str| problems(of_rust(&format!("#[error(\"{error}\")]\nstruct Error;\n")));
        assert_eq!(text("a depth of {depth}"), [(1, Rule::Error)]);
        assert_eq!(text("a note of {depth}"), [(1, Rule::Error)]);
        assert_eq!(text("the depth must be 60, not {depth}"), []);
        assert_eq!(text("{0}"), []);
        assert_eq!(text("{depth} plies"), [(1, Rule::Error)]);
        assert_eq!(problems(of_rust("#[error(transparent)]\nstruct Error; // not \"a text\"\n")), []);
    }

    #[test]
    fn python_javascript_and_markdown_have_docs_and_comments() {
        let python = "\"\"\"What it is.\"\"\"\nx = 1  # so many bytes\n\"\"\"\nThose of a board.\n\"\"\"\n";
        assert_eq!(
            problems(of_python(python)),
            [(1, Rule::Beginning), (3, Rule::Beginning), (3, Rule::Pronoun), (2, Rule::SoMany)]
        );
        let javascript = "/** Whether it is. */\nlet x = 1; // is none\n";
        assert_eq!(problems(of_javascript(javascript)), [(1, Rule::Beginning), (2, Rule::IsNone)]);
        assert_eq!(
            problems(of_markdown("Text.\n\n```\nThose of x\n```\nWhat is none.\n")),
            [(6, Rule::IsNone)]
        );
    }
}
