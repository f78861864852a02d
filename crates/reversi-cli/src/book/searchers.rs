//! The engines that search for a book.

use reversi_engine::book::{BookFile, Grower};
use reversi_engine::{Engine, Limits, Stop};

use crate::checkpoints::tell_damaged;
use crate::fields::{self, FieldOptions};
use crate::options::{EvaluationOptions, in_range};
use crate::output::Failure;

/// The options of the engines that search for a book.
#[derive(clap::Args)]
pub(super) struct Searchers {
    /// Number of searches at a time, each by an engine of one thread. 0: as many as the machine has. The
    /// book does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = in_range(0..=Engine::MAX_THREADS))]
    jobs: usize,

    #[command(flatten)]
    cpu: FieldOptions<fields::Cpu>,

    #[command(flatten)]
    evaluation: EvaluationOptions,

    #[command(flatten)]
    limits: FieldOptions<fields::CallLimits>,
}

impl Searchers {
    /// Makes the `Grower` of a book, with its journal and the limits of a call.
    pub(super) fn grower(&self, book: Option<&BookFile>, stop: &Stop) -> Result<Grower, Failure> {
        let builder = self.evaluation.apply(self.cpu.read()?.builder()?)?;
        let grower = Grower::new().engine(builder).threads(self.jobs).limits(self.limits(stop)?);
        let Some(book) = book else { return Ok(grower) };
        let journal = book.journal()?;
        tell_damaged(journal.path(), journal.damaged());
        Ok(grower.journal(journal))
    }

    pub(super) fn limits(&self, stop: &Stop) -> Result<Limits, Failure> {
        Ok(self.limits.read()?.stop(stop))
    }
}
