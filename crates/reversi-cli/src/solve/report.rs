//! The rows of `solve` and their totals.

use std::error::Error;
use std::io;

use indicatif::{HumanCount, ProgressBar};
use reversi_engine::notation::ObfLine;
use reversi_engine::surface::Summary;
use reversi_engine::{CpuLevel, Move, Progress, Reply, Value};

use crate::answers::Answers;
use crate::output::{self, Format, Row};

/// Prints rows, then their totals.
pub(super) struct Report {
    answers: Answers,
    mismatches: usize,
    level: CpuLevel,
}

impl Report {
    pub(super) fn new(format: Format, level: CpuLevel, bar: ProgressBar) -> io::Result<Report> {
        Ok(Report { answers: Answers::new(format, HEADER, bar)?, mismatches: 0, level })
    }

    pub(super) fn show(&self, progress: &Progress<'_>) {
        self.answers.show(progress);
    }

    pub(super) fn row(&mut self, index: usize, line: &ObfLine, reply: Reply) -> io::Result<()> {
        let row = Score::new(index, line, &reply);
        if let Some(text) = row.contradiction() {
            self.mismatches += 1;
            self.answers.warn(&text);
        }
        self.answers.add(index, line.position, reply, &[row])
    }

    /// Ends the report and returns the number of mismatches.
    pub(super) fn totals(self) -> Result<usize, Box<dyn Error>> {
        let Report { answers, mismatches, level } = self;
        answers.end(|totals| {
            let solved = totals.positions - totals.interrupted;
            let stored = output::earlier(totals.stored);
            let interrupted = match totals.interrupted {
                0 => String::new(),
                number => format!(", {number} interrupted"),
            };
            let (nodes, seconds) = (HumanCount(totals.nodes), totals.elapsed);
            let rate = output::millions_per_second(totals.nodes, seconds);
            format!(
                "{solved} solved{stored}{interrupted}, {mismatches} wrong, {nodes} nodes in {seconds:.3} s \
                 ({rate:.1} Mn/s), CPU level {level}"
            )
        })?;
        Ok(mismatches)
    }
}

/// The row of a position.
pub(super) struct Score {
    index: usize,
    empties: u32,
    value: Value,
    best_move: Option<Move>,
    expected: Option<i32>,
    correct: Option<bool>,
    nodes: u64,
    seconds: f64,
    pv: String,
}

impl Score {
    /// Returns the warning of a result that contradicts a known score.
    pub(super) fn contradiction(&self) -> Option<String> {
        let Score { index, value, best_move, .. } = self;
        let by = best_move.as_ref().map_or(String::new(), |mv| format!(" by {mv}"));
        let text = || format!("position {index}: {value}{by} contradicts the known scores");
        (self.correct == Some(false)).then(text)
    }

    pub(super) fn new(index: usize, line: &ObfLine, reply: &Reply) -> Score {
        let Summary { value, best_move, nodes, elapsed, stopped, .. } =
            reply.summary().expect("a solve is a search");
        let expected = line.best_score();
        let listed = line.moves.iter().find(|scored| Some(scored.mv) == best_move).map(|scored| scored.score);
        // A move that proves a lower bound is worth at least that much.
        let agrees = |expected| {
            (value.lower()..=value.upper()).contains(&expected)
                && listed.is_none_or(|listed| listed >= value.lower())
        };
        let pv = if let Reply::Solution(solution) = reply { solution.pv() } else { &[] };
        Score {
            index,
            empties: line.position.board.empties().len(),
            value,
            best_move,
            expected,
            // An interrupted search can contradict a score, but not confirm it.
            correct: expected.map(agrees).filter(|agrees| stopped.is_none() || !agrees),
            nodes,
            seconds: elapsed.as_secs_f64(),
            pv: pv.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

impl Row for Score {
    fn to_table(&self) -> String {
        let expected = self.expected.map_or_else(|| "-".to_owned(), |score| format!("{score:+}"));
        let correct = self.correct.map_or("-", |correct| if correct { "ok" } else { "WRONG" });
        let row = format!(
            "{:>5} {:>7} {:>9} {expected:>8} {correct:>5}  {:<4} {:>15} {:>9.3} {:>6.1}  {}",
            self.index,
            self.empties,
            self.value.to_string(),
            self.best_move.map_or("-".to_owned(), |mv| mv.to_string()),
            HumanCount(self.nodes).to_string(),
            self.seconds,
            output::millions_per_second(self.nodes, self.seconds),
            output::beginning(&self.pv),
        );
        row.trim_end().to_owned()
    }
}

const HEADER: &str =
    "index empties     score expected    ok  best           nodes   seconds   Mn/s  line of best play";
