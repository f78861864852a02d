//! The report: counts of comparisons, and the differences.

use std::collections::BTreeMap;
use std::fmt;

use super::laws::Verdict;

/// A kind of comparison.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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

impl Law {
    const ALL: [Law; 11] = [
        Law::Referee,
        Law::Score,
        Law::Line,
        Law::Nodes,
        Law::Window,
        Law::WindowLine,
        Law::Symmetry,
        Law::BestChild,
        Law::AllMoves,
        Law::EachMove,
        Law::NoPanic,
    ];
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Law::Referee => "scores that plain alpha-beta proves",
            Law::Score => "exact scores of all engines",
            Law::Line => "lines that replay to the score",
            Law::Nodes => "node counts of all CPU levels",
            Law::Window => "windows, including win/loss/draw",
            Law::WindowLine => "lines of windows",
            Law::Symmetry => "rotated or mirrored boards",
            Law::BestChild => "the best move's board, negated",
            Law::AllMoves => "analyses of all moves",
            Law::EachMove => "each move's board against its line",
            Law::NoPanic => "positions without a panic",
        })
    }
}

#[derive(Default)]
pub(super) struct Report {
    compared: BTreeMap<Law, u64>,
    /// One line each.
    pub(super) differences: Vec<String>,
}

impl Report {
    /// Counts a comparison and records its difference. `engine` names the engine that gave the answer.
    pub(super) fn compare(&mut self, law: Law, engine: impl fmt::Display, verdict: Verdict) {
        *self.compared.entry(law).or_default() += 1;
        if let Err(difference) = verdict {
            self.differences.push(format!("{law}: {engine}: {difference}"));
        }
    }

    pub(super) fn add(&mut self, other: Report) {
        for (law, count) in other.compared {
            *self.compared.entry(law).or_default() += count;
        }
        self.differences.extend(other.differences);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for law in Law::ALL {
            writeln!(f, "{:>12}  {law}", self.compared.get(&law).unwrap_or(&0))?;
        }
        write!(f, "{:>12}  differences", self.differences.len())
    }
}
