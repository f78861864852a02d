//! The scores of a game as a picture.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::style::{BAD, BLACK_AHEAD, CURVE, EDGE, GRID, SURFACE, TEXT, Tenths, Theme, WHITE_AHEAD, style};
use reversi_bitboard::Color;

/// The score of a game after one of its moves.
///
/// ```
/// use reversi_engine::Color;
/// use reversi_engine::picture::{GraphPoint, ScoreGraph};
///
/// let points = [2, -3, 8].map(|score| GraphPoint::new(Color::Black, score));
/// let lost = points[1].lost(Color::White, 5).proven();
/// let svg = ScoreGraph::new([points[0], lost, points[2]]).to_string();
/// assert!(svg.contains("black +8"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct GraphPoint {
    /// Black's score in discs.
    black: i32,
    lost: Option<(Color, u32)>,
    is_proven: bool,
}

impl GraphPoint {
    /// Makes a score in discs as a side sees it. It is an estimate until it is [`proven`](Self::proven).
    pub const fn new(side: Color, score: i32) -> GraphPoint {
        let black = match side {
            Color::Black => score,
            Color::White => score.saturating_neg(),
        };
        GraphPoint { black, lost: None, is_proven: false }
    }

    /// Marks the score as proven.
    pub const fn proven(self) -> GraphPoint {
        GraphPoint { is_proven: true, ..self }
    }

    /// Marks the move before the score as one that lost this number of discs.
    pub const fn lost(self, by: Color, discs: u32) -> GraphPoint {
        GraphPoint { lost: Some((by, discs)), ..self }
    }
}

/// The scores of a game as a graph, move by move: `to_string()` is the SVG.
///
/// Black's lead is up and filled dark, white's is down and filled light. Estimates have a dotted line,
/// proven scores a solid one. Moves that lost 3 discs or more have a disc of the side that played them;
/// it grows with the loss.
///
/// ```
/// use reversi_engine::Color;
/// use reversi_engine::picture::{GraphPoint, ScoreGraph, Theme};
///
/// let graph = ScoreGraph::new([0, -4, 2].map(|score| GraphPoint::new(Color::White, score)));
/// let words = "Score after each of 3 moves: black +4 at most (move 2), white +2 at most (move 3)";
/// assert_eq!(graph.words(), words);
/// assert!(graph.theme(Theme::Dark).to_string().starts_with("<svg "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ScoreGraph {
    points: Vec<GraphPoint>,
    first: u32,
    theme: Theme,
}

const LEFT: i32 = 72;
const RIGHT: i32 = 470;
const TOP: i32 = 12;
const BOTTOM: i32 = 138;
/// Where the score is 0.
const ZERO: i32 = (TOP + BOTTOM) / 2;

/// A place in tenths of a unit.
type At = (i32, i32);

impl ScoreGraph {
    /// Makes the graph of scores, one after each move.
    pub fn new(points: impl Into<Vec<GraphPoint>>) -> ScoreGraph {
        ScoreGraph { points: points.into(), first: 1, theme: Theme::Auto }
    }

    /// Sets the number of the first move, passes included. The default is 1.
    pub fn first(mut self, ply: u32) -> ScoreGraph {
        self.first = ply;
        self
    }

    /// Sets the colours of the graph.
    pub fn theme(mut self, theme: Theme) -> ScoreGraph {
        self.theme = theme;
        self
    }

    /// Returns what the graph shows, in a sentence: its title.
    pub fn words(&self) -> String {
        let count = self.points.len();
        let mut words = match count {
            1 => "Score after one move".into(),
            _ => format!("Score after each of {count} moves"),
        };
        for (side, separator) in [(Color::Black, ':'), (Color::White, ',')] {
            let lead = |point: &GraphPoint| match side {
                Color::Black => i64::from(point.black),
                Color::White => -i64::from(point.black),
            };
            let mut most = (0, 0);
            for (index, point) in self.points.iter().enumerate() {
                most = if lead(point) > most.0 { (lead(point), index) } else { most };
            }
            let ply = u64::from(self.first) + most.1 as u64;
            let shown = match most.0 {
                0 => format!("{separator} {side} never ahead"),
                lead => format!("{separator} {side} +{lead} at most (move {ply})"),
            };
            words.push_str(&shown);
        }
        words
    }

    /// The score at the edges: the least of 8, 16, 32 and 64 that has room for all.
    fn scale(&self) -> i64 {
        let most = self.points.iter().map(|point| i64::from(point.black).abs()).max().unwrap_or(0);
        [8, 16, 32, 64].into_iter().find(|&scale| most <= scale).unwrap_or(most)
    }

    /// How far to the right the point with this index is, in tenths.
    fn across(&self, index: usize) -> i32 {
        let steps = self.points.len().saturating_sub(1).max(1) as i64;
        10 * LEFT + (index as i64 * i64::from(10 * (RIGHT - LEFT)) / steps) as i32
    }

    fn places(&self) -> Vec<At> {
        let scale = self.scale();
        let down = |point: &GraphPoint| {
            let room = i64::from(10 * (ZERO - TOP));
            10 * ZERO - (i64::from(point.black) * room / scale) as i32
        };
        self.points.iter().enumerate().map(|(index, point)| (self.across(index), down(point))).collect()
    }

