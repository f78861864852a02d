//! Text beside moves that may look like them: labels and their values, `Round: F3`, tables that the program
//! prints, marks before the rows of a board. It is hidden before moves are read, and becomes notes and tags.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::board::{self, Row};
use super::decode::{fold, unfold};
use super::line_kinds::lines;
use super::note::Notes;
use super::words::{Run, side, square_at, word, words};
use super::{Content, Raw, sentences, tags, text_moves};
use crate::Notation;
use reversi_bitboard::{Color, Move};

/// Labels by their tags: in other languages, or without a tag of GGF. [`tags::of_name`] has the others.
const NAMES: [(&str, &str); 4] = [
    ("PB", "noir schwarz negro nero 黑"),
    ("PW", "blanc weiß weiss blanco bianco"),
    ("PC", "tournoi turnier 大会"),
    ("", "round ronde runde 回戦 player players name opening table section match annotator comment point"),
];

/// Words that begin what is said of a side: they are no names.
const VERBS: &str = "to turn move moves must win wins won resign resigns resigned lost loses is has";

/// Words between the names of two players.
const VERSUS: [&str; 7] = ["vs", "v", "versus", "against", "gegen", "contre", "対"];

/// Stands for a hidden byte. No reader takes it for anything.
const HIDDEN: u8 = b'\'';

/// The tags of labels, by number.
const TAGS: [&str; 7] = ["", "PB", "PW", "PC", "DT", tags::SITE, tags::YEAR];

/// The hidden parts of a text that are told, the first one last.
#[derive(Default)]
pub(super) struct Hidden(Vec<Part>);

/// A part of a text. Some texts have millions.
struct Part {
    from: u32,
    to: u32,
    /// The length of its name; its value is the rest.
    name: u8,
    /// In [`TAGS`].
    tag: u8,
}

impl Hidden {
    /// Returns the hidden parts of a text, and the text without them: all other bytes stay at their places.
    pub(super) fn of(text: &str) -> (Hidden, Option<String>) {
        if u32::try_from(text.len()).is_err() {
            return Default::default();
        }
        let mut finder = Finder { text, ..Finder::default() };
        finder.read();
        let Finder { mut parts, bytes, .. } = finder;
        parts.reverse();
        (Hidden(parts), String::from_utf8(bytes).ok().filter(|text| !text.is_empty()))
    }

    /// Takes the parts before a place: each is a note, and a tag of a game that lacks it. Parts of a record
    /// that has a sign belong to its own text.
    pub(super) fn take(&mut self, text: &str, end: usize, notes: &mut Notes, raw: Option<&mut Raw>) {
        let mut own = end;
        let mut game = None;
        if let Some(Raw { from, notation, content, .. }) = raw {
            if matches!(notation, Notation::Ggf | Notation::Sgf) {
                own = *from;
            }
            if let Ok(Content::Game(record)) = content {
                game = Some(record);
            }
        }
        let mut set = |tag: &str, value: &str| {
            if let Some(game) = game.as_deref_mut().filter(|game| !tag.is_empty() && game.tag(tag).is_none())
            {
                let _ = game.set_tag(tag, &tags::escaped(value)); // a value that is not one of GGF's
            }
        };
        let (mut site, mut year) = (None, None);
        while let Some(part) = self.0.pop_if(|part| (part.from as usize) < end) {
            let (from, to) = (part.from as usize, part.to as usize);
            if from < own {
                notes.insert(text, from, to);
                match (TAGS[usize::from(part.tag)], &text[from + usize::from(part.name)..to]) {
                    (tags::SITE, value) => site = Some(value),
                    (tags::YEAR, value) => year = Some(value),
                    (tag, value) if is_side(tag) => set(tag, name_of(value)),
                    (tag, value) => set(tag, value),
                }
            }
        }
        site.into_iter().for_each(|site| set("PC", site));
        year.into_iter().for_each(|year| set("DT", year));
    }
}

