//! A board drawn. A square is 50 units wide, A1 begins at 0.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write as _};

use super::label::Form;
use super::style::{Escaped, FELT, FRAME, FRAME_INK, Tenths, Written, ramp, style};
use super::{Label, Mark, Picture};
use reversi_bitboard::{Bitboard, Color, Square};

/// The width of a square.
const SQUARE: i32 = 50;

/// Where coordinates are shown, from this width in pixels on, if nothing is said.
const ROOM_FOR_COORDINATES: u32 = 200;

/// The middle of a square.
fn middle(square: Square) -> (i32, i32) {
    let at = |index: u8| i32::from(index) * SQUARE + SQUARE / 2;
    (at(square.file()), at(square.rank()))
}

/// The upper left corner of a square.
fn corner(square: Square) -> (i32, i32) {
    (i32::from(square.file()) * SQUARE, i32::from(square.rank()) * SQUARE)
}

impl Picture {
    /// Returns what the picture shows, in a sentence: its title.
    pub fn words(&self) -> String {
        if let Some(title) = &self.title {
            return title.clone();
        }
        let discs = |color| {
            let count = self.position.discs(color).len();
            format!("{count} {color} disc{}", if count == 1 { "" } else { "s" })
        };
        let (board, side) = (self.position.board, self.position.side);
        let due = match board {
            _ if board.is_game_over() => "game over".into(),
            _ if board.must_pass() => format!("{side} must pass"),
            _ => format!("{side} to move"),
        };
        let last = self.last.map_or_else(String::new, |last| format!(", last move {last}"));
        format!("Reversi: {}, {}, {due}{last}", discs(Color::Black), discs(Color::White))
    }

