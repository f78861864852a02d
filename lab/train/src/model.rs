//! Fitted models: tables of weights at some plies, the knots, with linear interpolation between them.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use reversi_eval::pattern::PACKED_LEN;

/// The plies that have a table of their own, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Knots(pub(crate) Vec<u8>);

impl Knots {
    /// The two tables that the weights of a ply are interpolated from, and their shares: the nearest knots
    /// before and after it, of its parity if there are any. Beyond the ends the last table applies. This is
    /// the interpolation of `PatternWeights`.
    pub(crate) fn shares(&self, ply: usize) -> [(usize, f32); 2] {
        let knots = || self.0.iter().map(|&knot| usize::from(knot)).enumerate();
        let same_parity = knots().any(|(_, knot)| knot % 2 == ply % 2);
        let usable = || knots().filter(|&(_, knot)| !same_parity || knot % 2 == ply % 2);
        match (usable().rfind(|&(_, knot)| knot <= ply), usable().find(|&(_, knot)| knot >= ply)) {
            (Some((a, from)), Some((b, to))) if from < to => {
                let share = (ply - from) as f32 / (to - from) as f32;
                [(a, 1.0 - share), (b, share)]
            }
            (Some((knot, _)), _) | (_, Some((knot, _))) => [(knot, 1.0), (knot, 0.0)],
            (None, None) => unreachable!("there is a knot"),
        }
    }

    /// The weights of a ply, interpolated from the tables of the knots.
    pub(crate) fn at(&self, ply: usize, tables: &[f32]) -> Vec<f32> {
        let [(a, share_a), (b, share_b)] = self.shares(ply);
        let (a, b) = (table(tables, a), table(tables, b));
        a.iter().zip(b).map(|(a, b)| share_a * a + share_b * b).collect()
    }
}

/// The table of one knot.
pub(crate) fn table(tables: &[f32], knot: usize) -> &[f32] {
    &tables[knot * PACKED_LEN..][..PACKED_LEN]
}

/// Fitted weights, in discs.
pub(crate) struct Model {
    pub(crate) knots: Knots,
    pub(crate) tables: Vec<f32>,
}

const MAGIC: &[u8; 8] = b"rvmodel1";

impl Model {
    /// The weights of each ply.
    pub(crate) fn plies(&self, plies: usize) -> Vec<Vec<f32>> {
        (0..plies).into_par_iter().map(|ply| self.knots.at(ply, &self.tables)).collect()
    }

    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(self.knots.0.len() as u8);
        bytes.extend(&self.knots.0);
        bytes.extend(self.tables.iter().flat_map(|weight| weight.to_le_bytes()));
        std::fs::write(path, bytes).with_context(|| format!("{}", path.display()))
    }

    pub(crate) fn is_model(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Model> {
        let rest = bytes.strip_prefix(MAGIC).context("not a fitted model")?;
        let (&count, rest) = rest.split_first().context("the number of knots is missing")?;
        let count = usize::from(count);
        ensure!(rest.len() == count * (1 + 4 * PACKED_LEN), "{count} knots do not fit {} bytes", rest.len());
        let (knots, tables) = rest.split_at(count);
        ensure!(count > 0 && knots.is_sorted_by(|a, b| a < b), "the knots are not in order");
        let weight = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes"));
        Ok(Model { knots: Knots(knots.to_vec()), tables: tables.chunks_exact(4).map(weight).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_knots_lie_straight_lines() {
        let knots = Knots(vec![2, 6, 8]);
        assert_eq!(knots.shares(0), [(0, 1.0), (0, 0.0)]);
        assert_eq!(knots.shares(2), [(0, 1.0), (0, 0.0)]);
        assert_eq!(knots.shares(3), [(0, 0.75), (1, 0.25)]);
        assert_eq!(knots.shares(7), [(1, 0.5), (2, 0.5)]);
        assert_eq!(knots.shares(59), [(2, 1.0), (2, 0.0)]);
        let knots = Knots(vec![2, 5, 6, 9]);
        assert_eq!(knots.shares(4), [(0, 0.5), (2, 0.5)]);
        assert_eq!(knots.shares(7), [(1, 0.5), (3, 0.5)]);
    }
}