/// A label and its value in a line.
struct Label {
    from: usize,
    value: usize,
    to: usize,
    tag: &'static str,
    /// The value is one square.
    is_move: bool,
    /// The value is several squares, and nothing else.
    is_game: bool,
    /// It has no colon: it needs one of the other side.
    is_bare: bool,
}

/// More labels than these are another paragraph.
const MOST: usize = 128;

/// The longest line of other letters than ASCII that is looked at.
const LONGEST: usize = 4096;

#[derive(Default)]
struct Finder<'a> {
    text: &'a str,
    /// The text without the hidden parts; empty before there is one.
    bytes: Vec<u8>,
    parts: Vec<Part>,
    /// The labels of the paragraph.
    labels: Vec<Label>,
    /// A table has the names of White before the ones of Black.
    is_white_first: bool,
    /// There are moves without labels, once that is known.
    has_game: Option<bool>,
    /// The parts whose value is a game, if the text has no other.
    games: Vec<usize>,
}

/// A table that the program prints.
#[derive(Clone, Copy)]
enum Table {
    /// A row for each move, this number of rows so far.
    Moves(usize),
    Other,
}

impl Finder<'_> {
    fn read(&mut self) {
        let (mut begin, mut table, mut tried) = (0, None, 0);
        for (at, line, _) in lines(self.text, 0) {
            let end = at + line.trim_end().len();
            if end == at || self.labels.len() > MOST {
                self.end(begin, at);
                begin = at;
            }
            if end == at {
                table = None;
                continue;
            }
            if let Some(mark) = mark(line).filter(|_| at >= tried) {
                tried = self.marks(mark, at);
            }
            let has_letters =
                |line: &str| line.bytes().any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
            if table.is_none() && !has_letters(line) {
                continue;
            }
            let folded = fold(line);
            let is_folded = matches!(folded, Cow::Owned(_));
            if is_folded && line.len() > LONGEST {
                continue; // each place is searched from the start of the line
            }
            let place = |i| at + if is_folded { unfold(line, i) } else { i };
            if let Some(table) = &mut table {
                let mv = Table::row(table, &folded)
                    .map_or((end, end), |(from, to)| (place(from), place(to).min(end)));
                self.hide(at, mv.0);
                self.hide(mv.1, end);
                continue;
            }
            table = header(&folded);
            if let Some(table) = &mut table {
                self.end(begin, at);
                if text_moves::has_row(&self.text[begin..at]) {
                    *table = Table::Other; // the game is above
                }
                let begin = at + line.len() - line.trim_start().len();
                self.tell(begin, begin, end, "");
                continue;
            }
            for (i, _) in line.match_indices('@') {
                let head =
                    line[..i].strip_suffix(['P', 'p']).filter(|head| !head.ends_with(char::is_alphabetic));
                if head.is_some() && square_at(&line[i + 1..]).is_some() {
                    self.hide(at + i - 1, at + i + 1); // the piece of `P@f5`
                }
            }
            let known = self.labels.len();
            if line.trim_start().starts_with('[') && line.contains('"') {
                continue; // a header
            }
            let column =
                |name| folded.split([',', '\t', ';']).position(|cell| side(cell.trim()) == Some(name));
            if let (Some(black), Some(white)) = (column(Color::Black), column(Color::White)) {
                self.is_white_first = white < black;
            }
            if let Some([first, second]) = players(&folded) {
                let from = folded.len() - folded.trim_start().len();
                let [black, white] = if self.is_white_first { ["PW", "PB"] } else { ["PB", "PW"] };
                let gap = folded.len() - folded[first.1..].trim_start().len();
                for (from, (value, to), tag) in [(from, first, black), (gap, second, white)] {
                    let [is_move, is_game, is_bare] = [false; 3];
                    self.labels.push(Label { from, value, to, tag, is_move, is_game, is_bare });
                }
            } else {
                labels(&folded, &mut self.labels);
            }
            for label in &mut self.labels[known..] {
                (label.from, label.value, label.to) =
                    (place(label.from), place(label.value), place(label.to));
            }
        }
        self.end(begin, self.text.len());
        self.show_games();
    }

    /// Shows the values that are moves, where the text has no others.
    fn show_games(&mut self) {
        let has_move = |line: &str| text_moves::has_move(&fold(line)) && !sentences::is_sentence(&fold(line));
        let rest = str::from_utf8(&self.bytes).unwrap_or_default();
        if self.games.is_empty() || lines(rest, 0).any(|(_, line, _)| has_move(line)) {
            return;
        }
        for Part { from, to, .. } in self.games.iter().map(|&number| &self.parts[number]) {
            let place = *from as usize..*to as usize;
            self.bytes[place.clone()].copy_from_slice(&self.text.as_bytes()[place]);
        }
        let mut numbers = 0..self.parts.len();
        self.parts.retain(|_| numbers.next().is_none_or(|number| self.games.binary_search(&number).is_err()));
    }

    fn hide(&mut self, from: usize, to: usize) {
        if self.bytes.is_empty() {
            self.bytes.extend(self.text.as_bytes());
        }
        if let Some(part) = self.bytes.get_mut(from..to) {
            part.fill(HIDDEN);
        }
    }

    /// Hides a part that becomes a note, and a tag if its value can be one.
    fn tell(&mut self, from: usize, value: usize, to: usize, tag: &str) {
        const LONGEST_VALUE: usize = 80;

        self.hide(from, to);
        let name = u8::try_from(value - from).ok().filter(|_| to - value <= LONGEST_VALUE);
        let tag = TAGS.iter().position(|known| name.is_some() && *known == tag).unwrap_or_default();
        let name = name.unwrap_or_default();
        self.parts.push(Part { from: from as u32, to: to as u32, name, tag: tag as u8 });
    }

    /// Hides the marks before the lines of a board. Returns where these lines end.
    fn marks(&mut self, mark: &str, from: usize) -> usize {
        let (mut rows, mut end) = (0, from);
        let mut marks = Vec::new();
        for (at, line, next) in lines(self.text, from).take(board::MOST_LINES) {
            let Some(rest) = line.trim_start().strip_prefix(mark) else { break };
            let rest = fold(rest);
            let is_row = Row::of(&rest).is_some();
            if !is_row && rows < 8 && !board::is_frame(&rest) {
                break;
            }
            if rows == 8 && is_row {
                break;
            }
            (rows, end) = (rows + usize::from(is_row), next);
            marks.push(at + line.len() - line.trim_start().len());
            if rows == 8 && !is_row {
                break; // the side to move
            }
        }
        if rows == 8 {
            marks.into_iter().for_each(|at| self.hide(at, at + mark.len()));
        }
        end
    }

    /// Ends a paragraph: its labels are known to be names, or moves of a list.
    fn end(&mut self, begin: usize, end: usize) {
        let mut labels = core::mem::take(&mut self.labels);
        let bare = |tag: &str| labels.iter().filter(|label| label.is_bare && label.tag == tag).count();
        let are_bare = bare("PB") == 1 && bare("PW") == 1;
        labels.retain(|label| !label.is_bare || are_bare);
        if labels.iter().any(|label| label.is_move) {
            let sides = || labels.iter().filter(|label| is_side(label.tag));
            let is_list = sides().all(|label| label.is_move)
                && !self.has_moves(begin, end, &labels)
                && (sides().count() > 2 || !self.has_game());
            labels.retain(|label| !label.is_move || !is_list);
        }
        for Label { from, value, to, tag, is_game, .. } in labels {
            if is_game {
                self.games.push(self.parts.len());
            }
            self.tell(from, value, to, tag);
        }
    }

    /// Returns whether lines have moves before labels, or without one.
    fn has_moves(&self, begin: usize, end: usize, labels: &[Label]) -> bool {
        let mut labels = labels.iter().peekable();
        lines(&self.text[..end], begin).any(|(at, line, next)| {
            let first = labels.peek().map_or(next, |label| label.from);
            while labels.next_if(|label| label.from < next).is_some() {}
            let line = fold(&line[..line.len().min(first - at)]);
            text_moves::has_move(&line) && !sentences::is_sentence(&line)
        })
    }

    fn has_game(&mut self) -> bool {
        *self.has_game.get_or_insert_with(|| text_moves::has_row(self.text))
    }
}

