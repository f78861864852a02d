//! Names, dates and results of other notations as tags of GGF.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::note::Notes;
use super::text_moves;
use crate::{GgfEnd, GgfGame, GgfResult};
use reversi_bitboard::{Color, Game};

/// The tag of GGF for a name of another notation.
#[inline(never)] // for size
pub(super) fn of_name(name: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 8] = [
        ("PB", "black black_player blackplayer pb"),
        ("PW", "white white_player whiteplayer pw"),
        ("PC", "event tournament"),
        (SITE, "site place"),
        ("DT", "date"),
        (YEAR, "utcdate year"),
        ("RE", "result"),
        (TERMINATION, "termination reason endreason ending endedby status"),
    ];
    let is_known = |names: &str| names.split(' ').any(|known| name.eq_ignore_ascii_case(known));
    NAMES.iter().find(|(_, names)| is_known(names)).map(|&(tag, _)| tag)
}

/// The place of a game, its `PC` if it has no event.
pub(super) const SITE: &str = "site";

/// Another date, its `DT` if it has no date.
pub(super) const YEAR: &str = "year";

/// How a game ended, a part of its `RE`.
const TERMINATION: &str = "termination";

/// Writes a value without the signs that end it in GGF, and those that begin a record.
pub(super) fn escaped(value: &str) -> String {
    value.replace(']', ")").replace("(;", "( ;")
}

#[derive(Clone, Default)]
pub(super) struct Tags {
    tags: Vec<(String, String)>,
    /// How the game ended, where a text beside its result says that a side lost it away from the board.
    pub(super) end: GgfEnd,
}

impl Tags {
    pub(super) fn new() -> Tags {
        Tags::default()
    }

    /// Sets a tag, as far as GGF can hold its value.
    pub(super) fn set(&mut self, tag: &str, value: &str) {
        let value = escaped(value.trim());
        if tag == TERMINATION {
            let end = end_of(&value.to_lowercase());
            self.end = if end.is_forfeit() { end } else { self.end };
            return;
        }
        match self.tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(tag)) {
            Some((_, old)) => *old = value,
            None => self.tags.push((tag.to_owned(), value)),
        }
    }

    pub(super) fn get(&self, tag: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == tag).map(|(_, value)| &**value)
    }

    pub(super) fn record(&self, game: Game) -> GgfGame {
        let mut record = GgfGame::new(game);
        for (tag, value) in &self.tags {
            let of = match &**tag {
                SITE => "PC",
                YEAR => "DT",
                tag => tag,
            };
            if of == tag || self.get(of).is_none() {
                let _ = record.set_tag(of, value); // a name that is not one of GGF's
            }
        }
        if self.end.is_forfeit()
            && let Some(result) = record.tag("RE").and_then(|text| stated(text, self.end, &record.game))
        {
            record.set_result(result);
        }
        record
    }
}

/// States the result of a game in the form of GGF: the result of its record, or else of the text around its
/// moves. The board of a game that is over counts: another result is noted, and so is a number that no game
/// ends with. `keeps_text`: a result beside the moves is text all the same.
pub(super) fn state_result(record: &mut GgfGame, from: usize, notes: &mut Notes, keeps_text: bool) {
    let around = notes.result.take();
    let own = record.tag("RE").map(str::trim).filter(|text| !matches!(*text, "" | "?" | "*" | "-"));
    let own = own.map(ToOwned::to_owned);
    let result_of = |text: &Option<String>| stated(text.as_deref()?, GgfEnd::Played, &record.game);
    let beside = result_of(&around);
    let result = if own.is_some() { result_of(&own) } else { beside };
    let is_result = |text: &&String| beside.is_some() || text.contains('+');
    let Some(text) = own.as_ref().or(around.as_ref().filter(is_result)) else { return };
    let is_number = text.contains(|c: char| c.is_ascii_digit());
    match result {
        Some(result) if text.parse() != Ok(result) => record.set_result(result),
        None if is_number && own.is_some() => _ = record.set_tag("RE", "?"),
        _ => {}
    }
    let counted = record.result().ok().flatten();
    let score = |result: Option<GgfResult>| result.map(GgfResult::score);
    let differs = score(result) != score(counted);
    if let Some(counted) = counted.filter(|_| differs) {
        record.set_result(counted);
    }
    let same = around.as_deref().filter(|_| beside.is_some() && score(beside) == score(result));
    let is_used = |note: &str| own.as_deref() == Some(note) || same.is_some_and(|text| text.contains(note));
    notes.remove(|note| !keeps_text && is_used(note));
    if differs || result.is_none() && is_number {
        notes.tell_result(from, text);
    }
}

