//! Labelled positions as a regression sees them.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use rayon::prelude::*;
use reversi_bitboard::Board;
use reversi_eval::pattern::{self, PLACES, Place};

use crate::record::{Kind, Reader};

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

/// The positions of one ply.
#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) slots: Vec<Slots>,
    /// Scores in discs from the side to move, and how much each counts.
    pub(crate) labels: Vec<(f32, f32)>,
}

/// Reads the records with a label, ply by ply, positions that are the same up to symmetry as one.
///
/// Leaves out the positions in `without`, where all are canonical.
pub(crate) fn load(paths: &[PathBuf], without: &HashSet<Board>) -> Result<Vec<Samples>> {
    let mut plies: Vec<Vec<(Board, Kind, i8)>> = vec![Vec::new(); PLIES];
    for path in paths {
        for record in Reader::open(path)? {
            let record = record?;
            if record.kind > Kind::None && record.empties() > 0 {
                plies[60 - record.empties() as usize].push((record.board, record.kind, record.label));
            }
        }
    }
    ensure!(plies.iter().any(|positions| !positions.is_empty()), "no labelled positions in {paths:?}");
    Ok(plies.into_par_iter().map(|positions| samples(positions, without)).collect())
}

/// All positions with an exact score, as their canonical images.
pub(crate) fn exact(paths: &[PathBuf]) -> Result<HashSet<Board>> {
    let mut exact = HashSet::new();
    for path in paths {
        for record in Reader::open(path)? {
            let record = record?;
            if record.kind == Kind::Exact {
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
