//! The report: counts of comparisons, and the differences.

use std::fmt;

use super::laws::Verdict;

/// A kind of comparison, in the order of [`LAWS`].
#[derive(Clone, Copy)]
pub(super) enum Law {
    Referee,
    Score,
    Line,
    Nodes,
    Window,
    WindowLine,
    Symmetry,
    BestChild,
    AllMoves,
    EachMove,
    NoPanic,
}

const LAWS: [&str; 11] = [
    "scores that plain alpha-beta proves",
    "exact scores of all engines",
    "lines that replay to the score",
    "node counts of all CPU levels",
    "windows, including win/loss/draw",
    "lines of windows",
    "rotated or mirrored boards",
    "the best move's board, negated",
    "analyses of all moves",
    "each move's board against its line",
    "positions without a panic",
];

#[derive(Default)]
pub(super) struct Report {
    compared: [u64; LAWS.len()],
    /// One line each.
    pub(super) differences: Vec<String>,
}

impl Report {
    /// Counts a comparison and records its difference. `engine` names the engine that gave the answer.
    pub(super) fn compare(&mut self, law: Law, engine: impl fmt::Display, verdict: Verdict) {
        self.compared[law as usize] += 1;
        if let Err(difference) = verdict {
            self.differences.push(format!("{}: {engine}: {difference}", LAWS[law as usize]));
        }
    }

    pub(super) fn add(&mut self, other: Report) {
        self.compared.iter_mut().zip(other.compared).for_each(|(sum, count)| *sum += count);
        self.differences.extend(other.differences);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (law, count) in LAWS.iter().zip(self.compared) {
            writeln!(f, "{count:>12}  {law}")?;
        }
        write!(f, "{:>12}  differences", self.differences.len())
    }
}
