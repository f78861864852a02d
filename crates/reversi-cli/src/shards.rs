//! Positions shared out to several processes or machines, each with a file of answers.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::HumanCount;
use reversi_engine::notation::ObfLine;
use reversi_engine::question::{Ask, Reply};
use reversi_engine::runs::answers::{self, AnswersError, Header, Set};
use reversi_engine::runs::{Checkpoint, Shard, in_order};
use reversi_engine::search::Source;
use reversi_engine::store::with_suffix;
use reversi_engine::{Engine, Stop};

use crate::files::Output;
use crate::output::{Failure, count, nodes, numbered, say};
use crate::{checkpoints, interrupt, progress};

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

    /// Locks the file and looks at it. Returns the work on the shard; `None` if its file is finished, which
    /// is printed.
    pub(crate) fn job<'a>(
        &self,
        lines: &'a [ObfLine],
        ask: Ask,
        engine: &Engine,
        hash_mib: usize,
    ) -> Result<Option<Job<'a>>, Box<dyn Error>> {
        let output = Output::lock(self.output.as_deref().expect("the caller has asked for it"))?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let set = Set::new(lines.iter().map(|line| line.position.board), &ask, engine, hash_mib);
        let items = (1..).zip(lines).filter(|(_, line)| shard.has(&line.position.board)).collect();
        // A file of another question, or of other positions, has another name.
        let part = with_suffix(output.place(), &format!(".{}.part", set.name(shard)));
        let job = Job { output, part, ask, set, shard, items };
        Ok(if job.is_finished()? { None } else { Some(job) })
    }
}

/// A shard whose file is not finished.
pub(crate) struct Job<'a> {
    output: Output,
    /// The file that records answers until all are there.
    part: PathBuf,
    ask: Ask,
    set: Set,
    shard: Shard,
    /// The positions with their numbers.
    items: Vec<(usize, &'a ObfLine)>,
}

impl Job<'_> {
    /// Returns whether the file has all answers. Damage is reported on stderr.
    fn is_finished(&self) -> Result<bool, Box<dyn Error>> {
        let path = self.output.path().display();
        match answers::read(self.output.path(), |_, _, _| Ok(())) {
            Ok(Header { set, shard, .. }) => {
                if let Some(difference) = set.difference(&self.set) {
                    return Err(format!("{path}: the file has other answers: {difference}").into());
                }
                if shard != self.shard {
                    return Err(format!("{path}: it is shard {shard}, not {}", self.shard).into());
                }
                let _ = std::fs::remove_file(&self.part); // the process ended before it could do that
                let ids = count(self.items.len(), "position");
                self.print(&format!("{path}: shard {shard} is finished ({ids})"))?;
                Ok(true)
            }
            Err(AnswersError::Missing) => Ok(false),
            Err(AnswersError::Damaged(reason)) => {
                say(&format!("{path}: {reason}; the shard is done again"));
                Ok(false)
            }
            Err(error) => {
                Err(format!("{path}: {error}; it is not replaced: move it away to continue").into())
            }
        }
    }

    /// Prints a line.
    fn print(&self, text: &str) -> io::Result<()> {
        writeln!(io::stdout(), "{text}")
    }

    /// The checkpoint of the answers until all are there.
    pub(crate) fn checkpoint(&self) -> Result<Checkpoint, Failure> {
        Ok(checkpoints::open(&self.part, self.ask.clone())?)
    }

    /// Works on all positions, then writes the file. `look` sees each answer, in order.
    pub(crate) fn run(
        self,
        mut engines: Vec<Engine>,
        stop: &Stop,
        answer: impl Fn(&mut Engine, &ObfLine) -> Result<Reply, Failure> + Sync,
        mut look: impl FnMut(usize, &ObfLine, &Reply),
    ) -> Result<ExitCode, Box<dyn Error>> {
        let start = Instant::now();
        let bar = progress::bar(self.items.len(), "positions");
        let mut lines = Vec::with_capacity(self.items.len());
        let (mut searched, mut on_record) = (0, 0);
        let work = |engine: &mut Engine, &(_, line): &(usize, &ObfLine)| answer(engine, line);
        let done = in_order(&self.items, &mut engines, stop, work, |&(id, line), reply| {
            let (reply, is_known) = of_any_run(reply?);
            look(id, line, &reply);
            on_record += usize::from(is_known);
            searched += if is_known { 0 } else { nodes(&reply) };
            lines.push(numbered(id, line.position, reply).to_json());
            bar.inc(1);
            Ok::<(), Failure>(())
        });
        bar.finish_and_clear();
        done?;
        let (path, shard, all) = (self.output.path().display(), self.shard, self.items.len());
        if stop.is_set() {
            say(&format!("{path}: not finished; the same command resumes it"));
            return Ok(interrupt::status(stop));
        }
        let lines = lines.into_iter().map(Ok);
        self.output.replace(|file| answers::write(file, &self.set, shard, all as u64, lines))?;
        let _ = std::fs::remove_file(&self.part); // the next call does it where this one cannot
        let recorded =
            if on_record == 0 { String::new() } else { format!(", {on_record} of them on record") };
        let seconds = start.elapsed().as_secs_f64();
        self.print(&format!(
            "{path}: shard {shard}, {}{recorded}, {} nodes in {seconds:.3} s",
            count(all, "position"),
            HumanCount(searched),
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns a reply as the search of any run gives it, and whether it was on record, from an earlier run or an
/// equal position.
fn of_any_run(reply: Reply) -> (Reply, bool) {
    match reply {
        Reply::Solution(known) if known.source() == Source::File => {
            (Reply::Solution(known.with_source(Source::Search)), true)
        }
        Reply::Analysis(known) if known.source() == Source::File => {
            (Reply::Analysis(known.with_source(Source::Search)), true)
        }
        reply => (reply, false),
    }
}
