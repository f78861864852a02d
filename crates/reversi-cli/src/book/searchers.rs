//! The engines that search for a book.

use std::time::Duration;

use reversi_engine::book::{Grower, Journal};
use reversi_engine::{Engine, Limits, Stop};

use crate::options::{CpuOption, EvaluationOptions, in_range, number};

/// The options of the engines that search for a book.
#[derive(clap::Args)]
pub(super) struct Searchers {
    /// Number of searches at a time, each by an engine of one thread. 0: as many as the machine has. The
    /// book does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = in_range(0..=Engine::MAX_THREADS))]
    jobs: usize,

    #[command(flatten)]
    cpu: CpuOption,

    #[command(flatten)]
    evaluation: EvaluationOptions,

    /// Time limit for the whole run in milliseconds.
    #[arg(long, value_name = "MS", value_parser = number::<u64>, allow_negative_numbers = true)]
    time: Option<u64>,
}

impl Searchers {
    /// What makes a book grow.
    pub(super) fn grower(&self, journal: Option<Journal>) -> Grower {
        let builder = self.cpu.apply(Engine::builder());
        let grower = Grower::new().engine(self.evaluation.apply(builder)).threads(self.jobs);
        journal.into_iter().fold(grower, Grower::journal)
    }

    /// The limits of a call, `spent` after the start of the run.
    pub(super) fn limits(&self, stop: &Stop, spent: Duration) -> Limits {
        let mut limits = Limits::new().stop(stop);
        limits.time = self.time.map(|ms| Duration::from_millis(ms).saturating_sub(spent));
        limits
    }
}
