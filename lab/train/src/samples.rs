//! Training samples: labelled positions as slots and labels.

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, ensure};
use rayon::prelude::*;
use reversi_bitboard::Board;
use reversi_eval::network::{self, PLACES, ROW_GROUPS};
use reversi_eval::pattern;
use serde::Serialize;

use crate::record::{Kind, Reader, Record};

/// The number of plies with a move to play.
pub(crate) const PLIES: usize = 60;

/// The rows of a network that a position looks up, each relative to the first row of its group. Those of
/// the patterns come first: they are the slots of pattern weights.
pub(crate) type Slots = [u16; PLACES];

/// The first row of the group of each place.
pub(crate) static FIRST_SLOTS: [usize; PLACES] = {
    let mut first = [0; PLACES];
    let (mut group, mut place, mut row) = (0, 0, 0);
    while group < ROW_GROUPS.len() {
        let end = place + ROW_GROUPS[group].places;
        while place < end {
            first[place] = row;
            place += 1;
        }
        row += ROW_GROUPS[group].rows;
        group += 1;
    }
    first
};

/// The ply of a position with `empties` empty squares. It is `None` for a full board and for 61 to 64
/// empties, which occur in no game.
pub(crate) fn ply(empties: u32) -> Option<usize> {
    (1..=60).contains(&empties).then(|| 60 - empties as usize)
}

/// The positions of one ply.
#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) slots: Vec<Slots>,
    /// Scores in discs from the side to move, and their weights.
    pub(crate) labels: Vec<(f32, f32)>,
}

/// The files of positions.
#[derive(clap::Args, Serialize)]
pub(crate) struct Sources {
    /// Labelled positions to train on.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// Labelled positions of other games for validation.
    #[arg(long, required_unless_present = "hold_out", value_name = "FILE")]
    validation: Vec<PathBuf>,
    /// Hold out every Nth game of the training positions for validation.
    #[arg(long, value_name = "N")]
    hold_out: Option<NonZeroU32>,
    /// Labelled positions for later tests. Training leaves out every position that has an exact score in
    /// these files or among the validation positions.
    #[arg(long, value_name = "FILE")]
    test: Vec<PathBuf>,
}

/// The samples read from [`Sources`].
pub(crate) struct Sets {
    /// Training samples by ply.
    pub(crate) training: Vec<Samples>,
    /// One or two sets of validation samples by ply.
    pub(crate) validation: Vec<Vec<Samples>>,
    /// The numbers of training and of validation positions.
    pub(crate) counts: [usize; 2],
}

impl Sources {
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        [self.positions.as_slice(), &self.validation, &self.test].concat()
    }

    /// Reads all files. A training position `half_weight_at` discs from even has half the weight of an even
    /// one.
    pub(crate) fn load(&self, half_weight_at: f32) -> Result<Sets> {
        let start = Instant::now();
        let held_out = |record: &Record| self.hold_out.is_some_and(|n| record.game % n == 0);
        let mut kept_apart = exact(&[self.validation.as_slice(), &self.test].concat(), |_| true)?;
        kept_apart.extend(exact(&self.positions, held_out)?);
        let mut training = load(&self.positions, &kept_apart, |record| !held_out(record))?;
        for (label, weight) in training.iter_mut().flat_map(|samples| &mut samples.labels) {
            *weight /= 1.0 + (*label / half_weight_at).powi(2);
        }
        let mut validation = Vec::new();
        if !self.validation.is_empty() {
            validation.push(load(&self.validation, &HashSet::new(), |_| true)?);
        }
        if self.hold_out.is_some() {
            validation.push(load(&self.positions, &HashSet::new(), held_out)?);
        }
        let validated = validation.iter().map(|samples| Samples::count(samples)).sum();
        let counts = [Samples::count(&training), validated];
        ensure!(counts[0] > 0, "no training positions are left");
        println!(
            "{} distinct training positions, {} validation positions, read in {:.0?}",
            counts[0],
            counts[1],
            start.elapsed()
        );
        Ok(Sets { training, validation, counts })
    }
}

/// Reads the labelled records that `keep` accepts, by ply. Symmetric positions become one sample.
///
/// Leaves out the positions in `without`, which holds canonical boards.
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

/// The canonical boards of all positions with an exact score that `keep` accepts.
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
        // The variance of an inexact label, relative to the residual variance of the patterns. It grows with
        // the distance to the exact labels. More games with the same position therefore increase the weight,
        // up to a limit.
        let noise = if best == Kind::Exact || best == Kind::Search {
            0.0
        } else {
            (board.empties().len() as f32 - 24.0).max(1.0)
        };
        let weight = count * (1.0 + noise) / (count + noise);
        samples.slots.push(slots(board));
        samples.labels.push((labels.iter().sum::<f32>() / count, weight));
    }
    samples
}

pub(crate) fn slots(board: Board) -> Slots {
    let slots = network::slots(&board);
    std::array::from_fn(|place| (slots[place] as usize - FIRST_SLOTS[place]) as u16)
}

/// The slots of the patterns alone.
#[inline(always)]
fn patterns(slots: &Slots) -> impl Iterator<Item = usize> {
    slots[..pattern::PLACES].iter().zip(FIRST_SLOTS).map(|(&slot, first)| first + usize::from(slot))
}

impl Samples {
    fn count(plies: &[Samples]) -> usize {
        plies.iter().map(|samples| samples.labels.len()).sum()
    }

    /// The value of a position under the pattern weights of its ply.
    #[inline(always)]
    pub(crate) fn value(slots: &Slots, weights: &[f32]) -> f32 {
        let sum = patterns(slots).map(|slot| weights[slot]);
        sum.sum::<f32>() + weights[pattern::CONSTANT_SLOT]
    }

    /// Adds `amount` to all pattern weights that a position looks up.
    #[inline(always)]
    pub(crate) fn add(slots: &Slots, amount: f32, weights: &mut [f32]) {
        patterns(slots).for_each(|slot| weights[slot] += amount);
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
        let empty = Board::new(Default::default(), Default::default())?; // 64 empties: a valid board that occurs in no game
        for record in [
            Record::of(after("f5"), 1, 4, Kind::Exact),
            Record::of(after("d3"), 2, 8, Kind::Exact),
            Record::of(after("c4"), 3, 60, Kind::Interpolated),
            Record::of(after("f5").play("d6".parse()?), 4, 2, Kind::Interpolated),
            Record::of(empty, 5, 0, Kind::Exact),
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
