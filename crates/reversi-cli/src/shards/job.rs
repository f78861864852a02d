//! The work on a shard.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use indicatif::HumanCount;
use reversi_engine::notation::ObfLine;
use reversi_engine::question::{Answer, Ask, Reply};
use reversi_engine::runs::answers::{self, AnswersError, Header, Set};
use reversi_engine::runs::{Checkpoint, Shard, in_order};
use reversi_engine::store::with_suffix;
use reversi_engine::{Engine, Stop};

use crate::files::Output;
use crate::output::{Failure, Numbered, count};
use crate::{checkpoints, interrupt, progress};

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

/// A reply.
pub(crate) struct Given {
    pub(crate) reply: Reply,
    /// `true` if it was on record, from an earlier run or an equal position.
    pub(crate) on_record: bool,
}

impl<'a> Job<'a> {
    /// Locks the file and looks at it. `None` if it is finished, which is printed.
    pub(super) fn open(
        path: &Path,
        shard: Shard,
        lines: &'a [ObfLine],
        ask: Ask,
        engine: &Engine,
        hash_mib: usize,
    ) -> Result<Option<Job<'a>>, String> {
        let output = Output::lock(path)?;
        let set = Set::new(lines.iter().map(|line| line.position.board), &ask, engine, hash_mib);
        let items = (1..).zip(lines).filter(|(_, line)| shard.has(&line.position.board)).collect();
        // A file of another question, or of other positions, has another name.
        let part = with_suffix(output.place(), &format!(".{}.part", set.name(shard)));
        let job = Job { output, part, ask, set, shard, items };
        Ok(if job.is_finished()? { None } else { Some(job) })
    }

    /// Returns whether the file has all answers. Damage is reported on stderr.
    fn is_finished(&self) -> Result<bool, String> {
        let path = self.output.path().display();
        match answers::read(self.output.path(), |_, _, _| Ok(())) {
            Ok(Header { set, shard, .. }) => {
                if let Some(difference) = set.difference(&self.set) {
                    return Err(format!("{path}: the file has other answers: {difference}"));
                }
                if shard != self.shard {
                    return Err(format!("{path}: it is shard {shard}, not {}", self.shard));
                }
                let _ = std::fs::remove_file(&self.part); // the process ended before it could do that
                let ids = count(self.items.len(), "position");
                self.say(&format!("{path}: shard {shard} is finished ({ids})"))?;
                Ok(true)
            }
            Err(AnswersError::Missing) => Ok(false),
            Err(AnswersError::Damaged(reason)) => {
                // An error of stderr cannot be reported.
                let _ = writeln!(io::stderr(), "{path}: {reason}; the shard is done again");
                Ok(false)
            }
            Err(error) => Err(format!("{path}: {error}; it is not replaced: move it away to continue")),
        }
    }

    fn say(&self, text: &str) -> Result<(), String> {
        writeln!(io::stdout(), "{text}").map_err(|error| format!("standard output: {error}"))
    }

    /// The checkpoint of the answers until all are there.
    pub(crate) fn checkpoint(&self) -> Result<Checkpoint, Failure> {
        Ok(checkpoints::open(&self.part, self.ask.clone())?)
    }

    /// Works on all positions, then writes the file. `look` sees each answer, in order.
    pub(crate) fn run<E: Send>(
        self,
        mut workers: Vec<E>,
        stop: &Stop,
        answer: impl Fn(&mut E, &ObfLine) -> Result<Given, Failure> + Sync,
        mut look: impl FnMut(usize, &ObfLine, &Reply),
    ) -> Result<ExitCode, Box<dyn Error>> {
        let start = Instant::now();
        let bar = progress::bar(self.items.len(), "positions");
        let mut lines = Vec::with_capacity(self.items.len());
        let (mut nodes, mut on_record) = (0, 0);
        let work = |worker: &mut E, &(_, line): &(usize, &ObfLine)| answer(worker, line);
        let done = in_order(
            &self.items,
            &mut workers,
            stop,
            work,
            |&(id, line), given| -> Result<(), Box<dyn Error>> {
                let Given { reply, on_record: known } = given?;
                look(id, line, &reply);
                on_record += usize::from(known);
                nodes += if known { 0 } else { nodes_of(&reply) };
                let answer = Answer::new(line.position, reply);
                lines.push(serde_json::to_string(&Numbered::new(id, &answer))?);
                bar.inc(1);
                Ok(())
            },
        );
        bar.finish_and_clear();
        done?;
        let (path, shard, all) = (self.output.path().display(), self.shard, self.items.len());
        if stop.is_set() {
            let _ = writeln!(io::stderr(), "{path}: not finished; the same command resumes it");
            return Ok(interrupt::status(stop));
        }
        let lines = lines.into_iter().map(Ok);
        self.output.replace(|file| answers::write(file, &self.set, shard, all as u64, lines))?;
        let _ = std::fs::remove_file(&self.part); // the next call does it where this one cannot
        let recorded =
            if on_record == 0 { String::new() } else { format!(", {on_record} of them on record") };
        let seconds = start.elapsed().as_secs_f64();
        self.say(&format!(
            "{path}: shard {shard}, {}{recorded}, {} nodes in {seconds:.3} s",
            count(all, "position"),
            HumanCount(nodes),
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The nodes of a search.
pub(crate) fn nodes_of(reply: &Reply) -> u64 {
    match reply {
        Reply::Solution(solution) => solution.nodes(),
        Reply::Interrupted(interrupted) => interrupted.nodes,
        Reply::Analysis(analysis) => analysis.nodes(),
        _ => 0,
    }
}
