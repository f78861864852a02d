//! Counts the positions of a book by ply and by level.

use std::collections::BTreeMap;

use reversi_engine::book::{Book, BookError, Entry};

use super::report::{LevelRow, PlyRow};

/// The rows of the plies, of all together, and of the levels.
pub(super) fn count(book: &Book) -> Result<(Vec<PlyRow>, PlyRow, Vec<LevelRow>), BookError> {
    let mut plies: BTreeMap<u32, PlyRow> = BTreeMap::new();
    let mut levels: BTreeMap<u32, u64> = BTreeMap::new();
    let mut total = PlyRow::default();
    for position in book.iter() {
        let (board, entry) = position?;
        let ply = 60 - board.empties().len().min(60);
        let row = plies.entry(ply).or_insert_with(|| PlyRow { ply, ..PlyRow::default() });
        add(row, &entry);
        add(&mut total, &entry);
        total.ply = total.ply.max(ply);
        *levels.entry(entry.level.number()).or_default() += 1;
    }
    for row in plies.values_mut().chain([&mut total]) {
        row.mean_error /= row.positions.max(1) as f64;
    }
    let levels = levels.into_iter().map(|(level, positions)| LevelRow { level, positions });
    Ok((plies.into_values().collect(), total, levels.collect()))
}

/// Counts a position. The error is a sum until all positions are counted.
fn add(row: &mut PlyRow, entry: &Entry) {
    row.positions += 1;
    row.exact += u64::from(entry.lower == entry.upper);
    row.links += entry.links.len() as u64;
    row.leaves += u64::from(entry.leaf.is_some());
    row.mean_error += f64::from(i32::from(entry.upper) - i32::from(entry.lower)) / 2.0;
}
