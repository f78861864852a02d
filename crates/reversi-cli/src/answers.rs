//! The answers of a run over positions, printed with their totals.

use std::error::Error;
use std::io;
use std::time::Instant;

use indicatif::ProgressBar;
use reversi_engine::Position;
use reversi_engine::question::Reply;
use reversi_engine::search::{Source, StopReason};

use crate::output::{Format, Printer, numbered};

/// Prints the answers of a run, then their totals.
pub(crate) struct Answers {
    pub(crate) printer: Printer,
    start: Instant,
    totals: Totals,
}

/// Sums over the answers of a run.
#[derive(Default)]
pub(crate) struct Totals {
    pub(crate) positions: usize,
    /// Positions that an earlier run has searched. They do not count below.
    pub(crate) stored: usize,
    /// Positions without an answer, or with that of a search which Ctrl-C has ended.
    pub(crate) interrupted: usize,
    pub(crate) nodes: u64,
    /// The sum over all searches. Several positions are searched at a time.
    pub(crate) seconds: f64,
    /// Wall-clock seconds.
    pub(crate) elapsed: f64,
}

impl Answers {
    /// Prints the header of a table.
    pub(crate) fn new(format: Format, header: &str, bar: ProgressBar) -> io::Result<Answers> {
        let printer = Printer::new(format, header, bar)?;
        Ok(Answers { printer, start: Instant::now(), totals: Totals::default() })
    }

    /// Prints a position by its rows or its answer, and counts it.
    pub(crate) fn add(
        &mut self,
        number: usize,
        position: Position,
        reply: Reply,
        rows: &[String],
    ) -> io::Result<()> {
        let summary = reply.summary().unwrap_or_default();
        let is_interrupted = matches!(reply, Reply::Interrupted(_));
        self.totals.positions += 1;
        self.totals.interrupted += usize::from(is_interrupted || summary.stopped == Some(StopReason::Stop));
        if summary.source == Source::File {
            self.totals.stored += 1;
        } else {
            self.totals.nodes += summary.nodes;
            self.totals.seconds += summary.elapsed.as_secs_f64();
        }
        self.printer.answer(rows, || numbered(number, position, reply).to_json())?;
        self.printer.advance();
        Ok(())
    }

    /// Prints the totals in the words of a command, and ends the output.
    pub(crate) fn end(mut self, words: impl FnOnce(&Totals) -> String) -> Result<(), Box<dyn Error>> {
        self.totals.elapsed = self.start.elapsed().as_secs_f64();
        self.printer.totals(&words(&self.totals))
    }
}