/// The mark that a line begins with, where a row of a board is behind it.
fn mark(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(['#', '/', '*', '!', '=', ':', '$']);
    let mark = &line[..line.len() - rest.len()];
    let is_row = |rest: &str| Row::of(rest).is_some() || board::is_frame(rest);
    (rest.len() > 7 && (1..=3).contains(&mark.len()) && Row::of(line).is_none() && is_row(&fold(rest)))
        .then_some(mark)
}

/// The table that begins below a line of names of columns.
fn header(line: &str) -> Option<Table> {
    let mut names = line.split_whitespace();
    let first = [names.next()?, names.next()?];
    let has = |name| names.clone().any(|other| other == name);
    match first {
        ["ply", _] if has("best") => Some(Table::Moves(0)),
        ["index", "empties"] if has("score") => Some(Table::Other),
        ["index", "best"] | ["game", "moves"] | ["move", "score"] => Some(Table::Other),
        _ => None,
    }
}

impl Table {
    /// The place of the move in a row: its number is the next one, and the first is of black.
    fn row(&mut self, line: &str) -> Option<(usize, usize)> {
        let Table::Moves(count) = self else { return None };
        let mut columns = line.split_whitespace();
        let number = columns.next().and_then(|number| number.parse::<usize>().ok())?;
        let (side, mv) = (columns.next()?, columns.next()?);
        if number != *count + 1 || *count == 0 && !matches!(side, "black" | "●" | "X") {
            if *count > 0 && line.starts_with(' ') {
                return Some((0, line.len())); // a row is left out: the squares of this one are an error
            }
            *self = if *count > 0 { *self } else { Table::Other };
            return None;
        }
        *count += 1;
        let at = mv.as_ptr() as usize - line.as_ptr() as usize;
        Some((at, at + mv.len())).filter(|_| Run::of(mv).is_some())
    }
}

