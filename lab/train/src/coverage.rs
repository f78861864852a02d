//! Coverage: how often positions look up each weight.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use reversi_eval::pattern::{self, PACKED_LEN, Shape};

use crate::record::{Kind, Reader};
use crate::samples;

/// Phases of ten plies.
const PHASES: usize = 6;

/// The least number of look-ups of each class. A weight belongs to the last class whose minimum it reaches.
const CLASSES: [u32; 5] = [0, 1, 10, 100, 1000];

/// Formats two tables of the share of the weights in each class, by phase and by shape.
pub(crate) fn table(positions: &[PathBuf]) -> Result<String> {
    let mut counts = vec![vec![0_u32; PACKED_LEN]; PHASES];
    for path in positions {
        for record in Reader::open(path)? {
            let record = record?;
            if let Some(ply) = samples::ply(record.empties())
                && record.kind > Kind::None
            {
                for slot in pattern::packed_slots(record.board) {
                    let count = &mut counts[ply / 10][slot as usize];
                    *count = count.saturating_add(1);
                }
            }
        }
    }
    let mut text = String::from("Weights by how often the positions look them up, in percent\n| Plies |");
    text.push_str(" never | 1-9 | 10-99 | 100-999 | more |\n|---|--:|--:|--:|--:|--:|\n");
    for (phase, counts) in counts.iter().enumerate() {
        row(&mut text, &format!("{}-{}", 10 * phase, 10 * phase + 9), counts.iter().copied());
    }
    text.push_str(
        "\n| Shape, all plies | never | 1-9 | 10-99 | 100-999 | more |\n|---|--:|--:|--:|--:|--:|\n",
    );
    for shape in Shape::ALL {
        let slots = shape.first_slot()..shape.first_slot() + shape.slots();
        row(&mut text, shape.name(), slots.map(|slot| counts.iter().map(|counts| counts[slot]).sum()));
    }
    text.push('\n');
    Ok(text)
}

fn row(text: &mut String, name: &str, counts: impl Iterator<Item = u32>) {
    let _ = write!(text, "| {name} |");
    for share in classes(counts) {
        let _ = write!(text, " {:.1} |", 100.0 * share);
    }
    text.push('\n');
}

/// The share of each class.
fn classes(counts: impl Iterator<Item = u32>) -> [f64; CLASSES.len()] {
    let (mut classes, mut total) = ([0.0; CLASSES.len()], 0.0);
    for count in counts {
        classes[CLASSES.partition_point(|&least| least <= count) - 1] += 1.0;
        total += 1.0;
    }
    classes.map(|class| class / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_count_is_in_one_class() {
        let counts = [0, 0, 0, 1, 9, 10, 100, 999, 1000, u32::MAX];
        assert_eq!(classes(counts.into_iter()), [0.3, 0.2, 0.1, 0.2, 0.2]);
    }
}