    fn draw_axes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theme = self.theme;
        write!(f, r#"<g {} font-size="11">"#, TEXT.fill(theme))?;
        let scale = self.scale();
        for (y, lead) in [(TOP + 4, format!("black +{scale}")), (ZERO + 4, "0".into())] {
            write!(f, r#"<text x="66" y="{y}" text-anchor="end">{lead}</text>"#)?;
        }
        write!(f, r#"<text x="66" y="{}" text-anchor="end">white +{scale}</text>"#, BOTTOM + 4)?;
        let numbered = || {
            let plies = (self.first..).zip(0..self.points.len());
            plies.filter(|(ply, _)| ply % 10 == 0).map(|(ply, index)| (ply, Tenths(self.across(index))))
        };
        for (ply, x) in numbered() {
            write!(f, r#"<text x="{x}" y="155" text-anchor="middle">{ply}</text>"#)?;
        }
        write!(f, r#"</g><path fill="none" {} d="M{LEFT} {TOP}H{RIGHT}"#, GRID.stroke(theme))?;
        write!(f, "M{LEFT} {BOTTOM}H{RIGHT}")?;
        for (_, x) in numbered() {
            write!(f, "M{x} {TOP}V{BOTTOM}")?;
        }
        f.write_str(r#""/>"#)
    }

    /// The lead of both sides, filled from 0.
    fn draw_areas(&self, f: &mut fmt::Formatter<'_>, places: &[At]) -> fmt::Result {
        let zero = 10 * ZERO;
        let mut outline: Vec<At> = Vec::new();
        for &(x, y) in places {
            // Where the line crosses 0, both areas have a corner.
            if let Some(&(before, from)) = outline.last()
                && i64::from(from - zero) * i64::from(y - zero) < 0
            {
                outline.push((before + (x - before) * (zero - from) / (y - from), zero));
            }
            outline.push((x, y));
        }
        let Some(first) = outline.first() else { return Ok(()) };
        for (color, is_up) in [(BLACK_AHEAD, true), (WHITE_AHEAD, false)] {
            let cut = |y: i32| if is_up { y.min(zero) } else { y.max(zero) };
            write!(
                f,
                r#"<path {} fill-opacity=".7" d="M{} {ZERO}"#,
                color.fill(self.theme),
                Tenths(first.0)
            )?;
            for &(x, y) in &outline {
                write!(f, "L{} {}", Tenths(x), Tenths(cut(y)))?;
            }
            write!(f, r#"V{ZERO}"/>"#)?;
        }
        write!(f, r#"<path fill="none" {} d="M{LEFT} {ZERO}H{RIGHT}"/>"#, EDGE.stroke(self.theme))
    }

    /// The line, dotted where one of its ends is an estimate.
    fn draw_line(&self, f: &mut fmt::Formatter<'_>, places: &[At]) -> fmt::Result {
        if let &[(x, y)] = places {
            let (x, y, stroke) = (Tenths(x), Tenths(y), CURVE.stroke(self.theme));
            return write!(f, r#"<path {stroke} stroke-width="5" stroke-linecap="round" d="M{x} {y}h0"/>"#);
        }
        let is_proven = |index: usize| self.points[index - 1].is_proven && self.points[index].is_proven;
        for proven in [false, true] {
            let parts = || (1..places.len()).filter(move |&index| is_proven(index) == proven);
            if parts().next().is_none() {
                continue;
            }
            write!(f, r#"<path fill="none" {} stroke-width="2""#, CURVE.stroke(self.theme))?;
            f.write_str(if proven { r#" d=""# } else { r#" stroke-dasharray="2 2" d=""# })?;
            let mut end = 0;
            for index in parts() {
                let ((from, start), (x, y)) = (places[index - 1], places[index]);
                if index == 1 || end != index - 1 {
                    write!(f, "M{} {}", Tenths(from), Tenths(start))?;
                }
                write!(f, "L{} {}", Tenths(x), Tenths(y))?;
                end = index;
            }
            f.write_str(r#""/>"#)?;
        }
        Ok(())
    }

    /// The moves that lost 3 discs or more, in the order of the game.
    fn draw_losses(&self, f: &mut fmt::Formatter<'_>, places: &[At]) -> fmt::Result {
        for (ply, (point, &(x, y))) in (self.first..).zip(self.points.iter().zip(places)) {
            let Some((by, lost @ 3..)) = point.lost else { continue };
            let radius = match lost {
                ..6 => "3",
                6..10 => "4",
                10.. => "5",
            };
            let fill = match by {
                Color::Black => "#111413",
                Color::White => "#F4F2EB",
            };
            write!(f, r#"<circle cx="{}" cy="{}" r="{radius}" fill="{fill}""#, Tenths(x), Tenths(y))?;
            write!(f, r#" {} stroke-width="1.8">"#, BAD.stroke(self.theme))?;
            write!(f, "<title>Move {ply}: {by} lost {lost} discs</title></circle>")?;
        }
        Ok(())
    }
}

/// The SVG, in one line. It is 480 units wide and 160 high.
impl fmt::Display for ScoreGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 480 160" "#)?;
        f.write_str(r#"width="480" height="160" font-family="system-ui,sans-serif">"#)?;
        write!(f, "<title>{}</title>", self.words())?;
        let fills = [SURFACE, TEXT, BLACK_AHEAD, WHITE_AHEAD];
        write!(f, "{}", style(self.theme, &fills, &[GRID, EDGE, CURVE, BAD]))?;
        write!(f, r#"<rect width="480" height="160" rx="4" {}/>"#, SURFACE.fill(self.theme))?;
        let places = self.places();
        self.draw_axes(f)?;
        self.draw_areas(f, &places)?;
        self.draw_line(f, &places)?;
        self.draw_losses(f, &places)?;
        f.write_str("</svg>")
    }
}
