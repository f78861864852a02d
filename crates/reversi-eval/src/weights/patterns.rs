use std::borrow::Cow;

use reversi_bitboard::Board;

use crate::evaluator::Evaluator;
use crate::file::{MAX_PROVENANCE, WeightsError};
use crate::pattern::{self, PACKED_LEN};

/// The last ply: no square is empty.
pub(super) const LAST_PLY: u8 = 60;

/// Pattern weights as they are stored and exchanged: one weight for each slot of [`pattern`], for some plies
/// of the game.
///
/// A ply is the number of occupied squares less 4. Weights are in 1/128 disc, seen from the side to move. A
/// ply that is not listed is interpolated between the nearest listed plies of the same parity, because the
/// parity decides which side moves last. If no ply of that parity is listed, the nearest of any parity are
/// used. Before the first listed ply and after the last one, their weights apply unchanged.
///
/// This form is for files and for fitting. To evaluate many boards, convert it to
/// [`Weights`](super::Weights).
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::weights::{Evaluator, PatternWeights};
/// use reversi_engine::weights::pattern::{CONSTANT_SLOT, PACKED_LEN};
///
/// // Half a disc for having the move at the start of the game, none at the end.
/// let mut slots = vec![0; 2 * PACKED_LEN];
/// slots[CONSTANT_SLOT] = 64;
/// let weights = PatternWeights::new(vec![0, 60], slots, "made up")?;
/// assert_eq!(weights.evaluate_128(&Board::START), 64);
/// assert_eq!(weights.at_ply(30)[CONSTANT_SLOT], 32);
///
/// let mut file = Vec::new();
/// weights.write(&mut file)?;
/// assert_eq!(PatternWeights::from_bytes(&file)?, weights);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PatternWeights {
    plies: Vec<u8>,
    slots: Vec<i16>,
    provenance: String,
}

impl PatternWeights {
    /// The maximum length of a provenance, in bytes.
    pub const MAX_PROVENANCE: usize = MAX_PROVENANCE;

    /// Makes weights of these plies: [`PACKED_LEN`] for each of them, one ply after the other. The provenance
    /// states the origin of the weights and is stored with them.
    ///
    /// # Errors
    /// The plies are not in ascending order up to 60, the number of weights is wrong, or the provenance is
    /// too long.
    pub fn new(
        plies: Vec<u8>,
        slots: Vec<i16>,
        provenance: impl Into<String>,
    ) -> Result<PatternWeights, WeightsError> {
        let provenance = provenance.into();
        check_plies(&plies)?;
        if slots.len() != plies.len() * PACKED_LEN {
            return Err(WeightsError::invalid(0, "114364 weights for each ply"));
        }
        if provenance.len() > PatternWeights::MAX_PROVENANCE {
            return Err(WeightsError::invalid(0, "a provenance of up to 2000 bytes"));
        }
        Ok(PatternWeights { plies, slots, provenance })
    }

    /// Returns the listed plies, in ascending order.
    pub fn plies(&self) -> &[u8] {
        &self.plies
    }

    /// Returns the weights of the listed plies, one ply after the other.
    pub fn slots(&self) -> &[i16] {
        &self.slots
    }

    /// Returns the origin of the weights.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Returns the weights of any ply, interpolated if it is not listed.
    pub fn at_ply(&self, ply: u8) -> Cow<'_, [i16]> {
        match self.ply(ply) {
            Ply::Listed(weights) => weights.into(),
            between => (0..PACKED_LEN).map(|slot| between.weight(slot)).collect(),
        }
    }

    /// Returns the weights of any ply, interpolated on request.
    pub(super) fn ply(&self, ply: u8) -> Ply<'_> {
        let of_index = |i: usize| &self.slots[i * PACKED_LEN..][..PACKED_LEN];
        let same_parity = self.plies.iter().any(|&listed| listed % 2 == ply % 2);
        let usable = || self.plies.iter().enumerate().filter(|&(_, &p)| !same_parity || p % 2 == ply % 2);
        let below = usable().rfind(|&(_, &listed)| listed <= ply);
        let above = usable().find(|&(_, &listed)| listed >= ply);
        match (below, above) {
            (Some((a, &p)), Some((b, &q))) if p < q => {
                let (done, all) = (i32::from(ply - p), i32::from(q - p));
                Ply::Between { below: of_index(a), above: of_index(b), done, all }
            }
            (Some((i, _)), _) | (_, Some((i, _))) => Ply::Listed(of_index(i)),
            (None, None) => unreachable!("some ply is listed"),
        }
    }

    /// Returns the same weights listed for other plies, interpolated where necessary.
    ///
    /// # Errors
    /// The plies are not in ascending order up to 60.
    ///
    /// ```
    /// use reversi_engine::weights::PatternWeights;
    /// use reversi_engine::weights::pattern::PACKED_LEN;
    ///
    /// let weights = PatternWeights::new(vec![30], vec![0; PACKED_LEN], "nothing")?;
    /// assert_eq!(weights.with_plies((0..=60).collect())?.slots().len(), 61 * PACKED_LEN);
    /// # Ok::<(), reversi_engine::weights::WeightsError>(())
    /// ```
    pub fn with_plies(&self, plies: Vec<u8>) -> Result<PatternWeights, WeightsError> {
        check_plies(&plies)?;
        let slots = plies.iter().flat_map(|&ply| self.at_ply(ply).into_owned()).collect();
        PatternWeights::new(plies, slots, self.provenance.clone())
    }

    /// Returns the same weights with another provenance.
    ///
    /// # Errors
    /// The provenance is too long.
    pub fn with_provenance(self, provenance: impl Into<String>) -> Result<PatternWeights, WeightsError> {
        PatternWeights::new(self.plies, self.slots, provenance)
    }
}

/// A slow reference implementation, written from the definition.
///
/// It uses the weights of the board's own ply, whereas [`Weights`](super::Weights) shares tables among the
/// first and the last plies.
impl Evaluator for PatternWeights {
    fn evaluate_128(&self, board: &Board) -> i32 {
        let weights = self.ply(LAST_PLY.saturating_sub(board.empties().len() as u8));
        pattern::packed_slots(*board).iter().map(|&slot| i32::from(weights.weight(slot as usize))).sum()
    }
}

/// The weights of one ply.
#[derive(Clone, Copy)]
pub(super) enum Ply<'a> {
    Listed(&'a [i16]),
    /// Interpolates the weights of two listed plies, `done` of `all` plies after the first of them.
    Between {
        below: &'a [i16],
        above: &'a [i16],
        done: i32,
        all: i32,
    },
}

impl Ply<'_> {
    #[inline]
    pub(super) fn weight(self, slot: usize) -> i16 {
        match self {
            Ply::Listed(weights) => weights[slot],
            Ply::Between { below, above, done, all } => {
                let sum = i32::from(below[slot]) * (all - done) + i32::from(above[slot]) * done;
                ((2 * sum + sum.signum() * all) / (2 * all)) as i16 // lies between the two
            }
        }
    }
}

impl std::fmt::Debug for PatternWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PatternWeights")
            .field("plies", &self.plies)
            .field("provenance", &self.provenance)
            .finish_non_exhaustive()
    }
}

fn check_plies(plies: &[u8]) -> Result<(), WeightsError> {
    if plies.is_empty() || !plies.is_sorted_by(|a, b| a < b) || plies[plies.len() - 1] > LAST_PLY {
        return Err(WeightsError::invalid(0, "at least one ply, ascending, none above 60"));
    }
    Ok(())
}
