//! Labelled positions as a regression sees them.

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use rayon::prelude::*;
use reversi_bitboard::Board;
use reversi_eval::pattern::{self, PLACES, Place};
use serde::Serialize;

use crate::record::{Kind, Reader, Record};

/// Plies that have a position to move in.
pub(crate) const PLIES: usize = 60;

/// The slots of a position, each counted from the first one of its shape.
pub(crate) type Slots = [u16; PLACES];

/// Where the slots of each place start.
pub(crate) static FIRST_SLOTS: [usize; PLACES] = {
    let mut first = [0; PLACES];
    let mut i = 0;
    while i < PLACES {
        first[i] = Place::ALL[i].shape().first_slot();
        i += 1;
    }
    first
};

/// The ply of a position with so many empties, if it is one with a move to play; 61 to 64 empties are in no game.
pub(crate) fn ply(empties: u32) -> Option<usize> {
    (1..=60).contains(&empties).then(|| 60 - empties as usize)
}

/// The positions of one ply.
#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) slots: Vec<Slots>,
    /// Scores in discs from the side to move, and how much each counts.
    pub(crate) labels: Vec<(f32, f32)>,
}

/// Where positions come from.
#[derive(clap::Args, Serialize)]
pub(crate) struct Sources {
    /// Labelled positions to learn from.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// Labelled positions of other games, to measure the error by.
    #[arg(long, required_unless_present = "hold_out", value_name = "FILE")]
    validation: Vec<PathBuf>,
    /// Measures by every Nth game of those to learn from, too, and does not learn from these.
    #[arg(long, value_name = "N")]
    hold_out: Option<NonZeroU32>,
    /// Labelled positions to test with later. None of these with an exact score, nor of those to measure by, is
    /// learnt from, wherever else it occurs.
    #[arg(long, value_name = "FILE")]
    test: Vec<PathBuf>,
}

/// What is read from [`Sources`].
pub(crate) struct Sets {
    /// Samples ply by ply.
    pub(crate) learnt_from: Vec<Samples>,
    /// One or two sets of the same kind.
    pub(crate) validation: Vec<Vec<Samples>>,
    /// How many positions are learnt from, and how many measured by.
    pub(crate) counts: [usize; 2],
}

impl Sources {
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        [self.positions.as_slice(), &self.validation, &self.test].concat()
    }

    /// Reads everything. A position to learn from counts half as much if it is so many discs from even.
    pub(crate) fn load(&self, halve_at: f32) -> Result<Sets> {
        let start = Instant::now();
        let held_out = |record: &Record| self.hold_out.is_some_and(|n| record.game % n == 0);
        let mut kept_apart = exact(&[self.validation.as_slice(), &self.test].concat(), |_| true)?;
        kept_apart.extend(exact(&self.positions, held_out)?);
        let mut learnt_from = load(&self.positions, &kept_apart, |record| !held_out(record))?;
        for (label, weight) in learnt_from.iter_mut().flat_map(|samples| &mut samples.labels) {
            *weight /= 1.0 + (*label / halve_at).powi(2);
        }
        let mut validation = Vec::new();
        if !self.validation.is_empty() {
            validation.push(load(&self.validation, &HashSet::new(), |_| true)?);
        }
        if self.hold_out.is_some() {
            validation.push(load(&self.positions, &HashSet::new(), held_out)?);
        }
        let validated = validation.iter().map(|samples| Samples::count(samples)).sum();
        let counts = [Samples::count(&learnt_from), validated];
        ensure!(counts[0] > 0, "nothing is left to learn from");
        println!(
            "{} distinct positions to learn from, {} to validate, read in {:.0?}",
            counts[0],
            counts[1],
            start.elapsed()
        );
        Ok(Sets { learnt_from, validation, counts })
    }
}

/// Reads the records with a label that `keep` wants, ply by ply, positions that are the same up to symmetry as one.
///
/// Leaves out the positions in `without`, where all are canonical.
fn load(paths: &[PathBuf], without: &HashSet<Board>, keep: impl Fn(&Record) -> bool) -> Result<Vec<Samples>> {
    let mut plies: Vec<Vec<(Board, Kind, i8)>> = vec![Vec::new(); PLIES];
    for path in paths {
        for record in Reader::open(path)? {
            let record = record?;
            if let Some(ply) = ply(record.empties())
                && record.kind > Kind::None
                && keep(&record)
            {
                plies[ply].push((record.board, record.kind, record.label));
            }
        }
    }
    ensure!(plies.iter().any(|positions| !positions.is_empty()), "no labelled positions to use in {paths:?}");
    Ok(plies.into_par_iter().map(|positions| samples(positions, without)).collect())
}