/// The tag that a label stands for, empty if GGF has none.
fn tag_of(name: &str) -> Option<&'static str> {
    if let Some(side) = side(name) {
        return Some(TAGS[1 + side as usize]);
    }
    let is_one = |known: &str| known.split(' ').any(|known| name.eq_ignore_ascii_case(known));
    let known = NAMES.iter().find(|(_, known)| is_one(known));
    known.map(|&(tag, _)| tag).or_else(|| tags::of_name(name))
}

/// The places of two names in a line without labels: `Ann vs Ben`, `Ann - Ben 30-34`, `1,Ann,Ben,f5d6c3`.
fn players(line: &str) -> Option<[(usize, usize); 2]> {
    const DASHES: [&str; 3] = [" - ", " – ", " — "];

    let place = |name: &str| {
        let name = name.trim();
        let from = name.as_ptr() as usize - line.as_ptr() as usize;
        (from, from + name.len())
    };
    let both = |[first, second]: [&str; 2]| {
        (is_name(first) && is_name(second)).then(|| [place(first), place(second)])
    };
    // A name of several words begins and ends with a capital letter, unlike `This was close`.
    let is_title = |name: &str| {
        let name = name_of(name.trim());
        let is_capital = |word: &str| word.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
        !name.contains(' ')
            || name.split(' ').next().is_some_and(is_capital)
                && name.rsplit(' ').next().is_some_and(is_capital)
    };
    let is_reversed = |[first, second]: &[&str; 2]| {
        ["(W)", "(O)"].iter().any(|mark| first.contains(mark))
            || ["(B)", "(X)"].iter().any(|mark| second.contains(mark))
    };
    let titles =
        |names: [&str; 2]| both(names).filter(|_| names.into_iter().all(is_title) && !is_reversed(&names));
    // Numbers, both names and the moves; in prose a blank is behind a comma.
    let cells = || {
        let cells: Vec<&str> = line.split([',', '\t', ';']).collect();
        let first = cells.iter().position(|cell| cell.contains(char::is_alphabetic))?;
        let [first, second, moves] = *cells.get(first..first + 3)? else { return None };
        let is_row = squares_of(moves.trim()) > 2 && !second.starts_with(' ') && !moves.starts_with(' ');
        (is_row && cells.len() < 8).then_some([first, second])
    };
    let versus = || {
        let is_versus = |(_, word): &(usize, &str)| {
            VERSUS.iter().any(|known| word.trim_end_matches('.').eq_ignore_ascii_case(known))
        };
        let (at, word) = line.split_whitespace().map(|word| (place(word).0, word)).find(is_versus)?;
        let rest = &line[at + word.len()..];
        let begin = words(rest).find(|(_, word)| squares_of(word) > 0).map_or(rest.len(), |(at, _)| at);
        let end = rest.find(':').unwrap_or(rest.len()).min(score(rest).map_or(rest.len(), |(from, _)| from));
        Some([&line[..at], rest[..begin.min(end)].trim_end_matches(is_end)])
    };
    let dash = || {
        let (from, to) = score(line)?;
        let title = &line[..from];
        let parts = DASHES.iter().find_map(|dash| title.split_once(dash));
        Some(parts.map_or([title, &line[to..]], |(first, second)| [first, second]))
    };
    cells().and_then(both).or_else(|| versus().and_then(titles)).or_else(|| dash().and_then(titles))
}

