//! How sure a selective search is.

use std::fmt;
use std::str::FromStr;

use reversi_bitboard::__internal::pad;
use thiserror::Error;

/// The two-sided confidence with which a search leaves out a move that a shallower search found too bad or
/// too good to matter (Multi-ProbCut).
///
/// At 100 % a search leaves out nothing. The order is from the least certain to the most certain.
///
/// ```
/// use reversi_engine::Selectivity;
///
/// assert_eq!(Selectivity::P73.to_string(), "73%");
/// assert_eq!("98".parse(), Ok(Selectivity::P98));
/// assert!(Selectivity::P99 < Selectivity::P100);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Selectivity {
    /// 73 %.
    P73,
    /// 87 %.
    P87,
    /// 95 %.
    P95,
    /// 98 %.
    P98,
    /// 99 %.
    P99,
    /// 100 %: no move is left out.
    #[default]
    P100,
}

impl Selectivity {
    /// All steps, the least certain first.
    pub const ALL: [Selectivity; 6] = [Self::P73, Self::P87, Self::P95, Self::P98, Self::P99, Self::P100];

    /// Returns the percentage.
    pub const fn percent(self) -> u32 {
        Self::PERCENTS[self as usize]
    }

    /// The percentages of all steps.
    pub(crate) const PERCENTS: [u32; 6] = [73, 87, 95, 98, 99, 100];

    /// The step with this number, as it is stored in the table.
    #[inline(always)]
    pub(crate) fn from_index(index: u8) -> Selectivity {
        Self::ALL[usize::from(index).min(Self::ALL.len() - 1)]
    }
}

/// Writes the percentage with its sign: `73%`.
impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, |out| write!(out, "{}%", self.percent()))
    }
}

/// Reads a percentage with or without its sign.
impl FromStr for Selectivity {
    type Err = ParseSelectivityError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let percent: u32 = s.strip_suffix('%').unwrap_or(s).parse().map_err(|_| ParseSelectivityError)?;
        Self::ALL.into_iter().find(|step| step.percent() == percent).ok_or(ParseSelectivityError)
    }
}

/// The error of a text that is not a [`Selectivity`].
///
/// ```
/// use reversi_engine::Selectivity;
///
/// let error = "75".parse::<Selectivity>().unwrap_err();
/// assert_eq!(error.to_string(), "no such selectivity (expected 73, 87, 95, 98, 99 or 100)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("no such selectivity (expected 73, 87, 95, 98, 99 or 100)")]
#[non_exhaustive]
pub struct ParseSelectivityError;
