//! The board in the terminal.

use std::fmt::Write as _;
use std::time::Duration;

use clap::ValueEnum;
use console::{Style, Term};
use reversi_engine::play::Session;
use reversi_engine::{Color, Square};

use crate::output::has_unicode;

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Look {
    /// Green with discs on a terminal that has colours, unless NO_COLOR is set; letters in a pipe.
    Auto,
    /// Discs on green.
    Color,
    /// Discs without colours.
    Unicode,
    /// Letters: X is black, O is white.
    Ascii,
}

impl Look {
    /// Returns the look for standard output in place of `Auto`.
    pub(super) fn resolved(self) -> Look {
        match self {
            Look::Auto if !Term::stdout().is_term() || !has_unicode() => Look::Ascii,
            Look::Auto if console::colors_enabled() => Look::Color,
            Look::Auto => Look::Unicode,
            other => other,
        }
    }

    /// The disc of a colour, without colours.
    fn disc(self, color: Color) -> char {
        match (self, color) {
            (Look::Ascii | Look::Auto, _) => color.symbol(),
            (_, Color::Black) => '●',
            (_, Color::White) => '○',
        }
    }
}

/// A disc on green.
fn green_disc(color: Color, green: Style) -> String {
    let number = if color == Color::Black { 16 } else { 231 };
    green.color256(number).apply_to(" ● ").to_string()
}

/// A square of this green.
fn green(number: u8) -> Style {
    Style::new().force_styling(true).on_color256(number)
}

const GREEN: u8 = 28;
const LIGHTER_GREEN: u8 = 34;
/// The square of the last move.
const YELLOW: u8 = 142;