/// All positions with an exact score that `keep` wants, as their canonical images.
fn exact(paths: &[PathBuf], keep: impl Fn(&Record) -> bool) -> Result<HashSet<Board>> {
    let mut exact = HashSet::new();
    for path in paths {
        for record in Reader::open(path)? {
            let record = record?;
            if record.kind == Kind::Exact && keep(&record) {
                exact.insert(record.board.canonical().0);
            }
        }
    }
    Ok(exact)
}

fn samples(mut positions: Vec<(Board, Kind, i8)>, without: &HashSet<Board>) -> Samples {
    for position in &mut positions {
        position.0 = position.0.canonical().0;
    }
    positions.retain(|position| !without.contains(&position.0));
    positions.sort_unstable();
    let mut samples = Samples::default();
    for same in positions.chunk_by(|a, b| a.0 == b.0) {
        let (board, best, _) = same[same.len() - 1];
        let labels: Vec<f32> =
            same.iter().filter(|position| position.1 == best).map(|position| position.2.into()).collect();
        let count = labels.len() as f32;
        // The variance of a label that is not exact, in units of what the patterns cannot tell: it grows with the
        // distance to the exact ones. More games with the same position therefore help, up to a point.
        let noise = if best == Kind::Exact { 0.0 } else { (board.empties().len() as f32 - 24.0).max(1.0) };
        let weight = count * (1.0 + noise) / (count + noise);
        samples.slots.push(slots(board));
        samples.labels.push((labels.iter().sum::<f32>() / count, weight));
    }
    samples
}

pub(crate) fn slots(board: Board) -> Slots {
    let slots = pattern::packed_slots(board);
    std::array::from_fn(|place| (slots[place] as usize - FIRST_SLOTS[place]) as u16)
}

impl Samples {
    fn count(plies: &[Samples]) -> usize {
        plies.iter().map(|samples| samples.labels.len()).sum()
    }

    /// The value of a position under the weights of its ply.
    #[inline(always)]
    pub(crate) fn value(slots: &Slots, weights: &[f32]) -> f32 {
        let sum = slots.iter().zip(FIRST_SLOTS).map(|(&slot, first)| weights[first + usize::from(slot)]);
        sum.sum::<f32>() + weights[pattern::CONSTANT_SLOT]
    }

    /// Adds `amount` to whatever a position looks up.
    #[inline(always)]
    pub(crate) fn add(slots: &Slots, amount: f32, weights: &mut [f32]) {
        for (&slot, first) in slots.iter().zip(FIRST_SLOTS) {
            weights[first + usize::from(slot)] += amount;
        }
        weights[pattern::CONSTANT_SLOT] += amount;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Writer;

    #[test]
    fn same_positions_are_one_sample_with_the_mean_of_the_best_labels() -> Result<()> {
        let path = std::env::temp_dir().join(format!("reversi-train-samples-{}.bin", std::process::id()));
        let mut writer = Writer::create(&path)?;
        let after = |square: &str| Board::START.play(square.parse().expect("a square"));
        let record = |board, game, label, kind| {
            let (year, white_to_move, variant) = (0, false, false);
            Record { board, game, year, label, kind, white_to_move, variant }
        };
        let empty = Board::new(Default::default(), Default::default())?; // 64 empties: of no game, but a valid board
        for record in [
            record(after("f5"), 1, 4, Kind::Exact),
            record(after("d3"), 2, 8, Kind::Exact),
            record(after("c4"), 3, 60, Kind::Near),
            record(after("f5").play("d6".parse()?), 4, 2, Kind::Near),
            record(empty, 5, 0, Kind::Exact),
        ] {
            writer.write(&record)?;
        }
        writer.flush()?;
        let paths = [path];
        let plies = load(&paths, &HashSet::new(), |_| true)?;
        assert_eq!(plies.iter().map(|samples| samples.labels.len()).sum::<usize>(), 2);
        assert_eq!(plies[1].labels, [(6.0, 1.0)]);
        let held = exact(&paths, |record| record.game == 2)?;
        let rest = load(&paths, &held, |record| record.game != 2)?;
        assert_eq!(rest[1].labels.len(), 0);
        assert!(load(&paths, &HashSet::new(), |record| record.game > 5).is_err());
        Ok(std::fs::remove_file(&paths[0])?)
    }
}