/// The result that a text states, and how the game ended if it does not say so.
fn stated(text: &str, end: GgfEnd, game: &Game) -> Option<GgfResult> {
    match text.parse::<GgfResult>() {
        Ok(result) if end == GgfEnd::Played => Some(result),
        Ok(result) => GgfResult::new(result.score(), end).ok(),
        Err(_) => {
            let stated = result(text)?;
            Stated { end: if end == GgfEnd::Played { stated.end } else { end }, ..stated }.of(game)
        }
    }
}

/// A result as people write it. Without a score it says who has won.
struct Stated {
    winner: Option<Color>,
    score: Option<u32>,
    end: GgfEnd,
}

impl Stated {
    /// Black's score: the score of the board if the text has none and the board agrees, else all discs, as
    /// servers count a game that was given up.
    fn of(&self, game: &Game) -> Option<GgfResult> {
        let Some(winner) = self.winner else { return GgfResult::new(0.0, GgfEnd::Played).ok() };
        let sign = if winner == Color::Black { 1.0 } else { -1.0 };
        let board = game.board().final_score() * if game.side_to_move() == winner { 1 } else { -1 };
        let (score, end) = match self.score {
            Some(score) => (f64::from(score), self.end),
            // The board says by how much.
            None if self.end == GgfEnd::Played && game.is_over() => {
                (if board > 0 { board.into() } else { 64.0 }, self.end)
            }
            None if self.end == GgfEnd::Played => (64.0, GgfEnd::Resigned),
            None => (64.0, self.end),
        };
        GgfResult::new(sign * score, end).ok()
    }
}

/// Reads the discs of both sides, `33-31`, `B33 W31`, the winner, `1-0`, `W+2`, `B+Resign`, `Black wins`,
/// or the loser, `White resigns`.
fn result(text: &str) -> Option<Stated> {
    let text = text.to_lowercase();
    let stated = |winner, score, end| Some(Stated { winner, score, end });
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["1/2", "½", "draw", "引き分け", "引分"]) {
        return stated(None, None, GgfEnd::Played);
    }
    let (mut numbers, mut sides) = (Vec::new(), Vec::new());
    for (at, word) in text_moves::words(&text) {
        let number = word.trim_start_matches(char::is_alphabetic);
        let name = &word[..word.len() - number.len()];
        let is_side = |known: &str| name == known || !known.is_ascii() && name.starts_with(known);
        sides.extend(text_moves::SIDES.iter().find(|(known, _)| is_side(known)).map(|&(_, side)| (at, side)));
        let Ok(number) = number.parse::<u32>() else { continue };
        let before = &text[..at];
        // Behind the point of a number are its decimals.
        let whole = before.strip_suffix('.').filter(|_| name.is_empty());
        let is_fraction = whole.is_some_and(|whole| whole.ends_with(|c: char| c.is_ascii_digit()));
        match number {
            0 if is_fraction => {}
            1.. if is_fraction => return None,
            65.. if before.ends_with('+') => return None,
            number if number <= 64 => numbers.push((at, number)),
            _ => {}
        }
    }
    let end = end_of(&text);
    let has_lost = has(&["resigns", "resigned", "lost", "loses", "gave up", "gives up", "投了", "負"]);
    let winner = |(_, side): &(usize, Color)| if has_lost { !*side } else { *side };
    let names_winner = has_lost || has(&["win", "won", "beat", "beats", "defeat", "勝", "by "]);
    match (&*sides, &*numbers) {
        // Each side with its discs: the one whose discs come first need not be black.
        ([(_, first), (_, second), ..], [(_, x), (_, y)]) if first != second && !names_winner => {
            let ahead = if x >= y { *first } else { *second };
            stated((x != y).then_some(ahead), Some(x.abs_diff(*y)), end)
        }
        ([_], [(_, x), (_, y)]) if x < y && !names_winner => None, // whose discs come first?
        ([], [(_, 1), (_, 0)]) => stated(Some(Color::Black), None, end),
        ([], [(_, 0), (_, 1)]) => stated(Some(Color::White), None, end),
        ([], [(_, x), (_, y)]) if (2..=64).contains(&(x + y)) => {
            let ahead = if x > y { Color::Black } else { Color::White };
            stated((x != y).then_some(ahead), Some(x.abs_diff(*y)), end)
        }
        ([side, ..], [(_, x), (_, y)]) => stated(Some(winner(side)), Some(x.abs_diff(*y)), end),
        ([side, ..], [(_, score)]) if has(&["+", "by"]) => stated(Some(winner(side)), Some(*score), end),
        ([side, ..], []) => stated(Some(winner(side)), None, end),
        _ => None,
    }
}

