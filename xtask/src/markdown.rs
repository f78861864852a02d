//! The fenced blocks of a Markdown file.

/// A block of code or of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block<'a> {
    /// The text after the fence: `rust`, `console`, ...
    pub(crate) language: &'a str,
    /// The lines of the block, each with its line break.
    pub(crate) text: &'a str,
    /// The line of its fence, from 1.
    pub(crate) line: usize,
}

/// All blocks that begin and end with three backquotes at the beginning of a line.
pub(crate) fn blocks(markdown: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let (mut open, mut end) = (None, 0);
    for (number, line) in (1..).zip(markdown.split_inclusive('\n')) {
        let start = end;
        end += line.len();
        match (line.strip_prefix("```"), open) {
            (Some(language), None) => open = Some((language.trim(), number, end)),
            (Some(_), Some((language, line, text))) => {
                blocks.push(Block { language, line, text: &markdown[text..start] });
                open = None;
            }
            (None, _) => {}
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::{Block, blocks};

    #[test]
    fn blocks_have_their_language_and_line() {
        let found = blocks("Text\n```rust\na\n\nb\n```\n`c`\n```\n```\n");
        let rust = Block { language: "rust", text: "a\n\nb\n", line: 2 };
        assert_eq!(found, [rust, Block { language: "", text: "", line: 8 }]);
    }
}