/// The board with its legal moves and the last move marked, and beside it who plays, discs and clocks.
pub(super) fn draw(session: &Session, look: Look, names: [&str; 2]) -> String {
    let beside = beside(session, look, names);
    let rows = if look == Look::Color { green_rows(session) } else { plain_rows(session, look) };
    let mut text = String::new();
    for (row, note) in rows.iter().zip(beside) {
        let line = if note.is_empty() { row.clone() } else { format!("{row}   {note}") };
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The notes beside the line of letters and each rank.
fn beside(session: &Session, look: Look, names: [&str; 2]) -> [String; 9] {
    let mut lines = <[String; 9]>::default();
    let width = names.map(|name| name.chars().count()).into_iter().max().unwrap_or(0);
    for color in [Color::Black, Color::White] {
        let name = names[color as usize];
        let discs = session.discs(color);
        let disc = match look {
            Look::Color => green_disc(color, green(GREEN)),
            look => look.disc(color).to_string(),
        };
        let line = &mut lines[2 + color as usize];
        let _ = write!(line, "{disc} {color}  {name:<width$}  {discs:>2}");
        if let Some(left) = session.time_left(color) {
            let _ = write!(line, "  {:>5}", time(left));
        }
    }
    if let Some((number, color, square)) = last_square(session) {
        let passed = if number < session.game().moves().len() { ", then a pass" } else { "" };
        lines[5] = format!("move {number}: {color} {square}{passed}");
    }
    if session.result().is_none() {
        lines[6] = format!("{} to move", session.position().side);
    }
    lines
}

/// Ranks of letters or discs. Brackets mark the last move.
fn plain_rows(session: &Session, look: Look) -> Vec<String> {
    let last = last_square(session).map(|(_, _, square)| square);
    let mut rows = vec!["  a b c d e f g h ".to_owned()];
    for rank in 0..8 {
        let mut row = format!("{}", rank + 1);
        for file in 0..8 {
            let square = Square::ALL[8 * rank + file];
            let before = file.checked_sub(1).map(|file| Square::ALL[8 * rank + file]);
            row.push(match Some(square) {
                here if here == last => '[',
                _ if before.is_some() && before == last => ']',
                _ => ' ',
            });
            row.push(match disc(session, square) {
                Some(color) => look.disc(color),
                None if !session.legal_moves().contains(square) => '-',
                None if look == Look::Unicode => '·',
                None => '.',
            });
        }
        row.push(if last == Some(Square::ALL[8 * rank + 7]) { ']' } else { ' ' });
        rows.push(row);
    }
    rows
}

/// Ranks of green squares. The square of the last move is yellow.
fn green_rows(session: &Session) -> Vec<String> {
    let last = last_square(session).map(|(_, _, square)| square);
    let mut rows = vec!["   a  b  c  d  e  f  g  h ".to_owned()];
    for rank in 0..8 {
        let mut row = format!("{} ", rank + 1);
        for file in 0..8 {
            let square = Square::ALL[8 * rank + file];
            let style = green(match (Some(square) == last, (rank + file) % 2) {
                (true, _) => YELLOW,
                (_, 0) => LIGHTER_GREEN,
                _ => GREEN,
            });
            let cell = match disc(session, square) {
                Some(color) => green_disc(color, style),
                None if session.legal_moves().contains(square) => {
                    style.color256(157).apply_to(" • ").to_string()
                }
                None => style.apply_to("   ").to_string(),
            };
            let _ = write!(row, "{cell}");
        }
        rows.push(row);
    }
    rows
}

/// The last square that was played, even before a pass: the number of the move, its colour, and the square.
fn last_square(session: &Session) -> Option<(usize, Color, Square)> {
    let turns = session.game().turns().enumerate();
    let squares = turns.filter_map(|(i, (position, mv))| Some((i + 1, position.side, mv.square()?)));
    squares.last()
}

fn disc(session: &Session, square: Square) -> Option<Color> {
    let position = session.position();
    [Color::Black, Color::White].into_iter().find(|&color| position.discs(color).contains(square))
}

/// Minutes and seconds, rounded up; tenths of a second below ten seconds.
pub(super) fn time(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    match time.as_secs() {
        0..10 => format!("0:{:04.1}", time.as_millis() as f64 / 1000.0),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_engine::Game;
    use reversi_engine::play::Player;
    use reversi_engine::search::Clock;

    fn session() -> Session {
        let mut session = Session::from_game(Game::new(), Player::Person, Player::Person);
        session.play(Square::F5).unwrap();
        let clock = Clock::new(Duration::from_secs(300), Duration::ZERO);
        session.set_clock(Color::White, Some(clock));
        session
    }

    #[test]
    fn the_board_shows_discs_legal_moves_and_the_last_move() {
        let text = draw(&session(), Look::Unicode, ["you", "club"]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  a b c d e f g h");
        assert_eq!(lines[2], "2 - - - - - - - -    ● black  you    4");
        assert_eq!(lines[3], "3 - - - - - - - -    ○ white  club   1   5:00");
        assert_eq!(lines[4], "4 - - - ○ ● · - -");
        assert_eq!(lines[5], "5 - - - ● ●[●]- -    move 1: black f5");
        assert_eq!(lines[6], "6 - - - · - · - -    white to move");
        let text = draw(&session(), Look::Ascii, ["you", "club"]);
        assert!(text.contains("5 - - - X X[X]- -") && text.contains("4 - - - O X . - -"), "{text}");
        assert!(text.is_ascii());
        let green = draw(&session(), Look::Color, ["you", "club"]);
        assert_eq!(console::strip_ansi_codes(&green).matches('●').count(), 5 + 2, "{green}");
        assert!(green.lines().all(|line| console::measure_text_width(line) < 80), "{green}");
    }

    #[test]
    fn the_last_file_has_its_brackets() {
        let start = "XO-----------------------------------OX-----XOO-----OOO----XXO-- X";
        let mut session =
            Session::from_game(Game::from_position(start.parse().unwrap()), Player::Person, Player::Person);
        let squares = session.legal_moves();
        for square in squares {
            let mut after = session.clone();
            after.play(square).unwrap();
            let text = draw(&after, Look::Ascii, ["", ""]);
            assert_eq!(text.matches("[X]").count(), 1, "{square}\n{text}");
        }
        session.resign(Color::White).unwrap();
        assert!(!draw(&session, Look::Ascii, ["", ""]).contains("to move"));
    }

    #[test]
    fn a_pass_leaves_the_mark_of_the_last_square() {
        let start = "XO------X-------O----------------------------------------------- X".parse().unwrap();
        let mut session = Session::from_game(Game::from_position(start), Player::Person, Player::Person);
        session.play(Square::C1).unwrap();
        session.pass().unwrap();
        let text = draw(&session, Look::Ascii, ["", ""]);
        assert!(text.contains("1 X X[X]") && text.contains("move 1: black c1, then a pass"), "{text}");
    }

    #[test]
    fn times_are_short() {
        for (milliseconds, text) in [(0, "0:00.0"), (9_340, "0:09.3"), (10_001, "0:11"), (754_000, "12:34")] {
            assert_eq!(time(Duration::from_millis(milliseconds)), text);
        }
    }
}