/// How a game ended, by the words of a text in lower case.
fn end_of(text: &str) -> GgfEnd {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match () {
        () if has(&["resign", "+r", "give", "投了"]) => GgfEnd::Resigned,
        () if has(&["time", "+t", "時間"]) => GgfEnd::Timeout,
        () if has(&["forfeit", "+f", "left", "disconnect", "abandon", "infraction"]) => GgfEnd::Left,
        () => GgfEnd::Played,
    }
}

/// The result in a line around the moves of a game, `f5d6c3 33-31`. No game ends with fewer than 13 discs.
pub(super) fn result_of_line(line: &str, game: &Game) -> Option<String> {
    const ENDS: [&str; 9] = ["wins", "won", "resigns", "resigned", "lost", "loses", "勝", "負", "投了"];
    const LONGEST: usize = 120;
    const MOST_WORDS: usize = 8;
    if line.len() > LONGEST {
        return None;
    }
    let discs = ['●', '⚫', '○', '⚪'];
    let named = line.contains(discs).then(|| line.replace(&discs[..2], " b ").replace(&discs[2..], " w "));
    let line = named.as_deref().unwrap_or(line);
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '/' | ':');
    let mut places = line.char_indices().map(|(at, _)| at).filter(|&at| !line[..at].ends_with(is_word));
    let score = places.find_map(|at| {
        let rest = &line[at..];
        if let Some(length) = text_moves::discs(rest) {
            return Some(&rest[..length]);
        }
        let length = text_moves::word(rest).len();
        if text_moves::side(&rest[..length]).is_some() && rest[length..].starts_with('+') {
            let is_digit = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
            let digits = rest[length + 1..].bytes().take_while(is_digit).count();
            return Some(&rest[..length + 1 + digits]).filter(|_| digits > 0);
        }
        let (length, [black, white]) = text_moves::score(rest)?;
        let (text, is_time) = (&rest[..length], rest[..length].contains(':'));
        let is_date = rest[length..].starts_with(['-', '/', ':']);
        let discs = black + white;
        let is_of_now = discs == game.board().occupied().0.count_ones() && !game.is_over();
        let is_end = discs == 64 || discs >= 13 && !is_time && !is_of_now || discs == 1 && !is_time;
        (is_end && !is_date).then_some(text)
    });
    let score = score.or(line.contains("1/2-1/2").then_some("1/2-1/2"));
    let is_side = |word: &str| {
        let word = word.to_lowercase();
        let is_of = |name: &str| match name {
            "x" | "o" => false, // they are words as well
            name if name.is_ascii() => word == name,
            name => word.starts_with(name),
        };
        text_moves::SIDES.iter().any(|(name, _)| is_of(name))
    };
    let words = || line.split(|c: char| !c.is_alphanumeric()).filter(|word| word.parse::<u32>().is_err());
    if !words().any(is_side) {
        return score.filter(|_| !ENDS.iter().any(|word| line.contains(word))).map(ToOwned::to_owned);
    }
    let has_result = score.is_some() || ENDS.iter().any(|word| line.contains(word));
    let is_short = words().filter(|word| !word.is_empty()).count() <= MOST_WORDS;
    match has_result && is_short && result(line).is_some() {
        true => Some(line.to_owned()),
        false => score.filter(|score| score.contains('+') && result(score).is_none()).map(ToOwned::to_owned),
    }
}
