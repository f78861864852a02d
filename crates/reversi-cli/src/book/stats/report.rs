//! Counts of the positions of a book, as a table and as JSON.

use indicatif::HumanCount;
use reversi_engine::Level;
use reversi_engine::book::PlyCount;
use serde::Serialize;

use crate::output::Row;

/// The positions after a number of plies from the start.
#[derive(Clone, Default, Serialize)]
pub(super) struct PlyRow {
    /// Discs on the board less four.
    pub(super) ply: u32,
    pub(super) positions: u64,
    /// Positions with an exact value.
    pub(super) exact: u64,
    /// Moves to other positions of the book.
    pub(super) links: u64,
    /// Moves to positions beyond it.
    pub(super) leaves: u64,
    /// The mean of half the distance between the bounds of a value, in discs.
    pub(super) mean_error: f64,
}

/// The counts and the header of a book.
#[derive(Serialize)]
pub(super) struct BookReport {
    /// `None`: the book that is part of the program.
    pub(super) file: Option<String>,
    pub(super) bytes: Option<u64>,
    /// The usual extension of its format.
    pub(super) format: String,
    /// The level of the header, and the error of a leaf in discs.
    pub(super) level: u32,
    pub(super) empties: u32,
    pub(super) midgame_error: u32,
    pub(super) endcut_error: u32,
    pub(super) note: String,
    /// Invalid numbers that were read leniently, such as bounds beyond 64 discs.
    pub(super) odd: u64,
    /// All plies together. Its ply is the last one.
    pub(super) total: PlyRow,
    pub(super) plies: Vec<PlyRow>,
    pub(super) levels: Vec<LevelRow>,
}

/// The positions of one level.
#[derive(Clone, Copy, Serialize)]
pub(super) struct LevelRow {
    pub(super) level: u32,
    pub(super) positions: u64,
}

impl LevelRow {
    pub(super) fn of(level: Level, positions: u64) -> LevelRow {
        LevelRow { level: level.number(), positions }
    }
}

impl BookReport {
    fn heading(&self) -> String {
        let name = self.file.as_deref().unwrap_or("built in");
        let positions = HumanCount(self.total.positions);
        let size = self.bytes.map_or(String::new(), |bytes| {
            let each = bytes as f64 / self.total.positions.max(1) as f64;
            format!(", {} bytes ({each:.1} a position)", HumanCount(bytes))
        });
        format!("{name}: {positions} positions{size}")
    }

    /// The title of a picture.
    pub(super) fn title(&self) -> String {
        let name = self.file.as_deref().unwrap_or("built in");
        format!("{name}: {} positions, level {}", HumanCount(self.total.positions), self.level)
    }

    fn settings(&self) -> String {
        let BookReport { level, empties, midgame_error, endcut_error, .. } = self;
        format!(
            "level {level}, down to {empties} empties; error of a leaf: {midgame_error} in the midgame, \
             {endcut_error} near the end"
        )
    }
}

const HEADER: &str = "  ply    positions        exact        links       leaves   error";

impl Row for BookReport {
    fn to_table(&self) -> String {
        let mut lines = vec![self.heading(), self.settings()];
        if !self.note.is_empty() {
            lines.push(self.note.clone());
        }
        lines.extend([String::new(), HEADER.to_owned()]);
        lines.extend(self.plies.iter().map(|row| row.to_line(&row.ply.to_string())));
        lines.push(self.total.to_line("all"));
        let level = |row: &LevelRow| format!("{} ({})", row.level, HumanCount(row.positions));
        let levels: Vec<String> = self.levels.iter().map(level).collect();
        if self.odd > 0 {
            let odd = HumanCount(self.odd);
            lines.extend([String::new(), format!("invalid numbers that were read leniently: {odd}")]);
        }
        if levels.len() > 1 {
            lines.extend([String::new(), format!("positions by level: {}", levels.join(", "))]);
        }
        lines.join("\n")
    }
}

impl PlyRow {
    pub(super) fn of(count: &PlyCount) -> PlyRow {
        let &PlyCount { ply, positions, exact, links, leaves, .. } = count;
        PlyRow { ply, positions, exact, links, leaves, mean_error: count.mean_error() }
    }

    fn to_line(&self, name: &str) -> String {
        let count = |n: u64| HumanCount(n).to_string();
        format!(
            "{name:>5} {:>12} {:>12} {:>12} {:>12} {:>7.2}",
            count(self.positions),
            count(self.exact),
            count(self.links),
            count(self.leaves),
            self.mean_error,
        )
    }
}
