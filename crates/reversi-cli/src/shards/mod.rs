//! Positions shared out to several processes or machines, each with a file of answers.
//!
//! | Module | What is in it |
//! |---|---|
//! | [`shard`] | which positions are those of a shard |
//! | [`set`] | what the files of a run have in common: the question, the positions, the evaluation |
//! | [`answers`] | a file of answers, written and read |
//! | [`job`] | the work on a shard, which goes on where it was interrupted |

pub(crate) mod answers;
pub(crate) mod job;
pub(crate) mod set;
pub(crate) mod shard;

use std::path::PathBuf;

use job::Job;
use reversi_engine::notation::ObfLine;
use set::Set;
use shard::Shard;

/// The file of answers, and what part of the positions is in it.
#[derive(clap::Args)]
pub(crate) struct OutputOptions {
    /// Write the answers to a file when all are there, as lines of JSON after a first line that says what
    /// was asked and of which positions. If the file is there and whole, nothing is done.
    ///
    /// Until then each answer is recorded beside it, in FILE.HASH.part: the same command does only what is
    /// missing, however it was ended. Each position is searched with an empty hash table, so that its answer
    /// and its nodes do not depend on the shard, on the others or on the number of processes.
    #[arg(long, short, value_name = "FILE", conflicts_with = "format")]
    output: Option<PathBuf>,

    /// Take shard I of N only: positions I, I+N, I+2N and so on, from 1. `reversi merge` makes one file of
    /// all shards.
    #[arg(long, value_name = "I/N", requires = "output")]
    shard: Option<Shard>,
}

impl OutputOptions {
    pub(crate) fn is_given(&self) -> bool {
        self.output.is_some()
    }

    /// The work on the shard. `None` if its file is finished, which is printed.
    pub(crate) fn job<'a>(&self, set: Set, lines: &'a [ObfLine]) -> Result<Option<Job<'a>>, String> {
        let path = self.output.as_deref().expect("the caller has asked for it");
        Job::open(path, set, self.shard.unwrap_or(Shard::WHOLE), lines)
    }
}