    /// Describes in words what stands where.
    fn description(&self) -> impl fmt::Display {
        Written(|f: &mut fmt::Formatter<'_>| {
            for (name, color) in [("Black", Color::Black), ("White", Color::White)] {
                let discs = self.position.discs(color);
                write!(f, "{name}{}{discs}. ", if discs.is_empty() { " nowhere" } else { ": " })?;
            }
            for (name, mark) in [("Dots", Mark::Dot), ("Rings", Mark::Ring), ("Crosses", Mark::Cross)] {
                let marked = self.marks.iter().filter(|(_, has)| **has == mark);
                let squares = marked.fold(Bitboard::EMPTY, |set, (&square, _)| set.with_square(square));
                if !squares.is_empty() {
                    write!(f, "{name}: {squares}. ")?;
                }
            }
            if !self.labels.is_empty() {
                f.write_str("Labels:")?;
                for (number, (square, label)) in self.labels.iter().enumerate() {
                    write!(f, "{} {square} {}", if number > 0 { "," } else { "" }, label.spoken())?;
                }
                f.write_str(". ")?;
            }
            if let Some((least, most)) = self.heat.as_ref().map(super::picture::Heat::ends) {
                write!(f, "Tints: least {least}, greatest {most}.")?;
            }
            Ok(())
        })
    }

    /// Returns whether files and ranks are named at the edges.
    fn has_coordinates(&self) -> bool {
        self.coordinates.unwrap_or(self.size >= ROOM_FOR_COORDINATES)
    }

    /// The frame, the felt and what lies below the discs.
    fn draw_ground(&self, f: &mut fmt::Formatter<'_>, edge: i32) -> fmt::Result {
        let (from, width) = (-edge, 8 * SQUARE + 2 * edge);
        let frame = FRAME.fill(self.theme);
        write!(f, r#"<rect x="{from}" y="{from}" width="{width}" height="{width}" rx="6" {frame}/>"#)?;
        write!(f, r#"<rect width="400" height="400" {}/>"#, FELT.fill(self.theme))?;
        let mut tints: BTreeMap<u8, Bitboard> = BTreeMap::new();
        if let Some(heat) = &self.heat {
            for square in Square::ALL {
                *tints.entry(heat.at(square)).or_default() |= square.into();
            }
        }
        for (at, squares) in tints {
            let [red, green, blue] = ramp(at);
            write!(f, r##"<path fill="#{red:02X}{green:02X}{blue:02X}" d="{}"/>"##, squares_of(squares))?;
        }
        if let Some(last) = self.last {
            // Light over a tint would be another tint.
            let paint = if self.heat.is_some() {
                r##"fill="none" stroke="#FFF0BE" stroke-width="5""##
            } else {
                r##"fill="#FFF0BE" fill-opacity=".2""##
            };
            write!(f, r#"<path {paint} d="{}"/>"#, squares_of(last.into()))?;
        }
        let discs = self.position.board.player() | self.position.board.opponent();
        let labelled = self.labels.keys().fold(Bitboard::EMPTY, |set, &square| set.with_square(square));
        let sunk = labelled & !discs;
        if self.heat.is_none() && !sunk.is_empty() {
            write!(f, r##"<path fill="#02180E" fill-opacity=".5" d="{}"/>"##, squares_of(sunk))?;
        }
        f.write_str(r##"<path stroke="#03160D" stroke-opacity=".78" d=""##)?;
        for line in 1..8 {
            write!(f, "M{0} 0v400M0 {0}h400", line * SQUARE)?;
        }
        f.write_str(r##""/><path stroke="#0A2A1B" stroke-width="6" stroke-linecap="round" d=""##)?;
        f.write_str(r#"M100 100h0m200 0h0m0 200h0m-200 0h0"/>"#)
    }

    /// The discs of a colour: a sliver of the other colour shows below each, as on a real disc.
    fn draw_discs(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let (below, rim, face) = match color {
            Color::Black => ("#D5D2C7", "#121514", "#1D211F"),
            Color::White => ("#121514", "#E6E3DA", "#FAF8F3"),
        };
        // A tint may be as dark or as light as a disc.
        let rim = if self.heat.is_some() { below } else { rim };
        let discs = self.position.discs(color);
        if discs.is_empty() {
            return Ok(());
        }
        // In squares, not in units: a full board takes a sixth less.
        write!(f, r#"<path stroke="{below}" stroke-width=".84" d=""#)?;
        for square in discs {
            write!(f, "M{} {}h0", square.file(), square.rank())?;
        }
        write!(f, r#""/><g class="rv-{color}" fill="{face}" stroke="{rim}" stroke-width=".04" "#)?;
        f.write_str(r#"transform="translate(0-.04)">"#)?;
        for square in discs {
            f.write_str("<circle")?;
            for (name, place) in [("cx", square.file()), ("cy", square.rank())] {
                if place > 0 {
                    write!(f, r#" {name}="{place}""#)?;
                }
            }
            f.write_str(r#" r=".4"/>"#)?;
        }
        f.write_str("</g>")
    }

    /// The colour of the disc on a square.
    fn disc(&self, square: Square) -> Option<Color> {
        [Color::Black, Color::White].into_iter().find(|&color| self.position.discs(color).contains(square))
    }

    fn draw_last(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(last) = self.last.filter(|last| !self.labels.contains_key(last)) else { return Ok(()) };
        let Some(color) = self.disc(last) else { return Ok(()) };
        let (x, y) = middle(last);
        write!(f, r#"<circle cx="{x}" cy="{}" r="4" fill="{}"/>"#, y - 1, on_disc(color))
    }

    fn draw_mark(&self, f: &mut fmt::Formatter<'_>, square: Square, mark: Mark) -> fmt::Result {
        let (x, y) = middle(square);
        if mark != Mark::Ring && self.labels.contains_key(&square) {
            return Ok(());
        }
        match mark {
            Mark::Dot => {
                let fill = if self.disc(square) == Some(Color::White) { "#1E6445" } else { "#CFE3D6" };
                write!(f, r##"<circle cx="{x}" cy="{y}" r="4.5" fill="{fill}" stroke="#06180F"/>"##)
            }
            Mark::Ring => {
                let ring = |f: &mut fmt::Formatter<'_>, color: &str, width: &str| {
                    write!(f, r#"<circle cx="{x}" cy="{y}" r="21.5" fill="none" stroke="{color}" "#)?;
                    write!(f, r#"stroke-width="{width}"/>"#)
                };
                ring(f, "#06180F", "5")?;
                ring(f, "#FFDB7D", "3")
            }
            Mark::Cross => {
                let (left, top) = (x - 9, y - 9);
                for (color, width) in [("#06180F", "7"), ("#FFB09C", "4")] {
                    write!(f, r#"<path d="M{left} {top}l18 18m0-18l-18 18" stroke="{color}" "#)?;
                    write!(f, r#"stroke-width="{width}" stroke-linecap="round"/>"#)?;
                }
                Ok(())
            }
        }
    }

    /// A score that may be less than its label says is not the best one.
    fn tone(&self, label: &Label) -> Tone {
        let reached = |label: &Label| label.score.filter(|_| !label.form.is_open_below());
        let Some(best) = self.labels.values().filter_map(reached).max() else { return Tone::Near };
        match label.score {
            Some(_) if reached(label) == Some(best) => Tone::Best,
            Some(score) if best - score >= 300 => Tone::Loss,
            _ => Tone::Near,
        }
    }

    fn draw_label(&self, f: &mut fmt::Formatter<'_>, square: Square, label: &Label) -> fmt::Result {
        let tone = self.tone(label);
        let disc = self.disc(square);
        let (x, y) = middle(square);
        let (left, top) = (x - 21, Tenths(10 * y - 125));
        let on_plate = label.form == Form::Exact;
        if self.heat.is_some() && disc.is_none() && !on_plate {
            write!(f, r#"<rect x="{left}" y="{top}" width="42" height="25" rx="4" "#)?;
            f.write_str(r##"fill="#06130C" fill-opacity=".75"/>"##)?;
        }
        let ink = match (disc, tone) {
            _ if on_plate => "#10180F",
            (Some(Color::White), _) => on_disc(Color::White),
            (_, Tone::Best) => "#FFDB7D",
            (_, Tone::Near) => "#FFFFFF",
            (_, Tone::Loss) => "#C8D8CE",
        };
        let size = size_of(&label.text);
        match label.form {
            Form::Exact => {
                let plate = match tone {
                    Tone::Best => "#FFDB7D",
                    Tone::Near => "#FFFFFF",
                    Tone::Loss => "#A9BDB1",
                };
                write!(f, r#"<rect x="{left}" y="{top}" width="42" height="25" rx="4" fill="{plate}"/>"#)?;
            }
            Form::Bounds { left: from, right: to } => {
                let outline = match (from, to) {
                    (true, false) => format!("M{} {top}h-42v25h42", x + 21),
                    (false, true) => format!("M{left} {top}h42v25h-42"),
                    _ => format!("M{left} {top}h42v25h-42z"),
                };
                write!(f, r#"<path fill="none" stroke="{ink}" stroke-width="1.5" d="{outline}"/>"#)?;
            }
            Form::Estimate => {
                let (y, width) = (Tenths(10 * y + size * 6 / 10), width_of(&label.text) * size / 20);
                let (from, to) = (Tenths(10 * x - width), Tenths(10 * x + width));
                write!(f, r#"<path stroke="{ink}" stroke-width="1.6" stroke-dasharray="1.6 2.2" "#)?;
                write!(f, r#"d="M{from} {y}H{to}"/>"#)?;
            }
            Form::Plain => {}
        }
        let weight = if tone == Tone::Best { 700 } else { 600 };
        let baseline = Tenths(10 * y + size * 35 / 100);
        write!(f, r#"<text x="{x}" y="{baseline}" font-size="{}" font-weight="{weight}" "#, Tenths(size))?;
        write!(f, r#"fill="{ink}">{}</text>"#, Escaped(&label.text))
    }

    /// The names of files and ranks, and a small disc of the side to move.
    fn draw_edges(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"<g {} font-size="11">"#, FRAME_INK.fill(self.theme))?;
        for (index, file) in (0i32..).zip("abcdefgh".chars()) {
            let at = index * SQUARE + SQUARE / 2;
            write!(
                f,
                r#"<text x="{at}" y="-4">{file}</text><text x="-8" y="{}">{}</text>"#,
                at + 4,
                index + 1
            )?;
        }
        f.write_str("</g>")?;
        if self.position.board.is_game_over() {
            return Ok(());
        }
        let fill = match self.position.side {
            Color::Black => "#121514",
            Color::White => "#FAF8F3",
        };
        write!(f, r##"<circle cx="-7.5" cy="-7.5" r="4" fill="{fill}" stroke="#D5D2C7"/>"##)
    }
}

/// The colour of what stands on a disc.
fn on_disc(color: Color) -> &'static str {
    match color {
        Color::Black => "#F4F2EB",
        Color::White => "#141716",
    }
}

/// How good the score of a label is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    Best,
    Near,
    Loss,
}

/// The width of a text in tenths of its size, in a wide font. Characters of East Asia are as wide as high.
fn width_of(text: &str) -> i32 {
    let width = |c: char| match c {
        '+' | '%' | '\u{2212}' | '≥' | '≤' | 'M' | 'W' | 'm' | 'w' => 9,
        '…' => 10,
        '\u{1100}'..'\u{2000}' | '\u{2e80}'.. => 11,
        _ => 7,
    };
    text.chars().fold(0, |sum: i32, c| sum.saturating_add(width(c)))
}

/// The size of a text that fits into a square, in tenths of a unit.
fn size_of(text: &str) -> i32 {
    (4300 / width_of(text).max(1)).clamp(1, 180)
}

/// The squares of a set as an outline.
fn squares_of(squares: Bitboard) -> impl fmt::Display {
    Written(move |f: &mut fmt::Formatter<'_>| {
        squares.into_iter().map(corner).try_for_each(|(x, y)| write!(f, "M{x} {y}h50v50h-50z"))
    })
}

/// The SVG, in one line.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_coordinates = self.has_coordinates();
        let edge = if has_coordinates { 15 } else { 6 };
        let (from, width, size) = (-edge, 8 * SQUARE + 2 * edge, self.size);
        f.write_str(r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" "#)?;
        write!(f, r#"viewBox="{from} {from} {width} {width}" width="{size}" height="{size}" "#)?;
        f.write_str(r#"font-family="system-ui,sans-serif" text-anchor="middle">"#)?;
        write!(f, "<title>{}</title>", Escaped(&self.words()))?;
        write!(f, "<desc>{}</desc>", self.description())?;
        write!(f, "{}", style(self.theme, &[FELT, FRAME, FRAME_INK], &[]))?;
        self.draw_ground(f, edge)?;
        f.write_str(r#"<g transform="translate(25 25)scale(50)" stroke-linecap="round">"#)?;
        self.draw_discs(f, Color::Black)?;
        self.draw_discs(f, Color::White)?;
        f.write_str("</g>")?;
        self.draw_last(f)?;
        for (&square, &mark) in &self.marks {
            self.draw_mark(f, square, mark)?;
        }
        for (&square, label) in &self.labels {
            self.draw_label(f, square, label)?;
        }
        if has_coordinates {
            self.draw_edges(f)?;
        }
        f.write_char('<').and_then(|()| f.write_str("/svg>"))
    }
}
