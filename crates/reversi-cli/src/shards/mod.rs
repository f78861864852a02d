//! Positions shared out to several processes or machines, each with a file of answers.

pub(crate) mod job;

use std::path::PathBuf;

use job::Job;
use reversi_engine::Engine;
use reversi_engine::notation::ObfLine;
use reversi_engine::question::Ask;
use reversi_engine::runs::Shard;

/// The file of answers, and the part of the positions in it.
#[derive(clap::Args)]
pub(crate) struct OutputOptions {
    /// Write the answers to a file when it is complete, as lines of JSON after a first line with the question
    /// and the positions. If the file exists and is complete, nothing is done.
    ///
    /// Until then each answer is recorded beside it, in FILE.HASH.part: the same command searches only what
    /// is missing, however it was ended. Each position is searched with an empty hash table, so that its
    /// answer and its nodes do not depend on the shard, on other positions or on the number of processes.
    #[arg(long, short, value_name = "FILE", conflicts_with = "format")]
    output: Option<PathBuf>,

    /// Take shard I of N only: a part of the positions, from 1, whatever their order and their files are.
    /// `reversi merge` makes one file of all shards.
    #[arg(long, value_name = "I/N", requires = "output")]
    shard: Option<Shard>,
}

impl OutputOptions {
    pub(crate) fn is_given(&self) -> bool {
        self.output.is_some()
    }

    /// The work on the shard. `None` if its file is finished, which is printed.
    pub(crate) fn job<'a>(
        &self,
        lines: &'a [ObfLine],
        ask: Ask,
        engine: &Engine,
        hash_mib: usize,
    ) -> Result<Option<Job<'a>>, String> {
        let path = self.output.as_deref().expect("the caller has asked for it");
        Job::open(path, self.shard.unwrap_or(Shard::WHOLE), lines, ask, engine, hash_mib)
    }
}