/// The place of the discs of both sides in a line: `30-34`.
fn score(line: &str) -> Option<(usize, usize)> {
    let mut digits = line.match_indices(|c: char| c.is_ascii_digit());
    digits.find_map(|(at, _)| {
        let is_first = !line[..at].ends_with(|c: char| c.is_alphanumeric());
        let (length, [first, second]) = is_first.then(|| text_moves::score(&line[at..]))??;
        (first + second == 64).then_some((at, at + length))
    })
}

/// Returns whether a part of a line can be the name of a player.
fn is_name(text: &str) -> bool {
    const LONGEST_NAME: usize = 40;
    const MOST_WORDS: usize = 5;

    let name = name_of(text.trim());
    let is_plain = |(_, word): (usize, &str)| squares_of(word) == 0 && tag_of(word).is_none();
    name.starts_with(char::is_alphabetic)
        && name.len() <= LONGEST_NAME
        && !name.contains([':', '/', '@', '[', '{', ',', '\t', ';'])
        && words(name).count() <= MOST_WORDS
        && words(name).all(is_plain)
}

/// A name without the rating or the colour in brackets, and without a word before the other name.
fn name_of(text: &str) -> &str {
    let text =
        text.strip_prefix('(').and_then(|text| text.split_once("):")).map_or(text, |(_, name)| name.trim());
    let last = text.rsplit(' ').next().unwrap_or_default();
    let is_versus = VERSUS.iter().any(|known| last.trim_end_matches('.').eq_ignore_ascii_case(known));
    let text = if is_versus { text[..text.len() - last.len()].trim_end() } else { text };
    let Some((name, inside)) = text.trim_end_matches([')', '）', ']']).rsplit_once(['(', '（', '[']) else {
        return text;
    };
    let is_mark = !inside.contains(char::is_alphabetic) || matches!(inside.trim(), "B" | "W" | "X" | "O");
    if is_mark && !name.trim().is_empty() { name.trim_end() } else { text }
}

fn is_side(tag: &str) -> bool {
    matches!(tag, "PB" | "PW")
}

