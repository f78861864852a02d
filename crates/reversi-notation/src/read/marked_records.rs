//! Records that have a sign, `(;` or a header, among plain text.

use alloc::boxed::Box;

use super::error::Trouble;
use super::note::{Notes, beginning};
use super::{Content, Notation, Raw, headers, sgf, unmarked_records};
use crate::ggf::read_record_at;

/// The places of the next records that have a sign: `(;`, or a header. The text between them is plain.
#[derive(Default)]
pub(super) struct Marked {
    pub(super) tagged: Option<usize>,
    headers: Option<usize>,
    /// `true` if there is such a record at all.
    pub(super) any: bool,
}

impl Marked {
    pub(super) fn of(text: &str, at: usize) -> Marked {
        let (tagged, headers) = (next_tagged(text, at), headers::find(text, at));
        Marked { tagged, headers, any: tagged.is_some() || headers.is_some() }
    }

    /// Goes forward to a place.
    fn advance(&mut self, text: &str, at: usize) {
        if self.tagged.is_some_and(|tagged| tagged < at) {
            self.tagged = next_tagged(text, at);
        }
        if self.headers.is_some_and(|headers| headers < at) {
            self.headers = headers::find(text, at);
        }
    }

    /// The next record, with a sign or without one. `unmarked` is the text without what is hidden.
    pub(super) fn next(
        &mut self,
        text: &str,
        unmarked: &str,
        plain: &mut unmarked_records::State,
        open_side: bool,
        notes: &mut Notes,
    ) -> Option<Raw> {
        loop {
            self.advance(text, plain.at());
            let tag = self.tagged.unwrap_or(text.len());
            let end = tag.min(self.headers.unwrap_or(text.len()));
            if plain.at() < end {
                match plain.next_between(&unmarked[..end], open_side, notes) {
                    Some(raw) => return Some(raw),
                    None => continue,
                }
            }
            if end == text.len() {
                return None;
            }
            let (raw, end) = match end == tag {
                true => tagged(text, tag),
                false => headers::next(text, unmarked, end, tag, notes),
            };
            plain.go_on(end);
            return Some(raw);
        }
    }
}

/// The next `(;` that a tag follows.
fn next_tagged(text: &str, at: usize) -> Option<usize> {
    let is_tag = |rest: &str| {
        let name = rest.trim_start();
        let value = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        value.len() < name.len() && value.trim_start().starts_with('[')
    };
    let mut found = text[at..].match_indices('(').map(|(i, _)| at + i);
    found.find(|&at| {
        sgf::begins(&text[at..]).is_some_and(|length| is_tag(beginning(&text[at + length..], 64)))
    })
}

/// Reads the record between `(;` and `)`. Returns where it ends too.
fn tagged(text: &str, from: usize) -> (Raw, usize) {
    if sgf::is_meant(&text[from..]) {
        return sgf::read(text, from);
    }
    let (read, end) = read_record_at(text, from);
    let raw = |content| Raw::new(from, Notation::Ggf, content);
    match read {
        Ok(game) => (raw(Ok(Content::Game(Box::new(game)))), end),
        Err(error) => {
            // What is left of a bad record is not text between records.
            let left = &text[end..];
            let next = left.match_indices('(').find(|&(at, _)| sgf::begins(&left[at..]).is_some());
            let left = &left[..next.map_or(left.len(), |(at, _)| at)];
            let end = end + left.find(";)").map_or(left.len(), |at| at + 2);
            (raw(Err(Trouble::new(error.at, error.kind))), end)
        }
    }
}
