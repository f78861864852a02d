//! A book that a command changes.

use std::error::Error;
use std::path::{Path, PathBuf};

use indicatif::{HumanCount, ProgressBar};
use reversi_engine::book::{BookFile, GrowProgress, Grower, Grown, Manuscript};
use reversi_engine::search::StopReason;
use serde::Serialize;

use super::source;
use crate::files;
use crate::options::note_odd;
use crate::output::{Failure, Format, Row, count, print};

/// The book that a command changes.
#[derive(clap::Args)]
pub(super) struct Target {
    /// The book, of any format. It is replaced when the changed one is written as a whole.
    file: PathBuf,

    /// Write the changed book here, and leave the old one as it is. The name tells the format: .book, .dat
    /// or .egbk3.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// A line of text, or a JSON object.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Target {
    /// Where the changed book will be.
    pub(super) fn output(&self) -> &Path {
        self.output.as_deref().unwrap_or(&self.file)
    }

    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// Makes the folder of the changed book, locks its place, then reads the book.
    pub(super) fn open(&self) -> Result<BookFile, Failure> {
        let format = source::format_to_write(self.output())?;
        files::prepare(self.output())?;
        let book = BookFile::open_as(&self.file, self.output(), format)
            .map_err(|error| source::failure(&error, self.output()))?;
        note_odd(&self.file, book.odd());
        Ok(book)
    }

    /// Writes the book.
    pub(super) fn save(&self, book: &BookFile) -> Result<(), Failure> {
        book.save().map_err(|error| source::failure(&error, self.output()))
    }

    /// Writes the book, and deletes the journal if the run is finished.
    pub(super) fn finish(
        &self,
        book: &BookFile,
        mut grower: Grower,
        before: usize,
        grown: &Grown,
        how_to_go_on: &str,
    ) -> Result<(), Box<dyn Error>> {
        self.save(book)?;
        if let (None, Some(journal)) = (grown.stopped, grower.take_journal()) {
            journal.delete()?;
        }
        self.report(&book.manuscript, before, grown, how_to_go_on)
    }

    /// Reports the changes, and how to resume a run that was ended.
    pub(super) fn report(
        &self,
        manuscript: &Manuscript,
        before: usize,
        grown: &Grown,
        how_to_go_on: &str,
    ) -> Result<(), Box<dyn Error>> {
        let changed = Changed {
            file: self.output().display().to_string(),
            positions: manuscript.len(),
            added: manuscript.len().saturating_sub(before),
            removed: before.saturating_sub(manuscript.len()),
            searches: grown.searches,
            reused: grown.reused,
            nodes: grown.nodes,
            seconds: grown.elapsed.as_secs_f64(),
            games: grown.games,
            stopped: grown.stopped,
            how_to_go_on: how_to_go_on.to_owned(),
        };
        Ok(print(&changed, self.format)?)
    }
}

/// The changes of a book.
#[derive(Serialize)]
struct Changed {
    file: String,
    positions: usize,
    added: usize,
    removed: usize,
    /// Games that were added or learnt.
    games: usize,
    /// Searches of this run.
    searches: u64,
    /// Searches that an earlier run has made.
    reused: u64,
    nodes: u64,
    seconds: f64,
    /// The limit that ended the run.
    stopped: Option<StopReason>,
    #[serde(skip)]
    how_to_go_on: String,
}

impl Row for Changed {
    fn to_table(&self) -> String {
        let change = match (self.added, self.removed) {
            (added, 0) => format!("{} new", HumanCount(added as u64)),
            (0, removed) => format!("{} removed", HumanCount(removed as u64)),
            _ => unreachable!("a book grows or shrinks"),
        };
        let games = match self.games {
            0 => String::new(),
            games => format!(", {}", count(games, "game")),
        };
        let reused = match self.reused {
            0 => String::new(),
            reused => format!(" ({} earlier)", HumanCount(reused)),
        };
        let searches = match self.searches + self.reused {
            0 => String::new(),
            _ => format!(
                ", {} searches{reused}, {:.1} M nodes in {:.1} s",
                HumanCount(self.searches),
                self.nodes as f64 / 1e6,
                self.seconds
            ),
        };
        let stopped = self
            .stopped
            .map_or(String::new(), |reason| format!("\nended by {reason}; {}", self.how_to_go_on));
        format!(
            "{}: {} positions, {change}{games}{searches}{stopped}",
            self.file,
            HumanCount(self.positions as u64)
        )
    }
}

/// Tells how most commands resume after Ctrl-C.
pub(super) const AGAIN: &str = "the same command goes on from here";

/// Adds the counts of a call to a sum.
pub(super) fn add(sum: &mut Grown, grown: &Grown) {
    sum.added += grown.added;
    sum.searches += grown.searches;
    sum.reused += grown.reused;
    sum.nodes += grown.nodes;
    sum.elapsed += grown.elapsed;
    sum.stopped = sum.stopped.or(grown.stopped);
}

/// Shows the searches of a batch beside a progress bar.
pub(super) fn show(bar: &ProgressBar, progress: &GrowProgress) {
    bar.set_message(format!(
        ", {} searches, {} nodes",
        HumanCount(progress.searches),
        HumanCount(progress.nodes)
    ));
}