/// The label of one word or two that a text ends with, and its tag.
fn label(text: &str) -> Option<(usize, &'static str)> {
    let begin = |text: &str| {
        let head = text.trim_end_matches(|c: char| c.is_alphabetic());
        (!head.ends_with(|c: char| c.is_ascii_digit()) && head.len() < text.len()).then_some(head.len())
    };
    let last = begin(text)?;
    let tag = tag_of(&text[last..])?;
    let of_side = || {
        let head = text[..last].strip_suffix([' ', '_']).filter(|_| tag.is_empty())?;
        let first = begin(head)?;
        tag_of(&head[first..]).filter(|tag| is_side(tag)).map(|tag| (first, tag))
    };
    Some(of_side().unwrap_or((last, tag)))
}

/// Adds the labels of a line, which may be a row of a table.
fn labels(line: &str, found: &mut Vec<Label>) {
    for cell in line.split(['|', '\t', ';']) {
        let (first, at) = (found.len(), cell.as_ptr() as usize - line.as_ptr() as usize);
        labels_of_cell(cell, found);
        for label in &mut found[first..] {
            (label.from, label.value, label.to) = (label.from + at, label.value + at, label.to + at);
        }
    }
}

fn labels_of_cell(line: &str, found: &mut Vec<Label>) {
    let (mut first, mut is_open) = (None, false);
    let mut name = None;
    let has_colon = line.contains([':', '=']);
    for (i, c) in line.char_indices().filter(|_| has_colon) {
        match c {
            '{' => is_open = true,
            '(' | '[' => is_open = first.is_some(),
            '}' | ')' | ']' => is_open = false,
            ':' | '=' if !is_open && !line[i..].starts_with("://") => {
                let Some((at, tag)) = label(line[..i].trim_end()) else { continue };
                let is_first = first == Some(at);
                if !is_first && name.is_none() && (c == '=' || side(&line[at..i]).is_some() && at + 1 == i) {
                    continue;
                }
                if let Some((from, value, tag)) = name.replace((at, i + 1, tag)) {
                    add(line, from, value, at, tag, found);
                }
            }
            _ if c.is_alphanumeric() => first = first.or(Some(i)),
            _ => {}
        }
    }
    match name {
        Some((from, value, tag)) => add(line, from, value, line.len(), tag, found),
        None => without_colon(line, found),
    }
}

/// Adds the labels of a line that has no colon: `Black c4d3 - White x`, `Round F3`, `a1 vs b2`.
fn without_colon(line: &str, found: &mut Vec<Label>) {
    const MOST_WORDS: usize = 12;

    let mut back = line.split_whitespace().rev();
    if let (Some(last), Some(name)) = (back.next(), back.next())
        && matches!(squares_of(last), 1 | 2)
        && let Some(tag) = tag_of(name).filter(|tag| !is_side(tag))
    {
        let from = name.as_ptr() as usize - line.as_ptr() as usize;
        return add(line, from, from + name.len(), line.len(), tag, found);
    }
    let first = word(line.trim_start());
    let tag = tag_of(first).filter(|_| first.len() > 1);
    let is_versus = |word: &str| VERSUS.iter().any(|known| word.eq_ignore_ascii_case(known));
    let has_versus = || line.split(' ').any(|word| is_versus(word.trim_end_matches('.')));
    if tag.is_none() && !has_versus() || line.contains("://") {
        return;
    }
    let words: Vec<(usize, &str)> = words(line).take(MOST_WORDS).collect();
    let squares = |i: usize| words.get(i).map_or(0, |(_, word)| squares_of(word));
    let is_short = words.len() < MOST_WORDS && (0..words.len()).all(|i| squares(i) < 3);
    let behind = |i: usize| words[i].0 + words[i].1.len();
    let end = line.trim_end().len();
    let name = |i: usize| (words[i].0, behind(i), tag_of(words[i].1).unwrap_or_default());
    match tag {
        Some("PB" | "PW") => {
            let is_other = |i: &usize| {
                let sign = line[behind(i - 1)..words[*i].0].contains(['-', '–', '—', '/']);
                let other = tag_of(words[*i].1).filter(|_| words[*i].1.len() > 1);
                is_side(other.unwrap_or_default()) && other != tag && (sign || is_versus(words[i - 1].1))
            };
            let other = (2..words.len()).find(is_other);
            // Squares behind other words are moves: `Black plays f5`.
            if (2..words.len()).any(|i| matches!(squares(i), 1 | 2) && other != Some(i - 1)) {
                return;
            }
            let from = found.len();
            let (begin, value, tag) = name(0);
            if let Some(i) = other {
                let end = words[i - usize::from(is_versus(words[i - 1].1))].0;
                add(line, begin, value, end, tag, found);
                let (begin, value, tag) = name(i);
                add(line, begin, value, line.len(), tag, found);
            } else if is_short && words.len() < 5 {
                add(line, begin, value, line.len(), tag, found);
                found[from..].iter_mut().for_each(|label| label.is_bare = true);
            }
            if found[from..].iter().any(|label| label.is_move) {
                found.truncate(from);
            }
        }
        _ => {
            let is_between = |i: &usize| is_versus(words[*i].1) && squares(i - 1) + squares(i + 1) > 0;
            if (1..words.len().max(2) - 1).any(|i| is_between(&i)) {
                let from = words[0].0;
                let to =
                    moves_in(line).map_or(end, |to| from + line[from..to].trim_end_matches(is_end).len());
                found.push(Label {
                    from,
                    value: from,
                    to,
                    tag: "",
                    is_move: false,
                    is_game: false,
                    is_bare: false,
                });
            }
        }
    }
}

