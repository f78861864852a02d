//! The rows of `solve` and their totals.

use std::error::Error;
use std::io;
use std::time::Instant;

use indicatif::{HumanCount, ProgressBar};
use reversi_engine::cpu::CpuLevel;
use reversi_engine::question::{Answer, Reply};
use reversi_engine::search::Interrupted;
use reversi_engine::{Move, Progress, Solution, Value};

use super::Problem;
use crate::output::{self, Format, Numbered, Printer, Row};

/// Prints rows, then their totals.
pub(super) struct Report {
    printer: Printer,
    start: Instant,
    totals: Totals,
}

impl Report {
    pub(super) fn new(format: Format, level: CpuLevel, bar: ProgressBar) -> io::Result<Report> {
        let printer = Printer::new(format, HEADER, bar)?;
        let totals =
            Totals { positions: 0, stored: 0, interrupted: 0, nodes: 0, seconds: 0.0, mismatches: 0, level };
        Ok(Report { printer, start: Instant::now(), totals })
    }

    pub(super) fn show(&self, progress: &Progress<'_>) {
        self.printer.show(progress);
    }

    pub(super) fn row(
        &mut self,
        problem: &Problem,
        result: Result<Solution, Interrupted>,
        stored: bool,
    ) -> Result<(), Box<dyn Error>> {
        let row = Score::new(problem, result.as_ref());
        self.totals.positions += 1;
        self.totals.stored += usize::from(stored);
        self.totals.interrupted += usize::from(result.is_err());
        self.totals.nodes += if stored { 0 } else { row.nodes };
        if let Some(text) = row.contradiction() {
            self.totals.mismatches += 1;
            self.printer.warn(&text);
        }
        let reply = result.map_or_else(Reply::Interrupted, Reply::Solution);
        let answer = Answer::new(problem.line.position, reply);
        self.printer.answer(&Numbered::new(problem.index, &answer), &[row])?;
        self.printer.advance();
        Ok(())
    }

    /// Ends the report and returns the number of mismatches.
    pub(super) fn totals(mut self) -> Result<usize, Box<dyn Error>> {
        self.totals.seconds = self.start.elapsed().as_secs_f64();
        self.printer.totals(&self.totals)?;
        Ok(self.totals.mismatches)
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

    pub(super) fn new(problem: &Problem, result: Result<&Solution, &Interrupted>) -> Score {
        let line = &problem.line;
        let value = result.map_or_else(|interrupted| interrupted.bounds, Solution::value);
        let best = result.ok().and_then(Solution::best_move);
        let expected = line.best_score();
        let listed = line.moves.iter().find(|scored| Some(scored.mv) == best).map(|scored| scored.score);
        // A move that proves a lower bound is worth at least that much.
        let agrees = |expected| {
            (value.lower()..=value.upper()).contains(&expected)
                && listed.is_none_or(|listed| listed >= value.lower())
        };
        let elapsed = result.map_or_else(|interrupted| interrupted.elapsed, Solution::elapsed);
        let pv = result.map_or(&[][..], Solution::pv);
        Score {
            index: problem.index,
            empties: line.position.board.empties().len(),
            value,
            best_move: best,
            expected,
            // An interrupted search can contradict a score, but not confirm it.
            correct: expected.map(agrees).filter(|agrees| result.is_ok() || !agrees),
            nodes: result.map_or_else(|interrupted| interrupted.nodes, Solution::nodes),
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

struct Totals {
    positions: usize,
    /// Positions that an earlier run has solved.
    stored: usize,
    /// Positions that a limit interrupted.
    interrupted: usize,
    nodes: u64,
    seconds: f64,
    mismatches: usize,
    level: CpuLevel,
}

impl Row for Totals {
    fn to_table(&self) -> String {
        let &Totals { positions, stored, interrupted, nodes, seconds, mismatches, level } = self;
        let solved = positions - interrupted;
        let stored = if stored == 0 { String::new() } else { format!(" ({stored} of them earlier)") };
        let interrupted =
            if interrupted == 0 { String::new() } else { format!(", {interrupted} interrupted") };
        let rate = output::millions_per_second(nodes, seconds);
        let nodes = HumanCount(nodes);
        format!(
            "{solved} solved{stored}{interrupted}, {mismatches} wrong, {nodes} nodes in {seconds:.3} s \
             ({rate:.1} Mn/s), CPU level {level}"
        )
    }
}
