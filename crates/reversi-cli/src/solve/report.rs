//! The rows of `solve` and their totals.

use std::error::Error;
use std::io;

use indicatif::{HumanCount, ProgressBar};
use reversi_engine::cpu::CpuLevel;
use reversi_engine::notation::ObfLine;
use reversi_engine::question::Reply;
use reversi_engine::surface::Summary;
use reversi_engine::{Move, Progress};

use crate::answers::Answers;
use crate::output::{self, Format};

/// Prints rows, then their totals.
pub(super) struct SolveReport {
    answers: Answers,
    mismatches: usize,
    level: CpuLevel,
}

impl SolveReport {
    pub(super) fn new(format: Format, level: CpuLevel, bar: ProgressBar) -> io::Result<SolveReport> {
        Ok(SolveReport { answers: Answers::new(format, HEADER, bar)?, mismatches: 0, level })
    }

    pub(super) fn show(&self, progress: &Progress<'_>) {
        self.answers.printer.show(progress);
    }

    pub(super) fn row(&mut self, index: usize, line: &ObfLine, reply: Reply) -> io::Result<()> {
        let row = Score::new(index, line, &reply);
        if let Some(text) = row.contradiction() {
            self.mismatches += 1;
            self.answers.printer.warn(&text);
        }
        let text = row.to_table();
        self.answers.add(index, line.position, reply, &[text])
    }

    /// Ends the report and returns the number of mismatches.
    pub(super) fn totals(self) -> Result<usize, Box<dyn Error>> {
        let SolveReport { answers, mismatches, level } = self;
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

/// A reply beside the known scores of its position.
pub(super) struct Score<'a> {
    index: usize,
    line: &'a ObfLine,
    summary: Summary,
    pv: &'a [Move],
}

impl Score<'_> {
    pub(super) fn new<'a>(index: usize, line: &'a ObfLine, reply: &'a Reply) -> Score<'a> {
        let pv = if let Reply::Solution(solution) = reply { solution.pv() } else { &[] };
        Score { index, line, summary: reply.summary().expect("a solve is a search"), pv }
    }

    /// Returns whether the reply agrees with the known scores. An interrupted search can contradict a score,
    /// but not confirm it.
    fn is_correct(&self) -> Option<bool> {
        let Summary { value, best_move, stopped, .. } = &self.summary;
        let expected = self.line.best_score()?;
        let mut listed = self.line.moves.iter().filter(|scored| Some(scored.mv) == *best_move);
        // A move that proves a lower bound is worth at least that much.
        let agrees = (value.lower()..=value.upper()).contains(&expected)
            && listed.next().is_none_or(|listed| listed.score >= value.lower());
        Some(agrees).filter(|agrees| stopped.is_none() || !agrees)
    }

    /// Returns the warning of a result that contradicts a known score.
    pub(super) fn contradiction(&self) -> Option<String> {
        let Score { index, summary: Summary { value, best_move, .. }, .. } = self;
        let by = best_move.as_ref().map_or(String::new(), |mv| format!(" by {mv}"));
        let text = || format!("position {index}: {value}{by} contradicts the known scores");
        (self.is_correct() == Some(false)).then(text)
    }

    /// The row of a table.
    fn to_table(&self) -> String {
        let Score { index, line, summary: Summary { value, best_move, nodes, elapsed, .. }, pv } = self;
        let expected = line.best_score().map_or_else(|| "-".to_owned(), |score| format!("{score:+}"));
        let correct = self.is_correct().map_or("-", |correct| if correct { "ok" } else { "WRONG" });
        let row = format!(
            "{index:>5} {:>7} {:>9} {expected:>8} {correct:>5}  {:<4} {:>15} {:>9.3} {:>6.1}  {}",
            line.position.board.empties().len(),
            value.to_string(),
            best_move.map_or("-".to_owned(), |mv| mv.to_string()),
            HumanCount(*nodes).to_string(),
            elapsed.as_secs_f64(),
            output::millions_per_second(*nodes, elapsed.as_secs_f64()),
            output::beginning(pv),
        );
        row.trim_end().to_owned()
    }
}

const HEADER: &str =
    "index empties     score expected    ok  best           nodes   seconds   Mn/s  line of best play";