fn squares_of(word: &str) -> usize {
    Run::of(word).map_or(0, |run| run.filter(|(_, mv)| *mv != Move::Pass).count())
}

/// Adds a label whose value is in a line before `end`, if it is a name or a square.
fn add(line: &str, from: usize, value: usize, end: usize, tag: &'static str, found: &mut Vec<Label>) {
    let text = line[value..end].trim_start_matches(is_sign);
    let value = end - text.len();
    let word = word(text);
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_accuracy = text.contains(" accuracy"); // of a review
    let is_name = match tag {
        "RE" => false,
        "" => side(word).is_none() && !is_number,
        _ if !is_side(tag) => true,
        _ if is_number => is_accuracy,
        _ if !text.contains(char::is_alphabetic) => text.starts_with("--"),
        _ => !VERBS.split(' ').any(|verb| word.eq_ignore_ascii_case(verb)),
    };
    if !is_name {
        return;
    }
    let is_alone = !text[word.len()..].trim_start().starts_with(char::is_alphabetic);
    let is_move = is_side(tag) && is_alone && (word.parse::<Move>().is_ok() || text.starts_with("--"));
    let mut counts = words(text).map(|(_, word)| squares_of(word));
    let squares = counts.try_fold(0, |sum, count| (count > 0).then_some(sum + count));
    let is_game = squares.is_some_and(|squares| squares > 2);
    let text = &text[..moves_in(text).filter(|_| !is_game).unwrap_or(text.len())];
    let to = value + text.trim_end_matches(is_end).len();
    let tag = if is_accuracy { "" } else { tag };
    if to > value && text.contains(char::is_alphanumeric) {
        found.push(Label { from, value, to, tag, is_move, is_game, is_bare: false });
    }
}

fn is_sign(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '"' | '\'' | '_')
}

/// Returns whether a character behind a value belongs to what follows.
fn is_end(c: char) -> bool {
    is_sign(c) || matches!(c, ',' | ';' | ':' | '-' | '–' | '—' | '|' | '/' | ']' | '•')
}

/// The place in a value where moves begin: three squares without a word between, behind the first word.
fn moves_in(value: &str) -> Option<usize> {
    let (mut count, mut begin) = (0, None);
    for (i, (at, word)) in words(value).enumerate() {
        let squares = squares_of(word);
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit()) && !value[..at].ends_with('(');
        let is_name = squares > 0 && value[at + word.len()..].starts_with(':');
        if i > 0 && !is_name && (squares > 0 || is_number) {
            begin = begin.or(Some(at));
            count += squares;
        } else {
            (count, begin) = (0, None);
        }
        if count > 2 {
            return begin;
        }
    }
    None
}
