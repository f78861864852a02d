use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

/// Something that a lenient [`Reader`](super::Reader) passed over.
///
/// ```
/// use reversi_engine::notation::{NoteKind, read};
///
/// let record = read(b"Ada vs Bo: F5D6C3 (a lesson)").next().unwrap()?;
/// let texts: Vec<_> = record.notes.iter().map(|note| note.text.as_str()).collect();
/// assert_eq!(texts, ["Ada", "vs Bo", "(a lesson)"]);
/// assert_eq!(record.notes[0].kind, NoteKind::Text);
/// # Ok::<(), reversi_engine::notation::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The kind of text.
    pub kind: NoteKind,
    /// The place in the input, as a byte offset.
    pub offset: usize,
    /// The beginning of what was passed over.
    pub text: String,
}

named! {
    /// The kinds of [`Note`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum NoteKind {
        /// Text that is not part of a game, such as a title.
        Text = "text",
        /// A comment in brackets.
        Comment = "comment",
        /// Passes after the end of the game.
        Passes = "passes",
        /// A stated result that does not count: the board of the finished game has another, or no game has it.
        Result = "result",
    }
}

/// The notes of a record, with places in the text that is read.
#[derive(Clone, Default)]
pub(super) struct Notes {
    notes: Vec<RawNote>,
    /// Added to the places of the text that is read.
    base: usize,
    /// The first note of that text.
    first: usize,
    /// The result that the text states beside the moves.
    pub(super) result: Option<String>,
}

#[derive(Clone)]
pub(super) struct RawNote {
    pub(super) kind: NoteKind,
    pub(super) from: usize,
    to: usize,
    text: String,
}

impl Notes {
    /// More than people read of one record.
    const MOST: usize = 8;
    const LONGEST: usize = 60;

    /// Adds the part of a text. Parts with only blanks or signs between them are one note.
    pub(super) fn add(&mut self, kind: NoteKind, text: &str, from: usize, to: usize) {
        let (base, part) = (self.base, beginning(&text[from..], to - from));
        if let Some(last) = self.notes[self.first..].last_mut()
            && last.kind == kind
            && last.to <= base + from
            && text.get(last.to - base..from).is_some_and(|between| {
                between.len() <= 3 && !between.contains(|c: char| c.is_alphanumeric() || c == '\n')
            })
        {
            let between = &text[last.to - base..from];
            last.to = base + to;
            if last.text.len() < Self::LONGEST {
                last.text.push_str(between);
                last.text.push_str(beginning(part, Self::LONGEST));
            }
        } else if self.notes.len() < Self::MOST {
            self.notes.push(RawNote {
                kind,
                from: base + from,
                to: base + to,
                text: beginning(part, Self::LONGEST).to_owned(),
            });
        }
    }

    /// Adds a part of the whole text at its place. A note that has it already gets the text as it is.
    pub(super) fn insert(&mut self, text: &str, from: usize, to: usize) {
        let whole = |from, to| beginning(&text[from..to], Self::LONGEST).to_owned();
        match self.notes.iter_mut().find(|note| note.from < to && from < note.to) {
            Some(note) => note.text = whole(note.from, note.to),
            None => {
                let at = self.notes.partition_point(|note| note.from < from);
                let text = whole(from, to);
                self.notes.insert(at, RawNote { kind: NoteKind::Text, from, to, text });
                self.notes.truncate(Self::MOST);
            }
        }
    }

    /// Adds the notes of a text that was read by itself.
    pub(super) fn append(&mut self, other: Notes) {
        self.notes.extend(other.notes);
        self.notes.truncate(Self::MOST);
        self.result = other.result.or(self.result.take());
    }

    /// Removes the notes of text that was used.
    pub(super) fn remove(&mut self, is_used: impl Fn(&str) -> bool) {
        self.notes.retain(|note| note.kind != NoteKind::Text || !is_used(&note.text));
    }

    /// Notes a result that does not count, of the record that begins at `from`.
    pub(super) fn tell_result(&mut self, from: usize, text: &str) {
        let at = self.notes.partition_point(|note| note.from < from);
        let text = beginning(text.trim(), Self::LONGEST).to_owned();
        self.notes.insert(at, RawNote { kind: NoteKind::Result, from, to: from, text });
        self.notes.truncate(Self::MOST);
    }

    /// Begins a text whose places are counted from `base`.
    pub(super) fn begin(&mut self, base: usize) {
        (self.base, self.first) = (base, self.notes.len());
    }

    /// Changes the places of the notes of this text.
    pub(super) fn replace_places(&mut self, place: impl Fn(usize) -> usize) {
        for note in &mut self.notes[self.first..] {
            (note.from, note.to) = (place(note.from), place(note.to));
        }
    }

    pub(super) fn take(&mut self) -> Vec<RawNote> {
        self.first = 0;
        self.result = None;
        core::mem::take(&mut self.notes)
    }

    /// The text that the reader passed over, if there is any.
    pub(super) fn text(&self) -> Option<&RawNote> {
        self.notes.iter().find(|note| note.kind == NoteKind::Text)
    }
}

impl RawNote {
    pub(super) fn beginning(&self) -> String {
        self.text.clone()
    }

    pub(super) fn at(self, offset: usize) -> Note {
        Note { kind: self.kind, offset, text: self.text }
    }
}

/// The beginning of a text, at most `most` bytes.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    let most = most.min(text.len());
    let end = (0..=most).rfind(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or_default()]
}
